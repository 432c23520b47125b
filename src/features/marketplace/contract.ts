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
import { parseIsbn } from '../../shared/isbn.ts'
import { Media } from '../media/contract.ts'
import { reportRoute } from '../moderation/report-contract.ts'
import { Author } from '../people/contract.ts'

export const categories = ['textbooks', 'electronics', 'furniture', 'clothing', 'other'] as const
export type Category = (typeof categories)[number]
export const conditions = ['new', 'like-new', 'good', 'fair', 'poor'] as const
export type Condition = (typeof conditions)[number]
export const sorts = ['newest', 'oldest', 'price-low', 'price-high', 'popular'] as const
export type Sort = (typeof sorts)[number]

export const states = ['available', 'reserved', 'sold', 'withdrawn', 'expired'] as const
export type ListingState = (typeof states)[number]
/** The states that a seller chooses; a listing expires by time. */
export const chosenStates = ['available', 'reserved', 'sold', 'withdrawn'] as const

/** An offer, or what its author looks for. */
export const kinds = ['sale', 'wanted'] as const
export type ListingKind = (typeof kinds)[number]

/** How a sale went for one of the two. */
export const outcomes = ['went_well', 'did_not_happen', 'not_as_described'] as const
export type Outcome = (typeof outcomes)[number]

export const listingSold = 'This item has been sold.'
export const listingGone = 'This listing is no longer available.'

/** A reservation ends then, unless the seller chooses another end. */
export const defaultReservationHours = 48
export const maxReservationDays = 30

/** Sent when a buyer leaves the message empty. */
export const defaultInterest = 'Hi, is this still available?'

/** Limits that the form and the server share. */
export const listingLimits = {
  title: 200,
  description: 5000,
  images: 5,
  price: 9_999_999.99,
  message: 5000,
  course: 100,
}

/** Per listing and day. */
export const maxPriceChanges = 20

/** Of the form and of the filter by price. */
export const wrongPrice = 'Enter a price like 20 or 12.50'

/** An amount with at most two decimals. Checks the decimal notation, because multiplying by 100 is not exact. */
const Price = z
  .number({ error: ({ input }) => (input === undefined || input === null ? 'Price is required' : wrongPrice) })
  .min(0, 'The price can’t be less than 0')
  .max(listingLimits.price, `The price can’t be more than ${listingLimits.price.toLocaleString('en')}`)
  .refine((price) => /^\d+(\.\d{1,2})?$/.test(String(price)), wrongPrice)

/** Of the form and of saved searches. */
export const wrongIsbn = 'Enter an ISBN with 10 or 13 digits. One of the digits is wrong.'

/** Becomes the 13 digits. Blank: none. */
const Isbn = z
  .string()
  .max(30, wrongIsbn)
  .refine((text) => text.trim() === '' || parseIsbn(text) !== undefined, wrongIsbn)
  .transform((text) => parseIsbn(text) ?? null)

export const ListingInput = z.object({
  title: text({ max: listingLimits.title, required: 'Title is required' }),
  description: text({ max: listingLimits.description, required: 'Description is required' }),
  price: Price,
  category: z.enum(categories, { error: `Category must be one of: ${categories.join(', ')}` }).optional(),
  condition: z.enum(conditions, { error: `Condition must be one of: ${conditions.join(', ')}` }).optional(),
  kind: z.enum(kinds, { error: `Kind must be one of: ${kinds.join(', ')}` }).optional(),
  isbn: Isbn.nullish(),
  course: text({ max: listingLimits.course, min: 0 })
    .nullish()
    .transform((value) => (value === '' ? null : value)),
  /** The seller's own uploads with the purpose of a listing. */
  images: z.array(z.string().max(500)).max(listingLimits.images, `Add up to ${listingLimits.images} photos`).optional(),
})

/** The fields that change, and the version that the change is based on. */
const ListingChanges = ListingInput.partial().extend({ version: z.int().min(1).max(2_147_483_647).optional() })

/** What others may know about a seller. Null: not known, or of too few to show it. */
const SellerFacts = z.object({
  sold: z.int(),
  /** Buyers who answered that it went well. */
  went_well: z.int().nullable(),
  /** Hours in which they answer half of the buyers. */
  answers_within: z.int().nullable(),
  /** The year. */
  since: z.int().nullable(),
})
export type SellerFacts = z.infer<typeof SellerFacts>

