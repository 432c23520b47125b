import { z } from 'zod'
import { envelope, idParams, route, siteEnvelope, text } from '../../shared/contract.ts'
import { moderationLimits } from './contract.ts'
import { schoolFilter } from './lists-contract.ts'

const maybe = z.string().nullable()

/** The pictures and videos of one removal: `id` is the decision. */
const Evidence = z.object({
  id: z.guid(),
  school_id: z.guid(),
  /** The content type that showed them: 'post'. */
  kind: z.string(),
  removed_at: z.int(),
  deleted_at: z.int(),
  files: z.array(z.object({ url: z.string(), kind: z.enum(['image', 'video']) })),
  /** The latest request. Null when no one asked within 24 hours. */
  opening: z
    .object({
      reason: z.string(),
      requested_by_name: z.string(),
      approved_by_name: maybe,
      /** Until when the two people can look. Null while it waits for the second one. */
      closes_at: z.int().nullable(),
    })
    .nullable(),
  can: z.object({ request: z.boolean(), approve: z.boolean(), read: z.boolean() }),
})
export type Evidence = z.infer<typeof Evidence>

export const evidence = {
  list: route({
    method: 'GET',
    path: '/admin/evidence',
    access: 'admin',
    query: z.object({ school_id: schoolFilter }),
    acrossCells: { rows: 'data' },
    reply: siteEnvelope(z.array(Evidence)),
  }),
  /** The first administrator asks, another one opens it for both with the same call. 409 for the first one. */
  open: route({
    method: 'POST',
    path: '/admin/evidence/:id/open',
    access: 'admin',
    acrossCells: 'never',
    params: idParams,
    body: z.object({ reason: text({ max: moderationLimits.reason, required: 'Give a reason' }) }),
    mayWait: true,
    reply: envelope(z.object({ is_waiting: z.boolean() })),
  }),
  /** For the two people, within 60 minutes. 404 for others, 409 while it waits, 410 afterwards. */
  file: route({
    method: 'GET',
    path: '/admin/evidence/:id/files/:file',
    access: 'admin',
    acrossCells: 'never',
    params: idParams.extend({ file: z.string().max(100) }),
  }),
}
