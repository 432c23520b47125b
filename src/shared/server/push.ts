import { sql } from 'kysely'
import { isPushedByDefault, type PushKind } from '../notification-kinds.ts'
import type { Db } from './db/pools.ts'
import { prepared, type SqlParam } from './db/prepared.ts'
import type { Trx } from './db/transaction.ts'

/** The job that sends what is due. */
export const pushJob = 'send_pushes'

/** Time in which a user who is at the screen reads it, so that no push is needed. */
export const pushDelaySeconds = 8

/** Something to push. */
export type PushEvent = {
  readonly schoolId: string
  readonly kind: PushKind
  /** The page to open. */
  readonly link: string
  /** A later push of the same topic replaces the earlier one. By default the link. */
  readonly topic?: string
  /** Caused by an anonymous item, whose exact time no row holds. */
  readonly anonymous?: boolean
}

type DueValues = {
  schoolId: string
  people: readonly string[]
  kind: string
  links: readonly string[]
  topics: readonly string[]
  byDefault: boolean
  anonymous: boolean
}

/** SQL condition: the user has a device that receives pushes, and wants those of this kind. */
export const wantsPush = (
  person: { readonly schoolId: SqlParam<string>; readonly id: SqlParam<string> },
  kind: SqlParam<string>,
  byDefault: SqlParam<boolean>,
) => sql<boolean>`(exists (select from push_subscriptions as device
    where device.school_id = ${person.schoolId} and device.user_id = ${person.id})
  and coalesce((select (wanted.push ->> ${kind}::text)::boolean from notification_choices as wanted
    where wanted.school_id = ${person.schoolId} and wanted.user_id = ${person.id}), ${byDefault}::boolean))`

/**
 * A row that exists gets one more event and is due at the earlier time. The job runs when the first row is due; a row for an
 * anonymous event waits for the regular run, because a job stores its time too.
 */
const insertDue = prepared<DueValues, object>(
  (_db, { schoolId, people, kind, links, topics, byDefault, anonymous }) => sql`
  with timed as (select case when ${anonymous}::boolean then date_trunc('minute', now()) else now() end as at,
      case when ${anonymous}::boolean then date_trunc('minute', now()) + interval '1 minute'
        else now() + make_interval(secs => ${sql.lit(pushDelaySeconds)}) end as due),
  due as (
    insert into push_due as held (school_id, user_id, topic, kind, link, first_at, due_at)
    select ${schoolId}::uuid, person.id, event.topic, ${kind}::text, event.link, timed.at, timed.due
    from unnest(${people}::uuid[]) as person (id), unnest(${links}::text[], ${topics}::text[]) as event (link, topic), timed
    where ${wantsPush({ schoolId, id: sql.ref('person.id') }, kind, byDefault)}
    order by person.id, event.topic
    on conflict (school_id, user_id, topic) do update set kind = excluded.kind, link = excluded.link,
      count = held.count + 1, due_at = least(held.due_at, excluded.due_at)
    returning due_at)
  select graphile_worker.add_job(${sql.lit(pushJob)}, '{}'::json, run_at := timed.due, max_attempts := 3)
  from timed where not ${anonymous}::boolean and exists (select from due where due.due_at = timed.due)`,
)

/**
 * Pushes to the devices of these users soon after the transaction commits, in one statement. Users without a device, and
 * those who turned the kind off, are left out.
 */
export const enqueuePushes = (trx: Trx, event: PushEvent, people: readonly string[]): Promise<void> =>
  enqueuePushesOfEach(trx, { ...event, topics: [{ link: event.link, topic: event.topic ?? event.link }] }, people)

type PushEvents = Pick<PushEvent, 'schoolId' | 'kind' | 'anonymous'> & {
  readonly topics: readonly { readonly link: string; readonly topic: string }[]
}

/** The same for several events, each with another topic, in one statement for all. */
export async function enqueuePushesOfEach(trx: Trx, events: PushEvents, people: readonly string[]): Promise<void> {
  if (people.length === 0) return
  const { schoolId, kind, topics, anonymous = false } = events
  await insertDue(trx, {
    ...{ schoolId, people, kind, anonymous, byDefault: isPushedByDefault(kind) },
    links: topics.map(({ link }) => link),
    topics: topics.map(({ topic }) => topic),
  })
}

/** The topic of a kind and link: all pushes about one event share it. */
export const toPushTopic = (kind: PushKind, link: string): string =>
  kind.startsWith('event_') ? link : `${kind} ${link}`

/** A waiting push whose text a feature provides. */
export type DuePush = {
  readonly schoolId: string
  readonly userId: string
  readonly kind: PushKind
  readonly link: string
  /** Whether the lock screen shows texts; otherwise they need not be loaded. */
  readonly showsText: boolean
}

/** What a push says. */
export type PushContent = {
  /** Who did what: "Ada wrote to you". Undefined for anything anonymous, which is never described. */
  readonly title: string | undefined
  /** With the setting "Everything". */
  readonly detailed: { readonly title: string; readonly body?: string | undefined } | undefined
  /** Number of unread items that it stands for. */
  readonly count: number
  /** Worth waking a device that saves power. */
  readonly isUrgent: boolean
  /** After this time the push is useless. */
  readonly expiresAt?: Date | undefined
}

/** A feature whose items are pushed. */
export type PushSource = {
  readonly kinds: readonly PushKind[]
  /** The content of each push in the same order; undefined for what was read, muted or deleted meanwhile. */
  load(db: Db, pushes: readonly DuePush[]): Promise<readonly (PushContent | undefined)[]>
}

type LoadOfSchool = (
  db: Db,
  schoolId: string,
  pushes: readonly DuePush[],
) => Promise<readonly (PushContent | undefined)[]>

/** The `load` of a source that reads one school at a time. */
export const loadBySchool =
  (load: LoadOfSchool): PushSource['load'] =>
  async (db, pushes) => {
    const contents = new Map<DuePush, PushContent | undefined>()
    for (const [schoolId, some] of Map.groupBy(pushes, (push) => push.schoolId)) {
      const loaded = await load(db, schoolId, some)
      for (const [index, push] of some.entries()) contents.set(push, loaded[index])
    }
    return pushes.map((push) => contents.get(push))
  }

/** Counts what is unread of each of these users, for the badge of the app. */
export type BadgeCounter = (
  db: Db,
  people: readonly { readonly schoolId: string; readonly userId: string }[],
) => Promise<ReadonlyMap<string, number>>

type CountOfSchool = (db: Db, schoolId: string, people: readonly string[]) => Promise<ReadonlyMap<string, number>>

/** A counter that reads one school at a time. */
export const countBySchool =
  (count: CountOfSchool): BadgeCounter =>
  async (db, people) => {
    const totals = new Map<string, number>()
    for (const [schoolId, some] of Map.groupBy(people, (person) => person.schoolId)) {
      const ids = some.map(({ userId }) => userId)
      for (const [userId, unread] of await count(db, schoolId, ids)) totals.set(userId, unread)
    }
    return totals
  }
