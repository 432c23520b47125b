// Two administrators together open the evidence of a removal: one asks, another one opens it, and both look for 60 minutes.

import { sql } from 'kysely'
import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import { isBlocked } from '../../../shared/server/auth/moderation-status.ts'
import { isPaused } from '../../../shared/server/auth/powers.ts'
import { findSchoolOfRow } from '../../../shared/server/auth/row-school.ts'
import { listSchools, type SchoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict, HttpError, notFound } from '../../../shared/server/http/errors.ts'
import type { RetentionRule } from '../../../shared/server/jobs/retention-rule.ts'
import type { App } from '../../../shared/server/services.ts'
import { type EvidenceRow, evidenceDays } from '../../media/server/evidence.ts'
import type { Evidence } from '../evidence-contract.ts'
import { decisionKind } from './decisions.ts'
import { isOwnSeal } from './own-seals.ts'
import { notifySecondPeople, publishSealsPending } from './seal-notices.ts'
import { readableMinutes, secondPersonHours } from './seal-request-rows.ts'

/** Counted from the request, then from the approval. The audit log keeps both. */
export const evidenceOpeningRetention: RetentionRule = {
  table: 'evidence_openings',
  column: 'changed_at',
  keptFor: `${secondPersonHours} hours`,
}

type Opening = {
  readonly reason: string
  readonly requested_by: string
  readonly requested_by_name: string
  readonly approved_by: string | null
  readonly approved_by_name: string | null
  readonly closes_at: number | null
  readonly is_open: boolean
}
type Decision = {
  readonly id: string
  readonly school_id: string
  readonly kind: string
  readonly user_id: string | null
  readonly author_seal: Buffer | null
  readonly removed_at: number
  readonly deleted_at: number
  readonly files: readonly { readonly name: string; readonly kind: 'image' | 'video' }[]
  readonly opening: Opening | null
}

/** SQL condition on `evidence`: it is kept, also until the job deletes it. */
const isKept = sql<boolean>`(evidence.returned_at is null
  and evidence.created_at > now() - make_interval(days => ${sql.lit(evidenceDays)}))`

/** SQL: the request that counts, which waits or was approved within a day. */
const opening = (schoolId: string) => sql`(
  select json_build_object('reason', reason, 'requested_by', requested_by, 'requested_by_name', requested_by_name,
    'approved_by', approved_by, 'approved_by_name', approved_by_name,
    'closes_at', floor(extract(epoch from closes_at))::int8, 'is_open', coalesce(closes_at > clock_timestamp(), false))
  from evidence_openings where school_id = ${schoolId} and decision_id = action.id
    and changed_at > clock_timestamp() - make_interval(hours => ${sql.lit(secondPersonHours)}))`

async function findDecisions(db: Db, schoolId: string, id?: string): Promise<Decision[]> {
  const { rows } = await sql<Decision>`
    select action.id, action.school_id, action.item_kind as kind, action.user_id, action.author_seal,
      floor(extract(epoch from min(evidence.created_at)))::int8 as removed_at,
      floor(extract(epoch from min(evidence.created_at) + make_interval(days => ${sql.lit(evidenceDays)})))::int8 as deleted_at,
      json_agg(json_build_object('name', evidence.name, 'kind', uploads.kind) order by evidence.name) as files, ${opening(schoolId)} as opening
    from evidence
    join moderation_actions as action on action.school_id = ${schoolId} and action.id = evidence.decision_id
    join uploads on uploads.school_id = ${schoolId} and uploads.name = evidence.name
    where evidence.school_id = ${schoolId} and ${isKept} ${id ? sql`and evidence.decision_id = ${id}::uuid` : sql``}
    group by action.school_id, action.id order by removed_at desc, action.id limit 200`.execute(db)
  return rows
}

/** Who requests, who approves and whose pictures they are, are three people. */
const isOwn = async (
  anonymity: Anonymity,
  by: AuditActor,
  { school_id: schoolId, id, user_id, author_seal }: Decision,
): Promise<boolean> =>
  user_id === by.id ||
  (author_seal !== null && isOwnSeal(anonymity, by, author_seal, { schoolId, kind: decisionKind, id }))

type Tools = { readonly db: Db; readonly anonymity: Anonymity }

/** The evidence in the scope, latest first, without that of the viewer's own items. */
export async function listEvidence({ db, anonymity }: Tools, by: AuditActor, scope: SchoolScope): Promise<Evidence[]> {
  const listed: Evidence[] = []
  for (const schoolId of scope === null ? await listSchools(db) : [scope])
    for (const decision of await findDecisions(db, schoolId))
      if (!(await isOwn(anonymity, by, decision))) listed.push(present(by, decision))
  return listed.sort((one, other) => other.removed_at - one.removed_at)
}

