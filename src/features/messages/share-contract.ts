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

/** Cards that one call reads: the messages of a page. */
export const maxCards = 50

const parseShares = (text: string): ShareReference[] =>
  text.split(',').flatMap((item) => {
    const [kind, id] = item.split(':')
    return ShareReference.safeParse({ kind, id }).data ?? []
  })

export const cards = {
  /** Several of them, in any order. Those that are hidden from the viewer, deleted or of another school are missing alike. */
  list: route({
    method: 'GET',
    path: '/api/messages/cards',
    query: z.object({
      /** Comma-separated: `event:` and an id. */
      items: z
        .string()
        .max(5000)
        .catch('')
        .transform((text) => parseShares(text).slice(0, maxCards)),
    }),
    reply: envelope(z.array(Card)),
  }),
  /** A shared item as the viewer sees it now. 404 when it is hidden from them, deleted or of another school. */
  show: route({
    method: 'GET',
    path: '/api/messages/cards/:kind/:id',
    params: ShareReference,
    reply: envelope(Card),
  }),
}
