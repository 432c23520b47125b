import { type RawBuilder, sql } from 'kysely'
import type { SealMode } from '../../../shared/seal-modes.ts'
import { findSchoolOfRow } from '../../../shared/server/auth/row-school.ts'
import { listSiteAdministrators } from '../../../shared/server/auth/site-administrators.ts'
import { isExpired, isUnnoticed } from '../../../shared/server/crypto/epoch-destruction.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import { forEachDueSchool } from '../../../shared/server/jobs/due-schools.ts'
import type { App } from '../../../shared/server/services.ts'
import type { SealCategory } from '../seal-contract.ts'
import { eraseOldSealCopies } from './erase-actions.ts'

type DueNotice = {
  readonly id: string
  readonly kind: string
  readonly content_id: string
  readonly category: SealCategory
  readonly day: string
  readonly author_seal: Buffer
}

/** Notifies the authors of opened seals whose case is closed: no report of their item is pending. */
export async function notifyAuthorsOfClosedCases(
  app: App,
  trx: Trx,
  reports: readonly { readonly id: string; readonly school_id: string }[],
): Promise<void> {
  if (reports.length === 0) return
  for (const [schoolId, some] of Map.groupBy(reports, ({ school_id }) => school_id)) {
    const ofItem = sql`reports.school_id = ${schoolId} and reports.kind = request.kind
      and reports.content_id = request.content_id`
    await notifyAuthors(
      app,
      trx,
      schoolId,
      sql`not request.delays_notice
        and exists (select from reports where ${ofItem} and reports.id = any (${some.map(({ id }) => id)}::uuid[]))
        and not exists (select from reports where ${ofItem} and reports.status = 'pending')`,
    )
  }
}

/** Notifies the authors whose notice is due although their case is still open, or who never had a case. */
export const notifyAuthorsWhenDue = (app: App): Promise<void> =>
  forEachDueSchool(
    app.db,
    sql`select school_id from seal_requests as request where ${isUnnoticed} and request.notice_due <= now()`,
    (schoolId) => withTransaction(app.db, (trx) => notifyAuthors(app, trx, schoolId, sql`request.notice_due <= now()`)),
  )

/** Days before a key is destroyed by which the authors of openings are notified: afterwards they cannot be. */
const daysBeforeEnd = 7

/**
 * Notifies the authors of openings whose authorship ends soon, also where the notice was delayed. The key of a month stays
 * until the next run after this.
 */
export const notifyAuthorsBeforeEnd = (app: App, schoolId: string, now: RawBuilder<unknown>): Promise<void> => {
  const soon = sql`${now} + make_interval(days => ${daysBeforeEnd})`
  const ends = isExpired(schoolId, sql`seal_epoch(request.author_seal)`, soon)
  return withTransaction(app.db, (trx) => notifyAuthors(app, trx, schoolId, ends))
}

/** Notifies the authors of these openings, before the seals of their items are replaced by random bytes. */
export const notifyOpenedAuthors = (app: App, schoolId: string, ids: readonly string[]): Promise<void> =>
  withTransaction(app.db, (trx) => notifyAuthors(app, trx, schoolId, sql`request.id = any (${ids}::uuid[])`))

/** Notifies once per opening: the copy of the seal that identifies the author is erased in the same statement. */
async function notifyAuthors(app: App, trx: Trx, schoolId: string, which: RawBuilder<unknown>) {
  const { rows } = await sql<DueNotice>`
    with due as (
      select request.id, request.author_seal from seal_requests as request
      where request.school_id = ${schoolId} and ${isUnnoticed} and ${which}
      for update skip locked
    )
    update seal_requests as request set author_seal = null from due join schools on schools.id = ${schoolId}
    where request.school_id = ${schoolId} and request.id = due.id
    returning request.id, request.kind, request.content_id, request.category, due.author_seal,
      to_char(request.opened_at at time zone schools.timezone, 'YYYY-MM-DD') as day`.execute(trx)
  for (const { id, kind, content_id, category, day, author_seal } of rows) {
    const notificationEvent = {
      schoolId,
      kind: 'moderation',
      link: `/notifications#seal-${id}`,
      params: { opened: kind, day, category },
    } as const
    await app.notifications.notifySealedAuthor(trx, notificationEvent, { schoolId, kind, id: content_id }, author_seal)
  }
}

/** Years until the reason of an opening, and the opening itself, are deleted. */
const keptYears = { reasons: 2, openings: 5 }

/** Deletes old openings and the reasons of older ones, and erases the copies of seals that no report needs any more. */
export async function deleteOldOpenings(db: Db): Promise<void> {
  await forEachDueSchool(
    db,
    sql`select school_id from seal_requests where created_at < now() - make_interval(years => ${keptYears.reasons})`,
    (schoolId) => deleteOldOpeningsInSchool(db, schoolId),
  )
  await eraseOldSealCopies(db)
}

