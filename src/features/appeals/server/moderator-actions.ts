// What moderators do with an appeal. A trigger of the database refuses the moderator of the decision.

import { sql } from 'kysely'
import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import { findSchoolOfRow } from '../../../shared/server/auth/row-school.ts'
import type { SchoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest, conflict, forbidden, notFound } from '../../../shared/server/http/errors.ts'
import type { App } from '../../../shared/server/services.ts'
import { imposeSanction } from '../../moderation/server/actions.ts'
import type { ContentType } from '../../moderation/server/content-types.ts'
import { reopenReport } from '../../moderation/server/report-actions.ts'
import { type DecisionRow, decisionOr404, reverseDecision } from '../../moderation/server/sanction-actions.ts'
import { type AppealMessage, type AppealOutcome, appealLimits } from '../contract.ts'
import { insertMessage, listSides } from './actions.ts'
import { informReporters, informReviewer, informUser } from './notifications.ts'
import { describeSanction, hasTurn, isMilder } from './queries.ts'

/** Minutes for which a claim keeps other moderators away. */
const claimMinutes = 60

type LockedAppeal = {
  readonly id: string
  readonly school_id: string
  readonly state: string
  readonly decision_id: string | null
  readonly report_id: string | null
  readonly is_mine: boolean
  readonly is_claimed: boolean
  readonly is_involved: boolean
}

/** Locks an appeal in the scope. Throws 404 outside it. */
async function lockAppeal(trx: Trx, by: AuditActor, scope: SchoolScope, id: string): Promise<LockedAppeal> {
  const school = await findSchoolOfRow(trx, scope, 'appeals', id)
  const { rows } = await sql<LockedAppeal>`
    select id, school_id, state, decision_id, report_id,
      coalesce(claimed_by = ${by.id} and claimed_until > now(), false) as is_mine,
      coalesce(claimed_until > now(), false) as is_claimed,
      ${by.id}::uuid = any (moderators_involved(school_id, decision_id, report_id)) as is_involved
    from appeals where school_id = ${school ?? null} and id = ${id} for update`.execute(trx)
  const [appeal] = rows
  if (!appeal) throw notFound('Appeal not found')
  return appeal
}

const isOpen = ({ state }: LockedAppeal) => state === 'open' || state === 'claimed'

/** The same, claimed by this moderator. Throws 409 for a closed appeal, 403 for one that the moderator did not claim. */
async function lockClaimed(trx: Trx, by: AuditActor, scope: SchoolScope, id: string): Promise<LockedAppeal> {
  const appeal = await lockAppeal(trx, by, scope, id)
  if (!isOpen(appeal)) throw conflict('This appeal is closed')
  if (!appeal.is_mine)
    throw forbidden(appeal.is_involved ? 'Another moderator has to decide this appeal.' : 'Claim this appeal first.')
  return appeal
}

const update = (trx: Trx, { school_id, id }: LockedAppeal) =>
  trx.updateTable('appeals').where('school_id', '=', school_id).where('id', '=', id)

const audited = (trx: Trx, by: AuditActor, appeal: LockedAppeal, action: string, detail: object = {}) =>
  recordAudit(trx, by, {
    action: `appeal.${action}`,
    school: appeal.school_id,
    target: { type: 'appeal', id: appeal.id },
    detail: { ...detail, ...(appeal.decision_id ? { moderation_id: appeal.decision_id } : {}) },
  })

/** Claims an appeal for an hour. Throws 403 for the moderator of the decision, 409 while another moderator has it. */
export async function claimAppeal(trx: Trx, by: AuditActor, scope: SchoolScope, id: string): Promise<LockedAppeal> {
  const appeal = await lockAppeal(trx, by, scope, id)
  if (!isOpen(appeal)) throw conflict('This appeal is closed')
  if (appeal.is_claimed && !appeal.is_mine) throw conflict('Another moderator has claimed this appeal')
  await update(trx, appeal)
    .set({
      state: 'claimed',
      claimed_by: by.id,
      claimed_by_name: by.name,
      claimed_until: sql<Date>`now() + make_interval(mins => ${claimMinutes})`,
      same_person: appeal.is_involved,
    })
    .execute()
  await audited(trx, by, appeal, 'claim')
  return appeal
}

export async function releaseAppeal(trx: Trx, by: AuditActor, scope: SchoolScope, id: string): Promise<LockedAppeal> {
  const appeal = await lockClaimed(trx, by, scope, id)
  await update(trx, appeal)
    .set({ state: 'open', claimed_by: null, claimed_by_name: null, claimed_until: null, same_person: false })
    .execute()
  await audited(trx, by, appeal, 'release')
  return appeal
}

