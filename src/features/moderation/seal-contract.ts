import { z } from 'zod'
import {
  emptyEnvelope,
  envelope,
  idParams,
  lenientEnum,
  pageQuery,
  route,
  siteEnvelope,
  text,
} from '../../shared/contract.ts'
import { sealModes } from '../../shared/seal-modes.ts'
import { moderationLimits } from './contract.ts'
import { schoolFilter, totals } from './lists-contract.ts'

declare module '../../shared/live-events.ts' {
  interface LiveEventMap {
    /** For administrators and the custodian: a request to open a seal was made or settled. */
    'seals.pending': { school_id: string }
  }
}

const maybe = z.string().nullable()
const longReason = `Keep the reason within ${moderationLimits.reason.toLocaleString('en')} characters`

export const sealCategories = ['danger', 'law', 'threat', 'harassment', 'sanction', 'other'] as const
export const SealCategory = z.enum(sealCategories, 'Choose a category')
export type SealCategory = z.infer<typeof SealCategory>

/** Length in characters of the reason for opening a seal. */
export const sealReasonLength = { min: 20, max: 2000 }
export const shortSealReason = `Give a reason of at least ${sealReasonLength.min} characters`
export const sealReason = text({
  ...sealReasonLength,
  required: 'Give a reason for revealing the author',
  short: shortSealReason,
  long: longReason,
})

export const RevealedAuthor = z.object({
  id: z.guid(),
  name: z.string(),
  email: z.string(),
  /** The stored text was changed outside the application after it was sealed. It may not be the author's. */
  text_changed: z.boolean(),
})

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

export const sealStates = ['waiting', 'opened', 'declined', 'expired', 'withdrawn'] as const

/** A request to open a seal, or an opening. */
const SealRequest = z.object({
  id: z.guid(),
  school_id: z.guid(),
  /** True for the author of the item, who sees none of the following: all of it is null. */
  is_unavailable: z.boolean(),
  kind: maybe,
  content_id: z.guid().nullable(),
  /** The reported text, or the current one. Null when the item is gone. */
  text: maybe,
  category: SealCategory.nullable(),
  /** Null two years later. */
  reason: maybe,
  mode: z.enum(sealModes).nullable(),
  state: z.enum(sealStates),
  requested_by_name: maybe,
  created_at: z.int(),
  /** Of a waiting request. */
  expires_at: z.int().nullable(),
  /** Until when the two people can read the name. */
  readable_until: z.int().nullable(),
  /** Who approved or declined. */
  decided_by_name: maybe,
  decision_reason: maybe,
  /** Whether an opening by one person, in danger to life, was countersigned. Null when that is not needed. */
  countersign: z.enum(['needed', 'done', 'missed']).nullable(),
  countersign_until: z.int().nullable(),
  countersigned_by_name: maybe,
  can: z.object({ decide: z.boolean(), withdraw: z.boolean(), countersign: z.boolean(), read: z.boolean() }),
})
export type SealRequest = z.infer<typeof SealRequest>

export const sealViews = ['waiting', 'open', 'past'] as const

const secondReason = text({ max: moderationLimits.reason, required: 'Give a reason', long: longReason })
const bySecondPerson = {
  method: 'POST',
  access: 'custodian',
  acrossCells: 'never',
  params: idParams,
  body: z.object({ reason: secondReason }),
  reply: emptyEnvelope,
} as const

export const seals = {
  /**
   * Opens a seal, or requests it where two people open it. 409 `seal_closed` where no one does. Reading the name is a
   * call of its own.
   */
  request: route({
    method: 'POST',
    path: '/admin/seals',
    access: 'admin',
    acrossCells: 'never',
    status: 201,
    body: z.object({
      /** The content type: 'post'. */
      kind: z.string().min(1).max(50),
      id: z.guid(),
      category: SealCategory,
      reason: sealReason,
      /** Notifying the author would endanger a person: 30 days instead of 7. */
      delay_notice: z.boolean().optional(),
    }),
    reply: envelope(z.object({ request_id: z.guid(), state: z.enum(['waiting', 'opened']) })),
  }),
  list: route({
    method: 'GET',
    path: '/admin/seals',
    access: 'custodian',
    query: z.object({ ...pageQuery(20), state: lenientEnum(sealViews), school_id: schoolFilter }),
    acrossCells: { rows: 'data.requests', totals: 'data.pagination' },
    reply: siteEnvelope(z.object({ requests: z.array(SealRequest), pagination: totals })),
  }),
  /** 403 for who requested it, 409 when it is settled, 410 after 24 hours. */
  approve: route({ path: '/admin/seals/:id/approve', ...bySecondPerson }),
  decline: route({ path: '/admin/seals/:id/decline', ...bySecondPerson }),
  /** Confirms an opening by one person in danger to life. The same refusals. */
  countersign: route({ path: '/admin/seals/:id/countersign', ...bySecondPerson }),
  withdraw: route({
    method: 'POST',
    path: '/admin/seals/:id/withdraw',
    access: 'admin',
    acrossCells: 'never',
    params: idParams,
    reply: emptyEnvelope,
  }),
  /** For the two people, within 60 minutes. 404 for others, 410 afterwards. */
  author: route({
    method: 'GET',
    path: '/admin/seals/:id/author',
    access: 'custodian',
    acrossCells: 'never',
    params: idParams,
    reply: envelope(RevealedAuthor),
  }),
  /** Number of seals that each administrator of the school opened, per week. */
  openings: route({
    method: 'GET',
    path: '/admin/seals/openings',
    access: 'admin',
    query: z.object({ school_id: schoolFilter }),
    acrossCells: { rows: 'data' },
    reply: siteEnvelope(z.array(SealOpenings)),
  }),
}