async function deleteOldOpeningsInSchool(db: Db, schoolId: string): Promise<void> {
  await sql`update seal_requests set reason = null, decision_reason = null, countersign_reason = null
    where school_id = ${schoolId} and coalesce(reason, decision_reason, countersign_reason) is not null and created_at < now() - make_interval(years => ${keptYears.reasons})`.execute(
    db,
  )
  await sql`delete from seal_requests where school_id = ${schoolId} and created_at < now() - make_interval(years => ${keptYears.openings})`.execute(
    db,
  )
}

/** Where administrators see the requests; the custodian has a page of their own. */
const links = { administrators: '/admin?tab=seals', custodian: '/seals' }

/** SQL: an account that can use its rights now. */
const isActive = sql`users.deleted_at is null and (users.blocked_as is null or users.blocked_until <= now())
  and (users.paused_until is null or users.paused_until <= now())`

/**
 * Notifies those who can be the second person: the custodian, and in the mode `two` the administrators of the school, or
 * those of the site where there is no other. Names no item: one of them may have written it.
 */
export async function notifySecondPeople(
  { notifications }: App,
  trx: Trx,
  { schoolId, mode, requestedBy }: { readonly schoolId: string; readonly mode: SealMode; readonly requestedBy: string },
  step: 'waiting' | 'countersign' | 'evidence',
): Promise<void> {
  const event = { schoolId, kind: 'seal', params: { step } } as const
  const custodian = sql`select custodian_id from schools where schools.id = ${schoolId}`
  const isByCustodian = sql`coalesce((${custodian}) = ${requestedBy}::uuid, false)`
  const { rows: people } = await sql<{ id: string; role: string; school_id: string }>`
    select id, role, school_id from users where users.school_id = ${schoolId} and ${isActive} and users.id <> ${requestedBy}
      and (users.id = (${custodian}) or role = 'admin' and (${mode} <> 'custodian' or ${isByCustodian}))`.execute(trx)
  const inSchool = people.filter(({ role }) => role !== 'site_admin')
  // A custodian without the role opens seals only.
  const students = step === 'evidence' ? [] : inSchool.filter(({ role }) => role === 'student').map(({ id }) => id)
  const admins = inSchool.filter(({ role }) => role === 'admin').map(({ id }) => id)
  if (students.length > 0) await notifications.notify(trx, { ...event, link: links.custodian }, students)
  if (admins.length > 0) await notifications.notify(trx, { ...event, link: links.administrators }, admins)
  if (students.length + admins.length > 0) return
  const isCustodian = sql`(${mode} <> 'custodian' or ${isByCustodian} or users.id = (${custodian}))`
  const others = await listSiteAdministrators(trx, sql`${isActive} and users.id <> ${requestedBy} and ${isCustodian}`)
  for (const [school, some] of Map.groupBy(others, ({ school_id }) => school_id)) {
    const ids = some.map(({ id }) => id)
    await notifications.notify(trx, { ...event, schoolId: school, link: links.administrators }, ids)
  }
}

/** Notifies the moderator who made a request that it was approved or declined. */
export async function notifySealRequester(
  { notifications }: App,
  trx: Trx,
  { requestedBy }: { readonly schoolId: string; readonly requestedBy: string },
  step: 'approved' | 'declined',
): Promise<void> {
  const school = await findSchoolOfRow(trx, null, 'users', requestedBy) // a site administrator is of another school
  if (!school) return
  const link = `${links.administrators}&state=${step === 'approved' ? 'open' : 'past'}`
  await notifications.notify(trx, { schoolId: school, kind: 'seal', link, params: { step } }, [requestedBy])
}

/** The ids of the active site administrators by their school. */
export async function findSiteAdministrators(trx: Trx): Promise<ReadonlyMap<string, readonly string[]>> {
  const people = await listSiteAdministrators(trx, isActive)
  const bySchool = Map.groupBy(people, ({ school_id }) => school_id)
  return new Map([...bySchool].map(([school, some]) => [school, some.map(({ id }) => id)]))
}

/** Notifies the site administrators that an opening was not countersigned. */
export async function notifySiteAdministrators({ notifications }: App, trx: Trx): Promise<void> {
  for (const [schoolId, ids] of await findSiteAdministrators(trx)) {
    const link = `${links.administrators}&state=past`
    await notifications.notify(trx, { schoolId, kind: 'seal', link, params: { step: 'missed' } }, ids)
  }
}

/** Updates the open pages of administrators and of the custodian. */
export async function publishSealsPending({ live }: Pick<App, 'live'>, trx: Trx, schoolId: string): Promise<void> {
  live.publish(trx, { schoolId, admins: true }, 'seals.pending', { school_id: schoolId })
  const { custodian_id } = await trx
    .selectFrom('schools')
    .where('id', '=', schoolId)
    .select('custodian_id')
    .executeTakeFirstOrThrow()
  if (custodian_id) live.publish(trx, { schoolId, people: [custodian_id] }, 'seals.pending', { school_id: schoolId })
}
