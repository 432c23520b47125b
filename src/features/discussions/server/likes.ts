import { type RawBuilder, sql } from 'kysely'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import {
  insertNotification,
  type NotificationValues,
  noneStored,
  retractNotification,
  type StoredNotifications,
  storedColumns,
} from '../../../shared/server/notifications.ts'
import type { LikeState } from '../contract.ts'
import type { DiscussedPost, DiscussionScope } from './scope.ts'

/** A post, or a comment below it, that is liked. */
type LikedItem<P> = { readonly post: P; readonly id: string; readonly author_id: string | null }
/** `changed` is false when the viewer liked the item already, or did not like it. */
type LikeResult = LikeState & StoredNotifications & { readonly changed: boolean }

/**
 * Statements that change the likes of an item, its count and the notification of its author together, and return the new
 * count with further columns of the item. Both are idempotent.
 */
export function createLikes<R extends object, P extends DiscussedPost>(
  of: 'posts' | 'comments',
  likes: 'post_likes' | 'comment_likes',
  key: 'post_id' | 'comment_id',
  columns: RawBuilder<unknown>,
  isListening: DiscussionScope<P>['isListening'],
) {
  type Values = NotificationValues & P & { item: string; author: string | null }
  const like = prepared((_db, slots: SqlParams<Values>) => {
    const { schoolId, item, by } = slots
    const isAuthor = sql`${isListening(schoolId, slots, slots.author)} and exists (select from changes)`
    return sql<R & LikeResult>`
      with changes as (
        insert into ${sql.table(likes)} (school_id, ${sql.ref(key)}, user_id) values (${schoolId}, ${item}, ${by})
        on conflict do nothing returning 1),
      stored as (${insertNotification(slots, isAuthor)})
      update ${sql.table(of)} set like_count = like_count + (select count(*) from changes)
      where school_id = ${schoolId} and id = ${item} and withheld_at is null
      returning like_count as likes_count, true as is_liked, exists (select from changes) as changed,
        ${storedColumns}, ${columns}`
  })
  const unlike = prepared((_db, { schoolId, item, by, kind, link, author }: SqlParams<Values>) => {
    const retraction = { schoolId, kind, link, from: author, actor: by }
    return sql<R & LikeResult>`
      with changes as (
        delete from ${sql.table(likes)} where school_id = ${schoolId} and ${sql.ref(key)} = ${item} and user_id = ${by}
        returning 1),
      ${retractNotification(retraction, sql`exists (select from changes)`)}
      update ${sql.table(of)} set like_count = like_count - (select count(*) from changes)
      where school_id = ${schoolId} and id = ${item} and withheld_at is null
      returning like_count as likes_count, false as is_liked, exists (select from changes) as changed,
        ${noneStored}, ${columns}`
  })
  /** Stores or removes the like of the event's actor. Throws 404 when the item was deleted since the caller read it. */
  return async (
    trx: Trx,
    event: NotificationValues,
    { post, id, author_id }: LikedItem<P>,
    wants: 'like' | 'unlike',
  ) => {
    const values = { ...post, ...event, item: id, author: author_id }
    const [row] = await (wants === 'like' ? like : unlike)(trx, values)
    if (!row) throw notFound()
    return row
  }
}
