import { z } from 'zod'
import { emptyEnvelope, envelope, idParams, pageQuery, route, searchText, siteEnvelope } from '../../shared/contract.ts'
import {
  ActionInput,
  hasDaysOfMute,
  hasLabel,
  labelFields,
  noDaysOfMute,
  noLabel,
  SealedActionInput,
} from './contract.ts'
import { schoolFilter, totals } from './lists-contract.ts'
import { Report, ReportCase, reportReasons } from './report-contract.ts'

/** In their order in the list, and how long each may wait. */
export const casePriorities = ['danger', 'intimate', 'personal', 'normal'] as const
export const caseOutcomes = ['dismissed', 'resolved'] as const

/** All reports of an item. Times in seconds. */
const Case = z.object({
  id: z.guid(),
  /** Sent with a settlement. Changes with the state and the priority. */
  version: z.int(),
  state: z.enum(['open', 'settled']),
  priority: z.enum(casePriorities),
  due_at: z.int(),
  /** The deadline was missed: for an intimate image after 48 hours, although it is due after 24. */
  is_late: z.boolean(),
  first_at: z.int(),
  latest_at: z.int(),
  reports_count: z.int(),
  /** The reasons of the reports, the most frequent one first. */
  reasons: z.array(z.object({ reason: z.enum(reportReasons), count: z.int() })),
  /** How often the best of its reporters was right before. */
  reporters: z.enum(['often right', 'mixed', 'often wrong']),
  /** Its author confirmed it although it names someone. */
  is_flagged: z.boolean(),
  outcome: z.enum(caseOutcomes).nullable(),
  settled_by: z.string().nullable(),
  settled_at: z.int().nullable(),
  can: z.object({
    /** Learn the author of a sealed item: not a student with a grant. */
    reveal: z.boolean(),
    /** See other decisions about the user: the same. */
    history: z.boolean(),
  }),
  /** The latest report. */
  report: Report,
})
export type Case = z.infer<typeof Case>

/** Warns or mutes the author of an anonymous item, whose seal stays closed. */
const SealedAction = SealedActionInput.extend({ sealed: z.literal(true) }).refine(hasDaysOfMute, noDaysOfMute)
/** Removes the item, whether or not its author is sealed. It can be restored. */
export const RemovalAction = SealedActionInput.pick({ rule_id: true, facts: true }).extend({
  type: z.literal('remove'),
})
/** Labels the item, whether or not its author is sealed. */
export const LabelAction = z.object({ type: z.literal('label'), ...labelFields }).refine(hasLabel, noLabel)
/** What settles a case besides closing its reports. */
const CaseAction = z.union([RemovalAction, LabelAction, SealedAction, ActionInput])
export type CaseAction = z.output<typeof CaseAction>

/** A case that the viewer has claimed. `content`: how its words begin. */
const OwnClaim = z.object({ id: z.guid(), content_type: z.string(), content: z.string() })
export type OwnClaim = z.infer<typeof OwnClaim>

/** `:id` is that of the case or of any of its reports. */
export const cases = {
  list: route({
    method: 'GET',
    path: '/admin/cases',
    access: 'admin',
    grants: ['cases'],
    query: z.object({
      ...pageQuery(50),
      state: z.enum(['open', 'settled']).catch('open'),
      priority: z.enum(casePriorities).optional().catch(undefined),
      /** In the reports of a case, as in the list of reports. */
      search: searchText,
      school_id: schoolFilter,
    }),
    acrossCells: { rows: 'data.cases', totals: 'data.pagination' },
    reply: siteEnvelope(z.object({ cases: z.array(Case), pagination: totals })),
  }),
  show: route({
    method: 'GET',
    path: '/admin/cases/:id',
    access: 'admin',
    grants: ['cases'],
    params: idParams,
    reply: envelope(ReportCase.extend({ case: Case })),
  }),
  /**
   * Claims a case for 15 minutes, or renews the claim. 409 while someone else has it, and for a fourth one, with the own
   * three claims.
   */
  claim: route({
    method: 'POST',
    path: '/admin/cases/:id/claim',
    access: 'admin',
    grants: ['cases'],
    params: idParams,
    body: z.object({
      take_over: z.boolean().optional(),
      /** The settlement waits in the page: the claim lasts 30 seconds, and is none of the three. */
      is_settling: z.boolean().optional(),
    }),
    reply: envelope(z.object({ claimed_until: z.int() })),
    errors: { 409: z.object({ claims: z.array(OwnClaim).optional() }) },
  }),
  /** Ends the own claim. */
  release: route({
    method: 'POST',
    path: '/admin/cases/:id/release',
    access: 'admin',
    grants: ['cases'],
    params: idParams,
    reply: emptyEnvelope,
  }),
  /** Ends the own claim without a reason, for another moderator. The page offers others first. */
  pass: route({
    method: 'POST',
    path: '/admin/cases/:id/pass',
    access: 'admin',
    grants: ['cases'],
    params: idParams,
    reply: emptyEnvelope,
  }),
  /** Changes the priority and with it the deadline, which counts from now. */
  prioritize: route({
    method: 'PUT',
    path: '/admin/cases/:id/priority',
    access: 'admin',
    grants: ['cases'],
    params: idParams,
    body: z.object({ priority: z.enum(casePriorities, 'Choose a priority') }),
    reply: envelope(z.object({ version: z.int() })),
  }),
  /**
   * Closes all pending reports of a case, with an action in the same transaction. 409 when another moderator settled it, or
   * when its priority changed.
   */
  settle: route({
    method: 'POST',
    path: '/admin/cases/:id/settle',
    access: 'admin',
    grants: ['cases'],
    transaction: false,
    params: idParams,
    body: z
      .object({
        version: z.int(),
        outcome: z.enum(caseOutcomes, "Outcome must be 'resolved' or 'dismissed'"),
        action: CaseAction.optional(),
      })
      .refine(({ outcome, action }) => !action || outcome === 'resolved', {
        path: ['outcome'],
        error: 'A case with an action is resolved.',
      }),
    reply: emptyEnvelope.extend({ updated: z.int() }),
    /** Absent when the action itself is refused. */
    errors: {
      409: z.object({
        settled_by: z.string().nullable().optional(),
        outcome: z.enum(caseOutcomes).nullable().optional(),
      }),
    },
  }),
}
