import { sql } from 'kysely'
import {
  isPushedByDefault,
  type LockScreenDetail,
  listedKinds,
  type NotificationChannel,
  type NotificationKind,
  notificationKinds,
  type PushKind,
  pushKinds,
} from '../../../shared/notification-kinds.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { SealedInbox, SealedRow } from '../../../shared/server/crypto/sealed-inbox.ts'
import { decodeCursor, encodeCursor, isoMicros, isTimestamp, startCursor } from '../../../shared/server/db/cursor.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParam, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { isMinor, minorQuiet } from '../../../shared/server/minors.ts'
import type { Notifications } from '../../../shared/server/notifications.ts'
import type { Choices, Notification } from '../contract.ts'
import { type PreviewSource, withPreviews } from './previews.ts'

/** Retention in days of notifications addressed by user id. */
export const daysKept = 90

type ViewerParams = { school: string; viewer: string; inboxes: readonly Buffer[] }

/** The inbox marks of the viewer. None in a session that hides the own items. */
const ownMarks = async (inbox: SealedInbox, viewer: Viewer): Promise<readonly Buffer[]> =>
  viewer.hidesOwn ? [] : inbox.marksOf(viewer)

const toViewerParams = async (inbox: SealedInbox, viewer: Viewer): Promise<ViewerParams> => ({
  school: viewer.schoolId,
  viewer: viewer.id,
  inboxes: await ownMarks(inbox, viewer),
})

/** The rows addressed to the viewer, by user id or by one of their inbox marks. */
const visibleNotifications = ({
  school,
  viewer,
  inboxes,
}: { readonly [K in keyof ViewerParams]: SqlParam<ViewerParams[K]> }) => sql`
  (select * from notifications where school_id = ${school} and user_id = ${viewer}
   union all
   select * from notifications where school_id = ${school} and inbox = any (${inboxes}::bytea[])
  ) as notifications`

/** The viewer's choices, selected with each row because only the server can decrypt the kind of a sealed row. */
const channelsJson = ({ school, viewer }: { readonly [K in 'school' | 'viewer']: SqlParam<string> }) => sql<
  ChoicesRow['ways'] | null
>`
  (select ways from notification_choices where school_id = ${school} and user_id = ${viewer})`

type Row = Omit<Notification, 'link' | 'sentence' | 'kind'> & {
  kind: NotificationKind
  link: string
  params: unknown
  sentence: string | null
  school_id: string
  inbox: Buffer | null
  sealed: Buffer | null
  ways: ChoicesRow['ways'] | null
  at: string
}

const shownActors = 3

const toPage = prepared(
  (
    _db,
    {
      school,
      viewer,
      inboxes,
      time,
      last,
      count,
    }: SqlParams<ViewerParams & { time: string; last: string; count: number }>,
  ) => sql<Row>`
    select id, kind, link, params, sentence, school_id, inbox, sealed, times,
      case when inbox is not null then ${channelsJson({ school, viewer })} end as ways, ${isoMicros('created_at')} as at,
      floor(extract(epoch from created_at))::int8 as created_at, (read_at is not null or is_read) as is_read,
      greatest(cardinality(actors) - ${sql.lit(shownActors)}, 0) as others,
      coalesce((select json_agg(json_build_object('id', users.id, 'name', users.name, 'avatar_url', users.avatar_url) order by place)
        from unnest(actors[1:${sql.lit(shownActors)}]) with ordinality as actor (id, place)
        cross join lateral (select * from users where users.school_id = notifications.school_id and users.id = actor.id
          limit 1) as users), '[]') as actors
    from ${visibleNotifications({ school, viewer, inboxes })}
    where (notifications.created_at, notifications.id) < (${time}::timestamptz, ${last}::uuid)
    order by notifications.created_at desc, notifications.id desc limit ${count}`,
)

