import { z } from 'zod'
import { emptyEnvelope, envelope, idParams, pageQuery, route, searchText, siteEnvelope } from '../../shared/contract.ts'
import { sealModes } from '../../shared/seal-modes.ts'
import { Media } from '../media/contract.ts'
import { schoolFilter, someIds, totals } from './lists-contract.ts'
import { RevealedAuthor, SealCategory, sealReason } from './seal-contract.ts'

const maybe = z.string().nullable()

const ContentItem = z.object({
  id: z.guid(),
  school_id: z.guid(),
  type: z.string(),
  title: maybe,
  content: z.string(),
  /** JSON text of a list of URLs. */
  images: z.string(),
  media: z.array(Media),
  author_name: maybe,
  author_email: maybe,
  is_anonymous: z.boolean(),
  /** As in reports. */
  seal_mode: z.enum(sealModes).nullable(),
  created_at: z.int(),
  likes_count: z.int().optional(),
  comments_count: z.int().optional(),
  views_count: z.int().optional(),
})
export type ContentItem = z.infer<typeof ContentItem>

const ofType = z.object({ type: z.string().max(50).optional() })
const bulk = {
  access: 'admin',
  grants: ['content'],
  body: z.object({ contentIds: someIds }),
  reply: emptyEnvelope.extend({ deleted: z.int() }),
} as const

/** Items that one moderator removes in bulk within 24 hours, and that a second one allows in addition. */
export const removalsPerDay = 500

export const content = {
  list: route({
    method: 'GET',
    path: '/admin/content',
    access: 'admin',
    grants: ['content'],
    query: z.object({ ...pageQuery(20), ...ofType.shape, search: searchText, school_id: schoolFilter }),
    acrossCells: { rows: 'data.content', totals: 'data.pagination' },
    reply: siteEnvelope(z.object({ content: z.array(ContentItem), pagination: totals })),
  }),
  removeMany: route({ method: 'DELETE', path: '/admin/content/bulk-delete', ...bulk }),
  removeManyByPost: route({ method: 'POST', path: '/admin/content/bulk-delete', ...bulk }),
  /** Allows a moderator one more batch of bulk removals until the end of the day. 403 for oneself. */
  allowRemovals: route({
    method: 'PUT',
    path: '/admin/users/:id/removals',
    access: 'admin',
    params: idParams,
    reply: envelope(z.object({ until: z.int() })),
  }),
  remove: route({
    method: 'DELETE',
    path: '/admin/content/:id',
    access: 'admin',
    grants: ['content'],
    params: idParams,
    query: ofType,
    body: ofType,
    reply: emptyEnvelope,
  }),
  reveal: route({
    method: 'POST',
    path: '/admin/content/:id/reveal',
    access: 'admin',
    acrossCells: 'never',
    replay: 'status',
    transaction: false,
    params: idParams,
    body: z.object({ type: z.string().min(1).max(50), reason: sealReason, category: SealCategory.default('other') }),
    reply: envelope(RevealedAuthor),
  }),
}
