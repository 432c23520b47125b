// The second person: approving or declining a request to open a seal, and countersigning an opening by one person.

import { sql } from 'kysely'
import type { SealMode } from '../../../shared/seal-modes.ts'
import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import { findSchoolOfRow } from '../../../shared/server/auth/row-school.ts'
import type { SchoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import { assertAuthorKnown } from '../../../shared/server/crypto/epoch-destruction.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict, forbidden, HttpError, notFound } from '../../../shared/server/http/errors.ts'
import type { App } from '../../../shared/server/services.ts'
import type { SealCategory, sealStates } from '../seal-contract.ts'
import { findSealed } from './content-actions.ts'
import type { ContentType } from './content-types.ts'
import { isOwnSeal } from './own-seals.ts'
import { notifySealRequester, publishSealsPending } from './seal-notices.ts'
import {
  closesAt,
  effectiveMode,
  findSealMode,
  isOver,
  noticeDue,
  sealClosed,
  secondPersonHours,
} from './seal-request-rows.ts'

const isCustodian = async (db: Db, id: string, schoolId: string): Promise<boolean> => {
  const school = await db
    .selectFrom('schools')
    .where('id', '=', schoolId)
    .where('custodian_id', '=', id)
    .select('id')
    .executeTakeFirst()
  return school !== undefined
}

type LockedRequest = {
  readonly id: string
  readonly school_id: string
  readonly kind: string
  readonly content_id: string
  readonly category: SealCategory
  readonly state: (typeof sealStates)[number]
  readonly requested_by: string
  readonly author_seal: Buffer | null
  readonly countersigned_by: string | null
  readonly needs_countersign: boolean
}

/** Locks a request in the scope. Throws 404 outside it, and for the author of its item. */
async function lockRequest(trx: Trx, anonymity: Anonymity, by: Viewer, scope: SchoolScope, id: string) {
  const school = await findSchoolOfRow(trx, scope, 'seal_requests', id)
  const { rows } = await sql<LockedRequest>`
    select request.id, school_id, kind, content_id, category, state, requested_by, author_seal, countersigned_by,
      countersign_until is not null as needs_countersign
    from seal_requests as request
    where request.school_id = ${school ?? null} and request.id = ${id} for update of request`.execute(trx)
  const [request] = rows
  if (!request || (await isOwn(anonymity, by, request))) throw notFound('This request is no longer available.')
  return request
}

/** Whether the viewer wrote the item of a request. False once the seal was erased. */
export const isOwn = async (
  anonymity: Anonymity,
  viewer: Viewer,
  request: Pick<LockedRequest, 'school_id' | 'kind' | 'content_id' | 'author_seal'>,
): Promise<boolean> => {
  const { school_id: schoolId, kind, content_id: id, author_seal: seal } = request
  return seal !== null && (await isOwnSeal(anonymity, viewer, seal, { schoolId, kind, id }))
}

/** Throws 403 for who requested it, and for those who may not be the second person in this mode. */
async function assertSecondPerson(trx: Trx, by: Viewer, request: LockedRequest, mode: SealMode): Promise<void> {
  if (request.requested_by === by.id) throw forbidden('Another person has to do this.')
  if (mode !== 'custodian' || (await isCustodian(trx, by.id, request.school_id))) return
  // A custodian who is also an administrator may have requested it.
  if (await isCustodian(trx, request.requested_by, request.school_id)) return
  throw forbidden('At this school, the custodian has to do this.')
}

const settled = (state: string) => conflict(`This request is already ${state === 'opened' ? 'approved' : state}.`)
const tooLate = () => new HttpError(410, 'gone', `The ${secondPersonHours} hours for this request have ended.`)

type Decision = { readonly id: string; readonly reason: string }

/**
 * Approves a request, which opens the seal for the two people, or declines it. Throws 410 for an approval when authorship has
 * ended.
 */
export async function decideRequest(
  app: App,
  trx: Trx,
  kinds: readonly ContentType[],
  by: AuditActor,
  scope: SchoolScope,
  { id, reason, outcome }: Decision & { readonly outcome: 'approved' | 'declined' },
): Promise<void> {
  const request = await lockRequest(trx, app.anonymity, by, scope, id)
  const { school_id: schoolId, kind, content_id, state } = request
  const isApproved = outcome === 'approved'
  const mode = await findModeOfRequest(trx, kinds, request)
  await assertSecondPerson(trx, by, request, mode)
  if (state === 'expired') throw tooLate()
  if (state !== 'waiting') throw settled(state)
  if (isApproved && mode === 'none') throw sealClosed(mode, 'reveal')
  if (isApproved && request.author_seal) await assertAuthorKnown(trx, schoolId, request.author_seal)
  const decided = { decided_by: by.id, decided_by_name: by.name, decision_reason: reason }
  const { numUpdatedRows } = await trx
    .updateTable('seal_requests')
    .set({
      ...decided,
      decided_at: sql<Date>`now()`,
      ...(isApproved
        ? {
            state: 'opened',
            mode,
            opened_at: sql<Date>`now()`,
            closes_at: closesAt,
            notice_due: noticeDue(sql.ref('delays_notice'), { schoolId, kind, id: content_id }),
          }
        : { state: 'declined', author_seal: null }),
    })
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where(sql<boolean>`not (${isOver})`)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw tooLate()
  await recordAudit(trx, by, {
    action: isApproved ? 'seal.approve' : 'seal.decline',
    school: schoolId,
    target: { type: kind, id: content_id },
    detail: { request: id, reason },
  })
  await notifySealRequester(app, trx, { schoolId, requestedBy: request.requested_by }, outcome)
  await publishSealsPending(app, trx, schoolId)
}

/** Ends a request of one's own that waits. */
export async function withdrawRequest(
  app: App,
  trx: Trx,
  by: AuditActor,
  scope: SchoolScope,
  id: string,
): Promise<void> {
  const request = await lockRequest(trx, app.anonymity, by, scope, id)
  const { school_id: schoolId, kind, content_id, state } = request
  if (request.requested_by !== by.id) throw forbidden('Only the person who made this request can withdraw it.')
  if (state !== 'waiting') throw settled(state)
  await trx
    .updateTable('seal_requests')
    .set({ state: 'withdrawn', author_seal: null })
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .execute()
  await recordAudit(trx, by, {
    action: 'seal.withdraw',
    school: schoolId,
    target: { type: kind, id: content_id },
    detail: { request: id },
  })
  await publishSealsPending(app, trx, schoolId)
}

/** Confirms an opening that one person made in danger to life. Reveals no name to who confirms. */
export async function countersign(
  app: App,
  trx: Trx,
  kinds: readonly ContentType[],
  by: AuditActor,
  scope: SchoolScope,
  { id, reason }: Decision,
): Promise<void> {
  const request = await lockRequest(trx, app.anonymity, by, scope, id)
  const { school_id: schoolId, kind, content_id } = request
  await assertSecondPerson(trx, by, request, await findModeOfRequest(trx, kinds, request))
  if (!request.needs_countersign) throw conflict('This request needs no second signature.')
  if (request.countersigned_by) throw conflict('This request is already countersigned.')
  const { numUpdatedRows } = await trx
    .updateTable('seal_requests')
    .set({
      countersigned_by: by.id,
      countersigned_by_name: by.name,
      countersigned_at: sql<Date>`now()`,
      countersign_reason: reason,
    })
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where(sql<boolean>`countersign_until > clock_timestamp()`)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw tooLate()
  await recordAudit(trx, by, {
    action: 'seal.countersign',
    school: schoolId,
    target: { type: kind, id: content_id },
    detail: { request: id, reason },
  })
  await publishSealsPending(app, trx, schoolId)
}

/** The mode that applies now to the item of a request, and where the item is gone, to the request. */
async function findModeOfRequest(
  trx: Trx,
  kinds: readonly ContentType[],
  { school_id: schoolId, kind, content_id, id }: LockedRequest,
): Promise<SealMode> {
  const item = await findSealed(trx, kinds, schoolId, content_id, kind).catch(() => undefined)
  if (item) return findSealMode(trx, item)
  const { rows } = await sql<{ mode: SealMode }>`
    select ${effectiveMode(sql`request.school_id`, sql`request.mode`)} as mode
    from seal_requests as request where school_id = ${schoolId} and id = ${id}`.execute(trx)
  return rows[0]?.mode ?? 'none'
}
