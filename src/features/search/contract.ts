import { z } from 'zod'
import { envelope, route, searchText as searchTerm } from '../../shared/contract.ts'

/** What can be found, in the order in which it is shown. */
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

/** Characters from which a term is looked for; below three, only names are. */
export const minTermLength = 2

export const Hit = z.object({
  kind: z.enum(searchTypes),
  id: z.guid(),
  title: z.string(),
  /** What it says around the term. */
  text: z.string(),
  at: z.int().nullable(),
  image_url: z.string().nullable(),
  link: z.string(),
})
export type Hit = z.infer<typeof Hit>

export const search = {
  /** Everything of the viewer's campus that a term is in, by kind, of each kind the best first. */
  all: route({
    method: 'GET',
    path: '/api/search',
    query: z.object({ q: searchTerm, limit: z.coerce.number().int().min(1).max(20).catch(5) }),
    reply: envelope(z.array(Hit)),
  }),
}
