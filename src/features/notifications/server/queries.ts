import { sql } from 'kysely'
import { type NotificationKind, notificationKinds, type Way } from '../../../shared/notifications.ts'
import type { Anonymity } from '../../../shared/server/anonymity.ts'
import { beforeEverything, exactly, isMoment, readCursor, writeCursor } from '../../../shared/server/cursor.ts'
import { type Db, prepared, type Slot, type Slots } from '../../../shared/server/db.ts'
import type { Viewer } from '../../../shared/server/viewer.ts'
import type { Choices, Notification } from '../contract.ts'

/** Days that a notification is kept, and one about something anonymous. */
export const daysKept = 90
export const sealedDaysKept = 30

const day = 24 * 3600 * 1000

/** The marks under which notifications about what a viewer wrote anonymously may lie. */
export const inboxesOf = (anonymity: Anonymity, { id, schoolId }: Pick<Viewer, 'id' | 'schoolId'>, now = Date.now()) =>
  Array.from({ length: sealedDaysKept + 1 }, (_, age) =>
    anonymity.inbox(schoolId, id, new Date(now - age * day).toISOString().slice(0, 10)),
  )

type Reader = { school: string; viewer: string; inboxes: readonly Buffer[] }

/** People whose marks are remembered, so that the bell does not compute a month of them each time it is asked. */
const remembered = 2000
const marks = new WeakMap<Anonymity, Map<string, readonly Buffer[]>>()

function readerOf(anonymity: Anonymity, viewer: Viewer): Reader {
  const known = marks.get(anonymity) ?? new Map<string, readonly Buffer[]>()
  marks.set(anonymity, known)
  const key = `${new Date().toISOString().slice(0, 10)} ${viewer.id}`
  const inboxes = known.get(key) ?? inboxesOf(anonymity, viewer)
  if (known.size >= remembered) known.clear()
  known.set(key, inboxes)
  return { school: viewer.schoolId, viewer: viewer.id, inboxes }
}

/** The rows that are for a viewer, under their name or one of their marks; of the latter those that they want. */
const visibleNotifications = ({ school, viewer, inboxes }: { readonly [K in keyof Reader]: Slot<Reader[K]> }) => sql`
  (select * from notifications where school_id = ${school} and user_id = ${viewer}
   union all
   select * from notifications where school_id = ${school} and inbox = any (${inboxes}::bytea[])
     and not exists (select from notification_choices as choice
       where choice.school_id = ${school} and choice.user_id = ${viewer} and choice.ways ->> kind = 'off')
  ) as notifications`

type Row = Omit<Notification, 'link' | 'sentence' | 'kind'> & {
  kind: NotificationKind
  link: string
  sentence: string | null
  sealed: Buffer | null
  at: string
}

const shownActors = 3

const pageOf = prepared(
  (
    _db,
    { school, viewer, inboxes, time, last, count }: Slots<Reader & { time: string; last: string; count: number }>,
  ) => sql<Row>`
    select id, kind, link, sentence, sealed, times, ${exactly('created_at')} as at,
      floor(extract(epoch from created_at))::int8 as created_at, read_at is not null as is_read,
      greatest(cardinality(actors) - ${sql.lit(shownActors)}, 0) as others,
      coalesce((select json_agg(json_build_object('id', users.id, 'name', users.name, 'avatar_url', users.avatar_url) order by place)
        from unnest(actors[1:${sql.lit(shownActors)}]) with ordinality as actor (id, place)
        cross join lateral (select * from users where users.school_id = notifications.school_id and users.id = actor.id
          limit 1) as users), '[]') as actors
    from ${visibleNotifications({ school, viewer, inboxes })}
    where (notifications.created_at, notifications.id) < (${time}::timestamptz, ${last}::uuid)
    order by notifications.created_at desc, notifications.id desc limit ${count}`,
)

/** What concerns the viewer, the latest first, after a cursor. */
export async function listNotifications(
  db: Db,
  anonymity: Anonymity,
  viewer: Viewer,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const after = readCursor(cursor)
  const start = after && isMoment(after.place) ? { time: after.place, last: after.id } : beforeEverything
  const rows = await pageOf(db, { ...readerOf(anonymity, viewer), ...start, count: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = rows.length > limit
  const next = hasMore && last ? writeCursor({ place: last.at, id: last.id }) : null
  return {
    notifications: await Promise.all(shown.map((row) => opened(anonymity, viewer, row))),
    pagination: { limit, hasMore, cursor: next },
  }
}

async function opened(anonymity: Anonymity, { schoolId }: Viewer, row: Row): Promise<Notification> {
  const { sealed, at: _, ...rest } = row
  if (!sealed) return { ...rest, sentence: row.sentence ?? '' }
  const told = JSON.parse(await anonymity.open(sealed, schoolId, row.link)) as { link: string; sentence: string }
  return { ...rest, ...told }
}

const unread = prepared(
  (_db, { school, viewer, inboxes }: Slots<Reader>) => sql<{ unread: number }>`
    select count(*) as unread from (
      select from ${visibleNotifications({ school, viewer, inboxes })} where read_at is null limit 100) as those`,
)

/** How many notifications the viewer has not read; counted up to 100. */
export async function countUnread(db: Db, anonymity: Anonymity, viewer: Viewer): Promise<number> {
  const [counted] = await unread(db, readerOf(anonymity, viewer))
  return counted?.unread ?? 0
}

/** Marks one as read, or all of them. False when there is no such one. */
export async function markRead(db: Db, anonymity: Anonymity, viewer: Viewer, id?: string): Promise<boolean> {
  const { rows } = await sql`
    update notifications set read_at = coalesce(read_at, now()), due = null
    where school_id = ${viewer.schoolId}
      and id in (select id from ${visibleNotifications(readerOf(anonymity, viewer))} where ${id ? sql`id = ${id}` : sql`read_at is null`})
    returning 1`.execute(db)
  return rows.length > 0
}

type Chosen = { ways: Partial<Record<NotificationKind, Way>>; quiet_from: number | null; quiet_to: number | null }

/** How the viewer is told of each kind: as they chose, else as the product suggests. */
export async function choicesOf(db: Db, { id, schoolId }: Viewer): Promise<Choices> {
  const chosen = (await db
    .selectFrom('notification_choices')
    .where('school_id', '=', schoolId)
    .where('user_id', '=', id)
    .select(['ways', 'quiet_from', 'quiet_to'])
    .executeTakeFirst()) as Chosen | undefined
  const suggested = Object.entries(notificationKinds).map(([kind, { way }]) => [kind, way])
  const quiet =
    chosen?.quiet_from == null || chosen.quiet_to == null ? null : { from: chosen.quiet_from, to: chosen.quiet_to }
  return { ways: { ...Object.fromEntries(suggested), ...chosen?.ways }, quiet }
}
