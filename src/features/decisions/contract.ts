import { z } from 'zod'
import { emptyEnvelope, envelope, idParams, pageQuery, pagination, route, text } from '../../shared/contract.ts'
import { Appeal } from '../appeals/contract.ts'
import {
  actionTypes,
  furtherActionTypes,
  hasLabel,
  labelFields,
  moderationLimits,
  noLabel,
  requiredFacts,
} from '../moderation/contract.ts'

/** What a decision restricts. */
export const decisionScopes = ['account', 'item', 'pictures', 'anonymous_writing'] as const

/** The statement of reasons. Moderators are not named. */
const Statement = z.object({
  id: z.guid(),
  action_type: z.enum([...actionTypes, ...furtherActionTypes]),
  scope: z.enum(decisionScopes),
  /** The rule as it was at that moment. Null in decisions from before the rules. */
  rule: z.object({ title: z.string(), text: z.string().nullable() }).nullable(),
  facts: z.string(),
  /** Whether an automatic system took part. */
  automated: z.boolean(),
  starts_at: z.int(),
  /** Null without an end. */
  ends_at: z.int().nullable(),
  school: z.string(),
  /** The last moment for an appeal. Null when the decision cannot be appealed. */
  appeal_until: z.int().nullable(),
  /** Type of the removed item: 'post'. Null for decisions about the account. */
  item: z.string().nullable(),
  is_erased: z.boolean(),
  /** Since when the decision no longer applies. */
  reversed_at: z.int().nullable(),
  appeal_state: Appeal.shape.state.nullable(),
  can: z.object({ appeal: z.boolean() }),
})
export type Statement = z.infer<typeof Statement>

const Decision = Statement.extend({
  /** The removed words, or those below the label. */
  snapshot: z.string().nullable(),
  /** What a label shows. Absent for other decisions. */
  label: z.object({ note: z.string().nullable(), sensitive: z.boolean() }).optional(),
  appeal: Appeal.nullable(),
})
export type Decision = z.infer<typeof Decision>

export const decisions = {
  list: route({
    method: 'GET',
    path: '/api/decisions',
    access: 'authenticated',
    query: z.object(pageQuery(20)),
    reply: envelope(z.array(Statement)).extend({ pagination }),
  }),
  show: route({
    method: 'GET',
    path: '/api/decisions/:id',
    access: 'authenticated',
    params: idParams,
    reply: envelope(Decision),
  }),
  withhold: route({
    method: 'POST',
    path: '/admin/content/:id/withhold',
    access: 'admin',
    grants: ['content'],
    params: idParams,
    status: 201,
    body: z.object({
      type: z.string().min(1).max(50),
      rule_id: z.guid('Choose a rule'),
      facts: requiredFacts,
      /** Deletes the item immediately. It cannot return. */
      erase: z.boolean().optional(),
    }),
    reply: envelope(Statement),
  }),
  /** Adds a note to an item, or covers its images, instead of removing it. 409 for an item that has a label. */
  label: route({
    method: 'POST',
    path: '/admin/content/:id/label',
    access: 'admin',
    grants: ['content'],
    params: idParams,
    status: 201,
    body: z.object({ type: z.string().min(1).max(50), ...labelFields }).refine(hasLabel, noLabel),
    reply: envelope(Statement),
  }),
  restore: route({
    method: 'POST',
    path: '/admin/content/:id/restore',
    access: 'admin',
    grants: ['content'],
    params: idParams,
    body: z.object({
      type: z.string().min(1).max(50),
      reason: text({ max: moderationLimits.reason, required: 'Please provide a reason for reversing this action' }),
    }),
    reply: emptyEnvelope,
  }),
}