/** Writes to the user. Throws 409 out of turn. */
export async function answerAppeal(
  app: App,
  trx: Trx,
  by: AuditActor,
  scope: SchoolScope,
  id: string,
  words: string,
): Promise<AppealMessage> {
  const appeal = await lockClaimed(trx, by, scope, id)
  const sides = await listSides(trx, appeal.school_id, id)
  if (sides.at(-1)?.from_moderator) throw conflict('Please wait for an answer')
  if (!hasTurn(sides, true)) throw conflict(`You can write up to ${appealLimits.turns} messages`)
  const to = { schoolId: appeal.school_id, appealId: id }
  const message = await insertMessage(trx, to, words, { isModerator: true, authorId: by.id })
  await audited(trx, by, appeal, 'answer')
  if (appeal.decision_id)
    await informUser(app, trx, await decisionOr404(trx, appeal.school_id, appeal.decision_id), 'message')
  return message
}

export type Verdict = {
  readonly outcome: AppealOutcome
  readonly reason: string
  readonly change?:
    | { readonly type: 'warn' | 'suspend' | 'ban'; readonly days?: number | null | undefined }
    | null
    | undefined
}

/**
 * Decides an appeal: an overturned decision is reversed and its item restored, a changed one is replaced by a milder
 * one, all in this transaction. Throws 400 for a more severe decision, 409 when the appeal was decided meanwhile.
 */
export async function decideAppeal(
  app: App,
  trx: Trx,
  kinds: readonly ContentType[],
  by: AuditActor,
  scope: SchoolScope,
  id: string,
  verdict: Verdict,
): Promise<LockedAppeal> {
  const appeal = await lockClaimed(trx, by, scope, id)
  const { outcome, reason } = verdict
  if (outcome === 'changed' && (!verdict.change || !appeal.decision_id)) throw badRequest(stricter)
  // First: the trigger refuses the moderator of the decision before anything else changes.
  await update(trx, appeal)
    .set({
      state: outcome,
      outcome,
      reason,
      decided_by: by.id,
      decided_at: sql`now()`,
      claimed_by: null,
      claimed_by_name: null,
      claimed_until: null,
    })
    .execute()
  await audited(trx, by, appeal, 'decide', { outcome, reason })
  if (appeal.report_id) await finishReview(app, trx, appeal, outcome)
  if (!appeal.decision_id) return appeal

  const decision = await decisionOr404(trx, appeal.school_id, appeal.decision_id)
  let what: string | undefined
  if (outcome !== 'upheld' && !decision.reversed_at) {
    if (outcome === 'changed') what = await replaceDecision(trx, kinds, by, decision, verdict)
    else await reverseDecision(trx, kinds, by, decision, reason)
    const kind = kinds.find((candidate) => candidate.kind === decision.item_kind)
    if (decision.item_id) await kind?.publishChange?.(app.live, trx, appeal.school_id, decision.item_id)
    if (outcome === 'overturned') await informReporters(app, trx, decision)
  }
  await informUser(app, trx, decision, outcome, { reason, what })
  return appeal
}

const stricter = 'Choose a milder decision. An appeal never leads to a stricter one.'

/** Reverses a decision and imposes a milder one. Returns what replaced it, in words. */
async function replaceDecision(
  trx: Trx,
  kinds: readonly ContentType[],
  by: AuditActor,
  decision: DecisionRow,
  { change, reason }: Verdict,
): Promise<string> {
  const { userId, schoolId, type: action_type, duration_hours } = decision
  const days = change?.type === 'suspend' ? change.days : undefined
  if (!change || !isMilder({ action_type, duration_hours, isNamed: userId !== null }, change))
    throw badRequest(stricter)
  if (!userId || (change.type === 'suspend' && !days)) throw badRequest(stricter)
  await reverseDecision(trx, kinds, by, decision, reason)
  const sanction =
    change.type === 'suspend' ? { type: 'suspend' as const, reason, days: days ?? 1 } : { type: change.type, reason }
  await imposeSanction(trx, by, { id: userId, schoolId }, { ...sanction, replaces: decision.id })
  return describeSanction({ type: change.type, days: days ?? null })
}

/** After an overturned dismissal the report is open again. */
async function finishReview(app: App, trx: Trx, appeal: LockedAppeal, outcome: AppealOutcome) {
  if (!appeal.report_id) return
  if (outcome === 'overturned') await reopenReport(trx, appeal.school_id, appeal.report_id)
  await informReviewer(app, trx, appeal.school_id, appeal.report_id, outcome)
}

/** Ends an appeal without an outcome, such as one that only insults. */
export async function closeAppeal(
  app: App,
  trx: Trx,
  by: AuditActor,
  scope: SchoolScope,
  id: string,
  reason: string,
): Promise<LockedAppeal> {
  const appeal = await lockClaimed(trx, by, scope, id)
  await update(trx, appeal)
    .set({
      state: 'closed',
      reason,
      decided_by: by.id,
      decided_at: sql`now()`,
      claimed_by: null,
      claimed_by_name: null,
      claimed_until: null,
    })
    .execute()
  await audited(trx, by, appeal, 'close', { reason })
  if (appeal.decision_id)
    await informUser(app, trx, await decisionOr404(trx, appeal.school_id, appeal.decision_id), 'closed', { reason })
  return appeal
}
