import { sql } from 'kysely'
import { listedKinds, type NotificationKind, renderNotification } from '../../../shared/notification-kinds.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { RenderText } from '../../../shared/server/notifications/render.ts'
import {
  type BadgeCounter,
  countBySchool,
  type DuePush,
  loadBySchool,
  type PushContent,
  type PushSource,
} from '../../../shared/server/push.ts'
import type { Notification } from '../contract.ts'
import { type PreviewSource, withPreviews } from './previews.ts'

/** Never described on a lock screen: what moderators decided. */
const privateKinds: readonly NotificationKind[] = [
  'moderation',
  'report',
  'rating',
  'appeal',
  'seal',
  'case_overdue',
  'urgent_case',
  'notice',
]

/** A change of an event that starts within this time wakes the device. */
const urgentMs = 3 * 3600_000

type Row = {
  readonly at: number
  readonly id: string
  readonly kind: NotificationKind
  readonly link: string
  readonly params: { readonly starts_at?: number; readonly cancelled?: boolean } | null
  readonly sentence: string | null
  readonly actors: Notification['actors']
  readonly others: number
}

/** What pushes say about notifications that are still unread. Rows of sealed inboxes name no user and are never pushed. */
export function notificationPushes(render: RenderText, previews: readonly PreviewSource[]): PushSource {
  const toContent = async (db: Db, row: Row, push: DuePush): Promise<PushContent> => {
    const { kind, link, params, actors } = row
    const sentence = render(row)
    const startsAt = params?.starts_at === undefined ? undefined : new Date(params.starts_at * 1000)
    const isAhead = startsAt !== undefined && startsAt.getTime() > Date.now()
    const timing = {
      isUrgent: kind === 'event_changed' && isAhead && startsAt.getTime() <= Date.now() + urgentMs,
      ...((kind === 'event_reminder' || isAhead) && { expiresAt: startsAt }),
    }
    const isAnonymous = sentence.includes('{names}') && actors.length === 0
    if (isAnonymous || privateKinds.includes(kind) || link.startsWith('/confessions'))
      return { title: undefined, detailed: undefined, count: 1, ...timing }
    const title = renderNotification({ ...row, sentence })
    const body = push.showsText ? await loadPreview(db, previews, row, push) : undefined
    return { title, detailed: { title, body }, count: 1, ...timing }
  }

  return {
    kinds: listedKinds,
    load: loadBySchool(async (db, schoolId, pushes) => {
      const { rows } = await sql<Row>`
        select asked.at::int as at, notifications.id, kind, notifications.link, params, sentence,
          greatest(cardinality(actors) - 3, 0) as others,
          coalesce((select json_agg(json_build_object('id', users.id, 'name', users.name, 'avatar_url', users.avatar_url)
              order by place)
            from unnest(actors[1:3]) with ordinality as actor (id, place)
            join users on users.school_id = ${schoolId} and users.id = actor.id), '[]') as actors
        from unnest(${pushes.map(({ userId }) => userId)}::uuid[], ${pushes.map(({ kind }) => kind)}::text[], ${pushes.map(({ link }) => link)}::text[])
          with ordinality as asked (user_id, wanted_kind, wanted_link, at)
        join notifications on notifications.school_id = ${schoolId} and notifications.user_id = asked.user_id
          and kind = asked.wanted_kind and notifications.link = asked.wanted_link
        where read_at is null`.execute(db)
      const contents: (PushContent | undefined)[] = pushes.map(() => undefined)
      for (const row of rows) {
        const push = pushes[row.at - 1]
        if (push) contents[row.at - 1] = await toContent(db, row, push)
      }
      return contents
    }),
  }
}

/** The text of the item as its reader may see it now; undefined for hidden and anonymous ones. */
async function loadPreview(db: Db, previews: readonly PreviewSource[], row: Row, { schoolId, userId }: DuePush) {
  const reader: Viewer = { id: userId, schoolId, name: '', role: 'student', canManageAds: false, sessionId: '' }
  const { id, kind, link, actors, others } = row
  const notification = { id, kind, link, actors, others, sentence: '', times: 1, created_at: 0, is_read: false }
  const [shown] = await withPreviews(db, reader, previews, [{ ...notification, isSealed: false }])
  return shown?.preview?.text
}

const maxBadge = 100

/** Unread notifications of the list, without those of sealed inboxes, which only the user's own requests find. */
export const countUnreadNotifications: BadgeCounter = countBySchool(async (db, schoolId, people) => {
  const { rows } = await sql<{ user_id: string; unread: number }>`
    select asked.user_id, (select count(*) from (select from notifications where notifications.school_id = ${schoolId}
      and notifications.user_id = asked.user_id and read_at is null limit ${maxBadge}) as unread)::int as unread
    from unnest(${people}::uuid[]) as asked (user_id)`.execute(db)
  return new Map(rows.map(({ user_id, unread }) => [user_id, unread]))
})
