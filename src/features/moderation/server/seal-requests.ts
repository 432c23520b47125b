// Requests to open a seal: by one person, or with a second person (seal-second-person.ts).

import { sql } from 'kysely'
import type { z } from 'zod'
import { needsSecondPerson } from '../../../shared/seal-modes.ts'
import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import { findSchoolOfRow } from '../../../shared/server/auth/row-school.ts'
import type { SchoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import { assertAuthorKnown } from '../../../shared/server/crypto/epoch-destruction.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import { conflict, HttpError, notFound } from '../../../shared/server/http/errors.ts'
import { forEachDueSchool } from '../../../shared/server/jobs/due-schools.ts'
import type { App } from '../../../shared/server/services.ts'
import type { seals } from '../seal-contract.ts'
import { authorGone, findSealed } from './content-actions.ts'
import type { ContentType } from './content-types.ts'
import { isOwnSeal } from './own-seals.ts'
import { notifySecondPeople, notifySiteAdministrators, publishSealsPending } from './seal-notices.ts'
import { assertReported, assertRoomThisWeek, findOpenRequest, lockOpenings, readAuthor } from './seal-opening.ts'
import { findSealMode, insertRequest, isOver, isReadableIn, sealClosed } from './seal-request-rows.ts'

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
  await assertAuthorKnown(trx, schoolId, item.seal)
  const mode = await findSealMode(trx, item)
  if (mode === 'none') throw sealClosed(mode, 'reveal')
  // Who requests, who approves and who wrote it are three people.
  if (await isOwnSeal(app.anonymity, by, item.seal, item)) throw notFound('Content not found')
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
  const school = await findSchoolOfRow(tools.db, scope, 'seal_requests', id)
  const { rows } = await sql<{ kind: string; content_id: string; school_id: string; state: string; is_over: boolean }>`
    select kind, content_id, school_id, state, coalesce(closes_at <= now(), false) as is_over
    from seal_requests as request where request.school_id = ${school ?? null} and request.id = ${id}
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
  if (!author) throw await authorGone(tools.anonymity, item)
  return author
}

/** Ends the requests that no one approved in time, and reports the openings that no one countersigned. */
export const expireSealRequests = (app: App): Promise<void> =>
  forEachDueSchool(
    app.db,
    sql`select school_id from seal_requests where state = 'waiting' and ${isOver} or ${isMissed}`,
    (schoolId) => expireSealRequestsInSchool(app, schoolId),
  )

const isMissed = sql`countersign_until <= now() and countersigned_at is null and missed_at is null`

const expireSealRequestsInSchool = (app: App, schoolId: string): Promise<void> =>
  withTransaction(app.db, async (trx) => {
    const { rows: expired } = await sql`update seal_requests set state = 'expired', author_seal = null
      where school_id = ${schoolId} and state = 'waiting' and ${isOver} returning 1`.execute(trx)
    const { rows: missed } = await sql`update seal_requests set missed_at = now()
      where school_id = ${schoolId} and ${isMissed} returning 1`.execute(trx)
    if (missed.length > 0) await notifySiteAdministrators(app, trx)
    if (expired.length + missed.length > 0) await publishSealsPending(app, trx, schoolId)
  })
