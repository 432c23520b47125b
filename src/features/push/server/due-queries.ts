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

/** Takes rows that are due. */
export const takeDue = async (trx: Trx, limit: number): Promise<TakenPush[]> =>
  (
    await sql<TakenPush>`
      with ready as (
        select school_id, user_id, topic from push_due where due_at <= now() and not is_held
        order by due_at limit ${limit} for update skip locked)
      update push_due as due set due_at = ${lease}
      from ready join schools on schools.id = ready.school_id
        join users on users.school_id = ready.school_id and users.id = ready.user_id
        left join notification_choices as choice on choice.school_id = ready.school_id and choice.user_id = ready.user_id
        cross join ${localTime}
      where due.school_id = ready.school_id and due.user_id = ready.user_id and due.topic = ready.topic
      returning ${takenColumns}`.execute(trx)
  ).rows

/** Takes all rows of some users that were held back and are due. No two jobs take rows of one user. */
export const takeHeld = async (trx: Trx, people: number): Promise<TakenPush[]> =>
  (
    await sql<TakenPush>`
      with waiting as materialized (
        select distinct school_id, user_id from push_due where is_held and due_at <= now() limit ${people}),
      ours as materialized (
        select * from waiting where pg_try_advisory_xact_lock(hashtextextended('push summary ' || user_id::text, 0))),
      ready as (
        select held.school_id, held.user_id, held.topic from push_due as held
        join ours on ours.school_id = held.school_id and ours.user_id = held.user_id
        where held.is_held and held.due_at <= now() for update of held skip locked)
      update push_due as due set due_at = ${lease}
      from ready join schools on schools.id = ready.school_id
        join users on users.school_id = ready.school_id and users.id = ready.user_id
        left join notification_choices as choice on choice.school_id = ready.school_id and choice.user_id = ready.user_id
        cross join ${localTime}
      where due.school_id = ready.school_id and due.user_id = ready.user_id and due.topic = ready.topic
      returning ${takenColumns}`.execute(trx)
  ).rows

/** The number of rows that are due, counted up to a maximum. */
export async function countBacklog(db: Db, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from push_due where due_at <= now() limit ${max}) as waiting`.execute(db)
  return rows[0]?.count ?? 0
}

const toTakenKeys = (rows: readonly TakenPush[]) => sql`unnest(${rows.map(({ schoolId }) => schoolId)}::uuid[],
  ${rows.map(({ userId }) => userId)}::uuid[], ${rows.map(({ topic }) => topic)}::text[],
  ${rows.map(({ count }) => count)}::int[]) as taken (school_id, user_id, topic, count)`

/** Rows that got another event since they were taken are due again soon, and stay as they are. */
const isUnchanged = sql`due.school_id = taken.school_id and due.user_id = taken.user_id and due.topic = taken.topic
  and due.count = taken.count`

/** Deletes rows that were sent or are unnecessary. */
export const deleteDue = async (db: Db, rows: readonly TakenPush[]): Promise<void> => {
  if (rows.length === 0) return
  await sql`delete from push_due as due using ${toTakenKeys(rows)} where ${isUnchanged}`.execute(db)
}

/** Postpones a row. A row that is held becomes part of a summary. */
export const postpone = (db: Db, row: TakenPush, { until, isHeld }: { until: Date; isHeld: boolean }) =>
  sql`update push_due as due set due_at = ${until}, is_held = due.is_held or ${isHeld}
    from ${toTakenKeys([row])} where ${isUnchanged}`.execute(db)

export type PushDevice = {
  readonly schoolId: string
  readonly id: string
  readonly userId: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** The devices of these users whose sessions have not ended, and that subscribed with the current key. */
export async function listPushDevices(
  db: Db,
  rows: readonly Pick<TakenPush, 'schoolId' | 'userId'>[],
  keyId: string,
): Promise<PushDevice[]> {
  const { rows: devices } = await sql<PushDevice>`
    select device.school_id as "schoolId", device.id, device.user_id as "userId", endpoint, p256dh, auth
    from (select distinct school_id, user_id from unnest(${rows.map(({ schoolId }) => schoolId)}::uuid[],
      ${rows.map(({ userId }) => userId)}::uuid[]) as asked (school_id, user_id)) as person
    join push_subscriptions as device on device.school_id = person.school_id and device.user_id = person.user_id
    join sessions on sessions.school_id = device.school_id and sessions.id = device.session_id
    where sessions.expires_at > now() and device.key_id = ${keyId}`.execute(db)
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
export async function storeOutcomes(db: Db, { sent, gone, refused }: Outcomes): Promise<void> {
  const ids = (devices: readonly PushDevice[]) => sql`unnest(${devices.map(({ schoolId }) => schoolId)}::uuid[],
    ${devices.map(({ id }) => id)}::uuid[]) as asked (school_id, id)`
  const isAsked = sql`device.school_id = asked.school_id and device.id = asked.id`
  if (sent.length > 0)
    await sql`update push_subscriptions as device set last_ok_at = date_trunc('minute', now()), failures = 0
      from ${ids(sent)} where ${isAsked}`.execute(db)
  if (gone.length > 0)
    await sql`delete from push_subscriptions as device using ${ids(gone)} where ${isAsked}`.execute(db)
  if (refused.length === 0) return
  await sql`update push_subscriptions as device set failures = failures + 1
    from ${ids(refused)} where ${isAsked}`.execute(db)
  await sql`delete from push_subscriptions as device using ${ids(refused)}
    where ${isAsked} and failures >= ${maxFailures}`.execute(db)
}