function present(by: AuditActor, { id, school_id, kind, removed_at, deleted_at, files, opening }: Decision): Evidence {
  const counts = opening && (opening.closes_at === null || opening.is_open) ? opening : null
  const { reason = '', requested_by_name = '', approved_by_name = null, closes_at = null } = counts ?? {}
  const isReader = counts !== null && [counts.requested_by, counts.approved_by].includes(by.id)
  const isWaiting = counts !== null && closes_at === null
  return {
    ...{ id, school_id, kind, removed_at, deleted_at },
    files: files.map((file) => ({ url: `/api/admin/evidence/${id}/files/${file.name}`, kind: file.kind })),
    opening: counts && { reason, requested_by_name, approved_by_name, closes_at },
    can:
      by.vouched === undefined
        ? { request: counts === null, approve: isWaiting && !isReader, read: isReader && !isWaiting }
        : { request: false, approve: false, read: false },
  }
}

const gone = () => notFound('This evidence is no longer available.')

/** Evidence in the scope. Throws 404 outside it, after its time, and for the author of the item. */
async function evidenceOr404({ db, anonymity }: Tools, by: AuditActor, scope: SchoolScope, id: string) {
  const school = await findSchoolOfRow(db, scope, 'moderation_actions', id)
  const [decision] = school ? await findDecisions(db, school, id) : []
  if (!decision || (await isOwn(anonymity, by, decision))) throw gone()
  return decision
}

/**
 * Asks to open the evidence of a decision, or opens it for both when another administrator asked within 24 hours. Returns
 * whether it waits. Throws 409 for the one who asked, and while it is open.
 */
export async function requestEvidence(
  app: App,
  trx: Trx,
  by: AuditActor,
  scope: SchoolScope,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<boolean> {
  // Of two concurrent calls the second one finds what the first one did.
  await sql`select pg_advisory_xact_lock(hashtextextended('evidence ' || ${id}::text, 0))`.execute(trx)
  const { school_id, opening } = await evidenceOr404({ db: trx, anonymity: app.anonymity }, by, scope, id)
  if (opening?.is_open) throw conflict('Two administrators are looking at this. Ask again when their time has ended.')
  const isAsked = opening?.closes_at === null && (await isAdministrator(trx, opening.requested_by))
  if (isAsked && opening.requested_by === by.id) throw conflict('Another administrator has to confirm this.')
  if (isAsked) await approve(trx, by, school_id, id)
  else await ask(trx, by, school_id, { id, reason })
  await recordAudit(trx, by, {
    action: isAsked ? 'evidence.open' : 'evidence.request',
    school: school_id,
    target: { type: 'evidence', id },
    detail: { reason },
  })
  if (!isAsked) await notifySecondPeople(app, trx, { schoolId: school_id, mode: 'two', requestedBy: by.id }, 'evidence')
  await publishSealsPending(app, trx, school_id)
  return !isAsked
}

const approve = (trx: Trx, by: AuditActor, schoolId: string, id: string) =>
  sql`update evidence_openings set approved_by = ${by.id}, approved_by_name = ${by.name}, changed_at = clock_timestamp(),
      closes_at = clock_timestamp() + make_interval(mins => ${readableMinutes}::int)
    where school_id = ${schoolId} and decision_id = ${id}`.execute(trx)

async function ask(trx: Trx, by: AuditActor, schoolId: string, { id, reason }: { id: string; reason: string }) {
  const asked = { reason, requested_by: by.id, requested_by_name: by.name, changed_at: sql<Date>`clock_timestamp()` }
  await trx
    .insertInto('evidence_openings')
    .values({ school_id: schoolId, decision_id: id, ...asked })
    .onConflict((old) =>
      old
        .columns(['school_id', 'decision_id'])
        .doUpdateSet({ ...asked, approved_by: null, approved_by_name: null, closes_at: null }),
    )
    .execute()
}

/** A request counts only while who made it is an administrator. */
async function isAdministrator(trx: Trx, id: string): Promise<boolean> {
  const school = await findSchoolOfRow(trx, null, 'users', id)
  if (!school) return false
  const found = await trx
    .selectFrom('users')
    .where('school_id', '=', school)
    .where('id', '=', id)
    .where('role', '<>', 'student')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`not ${isPaused} and not ${isBlocked}`)
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

/**
 * One file of opened evidence, for one of the two people. Writes the audit line, which the caller's database commits, first.
 * Throws 404 for others, 409 while the request waits, 410 after 60 minutes.
 */
export async function readEvidenceFile(
  { db, anonymity }: Tools,
  by: AuditActor,
  scope: SchoolScope,
  { id, file: name }: { readonly id: string; readonly file: string },
): Promise<EvidenceRow & { readonly schoolId: string }> {
  const { school_id: schoolId, opening } = await evidenceOr404({ db, anonymity }, by, scope, id)
  if (!opening || ![opening.requested_by, opening.approved_by].includes(by.id)) throw gone()
  if (opening.closes_at === null) throw conflict('Another administrator has to confirm this.')
  if (!opening.is_open) throw new HttpError(410, 'gone', 'The evidence can no longer be opened. Ask again.')
  const { rows } = await sql<EvidenceRow>`select name, extension, wrapped_key from evidence
    where school_id = ${schoolId} and decision_id = ${id} and name = ${name} and ${isKept}`.execute(db)
  const [file] = rows
  if (!file) throw gone()
  const target = { type: 'evidence', id }
  await recordAudit(db, by, { action: 'evidence.read', school: schoolId, target, detail: { file: name } })
  return { ...file, schoolId }
}
