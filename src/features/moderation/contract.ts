import { z } from 'zod'
import {
  emptyEnvelope,
  envelope,
  idParams,
  lenientEnum,
  pageQuery,
  route,
  searchText,
  siteEnvelope,
  text,
} from '../../shared/contract.ts'
import { maxNoteLength } from '../../shared/note-choices.ts'
import { anyIds, schoolFilter, totals } from './lists-contract.ts'

declare module '../../shared/live-events.ts' {
  interface LiveEventMap {
    /** A moderator decided something about this user. */
    notice: { id: string }
    /** A decision about this user, or an appeal of it, changed. */
    'decision.changed': { id: string }
  }
}

/** Limits that the dialogs and the server share: characters, and days of a suspension. */
export const moderationLimits = { details: 500, reason: 2000, days: 365 }

const maybe = z.string().nullable()

export const actionTypes = ['warn', 'suspend', 'ban'] as const
/** Of decisions about items and anonymous writing, which the history lists on request. */
export const furtherActionTypes = ['remove', 'label', 'mute'] as const

/** Sanctions of a sealed author, which open no seal. */
export const sealedActionTypes = ['warn', 'mute'] as const
/** Days for which anonymous writing can be muted. */
export const muteDays = [7, 30, 90] as const

/** Length in characters of the facts that the affected user reads. */
const factsLength = { min: 10, max: 2000 }
export const missingFacts = 'Describe what happened'
const statementFacts = {
  ...factsLength,
  short: `Describe what happened in at least ${factsLength.min} characters`,
  long: `Keep this within ${factsLength.max.toLocaleString('en')} characters`,
}
/** Of the calls that take no reason. */
export const requiredFacts = text({ ...statementFacts, required: missingFacts })
/**
 * The statement of reasons. Without facts, the reason is used; without a rule, the rule is "Other". The forms require both.
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

const Sanction = z.object({
  id: z.guid(),
  action_type: z.enum(actionTypes),
  reason: z.string(),
  duration_hours: z.int().nullable(),
  report_content: maybe,
  created_at: z.int(),
  expires_at: z.int().nullable(),
})

/** With the statement of reasons, which /decisions/:id has in full. */
const Notice = Sanction.extend({
  /** The title of the rule. */
  rule: maybe,
  facts: maybe,
  /** The last moment for an appeal. */
  appeal_until: z.int().nullable(),
})
export type Notice = z.infer<typeof Notice>

const Action = Sanction.extend({
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

/** A warning for the author of an anonymous item, or a mute of their anonymous writing. */
export const SealedActionInput = z.object({
  type: z.enum(sealedActionTypes, required),
  /** Only for a mute. */
  days: z.literal([...muteDays], 'Choose 7, 30 or 90 days').optional(),
  rule_id: z.guid('Choose a rule'),
  facts: requiredFacts,
})
/** A note above an item or a cover over its images, instead of its removal. */
export const labelFields = {
  note: text({ max: maxNoteLength, min: 0, long: `Keep the note within ${maxNoteLength} characters` })
    .nullish()
    .transform((note) => note || null),
  /** Covers the images. */
  sensitive: z.boolean().default(false),
  rule_id: z.guid('Choose a rule'),
  facts: requiredFacts,
}
export const hasLabel = ({ note, sensitive }: { note: string | null; sensitive: boolean }): boolean =>
  note !== null || sensitive
export const noLabel = { path: ['note'], error: 'Write a note, or cover the pictures' }
/** The content types that can have a label. */
export const labelledTypes = [
  ...['post', 'comment', 'confession', 'group_post', 'group_resource', 'group_discussion', 'group_comment'],
] as const

/** A mute needs its days. */
export const hasDaysOfMute = ({ type, days: muted }: { type: string; days?: number | undefined }): boolean =>
  type !== 'mute' || muted !== undefined
export const noDaysOfMute = { path: ['days'], error: 'Choose 7, 30 or 90 days' }

/** A warning, suspension or ban of a user. */
export const ActionInput = z.object({
  type: z.enum(actionTypes, required),
  /** Ignored for a report with a sealed author: the action opens the seal and applies to that author. */
  userId: z.guid('Missing required fields: a person is required'),
  reason: text({ max: moderationLimits.reason, required, empty: required, long: longReason }),
  /** In days; only for suspensions. */
  duration: days.nullish(),
  reportContent: text({ max: 20_000, min: 0 }).nullish(),
  ...statement,
})

export const moderation = {
  notices: route({
    method: 'GET',
    path: '/api/moderation/notifications',
    reply: envelope(z.array(Notice)).extend({ notifications: z.array(Notice) }),
  }),
  markShown: route({
    method: 'POST',
    path: '/api/moderation/notifications/mark-shown',
    body: z.object({ notificationIds: anyIds }),
    reply: emptyEnvelope,
  }),
  act: route({
    method: 'POST',
    path: '/admin/moderation/action',
    access: 'admin',
    transaction: false,
    body: ActionInput.extend({ reportId: z.guid().nullish() }),
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
    body: SealedActionInput.extend({
      /** The content type: 'post'. */
      kind: z.string().min(1).max(50),
      id: z.guid(),
      /** A report of the item, which is resolved. */
      reportId: z.guid().nullish(),
    }).refine(hasDaysOfMute, noDaysOfMute),
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
      /** In the name and email of the user, the reason, and the name of the moderator. */
      search: searchText,
      school_id: schoolFilter,
    }),
    acrossCells: { rows: 'data', totals: 'pagination' },
    reply: siteEnvelope(z.array(Action)).extend({ pagination: totals.extend({ pages: z.int() }) }),
  }),
  activities: route({
    method: 'GET',
    path: '/admin/users/:id/activities',
    access: 'admin',
    params: idParams,
    reply: envelope(z.array(Activity)),
  }),
}
