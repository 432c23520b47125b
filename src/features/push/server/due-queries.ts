import { sql } from 'kysely'
import type { LockScreenDetail, PushKind } from '../../../shared/notification-kinds.ts'
import { isBlocked } from '../../../shared/server/auth/moderation-status.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { localTime, pushQuietUntil } from '../../../shared/server/quiet-hours.ts'
import type { testKind } from './actions.ts'

/** A row that this job sends now. Until `leaseSeconds` are over no other job takes it. */
export type TakenPush = {
  readonly schoolId: string
  readonly userId: string
  readonly topic: string
  readonly kind: PushKind | typeof testKind
  readonly link: string
  readonly firstAt: Date
  readonly count: number
  readonly lockScreen: LockScreenDetail
  /** The end of the quiet hours that apply now. */
  readonly quietUntil: Date | null
  /** False for users who are blocked or gone, and in schools that are not active. */
  readonly mayReceive: boolean
}

/** Longer than all requests of a batch take: after a crash the rows are sent again. */
const leaseSeconds = 120

const lease = sql`now() + make_interval(secs => ${sql.lit(leaseSeconds)})`

const takenColumns = sql`due.school_id as "schoolId", due.user_id as "userId", due.topic, due.kind, due.link,
  due.first_at as "firstAt", due.count, coalesce(choice.lock_screen, 'sender') as "lockScreen", ${pushQuietUntil} as "quietUntil",
  users.deleted_at is null and not ${isBlocked} and schools.is_active as "mayReceive"`

/** SQL of the schools with rows that are due. */
export const dueSchools = sql`select school_id from push_due where due_at <= now()`

/** Takes rows of a school that are due. */
export const takeDue = async (trx: Trx, schoolId: string, limit: number): Promise<TakenPush[]> =>
  (
    await sql<TakenPush>`
      with ready as (
        select user_id, topic from push_due where school_id = ${schoolId} and due_at <= now() and not is_held
        order by due_at limit ${limit} for update skip locked)
      update push_due as due set due_at = ${lease}
      from ready join schools on schools.id = ${schoolId}
        join users on users.school_id = ${schoolId} and users.id = ready.user_id
        left join notification_choices as choice on choice.school_id = ${schoolId} and choice.user_id = ready.user_id
        cross join ${localTime}
      where due.school_id = ${schoolId} and due.user_id = ready.user_id and due.topic = ready.topic
      returning ${takenColumns}`.execute(trx)
  ).rows

/** Takes all rows of some users of a school that were held back and are due. No two jobs take rows of one user. */
export const takeHeld = async (trx: Trx, schoolId: string, people: number): Promise<TakenPush[]> =>
  (
    await sql<TakenPush>`
      with waiting as materialized (
        select distinct user_id from push_due where school_id = ${schoolId} and is_held and due_at <= now() limit ${people}),
      ours as materialized (
        select * from waiting where pg_try_advisory_xact_lock(hashtextextended('push summary ' || user_id::text, 0))),
      ready as (
        select held.user_id, held.topic from push_due as held join ours on ours.user_id = held.user_id
        where held.school_id = ${schoolId} and held.is_held and held.due_at <= now() for update of held skip locked)
      update push_due as due set due_at = ${lease}
      from ready join schools on schools.id = ${schoolId}
        join users on users.school_id = ${schoolId} and users.id = ready.user_id
        left join notification_choices as choice on choice.school_id = ${schoolId} and choice.user_id = ready.user_id
        cross join ${localTime}
      where due.school_id = ${schoolId} and due.user_id = ready.user_id and due.topic = ready.topic
      returning ${takenColumns}`.execute(trx)
  ).rows

/** The number of rows of a school that are due, counted up to a maximum. */
export async function countBacklog(db: Db, schoolId: string, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from push_due
      where school_id = ${schoolId} and due_at <= now() limit ${max}) as waiting`.execute(db)
  return rows[0]?.count ?? 0
}

const toTakenKeys = (rows: readonly TakenPush[]) => sql`unnest(
  ${rows.map(({ userId }) => userId)}::uuid[], ${rows.map(({ topic }) => topic)}::text[],
  ${rows.map(({ count }) => count)}::int[]) as taken (user_id, topic, count)`

/** Rows that got another event since they were taken are due again soon, and stay as they are. */
const isUnchanged = (
  schoolId: string,
) => sql`due.school_id = ${schoolId} and due.user_id = taken.user_id and due.topic = taken.topic
  and due.count = taken.count`

/** Deletes rows that were sent or are unnecessary. */
export const deleteDue = async (db: Db, rows: readonly TakenPush[]): Promise<void> => {
  for (const [schoolId, some] of Map.groupBy(rows, (row) => row.schoolId))
    await sql`delete from push_due as due using ${toTakenKeys(some)} where ${isUnchanged(schoolId)}`.execute(db)
}

/** Postpones a row. A row that is held becomes part of a summary. */
export const postpone = (db: Db, row: TakenPush, { until, isHeld }: { until: Date; isHeld: boolean }) =>
  sql`update push_due as due set due_at = ${until}, is_held = due.is_held or ${isHeld}
    from ${toTakenKeys([row])} where ${isUnchanged(row.schoolId)}`.execute(db)

export type PushDevice = {
  readonly schoolId: string
  readonly id: string
  readonly userId: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** The devices of these users of a school whose sessions have not ended, and that subscribed with the current key. */
export async function listPushDevices(
  db: Db,
  schoolId: string,
  rows: readonly Pick<TakenPush, 'userId'>[],
  keyId: string,
): Promise<PushDevice[]> {
  const { rows: devices } = await sql<PushDevice>`
    select device.school_id as "schoolId", device.id, device.user_id as "userId", endpoint, p256dh, auth
    from push_subscriptions as device
    join sessions on sessions.school_id = device.school_id and sessions.id = device.session_id
    where device.school_id = ${schoolId} and device.user_id = any (${rows.map(({ userId }) => userId)}::uuid[])
      and sessions.expires_at > now() and device.key_id = ${keyId}`.execute(db)
  return devices
}

/** In a row, until a device is deleted. */
const maxFailures = 5

type Outcomes = {
  readonly sent: readonly PushDevice[]
  readonly gone: readonly PushDevice[]
  readonly refused: readonly PushDevice[]
}

/** Stores what the push services answered. The time of a success is exact to the minute. */
export async function storeOutcomes(db: Db, schoolId: string, { sent, gone, refused }: Outcomes): Promise<void> {
  const isAmong = (devices: readonly PushDevice[]) =>
    sql`device.school_id = ${schoolId} and device.id = any (${devices.map(({ id }) => id)}::uuid[])`
  if (sent.length > 0)
    await sql`update push_subscriptions as device set last_ok_at = date_trunc('minute', now()), failures = 0
      where ${isAmong(sent)}`.execute(db)
  if (gone.length > 0) await sql`delete from push_subscriptions as device where ${isAmong(gone)}`.execute(db)
  if (refused.length === 0) return
  await sql`update push_subscriptions as device set failures = failures + 1
    where ${isAmong(refused)}`.execute(db)
  await sql`delete from push_subscriptions as device
    where ${isAmong(refused)} and failures >= ${maxFailures}`.execute(db)
}
