import { z } from 'zod'
import {
  emptyEnvelope,
  envelope,
  idParams,
  pageQuery,
  pagination,
  route,
  siteEnvelope,
  text,
} from '../../shared/contract.ts'
import { actionTypes, moderationLimits } from '../moderation/contract.ts'
import { schoolFilter, totals } from '../moderation/lists-contract.ts'

declare module '../../shared/live-events.ts' {
  interface LiveEventMap {
    /** For administrators: an appeal was sent, claimed or answered. */
    'appeals.pending': { school_id: string }
  }
}

/** Characters per message, messages per side, open appeals per user, and the hours in which a moderator answers. */
export const appealLimits = { text: 2000, turns: 5, open: 10, answerHours: 72 }

export const appealStates = ['open', 'claimed', 'upheld', 'overturned', 'changed', 'withdrawn', 'closed'] as const
export const appealOutcomes = ['upheld', 'overturned', 'changed'] as const
export type AppealOutcome = (typeof appealOutcomes)[number]

const message = text({
  max: appealLimits.text,
  required: 'Write a message',
  long: `Keep your message within ${appealLimits.text.toLocaleString('en')} characters`,
})
const reason = text({
  max: appealLimits.text,
  required: 'Give a reason',
  long: `Keep the reason within ${appealLimits.text.toLocaleString('en')} characters`,
})

const AppealMessage = z.object({
  id: z.guid(),
  from_moderator: z.boolean(),
  text: z.string(),
  created_at: z.int(),
})
export type AppealMessage = z.infer<typeof AppealMessage>

/** An appeal as the user who sent it sees it: no moderator is named. */
export const Appeal = z.object({
  id: z.guid(),
  state: z.enum(appealStates),
  /** The moderator's words about the outcome. */
  reason: z.string().nullable(),
  /** What replaced the decision: 'a suspension of 3 days'. Null unless the state is `changed`. */
  changed_to: z.string().nullable(),
  created_at: z.int(),
  decided_at: z.int().nullable(),
  messages: z.array(AppealMessage),
  can: z.object({ write: z.boolean(), withdraw: z.boolean() }),
})
export type Appeal = z.infer<typeof Appeal>

/** An appeal as moderators read it. */
const OpenAppeal = z.object({
  id: z.guid(),
  school_id: z.guid(),
  by: z.enum(['affected', 'reporter']),
  state: z.enum(appealStates),
  created_at: z.int(),
  decided_at: z.int().nullable(),
  /** Until when a moderator answers, in seconds. Null when one did. */
  due_at: z.int().nullable(),
  /** It was not answered in time. */
  is_late: z.boolean(),
  reason: z.string().nullable(),
  /** Null when no moderator claims it now. */
  claim: z.object({ is_mine: z.boolean(), name: z.string(), until: z.int() }).nullable(),
  /** Null for the second review of a report. */
  decision: z
    .object({
      id: z.guid(),
      action_type: z.string(),
      rule_title: z.string().nullable(),
      facts: z.string(),
      snapshot: z.string().nullable(),
      item_kind: z.string().nullable(),
      is_erased: z.boolean(),
      created_at: z.int(),
      created_by_name: z.string(),
      duration_hours: z.int().nullable(),
    })
    .nullable(),
  report: z.object({ id: z.guid(), reason: z.string(), content: z.string(), settled_by_name: z.string() }).nullable(),
  /** The user who appeals. Null for a sealed author. */
  person: z.object({ id: z.guid(), name: z.string(), email: z.string() }).nullable(),
  /** Earlier decisions about this user, without reversed ones. */
  earlier_decisions: z.int(),
  messages: z.array(AppealMessage),
  can: z.object({
    claim: z.boolean(),
    answer: z.boolean(),
    decide: z.boolean(),
    /** The milder decisions that can replace this one. */
    change_to: z.array(z.enum(actionTypes)),
  }),
  /** The viewer made the decision, so another moderator answers. */
  is_own: z.boolean(),
})
export type OpenAppeal = z.infer<typeof OpenAppeal>

