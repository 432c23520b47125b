import { type RawBuilder, sql } from 'kysely'
import type { SealMode } from '../../../shared/seal-modes.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import type { App } from '../../../shared/server/services.ts'
import type { SealCategory } from '../seal-contract.ts'

type DueNotice = {
  readonly id: string
  readonly school_id: string
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
  const ofItem = sql`reports.school_id = request.school_id and reports.kind = request.kind
    and reports.content_id = request.content_id`
  await notifyAuthors(
    app,
    trx,
    sql`request.school_id = any (${[...new Set(reports.map(({ school_id }) => school_id))]}::uuid[])
      and not request.delays_notice
      and exists (select from reports where ${ofItem} and reports.id = any (${reports.map(({ id }) => id)}::uuid[]))
      and not exists (select from reports where ${ofItem} and reports.status = 'pending')`,
  )
}

/** Notifies the authors whose notice is due although their case is still open, or who never had a case. */
export const notifyAuthorsWhenDue = (app: App): Promise<void> =>
  withTransaction(app.db, (trx) => notifyAuthors(app, trx, sql`request.notice_due <= now()`))

/** Notifies once per opening: the copy of the seal that identifies the author is erased in the same statement. */
async function notifyAuthors(app: App, trx: Trx, which: RawBuilder<unknown>) {
  const { rows } = await sql<DueNotice>`
    with due as (
      select request.school_id, request.id, request.author_seal from seal_requests as request
      where request.author_seal is not null and request.opened_at is not null and ${which}
      for update skip locked
    )
    update seal_requests as request set author_seal = null from due join schools on schools.id = due.school_id
    where request.school_id = due.school_id and request.id = due.id
    returning request.id, request.school_id, request.kind, request.content_id, request.category, due.author_seal,
      to_char(request.opened_at at time zone schools.timezone, 'YYYY-MM-DD') as day`.execute(trx)
  for (const { id, school_id: schoolId, kind, content_id, category, day, author_seal } of rows) {
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

export async function deleteOldOpenings(db: Db): Promise<void> {
  await sql`update seal_requests set reason = null, decision_reason = null, countersign_reason = null
    where coalesce(reason, decision_reason, countersign_reason) is not null and created_at < now() - make_interval(years => ${keptYears.reasons})`.execute(
    db,
  )
  await sql`delete from seal_requests where created_at < now() - make_interval(years => ${keptYears.openings})`.execute(
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
  step: 'waiting' | 'countersign',
): Promise<void> {
  const event = { schoolId, kind: 'seal', params: { step } } as const
  const custodian = sql`select custodian_id from schools where schools.id = ${schoolId}`
  const isByCustodian = sql`coalesce((${custodian}) = ${requestedBy}::uuid, false)`
  const { rows: people } = await sql<{ id: string; role: string; school_id: string }>`
    select id, role, school_id from users where ${isActive} and users.id <> ${requestedBy} and (
      (users.school_id = ${schoolId} and users.id = (${custodian}))
      or ((${mode} <> 'custodian' or ${isByCustodian})
        and (role = 'admin' and users.school_id = ${schoolId} or role = 'site_admin')))`.execute(trx)
  const inSchool = people.filter(({ role }) => role !== 'site_admin')
  const students = inSchool.filter(({ role }) => role === 'student').map(({ id }) => id)
  const admins = inSchool.filter(({ role }) => role === 'admin').map(({ id }) => id)
  if (students.length > 0) await notifications.notify(trx, { ...event, link: links.custodian }, students)
  if (admins.length > 0) await notifications.notify(trx, { ...event, link: links.administrators }, admins)
  if (inSchool.length > 0) return
  for (const [school, some] of Map.groupBy(people, ({ school_id }) => school_id)) {
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
  const person = await trx.selectFrom('users').where('id', '=', requestedBy).select(['school_id']).executeTakeFirst()
  if (!person) return
  const link = `${links.administrators}&state=${step === 'approved' ? 'open' : 'past'}`
  await notifications.notify(trx, { schoolId: person.school_id, kind: 'seal', link, params: { step } }, [requestedBy])
}

/** The ids of the active site administrators by their school. */
export async function findSiteAdministrators(trx: Trx): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ school_id: string; ids: string[] }>`
    select school_id, array_agg(id) as ids from users where role = 'site_admin' and ${isActive} group by 1`.execute(trx)
  return new Map(rows.map(({ school_id, ids }) => [school_id, ids]))
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
