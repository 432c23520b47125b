import { z } from 'zod'
import {
  emptyEnvelope,
  envelope,
  idParams,
  lenientEnum,
  pageQuery,
  pagination,
  route,
  searchText,
  text,
} from '../../shared/contract.ts'
import { Media } from '../media/contract.ts'
import { reportRoute } from '../moderation/report-contract.ts'
import { Author } from '../people/contract.ts'

export const categories = ['textbooks', 'electronics', 'furniture', 'clothing', 'other'] as const
export type Category = (typeof categories)[number]
export const conditions = ['new', 'like-new', 'good', 'fair', 'poor'] as const
export type Condition = (typeof conditions)[number]
export const sorts = ['newest', 'oldest', 'price-low', 'price-high', 'popular'] as const
export type Sort = (typeof sorts)[number]

/** Sent when a buyer leaves the message empty. */
export const defaultInterest = 'Hi, is this still available?'

/** Limits that the form and the server share. */
export const listingLimits = { title: 200, description: 5000, images: 5, price: 9_999_999.99, message: 5000 }

/** Of the form and of the filter by price. */
export const wrongPrice = 'Enter a price like 20 or 12.50'

/** An amount with at most two decimals. Checks the decimal notation, because multiplying by 100 is not exact. */
const Price = z
  .number({ error: ({ input }) => (input === undefined || input === null ? 'Price is required' : wrongPrice) })
  .min(0, 'The price can’t be less than 0')
  .max(listingLimits.price, `The price can’t be more than ${listingLimits.price.toLocaleString('en')}`)
  .refine((price) => /^\d+(\.\d{1,2})?$/.test(String(price)), wrongPrice)

export const ListingInput = z.object({
  title: text({ max: listingLimits.title, required: 'Title is required' }),
  description: text({ max: listingLimits.description, required: 'Description is required' }),
  price: Price,
  category: z.enum(categories, { error: `Category must be one of: ${categories.join(', ')}` }).optional(),
  condition: z.enum(conditions, { error: `Condition must be one of: ${conditions.join(', ')}` }).optional(),
  /** The seller's own uploads with the purpose of a listing. */
  images: z.array(z.string().max(500)).max(listingLimits.images, `Add up to ${listingLimits.images} photos`).optional(),
})

export const Listing = z.object({
  id: z.guid(),
  title: z.string(),
  description: z.string(),
  price: z.number(),
  category: z.enum(categories),
  condition: z.enum(conditions),
  images: z.array(z.string()),
  /** The same images with the sizes that a page needs to reserve their space. */
  media: z.array(Media),
  seller: Author,
  seller_id: z.guid(),
  created_at: z.int(),
  favorites_count: z.int(),
  is_favorited: z.boolean(),
  can: z.object({ delete: z.boolean(), contact: z.boolean(), report: z.boolean() }),
})
export type Listing = z.infer<typeof Listing>

const Page = envelope(z.array(Listing)).extend({
  pagination,
})

/** A price bound. Invalid values are ignored. */
const bound = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,2})?$/)
  .optional()
  .catch(undefined)

export const marketplace = {
  list: route({
    method: 'GET',
    path: '/api/marketplace',
    query: z.object({
      ...pageQuery(50),
      category: z.enum(categories).optional().catch(undefined),
      condition: z.enum(conditions).optional().catch(undefined),
      sort: lenientEnum(sorts),
      search: searchText,
      price_min: bound,
      price_max: bound,
      favorites_only: z.enum(['true', 'false', '1', '0']).catch('false'),
    }),
    reply: Page,
  }),
  favorites: route({ method: 'GET', path: '/api/marketplace/favorites', query: z.object(pageQuery(50)), reply: Page }),
  create: route({
    method: 'POST',
    path: '/api/marketplace',
    status: 201,
    body: ListingInput,
    reply: envelope(Listing),
  }),
  show: route({ method: 'GET', path: '/api/marketplace/:id', params: idParams, reply: envelope(Listing) }),
  remove: route({ method: 'DELETE', path: '/api/marketplace/:id', params: idParams, reply: emptyEnvelope }),
  favorite: route({
    method: 'POST',
    path: '/api/marketplace/:id/favorite',
    params: idParams,
    reply: z.object({
      success: z.literal(true),
      is_favorited: z.boolean(),
      favorites_count: z.int(),
      message: z.string(),
    }),
  }),
  report: reportRoute('/api/marketplace/:id/report', idParams),
  /** Sends a message to the seller in the single conversation between this buyer and the seller about this listing. */
  interest: route({
    method: 'POST',
    path: '/api/marketplace/:id/interest',
    params: idParams,
    /** A blank or missing message becomes `defaultInterest`. */
    body: z.object({ message: text({ max: listingLimits.message, min: 0 }).nullish() }),
    reply: z.object({ success: z.literal(true), conversation_id: z.guid() }),
  }),
}
