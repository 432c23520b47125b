import { z } from 'zod'
import { emptyEnvelope, envelope, idParams, route, text } from '../../shared/contract.ts'
import { parseIsbn } from '../../shared/isbn.ts'
import { maxSearchLength } from '../../shared/limits.ts'
import { categories, conditions, kinds, wrongIsbn, wrongPrice } from './contract.ts'

/** Per user. */
export const maxSearches = 20
export const searchLimits = { name: 100 }

/** `immediate`: an email as soon as a listing matches. `digest`: in the next digest. */
export const alerts = ['immediate', 'digest'] as const
export type Alert = (typeof alerts)[number]

const bound = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, wrongPrice)

/** Filters of `GET /api/marketplace`, with the same names. Unknown ones are refused: they would match too much. */
const SearchFilters = z.strictObject({
  category: z.enum(categories).optional(),
  condition: z.enum(conditions).optional(),
  kind: z.enum(kinds).optional(),
  isbn: z
    .string()
    .max(30)
    .refine((value) => parseIsbn(value) !== undefined, wrongIsbn)
    .transform((value) => parseIsbn(value) ?? '')
    .optional(),
  search: text({ max: maxSearchLength }).optional(),
  price_min: bound.optional(),
  price_max: bound.optional(),
})
export type SearchFilters = z.infer<typeof SearchFilters>

export const SearchInput = z.object({
  name: text({ max: searchLimits.name, required: 'Name the search' }),
  filters: SearchFilters,
  alert: z.enum(alerts, { error: `Alert must be one of: ${alerts.join(', ')}` }).default('digest'),
})

/** A saved search of the viewer. */
const SavedSearch = z.object({
  id: z.guid(),
  name: z.string(),
  filters: SearchFilters,
  alert: z.enum(alerts),
  created_at: z.int(),
  /** When a listing matched it last. */
  last_at: z.int().nullable(),
})
export type SavedSearch = z.infer<typeof SavedSearch>

export const listingSearches = {
  list: route({ method: 'GET', path: '/api/marketplace/searches', reply: envelope(z.array(SavedSearch)) }),
  create: route({
    method: 'POST',
    path: '/api/marketplace/searches',
    status: 201,
    body: SearchInput,
    reply: envelope(SavedSearch),
  }),
  /** The fields that change. */
  update: route({
    method: 'PUT',
    path: '/api/marketplace/searches/:id',
    params: idParams,
    body: SearchInput.extend({ alert: z.enum(alerts) }).partial(),
    reply: envelope(SavedSearch),
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/marketplace/searches/:id',
    params: idParams,
    reply: emptyEnvelope,
  }),
}
