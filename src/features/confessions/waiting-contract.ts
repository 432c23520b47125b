import { z } from 'zod'
import { emptyEnvelope, idParams, pageQuery, route, siteEnvelope } from '../../shared/contract.ts'
import { shownNote } from '../discussions/note-contract.ts'
import { requiredFacts } from '../moderation/contract.ts'
import { schoolFilter, totals } from '../moderation/lists-contract.ts'
import { categories } from './contract.ts'

/** A confession that no user but its author sees yet. Contains nothing about the author. */
const WaitingConfession = z.object({
  id: z.guid(),
  school_id: z.guid(),
  content: z.string(),
  category: z.enum(categories),
  /** Seconds since 1970, rounded to the full minute. */
  created_at: z.int(),
  /** Its author confirmed it although it names someone. */
  is_flagged: z.boolean(),
  ...shownNote,
})
export type WaitingConfession = z.infer<typeof WaitingConfession>

/** Confessions of schools where a moderator reads them first. */
export const waitingConfessions = {
  /** Those that name someone first, then the oldest. */
  list: route({
    method: 'GET',
    path: '/admin/confessions/waiting',
    access: 'admin',
    grants: ['content'],
    query: z.object({ ...pageQuery(20), school_id: schoolFilter }),
    acrossCells: { rows: 'data.confessions', totals: 'data.pagination' },
    reply: siteEnvelope(z.object({ confessions: z.array(WaitingConfession), pagination: totals })),
  }),
  /** Shows it with the next number. 409 when it was read already. */
  approve: route({
    method: 'POST',
    path: '/admin/confessions/:id/approve',
    access: 'admin',
    grants: ['content'],
    params: idParams,
    reply: emptyEnvelope,
  }),
  /** Removes it with a statement to its author. 409 when it was read already. */
  reject: route({
    method: 'POST',
    path: '/admin/confessions/:id/reject',
    access: 'admin',
    grants: ['content'],
    params: idParams,
    body: z.object({ reason: requiredFacts.nullish(), rule_id: z.guid('Choose a rule').nullish() }),
    reply: emptyEnvelope,
  }),
}
