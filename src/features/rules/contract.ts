import { z } from 'zod'
import { emptyEnvelope, envelope, idParams, route, text } from '../../shared/contract.ts'
import { grantNames } from '../../shared/grants.ts'

export const ruleLimits = { title: 200, text: 2000 }
const maxReasonLength = 50

/** A rule in force. Decisions keep the version that they used. */
const Rule = z.object({
  id: z.guid(),
  version: z.int(),
  position: z.int(),
  title: z.string(),
  text: z.string(),
  /** The reasons of reports that it answers. */
  reasons: z.array(z.string()),
})
export type Rule = z.infer<typeof Rule>

export const RuleInput = z.object({
  title: text({ max: ruleLimits.title, required: 'Give the rule a title' }),
  text: text({ max: ruleLimits.text, required: 'Describe the rule' }),
  reasons: z.array(z.string().max(maxReasonLength)).max(20).default([]),
  position: z
    .int('Enter the position as a whole number')
    .min(1, 'Positions start at 1')
    .max(1000, 'Positions end at 1,000'),
})

/** Only site administrators may choose a school. */
const ofSchool = z.object({ school_id: z.guid().optional().catch(undefined) })

export const rules = {
  list: route({
    method: 'GET',
    path: '/admin/rules',
    access: 'admin',
    grants: grantNames,
    query: ofSchool,
    reply: envelope(z.array(Rule)),
  }),
  create: route({
    method: 'POST',
    path: '/admin/rules',
    access: 'admin',
    grants: ['rules'],
    status: 201,
    query: ofSchool,
    body: RuleInput,
    reply: envelope(Rule),
  }),
  /** Adds a version. */
  update: route({
    method: 'PUT',
    path: '/admin/rules/:id',
    access: 'admin',
    grants: ['rules'],
    params: idParams,
    body: RuleInput,
    reply: envelope(Rule),
  }),
  remove: route({
    method: 'DELETE',
    path: '/admin/rules/:id',
    access: 'admin',
    grants: ['rules'],
    params: idParams,
    reply: emptyEnvelope,
  }),
}
