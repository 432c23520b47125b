import { z } from 'zod'
import { envelope, route } from '../../shared/contract.ts'
import { type ShareKind, shareKinds } from '../../shared/share-kinds.ts'

/** An item of another feature that a message shares. */
export const ShareReference = z.object({ kind: z.enum(shareKinds), id: z.guid() })
export type ShareReference = z.infer<typeof ShareReference>

/** The content of a message that has no text of its own. */
export const shareFallbacks: Readonly<Record<ShareKind, string>> = {
  post: 'Shared a post',
  group_post: 'Shared a post',
  event: 'Shared an event',
  listing: 'Shared a listing',
  question: 'Shared a question',
  professor: 'Shared a professor',
}

const Card = ShareReference.extend({
  title: z.string(),
  text: z.string().nullable(),
  image_url: z.string().nullable(),
  /** When an event begins. */
  starts_at: z.int().nullable(),
  /** Where it is on this site. */
  link: z.string(),
})
export type Card = z.infer<typeof Card>

export const cards = {
  /** A shared item as the viewer sees it now. 404 when it is hidden from them, deleted or of another school. */
  show: route({
    method: 'GET',
    path: '/api/messages/cards/:kind/:id',
    params: ShareReference,
    reply: envelope(Card),
  }),
}
