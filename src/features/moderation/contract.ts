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
import { sealModes } from '../../shared/seal-modes.ts'
import { Media } from '../media/contract.ts'

declare module '../../shared/live-events.ts' {
  interface LiveEventMap {
    /** A moderator decided something about this user. */
    notice: { id: string }
    /** A decision about this user, or an appeal of it, changed. */
    'decision.changed': { id: string }
    /** For administrators: a report was filed or closed. */
    'reports.pending': { school_id: string }
    /** For administrators and the custodian: a request to open a seal was made or settled. */
    'seals.pending': { school_id: string }
    /** For administrators: someone began or ended to work on the reports of an item. */
    'case.changed': { id: string; by: string; claimed_by: string | null }
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

/** Limits that the dialogs and the server share: characters, and days of a suspension. */
export const moderationLimits = { details: 500, reason: 2000, days: 365 }

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

/** School that an administrator filters by. Only site administrators may choose one. */
export const schoolFilter = z.guid().optional().catch(undefined)

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
const ReportCase = z.object({
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

export const totals = z.object({ page: z.int(), limit: z.int(), totalPages: z.int(), total: z.int() })

const reportFilter = {
  status: z.enum(reportStatuses).optional().catch(undefined),
  search: searchText,
  school_id: schoolFilter,
}
const NewStatus = z.enum(['resolved', 'dismissed'], "Status must be 'resolved' or 'dismissed'")

/** Per bulk action. */
const maxBatchSize = 200
export const someIds = z.array(z.guid()).min(1).max(maxBatchSize)

export const reports = {
  reportUser: reportRoute('/api/users/:id/report', idParams),
  list: route({
    method: 'GET',
    path: '/admin/reports',
    access: 'admin',
    query: z.object({ ...pageQuery(20), ...reportFilter }),
    reply: envelope(z.object({ reports: z.array(Report), pagination: totals })),
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

/** All reports of an item. `id` is that of any of them. */
export const cases = {
  /** Claims a case for 15 minutes, or renews the claim. 409 while someone else has it. Of three others the oldest ends. */
  claim: route({
    method: 'POST',
    path: '/admin/cases/:id/claim',
    access: 'admin',
    params: idParams,
    body: z.object({ take_over: z.boolean().optional() }),
    reply: envelope(z.object({ claimed_until: z.int() })),
  }),
  /** Ends the own claim. */
  release: route({
    method: 'POST',
    path: '/admin/cases/:id/release',
    access: 'admin',
    params: idParams,
    reply: emptyEnvelope,
  }),
}

export const actionTypes = ['warn', 'suspend', 'ban'] as const
/** Of decisions about items and anonymous writing, which the history lists on request. */
export const furtherActionTypes = ['remove', 'label', 'mute'] as const

/** Sanctions of a sealed author, which open no seal. */
export const sealedActionTypes = ['warn', 'mute'] as const
/** Days for which anonymous writing can be muted. */
export const muteDays = [7, 30, 90] as const

/** Length in characters of the facts that the affected user reads. */
export const factsLength = { min: 10, max: 2000 }
const statementFacts = {
  ...factsLength,
  short: `Describe what happened in at least ${factsLength.min} characters`,
  long: `Keep this within ${factsLength.max.toLocaleString('en')} characters`,
}
/**
 * The statement of reasons. Without facts, the reason is used; without a rule, the rule is "Other". Dialogs require both.
 */
const statement = {
  rule_id: z.guid('Choose a rule').nullish(),
  facts: text(statementFacts).nullish(),
}

const needed = 'Please provide a reason for the moderation action'
const required = 'Missing required fields: type and reason are required'
const longReason = `Keep the reason within ${moderationLimits.reason.toLocaleString('en')} characters`
const reason = text({ max: moderationLimits.reason, required: needed, long: longReason })
const days = z
  .number('Please specify a valid suspension duration')
  .int('Please specify a valid suspension duration')
  .min(1, 'Please specify a valid suspension duration')
  .max(moderationLimits.days, `A suspension can last up to ${moderationLimits.days} days`)

const Notice = z.object({
  id: z.guid(),
  action_type: z.enum(actionTypes),
  reason: z.string(),
  duration_hours: z.int().nullable(),
  report_content: maybe,
  created_at: z.int(),
  expires_at: z.int().nullable(),
})
export type Notice = z.infer<typeof Notice>

const Action = Notice.extend({
  action_type: z.enum([...actionTypes, ...furtherActionTypes]),
  /** False after a reversal. A suspension that has expired stays active in this sense. */
  is_active: z.boolean(),
  created_by_name: z.string(),
  /** Null for a removed item without a named author. */
  target_user_id: z.guid().nullable(),
  target_user_name: z.string(),
  target_user_email: z.string(),
  reversed_at: z.int().nullable(),
  reversed_by_name: maybe,
  reversal_reason: maybe,
})
export type Action = z.infer<typeof Action>

const Activity = z.object({
  id: z.string(),
  /** `mute`: only for the author of a sealed report, whose decisions in force are dated to the month. */
  action_type: z.enum([...actionTypes, 'mute', 'reversed', 'report_received', 'content_deleted']),
  details: z.string(),
  severity: z.enum(['high', 'medium', 'low']),
  created_at: z.int(),
})
export type Activity = z.infer<typeof Activity>

export const moderation = {
  notices: route({
    method: 'GET',
    path: '/api/moderation/notifications',
    reply: envelope(z.array(Notice)).extend({ notifications: z.array(Notice) }),
  }),
  markShown: route({
    method: 'POST',
    path: '/api/moderation/notifications/mark-shown',
    body: z.object({ notificationIds: z.array(z.guid()).max(maxBatchSize) }),
    reply: emptyEnvelope,
  }),
  act: route({
    method: 'POST',
    path: '/admin/moderation/action',
    access: 'admin',
    transaction: false,
    body: z.object({
      type: z.enum(actionTypes, required),
      /** Ignored for a report with a sealed author: the action opens the seal and applies to that author. */
      userId: z.guid('Missing required fields: a person is required'),
      reason: text({ max: moderationLimits.reason, required, empty: required, long: longReason }),
      /** In days; only for suspensions. */
      duration: days.nullish(),
      reportId: z.guid().nullish(),
      reportContent: text({ max: 20_000, min: 0 }).nullish(),
      ...statement,
    }),
    reply: emptyEnvelope,
  }),
  /**
   * Warns the author of an anonymous item, or mutes their anonymous writing, without opening the seal. 409 when the
   * report was closed, or when the text changed after it was sealed.
   */
  actSealed: route({
    method: 'POST',
    path: '/admin/moderation/sealed',
    access: 'admin',
    status: 201,
    body: z
      .object({
        type: z.enum(sealedActionTypes, required),
        /** The content type: 'post'. */
        kind: z.string().min(1).max(50),
        id: z.guid(),
        /** Only for a mute. */
        days: z.literal([...muteDays], 'Choose 7, 30 or 90 days').optional(),
        rule_id: z.guid('Choose a rule'),
        facts: text({ ...statementFacts, required: 'Describe what happened' }),
        /** A report of the item, which is resolved. */
        reportId: z.guid().nullish(),
      })
      .refine(({ type, days: muted }) => type !== 'mute' || muted !== undefined, {
        path: ['days'],
        error: 'Choose 7, 30 or 90 days',
      }),
    reply: envelope(z.object({ id: z.guid() })),
  }),
  warn: route({
    method: 'POST',
    path: '/admin/users/:id/warn',
    access: 'admin',
    transaction: false,
    params: idParams,
    body: z.object({ reason, ...statement }),
    reply: emptyEnvelope,
  }),
  suspend: route({
    method: 'POST',
    path: '/admin/users/:id/suspend',
    access: 'admin',
    transaction: false,
    params: idParams,
    body: z.object({ reason, duration: days, ...statement }),
    reply: emptyEnvelope,
  }),
  ban: route({
    method: 'POST',
    path: '/admin/users/:id/ban',
    access: 'admin',
    transaction: false,
    params: idParams,
    body: z.object({ reason, ...statement }),
    reply: emptyEnvelope,
  }),
  reverse: route({
    method: 'POST',
    path: '/admin/moderation/reverse',
    access: 'admin',
    body: z.object({
      moderationId: z.guid(),
      reason: text({ max: moderationLimits.reason, required: 'Please provide a reason for reversing this action' }),
    }),
    reply: emptyEnvelope,
  }),
  history: route({
    method: 'GET',
    path: '/admin/moderation/history',
    access: 'admin',
    query: z.object({
      ...pageQuery(20),
      includeReversed: lenientEnum(['true', 'false', '1', '0']),
      actionType: z
        .enum([...actionTypes, ...furtherActionTypes])
        .optional()
        .catch(undefined),
      /** Also lists decisions about items. */
      includeRemovals: lenientEnum(['false', 'true', '0', '1']),
      userId: z.guid().optional().catch(undefined),
      school_id: schoolFilter,
    }),
    reply: envelope(z.array(Action)).extend({ pagination: totals.extend({ pages: z.int() }) }),
  }),
  activities: route({
    method: 'GET',
    path: '/admin/users/:id/activities',
    access: 'admin',
    params: idParams,
    reply: envelope(z.array(Activity)),
  }),
}

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
  long: longReason,
})

const RevealedAuthor = z.object({
  id: z.guid(),
  name: z.string(),
  email: z.string(),
  /** The stored text was changed outside the application after it was sealed. It may not be the author's. */
  text_changed: z.boolean(),
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
    reply: envelope(RevealedAuthor),
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
    reply: envelope(z.object({ requests: z.array(SealRequest), pagination: totals })),
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
    params: idParams,
    reply: emptyEnvelope,
  }),
  /** For the two people, within 60 minutes. 404 for others, 410 afterwards. */
  author: route({
    method: 'GET',
    path: '/admin/seals/:id/author',
    access: 'custodian',
    params: idParams,
    reply: envelope(RevealedAuthor),
  }),
  /** Number of seals that each administrator of the school opened, per week. */
  openings: route({
    method: 'GET',
    path: '/admin/seals/openings',
    access: 'admin',
    query: z.object({ school_id: schoolFilter }),
    reply: envelope(z.array(SealOpenings)),
  }),
}
