import { z } from 'zod'
import {
  emptyEnvelope,
  envelope,
  idParams,
  pageQuery,
  route,
  searchText,
  siteEnvelope,
  text,
} from '../../shared/contract.ts'
import { sealModes } from '../../shared/seal-modes.ts'
import { FileAttachment, Voice } from '../media/attachment-contract.ts'
import { Media } from '../media/contract.ts'
import { moderationLimits } from './contract.ts'
import { schoolFilter, someIds, totals } from './lists-contract.ts'

declare module '../../shared/live-events.ts' {
  interface LiveEventMap {
    /** For administrators: a report was filed or closed. */
    'reports.pending': { school_id: string }
    /** For administrators: someone began or ended to work on the reports of an item, or changed its priority. */
    'case.changed': { id: string; version: number | null; by: string; claimed_by: string | null }
  }
}

export const reportReasons = [
  'spam',
  'harassment',
  'inappropriate',
  'hate_speech',
  'violence',
  'misinformation',
  'copyright',
  'personal_info',
  'other',
] as const

export const urgentReasons = ['danger', 'intimate', 'personal'] as const

const details = text({
  max: moderationLimits.details,
  min: 0,
  long: `Keep the details within ${moderationLimits.details} characters`,
}).nullish()

/** The reason may have the prefix 'CONFESSION_ID:<id>|'. Clients send the details as `description` or `details`. */
export const ReportInput = z.object({
  reason: z
    .string('Choose a reason')
    .transform((reason) => reason.trim().replace(/^CONFESSION_ID:[^|]*\|/, ''))
    .pipe(z.enum(reportReasons, 'Choose a reason')),
  description: details,
  details,
  /** What cannot wait: someone is in danger, an intimate image without consent, a phone number, address or accusation. */
  urgent: z.enum(urgentReasons).optional(),
})
export type ReportInput = z.output<typeof ReportInput>

/** Builds the contract of a report route. Each feature defines one per content type. */
export const reportRoute = <const P extends string, S extends z.ZodType>(
  path: P,
  params: S,
  aliases: readonly string[] = [],
) =>
  route({
    method: 'POST',
    path,
    aliases,
    daily: 'report',
    params,
    status: 201,
    body: ReportInput,
    reply: emptyEnvelope,
  })
export type ReportRoute = ReturnType<typeof reportRoute<string, z.ZodType<Record<string, string>>>>

export const reportStatuses = ['pending', 'resolved', 'dismissed'] as const
const ReportStatus = z.enum([...reportStatuses, 'reviewed'])
const maybe = z.string().nullable()

/** A report as moderators read it, with the item as it was when it was reported. Times in seconds. */
export const Report = z.object({
  id: z.guid(),
  school_id: z.guid(),
  status: ReportStatus,
  reason: z.enum(reportReasons),
  description: maybe,
  created_at: z.int(),
  reporter_name: maybe,
  reporter_email: maybe,
  reporter: z.object({ name: z.string(), email: z.string(), avatar_url: maybe }).nullable(),
  content_type: z.string(),
  content_id: z.guid(),
  /**
   * Null when no user is left to moderate. While the seal is closed: a pseudonym that is valid for this report only,
   * and the names are 'Anonymous'.
   */
  reported_user_id: z.guid().nullable(),
  reported_user_name: maybe,
  /** Whether the author is sealed. */
  is_anonymous: z.boolean(),
  /** Until when the viewer, who opened the seal, can read the author here. Null while the seal is closed. */
  seal_open_until: z.int().nullable(),
  /** Who may learn a sealed author, by the stricter of the rule when it was written and the current one. */
  seal_mode: z.enum(sealModes).nullable(),
  /** Number of other reports of the same item, and the ids of the pending ones (the oldest 199). */
  other_reports: z.int(),
  other_pending_ids: z.array(z.guid()),
  /** Another moderator who works on the reports of this item. */
  claimed_by: maybe,
  title: maybe,
  content: z.string(),
  images: z.array(z.string()),
  media: z.array(Media),
  files: z.array(FileAttachment),
  voice_notes: z.array(Voice),
  settled_by: maybe,
  settled_at: z.int().nullable(),
  // The same id by content type, under the names of the specification; null for other types.
  reported_comment_id: maybe,
  reported_assignment_id: maybe,
  message_content: maybe,
  comment_content: maybe,
  comment_author_name: maybe,
  confession_content: maybe,
  confession_author_name: maybe,
  assignment_title: maybe,
  assignment_content: maybe,
  assignment_author_name: maybe,
  post_content: maybe,
  post_author_name: maybe,
  group_post_content: maybe,
  group_post_author_name: maybe,
  listing_seller_name: maybe,
})
export type Report = z.infer<typeof Report>

/** One text around a reported item. The name is null when the account was deleted, and 'Anonymous' for sealed authors. */
const ContextLine = z.object({ id: z.guid(), author_name: maybe, text: z.string(), created_at: z.int() })

/** Who works on the reports of an item. */
const Claim = z.object({ claimed_by: z.string(), is_own: z.boolean(), claimed_until: z.int() })
export type Claim = z.infer<typeof Claim>

/** What the stored report does not contain: the texts around the item, all reports of it, and the reported user. */
export const ReportCase = z.object({
  before: z.array(ContextLine),
  after: z.array(ContextLine),
  /** The reports of the item, newest first (at most 50). */
  reports: z.array(
    z.object({
      id: z.guid(),
      status: ReportStatus,
      reason: z.enum(reportReasons),
      description: maybe,
      created_at: z.int(),
      reporter_name: maybe,
    }),
  ),
  /** Null without a user to moderate, and for a sealed author, even after its seal was opened. */
  person: z
    .object({
      joined_at: z.int(),
      /** Warnings of the last twelve months that were not reversed. */
      warnings: z.int(),
    })
    .nullable(),
  /**
   * Decisions in force about a sealed author: about this item now, about others as of the start of the month, where that
   * does not show which items have one author. Null for named ones.
   */
  decisions_in_force: z.int().nullable(),
  /** Null while no one works on it. */
  claim: Claim.nullable(),
})
export type ReportCase = z.infer<typeof ReportCase>

const reportFilter = {
  status: z.enum(reportStatuses).optional().catch(undefined),
  search: searchText,
  school_id: schoolFilter,
}
const NewStatus = z.enum(['resolved', 'dismissed'], "Status must be 'resolved' or 'dismissed'")

export const reports = {
  reportUser: reportRoute('/api/users/:id/report', idParams),
  list: route({
    method: 'GET',
    path: '/admin/reports',
    access: 'admin',
    query: z.object({ ...pageQuery(20), ...reportFilter }),
    acrossCells: { rows: 'data.reports', totals: 'data.pagination' },
    reply: siteEnvelope(z.object({ reports: z.array(Report), pagination: totals })),
  }),
  findCase: route({
    method: 'GET',
    path: '/admin/reports/:id/case',
    access: 'admin',
    params: idParams,
    reply: envelope(ReportCase),
  }),
  settleMany: route({
    method: 'PATCH',
    path: '/admin/reports/bulk',
    access: 'admin',
    body: z.object({ reportIds: someIds, status: NewStatus }),
    reply: emptyEnvelope.extend({ updated: z.int() }),
  }),
  settle: route({
    method: 'PATCH',
    path: '/admin/reports/:id',
    access: 'admin',
    params: idParams,
    body: z.object({ status: NewStatus }),
    reply: emptyEnvelope,
  }),
  export: route({
    method: 'GET',
    path: '/admin/reports/export',
    access: 'admin',
    handlesNavigation: true,
    query: z.object(reportFilter),
  }),
}