export const Listing = z.object({
  id: z.guid(),
  title: z.string(),
  description: z.string(),
  price: z.number(),
  /** Before the last change of the price. */
  previous_price: z.number().nullable(),
  category: z.enum(categories),
  condition: z.enum(conditions),
  kind: z.enum(kinds),
  /** 13 digits. */
  isbn: z.string().nullable(),
  course: z.string().nullable(),
  images: z.array(z.string()),
  /** The same images with the sizes that a page needs to reserve their space. */
  media: z.array(Media),
  seller: Author,
  seller_id: z.guid(),
  created_at: z.int(),
  favorites_count: z.int(),
  is_favorited: z.boolean(),
  /** Increases with each edit. */
  version: z.int(),
  state: z.enum(states),
  reserved_until: z.int().nullable(),
  /** The buyer. Only the seller and the buyer see it. */
  reserved_for: z.object({ id: z.guid(), name: z.string() }).nullable(),
  /** Only in schools whose listings expire. */
  expires_at: z.int().nullable(),
  /** The viewer's own answer to how the sale went. */
  outcome: z.enum(outcomes).nullable(),
  /** Absent in lists. */
  seller_facts: SellerFacts.optional(),
  can: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    contact: z.boolean(),
    report: z.boolean(),
    reserve: z.boolean(),
    /** End the reservation. */
    release: z.boolean(),
    sell: z.boolean(),
    withdraw: z.boolean(),
    renew: z.boolean(),
    /** Say how the sale went. */
    answer: z.boolean(),
  }),
})
export type Listing = z.infer<typeof Listing>

/** A price and since when it applies. */
const ListingPrice = z.object({ price: z.number(), at: z.int() })

/** A user who asked about a listing. */
const Buyer = z.object({
  id: z.guid(),
  name: z.string(),
  avatar_url: z.string().nullable(),
  conversation_id: z.guid(),
  asked_at: z.int(),
})
export type Buyer = z.infer<typeof Buyer>

const Page = envelope(z.array(Listing)).extend({
  pagination,
})

/** States separated by commas. Invalid ones are ignored; without a valid one, the list has what can be bought. */
const stateFilter = z
  .string()
  .max(100)
  .optional()
  .catch(undefined)
  .transform((text = '') => states.filter((state) => text.split(',').includes(state)))

/** A price bound. Invalid values are ignored. */
const bound = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,2})?$/)
  .optional()
  .catch(undefined)

/** An ISBN with 10 or 13 digits. Invalid values are ignored. */
const isbnFilter = z
  .string()
  .max(30)
  .optional()
  .catch(undefined)
  .transform((text = '') => parseIsbn(text))

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
      kind: z.enum(kinds).optional().catch(undefined),
      isbn: isbnFilter,
      favorites_only: z.enum(['true', 'false', '1', '0']).catch('false'),
      /** Withdrawn and expired listings are only in the viewer's own list. */
      state: stateFilter,
      /** Only the viewer's own listings. */
      mine: z.enum(['true', 'false', '1', '0']).catch('false'),
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
  update: route({
    method: 'PUT',
    path: '/api/marketplace/:id',
    params: idParams,
    body: ListingChanges,
    reply: envelope(Listing),
  }),
  /** Latest first; the first one is the current price. */
  prices: route({
    method: 'GET',
    path: '/api/marketplace/:id/prices',
    params: idParams,
    reply: envelope(z.array(ListingPrice)),
  }),
  changeState: route({
    method: 'POST',
    path: '/api/marketplace/:id/state',
    params: idParams,
    body: z.object({
      state: z.enum(chosenStates, { error: `State must be one of: ${chosenStates.join(', ')}` }),
      /** Of the buyer: a user who asked about the listing. */
      for: z.guid().optional(),
      /** When the reservation ends, in seconds since 1970. */
      until: z.int().min(0).max(100_000_000_000).optional(),
    }),
    reply: envelope(Listing),
  }),
  renew: route({ method: 'POST', path: '/api/marketplace/:id/renew', params: idParams, reply: envelope(Listing) }),
  /** Says once how a sale went. Only the viewer can read it. */
  outcome: route({
    method: 'POST',
    path: '/api/marketplace/:id/outcome',
    status: 201,
    params: idParams,
    body: z.object({ outcome: z.enum(outcomes, { error: `Outcome must be one of: ${outcomes.join(', ')}` }) }),
    reply: envelope(Listing),
  }),
  /** Who asked about a listing, first come first: the queue behind a reservation. */
  buyers: route({
    method: 'GET',
    path: '/api/marketplace/:id/buyers',
    params: idParams,
    reply: envelope(z.array(Buyer)),
  }),
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
