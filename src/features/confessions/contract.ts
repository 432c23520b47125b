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
import { noteFields, shownNote } from '../discussions/note-contract.ts'
import { reportRoute } from '../moderation/report-contract.ts'
import { confirmedField, namingErrors } from '../people/naming-contract.ts'

export const categories = ['general', 'academic', 'social', 'personal', 'campus', 'relationships'] as const
export type Category = (typeof categories)[number]
export const sorts = ['newest', 'oldest', 'most_liked'] as const
export type Sort = (typeof sorts)[number]

/** Length of a trimmed confession in characters. */
export const confessionLimits = { min: 10, max: 2000 }

const ConfessionInput = z.object({
  content: text({
    max: confessionLimits.max,
    min: confessionLimits.min,
    required: 'Write your confession first',
    short: `Write at least ${confessionLimits.min} characters`,
    long: `Keep your confession within ${confessionLimits.max.toLocaleString('en')} characters`,
  }),
  category: z.enum(categories, { error: `Category must be one of: ${categories.join(', ')}` }).optional(),
  ...noteFields,
  ...confirmedField,
})

/** Contains nothing about the author, except that authors recognize their own. */
export const Confession = z.object({
  id: z.guid(),
  /** Counted per school and never reused. 0 while pending or waiting, because numbers are assigned at publication. */
  confession_number: z.int(),
  content: z.string(),
  category: z.enum(categories),
  /** Seconds since 1970, rounded to the full minute. */
  created_at: z.int(),
  likes_count: z.int(),
  is_liked: z.boolean(),
  is_author: z.boolean(),
  /** Visible only to its author for now. Published with a delay, so that its time reveals nothing. */
  pending: z.boolean().optional(),
  /** Visible only to its author until a moderator has read it. Absent otherwise. */
  state: z.literal('waiting').optional(),
  /** Whether it received many likes in the last days. */
  trending: z.boolean(),
  ...shownNote,
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
      /** 'all' and unknown values do not filter. */
      category: z.enum(categories).optional().catch(undefined),
      /** A number, with or without #, also finds the confession with that number. */
      search: searchText,
    }),
    reply: envelope(z.array(Confession)).extend({
      pagination,
    }),
  }),
  create: route({
    method: 'POST',
    path: '/api/confessions',
    daily: 'confession',
    status: 201,
    body: ConfessionInput,
    reply: envelope(Confession),
    errors: namingErrors,
  }),
  remove: route({ method: 'DELETE', path: '/api/confessions/:id', params: idParams, reply: emptyEnvelope }),
  /** Toggles the like. */
  like: route({
    method: 'POST',
    path: '/api/confessions/:id/like',
    params: idParams,
    reply: envelope(z.object({ likes_count: z.int(), is_liked: z.boolean() })),
  }),
  report: reportRoute('/api/confessions/:id/report', idParams),
}
