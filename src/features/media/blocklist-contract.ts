import { z } from 'zod'
import { emptyEnvelope, idParams, route, siteEnvelope, text } from '../../shared/contract.ts'

/** Per list. */
export const maxListedEntries = 100

/** An image that can't be uploaded again. Neither the image nor a user is stored. */
const BlockedImage = z.object({
  id: z.guid(),
  created_at: z.int(),
  /** The decision that removed it. */
  decision_id: z.guid(),
  /** Of an administrator who requested its removal, which another one confirms. */
  removal_reason: z.string().nullable(),
  removal_asked_by: z.guid().nullable(),
  removal_asked_by_name: z.string().nullable(),
})
export type BlockedImage = z.infer<typeof BlockedImage>

export const blocklist = {
  list: route({
    method: 'GET',
    path: '/admin/media-blocklist',
    access: 'site_admin',
    acrossCells: { rows: 'data.entries', totals: 'data', maxRows: maxListedEntries },
    reply: siteEnvelope(z.object({ total: z.int(), entries: z.array(BlockedImage) })),
  }),
  /** The first administrator asks, another one removes the entry with the same call. 409 for the first one. */
  remove: route({
    method: 'POST',
    path: '/admin/media-blocklist/:id/remove',
    access: 'site_admin',
    params: idParams,
    body: z.object({ reason: text({ max: 500, required: 'Give a reason' }) }),
    mayWait: true,
    reply: emptyEnvelope.extend({ removed: z.boolean() }),
  }),
}
