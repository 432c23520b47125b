// Opening a seal with a second person: requests, their approval, and the countersignature of an opening by one person.

import { sql } from 'kysely'
import type { z } from 'zod'
import { needsSecondPerson, type SealMode } from '../../../shared/seal-modes.ts'
import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import { inScope, type SchoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import { conflict, forbidden, HttpError, notFound } from '../../../shared/server/http/errors.ts'
import type { App } from '../../../shared/server/services.ts'
import type { SealCategory, sealStates, seals } from '../seal-contract.ts'
import { authorGone, findSealed } from './content-actions.ts'
import type { ContentType } from './content-types.ts'
import {
  notifySealRequester,
  notifySecondPeople,
  notifySiteAdministrators,
  publishSealsPending,
} from './seal-notices.ts'
import { assertReported, assertRoomThisWeek, findOpenRequest, lockOpenings, readAuthor } from './seal-opening.ts'
import {
  closesAt,
  effectiveMode,
  findSealMode,
  insertRequest,
  isReadableIn,
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

/**
 * Opens a seal, or requests it where two people open it. A second request for one item joins the one that waits. No name
 * is read: that is a call of its own.
 */
export async function requestOpening(
  app: App,
  trx: Trx,
  kinds: readonly ContentType[],
  by: AuditActor,
  scope: SchoolScope,
  { kind, id, category, reason, delay_notice: delaysNotice = false }: z.output<typeof seals.request.body>,
): Promise<{ readonly id: string; readonly state: 'waiting' | 'opened'; readonly schoolId: string }> {
  const item = await findSealed(trx, kinds, scope, id, kind)
  const { schoolId } = item
  await lockOpenings(trx, by)
  await lockItem(trx, item)
  const mode = await findSealMode(trx, item)
  if (mode === 'none') throw sealClosed(mode, 'reveal')
  // Who requests, who approves and who wrote it are three people.
  if (await app.anonymity.isSealedBy(by, item.seal, item).catch(() => false)) throw notFound('Content not found')
  const open = await findOpenRequest(trx, by, item, mode)
  if (open) return { id: open, state: 'opened', schoolId }

  const isAlone = !needsSecondPerson(mode) || category === 'danger'
  const waiting = isAlone ? undefined : await findWaiting(trx, item)
  if (waiting) return { id: waiting, state: 'waiting', schoolId }
  await assertReported(trx, by, item, category)
  if (isAlone) await assertRoomThisWeek(trx, by)
  const needsCountersign = isAlone && needsSecondPerson(mode)
  const state = isAlone ? 'opened' : 'waiting'
  const request = await insertRequest(trx, by, { item, category, reason, mode, state, needsCountersign, delaysNotice })
  await recordAudit(trx, by, {
    action: isAlone ? 'seal.open' : 'seal.request',
    school: schoolId,
    target: { type: item.kind, id },
    detail: { category, reason, request, mode },
  })
  if (needsCountersign || !isAlone)
    await notifySecondPeople(app, trx, { schoolId, mode, requestedBy: by.id }, isAlone ? 'countersign' : 'waiting')
  await publishSealsPending(app, trx, schoolId)
  return { id: request, state, schoolId }
}

type ItemRef = { readonly schoolId: string; readonly kind: string; readonly id: string }

/** Two concurrent requests for one item become one. */
const lockItem = (trx: Trx, { schoolId, kind, id }: ItemRef) =>
  sql`select pg_advisory_xact_lock(hashtextextended('seal request ' || ${`${schoolId} ${kind} ${id}`}::text, 0))`.execute(
    trx,
  )

const isOver = sql<boolean>`created_at <= clock_timestamp() - make_interval(hours => ${sql.lit(secondPersonHours)})`

/** The request for this item that waits. One that is over gives way. */
async function findWaiting(trx: Trx, { schoolId, kind, id }: ItemRef): Promise<string | undefined> {
  await sql`update seal_requests set state = 'expired', author_seal = null
    where school_id = ${schoolId} and kind = ${kind} and content_id = ${id} and state = 'waiting' and ${isOver}`.execute(
    trx,
  )
  const { rows } = await sql<{ id: string }>`select id from seal_requests
    where school_id = ${schoolId} and kind = ${kind} and content_id = ${id} and state = 'waiting'`.execute(trx)
  return rows[0]?.id
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
  const { rows } = await sql<LockedRequest>`
    select request.id, school_id, kind, content_id, category, state, requested_by, author_seal, countersigned_by,
      countersign_until is not null as needs_countersign
    from seal_requests as request join schools on schools.id = request.school_id
    where ${inScope(scope, 'request.school_id')} and request.id = ${id} for update of request`.execute(trx)
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
  return seal !== null && (await anonymity.isSealedBy(viewer, seal, { schoolId, kind, id }).catch(() => false))
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

/** Approves a request, which opens the seal for the two people, or declines it. */
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
            notice_due: noticeDue(sql.ref('delays_notice')),
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

/**
 * Reads the author of an opened seal, for the two people and 60 minutes. Throws 404 for others and once the account is
 * gone, 410 afterwards, 409 while it waits or where the protection was raised meanwhile.
 */
export async function readRequestedAuthor(
  tools: { readonly db: Db; readonly anonymity: Anonymity },
  kinds: readonly ContentType[],
  by: AuditActor,
  scope: SchoolScope,
  id: string,
) {
  const { rows } = await sql<{ kind: string; content_id: string; school_id: string; state: string; is_over: boolean }>`
    select kind, content_id, school_id, state, coalesce(closes_at <= now(), false) as is_over
    from seal_requests as request join schools on schools.id = request.school_id
    where ${inScope(scope, 'request.school_id')} and request.id = ${id}
      and (requested_by = ${by.id} or decided_by = ${by.id})`.execute(tools.db)
  const [request] = rows
  if (!request) throw notFound('This request is no longer available.')
  if (request.state === 'waiting') throw conflict('A second person has not approved this request yet.')
  if (request.state !== 'opened' || request.is_over) throw new HttpError(410, 'gone', 'The name can no longer be read.')
  const item = await findSealed(tools.db, kinds, request.school_id, request.content_id, request.kind)
  const mode = await findSealMode(tools.db, item)
  const { rows: readable } = await sql`select from seal_requests as request where school_id = ${request.school_id}
    and id = ${id} and ${isReadableIn(sql`${mode}::text`)}`.execute(tools.db)
  if (readable.length === 0) throw sealClosed(mode, 'reveal')
  const author = await readAuthor(tools, by, item, id)
  if (!author) throw authorGone()
  return author
}

/** Ends the requests that no one approved in time, and reports the openings that no one countersigned. */
export const expireSealRequests = (app: App): Promise<void> =>
  withTransaction(app.db, async (trx) => {
    const { rows: expired } = await sql<{ school_id: string }>`
      update seal_requests set state = 'expired', author_seal = null where state = 'waiting' and ${isOver}
      returning school_id`.execute(trx)
    const { rows: missed } = await sql<{ school_id: string }>`
      update seal_requests set missed_at = now()
      where countersign_until <= now() and countersigned_at is null and missed_at is null
      returning school_id`.execute(trx)
    if (missed.length > 0) await notifySiteAdministrators(app, trx)
    for (const schoolId of new Set([...expired, ...missed].map(({ school_id }) => school_id)))
      await publishSealsPending(app, trx, schoolId)
  })
