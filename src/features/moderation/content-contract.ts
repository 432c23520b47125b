import { z } from 'zod'
import { emptyEnvelope, envelope, idParams, pageQuery, route, searchText, text } from '../../shared/contract.ts'
import { Media } from '../media/contract.ts'
import { moderationLimits } from './contract.ts'
import { schoolFilter, someIds, totals } from './lists-contract.ts'

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
  created_at: z.int(),
  likes_count: z.int().optional(),
  comments_count: z.int().optional(),
  views_count: z.int().optional(),
})
export type ContentItem = z.infer<typeof ContentItem>

export const sealCategories = ['danger', 'law', 'threat', 'harassment', 'sanction', 'other'] as const
const SealCategory = z.enum(sealCategories, 'Choose a category')
export type SealCategory = z.infer<typeof SealCategory>

/** Length in characters of the reason for opening a seal. */
export const sealReasonLength = { min: 20, max: 2000 }
export const shortSealReason = `Give a reason of at least ${sealReasonLength.min} characters`
const sealReason = text({
  ...sealReasonLength,
  required: 'Give a reason for revealing the author',
  short: shortSealReason,
  long: `Keep the reason within ${moderationLimits.reason.toLocaleString('en')} characters`,
})

const ofType = z.object({ type: z.string().max(50).optional() })
const bulk = {
  access: 'admin',
  body: z.object({ contentIds: someIds }),
  reply: emptyEnvelope.extend({ deleted: z.int() }),
} as const

export const content = {
  list: route({
    method: 'GET',
    path: '/admin/content',
    access: 'admin',
    query: z.object({ ...pageQuery(20), ...ofType.shape, search: searchText, school_id: schoolFilter }),
    reply: envelope(z.object({ content: z.array(ContentItem), pagination: totals })),
  }),
  removeMany: route({ method: 'DELETE', path: '/admin/content/bulk-delete', ...bulk }),
  removeManyByPost: route({ method: 'POST', path: '/admin/content/bulk-delete', ...bulk }),
  remove: route({
    method: 'DELETE',
    path: '/admin/content/:id',
    access: 'admin',
    params: idParams,
    query: ofType,
    body: ofType,
    reply: emptyEnvelope,
  }),
  reveal: route({
    method: 'POST',
    path: '/admin/content/:id/reveal',
    access: 'admin',
    replay: 'status',
    transaction: false,
    params: idParams,
    body: z.object({ type: z.string().min(1).max(50), reason: sealReason, category: SealCategory.default('other') }),
    reply: envelope(
      z.object({
        id: z.guid(),
        name: z.string(),
        email: z.string(),
        /** The stored text was changed outside the application after it was sealed. It may not be the author's. */
        text_changed: z.boolean(),
      }),
    ),
  }),
}

const SealOpenings = z.object({
  /** The Monday on which the week starts: '2026-11-16'. */
  week: z.string(),
  administrator_id: z.guid(),
  administrator_name: z.string(),
  school_id: z.guid(),
  school: z.string(),
  openings: z.int(),
})
export type SealOpenings = z.infer<typeof SealOpenings>

export const seals = {
  /** Number of seals that each administrator of the school opened, per week. */
  openings: route({
    method: 'GET',
    path: '/admin/seals/openings',
    access: 'admin',
    query: z.object({ school_id: schoolFilter }),
    reply: envelope(z.array(SealOpenings)),
  }),
}