/** One page of the viewer's notifications, latest first, after a cursor. */
export async function listNotifications(
  db: Db,
  notifications: Notifications,
  viewer: Viewer,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  sources: readonly PreviewSource[],
) {
  const after = decodeCursor(cursor)
  const start = after && isTimestamp(after.sortKey) ? { time: after.sortKey, last: after.id } : startCursor
  const rows = await toPage(db, { ...(await toViewerParams(notifications.inbox, viewer)), ...start, count: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = rows.length > limit
  const next = hasMore && last ? encodeCursor({ sortKey: last.at, id: last.id }) : null
  return {
    notifications: await withPreviews(
      db,
      viewer,
      sources,
      shown.flatMap((row) => present(notifications, row)),
    ),
    pagination: { limit, hasMore, cursor: next },
  }
}

/** Presents a row; returns no item for a sealed one of a kind that the viewer has turned off. */
function present({ inbox, render }: Notifications, row: Row): (Notification & { isSealed: boolean })[] {
  const { inbox: mark, sealed, ways, school_id, at: _, params: __, ...rest } = row
  if (!mark || !sealed) return [{ ...rest, sentence: render(row), isSealed: false }]
  const opened = inbox.open({ school_id, inbox: mark, sealed })
  const kind = opened.kind as NotificationKind
  if (ways?.[kind] === 'off') return []
  const is_read = inbox.isRead({ school_id, inbox: mark, sealed, is_read: row.is_read })
  const { link, times } = opened
  return [{ ...rest, link, times, kind, sentence: render(opened), is_read, isSealed: true }]
}

/** Unread counts stop here. */
const maxCounted = 100

type Unread = { unread: number; inboxes: Buffer[] | null; sealed: Buffer[] | null; ways: ChoicesRow['ways'] | null }

const unread = prepared(
  (_db, { school, viewer, inboxes }: SqlParams<ViewerParams>) => sql<Unread>`
    select (select count(*) from (select from notifications where school_id = ${school} and user_id = ${viewer}
        and read_at is null limit ${sql.lit(maxCounted)}) as named)::int as unread,
      array_agg(inbox) as inboxes, array_agg(sealed) as sealed, ${channelsJson({ school, viewer })} as ways
    from notifications where school_id = ${school} and inbox = any (${inboxes}::bytea[]) and not is_read`,
)

/** The number of the viewer's unread notifications, at most 100. */
export async function countUnread(db: Db, inbox: SealedInbox, viewer: Viewer): Promise<number> {
  const [counted] = await unread(db, await toViewerParams(inbox, viewer))
  if (!counted) return 0
  const rows = (counted.inboxes ?? []).map((mark, index) => ({
    school_id: viewer.schoolId,
    inbox: mark,
    sealed: counted.sealed?.[index] ?? Buffer.alloc(0),
    is_read: false,
  }))
  const isWanted = (row: SealedRow) => counted.ways?.[inbox.open(row).kind as NotificationKind] !== 'off'
  const hasChoices = Object.values(counted.ways ?? {}).includes('off')
  const sealed = rows.filter((row) => !inbox.isRead(row) && (!hasChoices || isWanted(row)))
  return Math.min(counted.unread + sealed.length, maxCounted)
}

/** Marks one notification or all as read. Returns false when nothing matches. */
export async function markRead(db: Db, inbox: SealedInbox, viewer: Viewer, id?: string): Promise<boolean> {
  const { rows: sealed } = await sql<SealedRow>`
    select school_id, inbox, sealed, is_read from notifications
    where school_id = ${viewer.schoolId} and inbox = any (${await ownMarks(inbox, viewer)}::bytea[])
      and ${id ? sql`id = ${id}` : sql`not is_read`}`.execute(db)
  inbox.markRead(sealed)
  if (id && sealed.length > 0) return true
  const { rows } = await sql`
    update notifications set read_at = coalesce(read_at, now()), due = null
    where school_id = ${viewer.schoolId} and user_id = ${viewer.id} and ${id ? sql`id = ${id}` : sql`read_at is null`}
    returning 1`.execute(db)
  return rows.length + sealed.length > 0
}

/** Null until the user chooses. */
type ChoicesRow = {
  ways: Partial<Record<NotificationKind, NotificationChannel>> | null
  quiet_from: number | null
  quiet_to: number | null
  push: Partial<Record<PushKind, boolean>> | null
  lock_screen: LockScreenDetail | null
}

/** Shown until the user chooses. */
export const defaultLockScreen: LockScreenDetail = 'sender'

/** The viewer's channel for each kind: the chosen one, or the default. */
export async function loadChoices(db: Db, { id, schoolId }: Viewer): Promise<Choices> {
  const { is_minor, ...chosen } = (await db
    .selectFrom('users')
    .innerJoin('schools', 'schools.id', 'users.school_id')
    .leftJoin('notification_choices as choice', (join) =>
      join.onRef('choice.school_id', '=', 'users.school_id').onRef('choice.user_id', '=', 'users.id'),
    )
    .where('users.school_id', '=', schoolId)
    .where('users.id', '=', id)
    .select(['ways', 'quiet_from', 'quiet_to', 'push', 'lock_screen', isMinor().as('is_minor')])
    .executeTakeFirstOrThrow()) as ChoicesRow & { is_minor: boolean }
  const suggested = Object.fromEntries(listedKinds.map((kind) => [kind, notificationKinds[kind].way]))
  const pushed = Object.fromEntries(pushKinds.map((kind) => [kind, isPushedByDefault(kind)]))
  const quiet =
    chosen.quiet_from === null || chosen.quiet_to === null ? null : { from: chosen.quiet_from, to: chosen.quiet_to }
  return {
    ways: { ...suggested, ...chosen.ways } as Choices['ways'],
    quiet,
    ...(is_minor && { fixed_quiet: minorQuiet }),
    push: { ...pushed, ...chosen.push } as Choices['push'],
    lock_screen: chosen.lock_screen ?? defaultLockScreen,
  }
}
