import { type RawBuilder, sql } from 'kysely'
import { canWrite, needsTransaction } from '../../../shared/server/auth/moderation-status.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import {
  insertNotification,
  type NotificationValues,
  noneStored,
  onlyNotified,
  retractNotification,
  type StoredNotifications,
  storedColumns,
} from '../../../shared/server/notifications/statements.ts'
import type { LikeState } from '../contract.ts'
import type { DiscussionScope, PlacedPost } from './scope.ts'

/** `author_id` is that of the item. `changed` is false when the viewer liked it already, or did not like it. */
type LikeResult = LikeState & StoredNotifications & { readonly author_id: string | null; readonly changed: boolean }

/**
 * Statements that find an item which the viewer may like, and change its likes, its count and the notification of its
 * author together. They return the new count with further columns of the item. Both are idempotent.
 */
export function createLikes<R extends object, P extends PlacedPost>(
  of: 'posts' | 'comments',
  likes: 'post_likes' | 'comment_likes',
  key: 'post_id' | 'comment_id',
  columns: RawBuilder<unknown>,
  { isListening, findDiscussed }: Pick<DiscussionScope<P>, 'isListening' | 'findDiscussed'>,
) {
  type Values = NotificationValues & P & { item: string; by: string }
  type Find = (db: Db, slots: SqlParams<Values>) => RawBuilder<unknown>
  const author = sql<string | null>`(select author_id from item)`
  const find: Find = (db, { schoolId, by, item }) => sql`${findDiscussed(db, { schoolId, id: by }, item)}`
  const findAtOnce: Find = (db, slots) =>
    sql`select id, author_id from (${find(db, slots)}) as found where ${canWrite(slots.schoolId, slots.by)}`
  const findNamedAtOnce: Find = (db, slots) => sql`${findAtOnce(db, slots)} and author_id is not null`

  const buildLike = (find: Find, notified: RawBuilder<unknown>) => (db: Db, slots: SqlParams<Values>) => {
    const { schoolId, by } = slots
    const isAuthor = sql`${isListening(schoolId, slots, author)} and exists (select from changes)`
    const changes = sql`
      item as materialized (${find(db, slots)}),
      changes as (
        insert into ${sql.table(likes)} (school_id, ${sql.ref(key)}, user_id) select ${schoolId}, id, ${by} from item
        on conflict do nothing returning 1),
      stored as (${insertNotification(slots, isAuthor)})`
    const count = sql`
      update ${sql.table(of)} set like_count = like_count + (select count(*) from changes)
      where school_id = ${schoolId} and id = (select id from item) and withheld_at is null
      returning like_count as likes_count, true as is_liked, exists (select from changes) as changed, author_id,
        ${notified}, ${columns}`
    return { changes, count }
  }
  const buildUnlike = (find: Find) => (db: Db, slots: SqlParams<Values>) => {
    const { schoolId, by, kind, link } = slots
    const retraction = { schoolId, kind, link, from: author, actor: by }
    const changes = sql`
      item as materialized (${find(db, slots)}),
      changes as (
        delete from ${sql.table(likes)}
        where school_id = ${schoolId} and ${sql.ref(key)} = (select id from item) and user_id = ${by} returning 1),
      ${retractNotification(retraction, sql`exists (select from changes)`)}`
    const count = sql`
      update ${sql.table(of)} set like_count = like_count - (select count(*) from changes)
      where school_id = ${schoolId} and id = (select id from item) and withheld_at is null
      returning like_count as likes_count, false as is_liked, exists (select from changes) as changed, author_id,
        ${noneStored}, ${columns}`
    return { changes, count }
  }
  type Build = (db: Db, slots: SqlParams<Values>) => Record<'changes' | 'count', RawBuilder<unknown>>
  const toStatement = (build: Build) =>
    prepared((db, slots: SqlParams<Values>) => {
      const { changes, count } = build(db, slots)
      return sql<R & LikeResult>`with ${changes} ${count}`
    })
  /** Fails for an item that was removed while its count waited: nothing else would undo the like. */
  const toOnlyStatement = (build: Build) =>
    prepared(
      (db, slots: SqlParams<Values>) => {
        const { changes, count } = build(db, slots)
        return sql<R & LikeResult>`with ${changes}, counted as (${count}) select counted.* from item
          left join counted on true where case when counted.id is null then ${needsTransaction} else true end`
      },
      { isWrite: true },
    )
  const inTransaction = { like: toStatement(buildLike(find, storedColumns)), unlike: toStatement(buildUnlike(find)) }
  const onlyStored = sql`${onlyNotified}, (select count(${needsTransaction}) from stored where is_due or is_pushed)`
  const atOnce = {
    like: toOnlyStatement(buildLike(findNamedAtOnce, onlyStored)),
    unlike: toOnlyStatement(buildUnlike(findAtOnce)),
  }

  type Event = NotificationValues & { by: string }
  type Item = { readonly post: P; readonly id: string }
  const run = async (
    statement: typeof inTransaction.like,
    db: Db,
    event: Event,
    { post, id }: Item,
  ): Promise<(R & LikeResult) | undefined> => (await statement(db, { ...post, ...event, item: id }))[0]

  return {
    /** Stores or removes the like of the event's actor. Returns undefined if the viewer may not like it. */
    change: (trx: Trx, event: Event, item: Item, wants: 'like' | 'unlike') =>
      run(inTransaction[wants], trx, event, item),
    /**
     * The same without a transaction, for `atOnce`. Returns undefined also for a like of an anonymous item, whose author is notified
     * through the seal.
     */
    changeAtOnce: (db: Db, event: Event, item: Item, wants: 'like' | 'unlike') => run(atOnce[wants], db, event, item),
  }
}
