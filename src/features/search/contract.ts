import { z } from 'zod'
import { envelope, route, searchText as searchTerm } from '../../shared/contract.ts'

/** Types of search hits, in the order in which they are shown. */
export const searchTypes = [
  'person',
  'group',
  'professor',
  'message',
  'post',
  'event',
  'assignment',
  'listing',
  'confession',
] as const
export type SearchType = (typeof searchTypes)[number]

/** Minimum length of a term. Below three characters only users, groups and professors are searched. */
export const minTermLength = 2

export const Hit = z.object({
  kind: z.enum(searchTypes),
  id: z.guid(),
  title: z.string(),
  /** An excerpt around the term. */
  text: z.string(),
  at: z.int().nullable(),
  image_url: z.string().nullable(),
  link: z.string(),
})
export type Hit = z.infer<typeof Hit>

export const search = {
  /** All content of the school that contains a term and is visible to the viewer, by type, best matches first. */
  all: route({
    method: 'GET',
    path: '/api/search',
    query: z.object({ q: searchTerm, limit: z.coerce.number().int().min(1).max(20).catch(5) }),
    reply: envelope(z.array(Hit)),
  }),
}
