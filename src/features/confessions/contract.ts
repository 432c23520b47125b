import { z } from 'zod'
import {
  emptyEnvelope,
  envelope,
  idParams,
  lenientEnum,
  pageQuery,
  route,
  searchText,
  text,
} from '../../shared/contract.ts'
import { reportRoute } from '../moderation/contract.ts'

export const categories = ['general', 'academic', 'social', 'personal', 'campus', 'relationships'] as const
export type Category = (typeof categories)[number]
export const sorts = ['newest', 'oldest', 'most_liked'] as const
export type Sort = (typeof sorts)[number]

/** Characters of a confession, trimmed. */
export const confessionLimits = { least: 10, most: 2000 }

const ConfessionInput = z.object({
  content: text({
    max: confessionLimits.most,
    min: confessionLimits.least,
    required: 'Confession cannot be empty',
    short: `A confession needs at least ${confessionLimits.least} characters`,
    long: `A confession cannot exceed ${confessionLimits.most} characters`,
  }),
  category: z.enum(categories, { error: `Category must be one of: ${categories.join(', ')}` }).optional(),
})

/** Nothing of an author is in it, but to themselves that it is theirs. */
export const Confession = z.object({
  id: z.guid(),
  /** Counted by school, never used again. 0 while it is pending: numbers are given at publication. */
  confession_number: z.int(),
  content: z.string(),
  category: z.enum(categories),
  /** Seconds since 1970, at the full minute. */
  created_at: z.int(),
  likes_count: z.int(),
  is_liked: z.boolean(),
  is_author: z.boolean(),
  /** Only its author sees it so far: it is published a little later, so that its time tells nothing. */
  pending: z.boolean().optional(),
  /** Whether many liked it within the last days. */
  trending: z.boolean(),
  can: z.object({ delete: z.boolean(), report: z.boolean() }),
})
export type Confession = z.infer<typeof Confession>

export const confessions = {
  list: route({
    method: 'GET',
    path: '/api/confessions',
    query: z.object({
      ...pageQuery(50),
      sort: lenientEnum(sorts),
      /** 'all' and whatever else is no category narrow nothing. */
      category: z.enum(categories).optional().catch(undefined),
      /** A number, with or without #, finds the confession of that number too. */
      search: searchText,
    }),
    reply: envelope(z.array(Confession)).extend({
      pagination: z.object({ page: z.int(), limit: z.int(), hasMore: z.boolean() }),
    }),
  }),
  create: route({
    method: 'POST',
    path: '/api/confessions',
    daily: 'confession',
    status: 201,
    body: ConfessionInput,
    reply: envelope(Confession),
  }),
  remove: route({ method: 'DELETE', path: '/api/confessions/:id', params: idParams, reply: emptyEnvelope }),
  /** Likes it, or no longer. */
  like: route({
    method: 'POST',
    path: '/api/confessions/:id/like',
    params: idParams,
    reply: envelope(z.object({ likes_count: z.int(), is_liked: z.boolean() })),
  }),
  report: reportRoute('/api/confessions/:id/report', idParams),
}