/** An appeal that waits for its first answer. */
const DueAppeal = z.object({
  id: z.guid(),
  by: z.enum(['affected', 'reporter']),
  /** Null for the second review of a report. */
  action_type: z.string().nullable(),
  due_at: z.int(),
  is_late: z.boolean(),
})
export type DueAppeal = z.infer<typeof DueAppeal>

export const reportStates = ['received', 'looked_at', 'action', 'none'] as const
const OwnReport = z.object({
  id: z.guid(),
  kind: z.string(),
  reason: z.string(),
  description: z.string().nullable(),
  /** The reported words, as the reporter saw them. */
  content: z.string(),
  created_at: z.int(),
  state: z.enum(reportStates),
  settled_at: z.int().nullable(),
  /** The second review, if the reporter wanted one. */
  review: z.object({ state: z.enum(appealStates), reason: z.string().nullable() }).nullable(),
  can: z.object({ ask_again: z.boolean() }),
})
export type OwnReport = z.infer<typeof OwnReport>

const asUser = { access: 'authenticated', params: idParams } as const
const asModerator = { access: 'admin', grants: ['appeals'], params: idParams } as const

/** In the list of deadlines. */
export const maxDueAppeals = 20

export const appeals = {
  create: route({
    method: 'POST',
    path: '/api/decisions/:id/appeal',
    ...asUser,
    status: 201,
    body: z.object({ text: message }),
    reply: envelope(z.object({ id: z.guid() })),
  }),
  write: route({
    method: 'POST',
    path: '/api/appeals/:id/messages',
    ...asUser,
    status: 201,
    body: z.object({ text: message }),
    reply: envelope(AppealMessage),
  }),
  withdraw: route({ method: 'POST', path: '/api/appeals/:id/withdraw', ...asUser, reply: emptyEnvelope }),
  ownReports: route({
    method: 'GET',
    path: '/api/reports/mine',
    query: z.object(pageQuery(20)),
    reply: envelope(z.array(OwnReport)).extend({ pagination }),
  }),
  askAgain: route({
    method: 'POST',
    path: '/api/reports/:id/again',
    params: idParams,
    status: 201,
    body: z.object({ text: message }),
    reply: envelope(z.object({ id: z.guid() })),
  }),

  list: route({
    method: 'GET',
    path: '/admin/appeals',
    access: 'admin',
    grants: ['appeals'],
    query: z.object({
      ...pageQuery(20),
      /** `open`: all that wait for an outcome, the default. `closed`: all others. */
      status: z.enum(['open', 'closed', 'all']).catch('open'),
      school_id: schoolFilter,
    }),
    acrossCells: { rows: 'data', totals: 'pagination' },
    reply: siteEnvelope(z.array(OpenAppeal)).extend({ pagination: totals }),
  }),
  due: route({
    method: 'GET',
    path: '/admin/appeals/due',
    access: 'admin',
    grants: ['appeals'],
    query: z.object({ school_id: schoolFilter }),
    acrossCells: { rows: 'data', maxRows: maxDueAppeals },
    reply: siteEnvelope(z.array(DueAppeal)),
  }),
  claim: route({ method: 'POST', path: '/admin/appeals/:id/claim', ...asModerator, reply: emptyEnvelope }),
  release: route({ method: 'POST', path: '/admin/appeals/:id/release', ...asModerator, reply: emptyEnvelope }),
  answer: route({
    method: 'POST',
    path: '/admin/appeals/:id/messages',
    ...asModerator,
    status: 201,
    body: z.object({ text: message }),
    reply: envelope(AppealMessage),
  }),
  decide: route({
    method: 'POST',
    path: '/admin/appeals/:id/decide',
    ...asModerator,
    body: z.object({
      outcome: z.enum(appealOutcomes, 'Choose an outcome'),
      reason,
      /** Only for `changed`: the milder decision. */
      change: z
        .object({
          type: z.enum(actionTypes),
          /** Of a suspension. */
          days: z.number().int().min(1).max(moderationLimits.days).nullish(),
        })
        .nullish(),
    }),
    reply: emptyEnvelope,
  }),
  close: route({
    method: 'POST',
    path: '/admin/appeals/:id/close',
    ...asModerator,
    body: z.object({ reason }),
    reply: emptyEnvelope,
  }),
}
