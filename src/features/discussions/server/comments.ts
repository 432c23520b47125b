import { type RawBuilder, sql } from 'kysely'
import { canWrite, needsTransaction } from '../../../shared/server/auth/moderation-status.ts'
import type { StoredAuthorship } from '../../../shared/server/crypto/anonymity.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParam, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { currentMinute, epoch } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import {
  insertQuoting,
  type NotificationValues,
  onlyNotified,
  type QuotingNotifications,
  quotingColumns,
} from '../../../shared/server/notifications/statements.ts'
import type { QuotingEvent } from '../../../shared/server/notifications.ts'
import { type Mentioned, mentionsJson } from '../../people/server/mention-queries.ts'
import { audienceColumns, type PostCounts } from './counts.ts'
import { type StoredNote, toStoredNote } from './notes.ts'
import type { DiscussionScope, PlacedPost } from './scope.ts'

export type NewComment = {
  readonly id: string
  readonly post_id: string
  readonly parent_id?: string | null | undefined
  readonly content: string
  readonly note?: string | null | undefined
  readonly sensitive?: boolean | undefined
  readonly flagged?: boolean | undefined
}

/** A new comment as its author sees it. */
export type CommentRow = StoredNote & {
  readonly id: string
  readonly school_id: string
  readonly post_id: string
  readonly parent_id: string | null
  readonly author_id: string | null
  readonly author_tag: Buffer | null
  readonly author_name: string | null
  readonly author_avatar: string | null
  readonly author_is_staff: boolean
  readonly content: string
  readonly mentions: Mentioned[]
  readonly is_anonymous: boolean
  readonly like_count: number
  readonly created_at: number
  readonly is_liked: boolean
}

type CommentValues = NotificationValues &
  StoredNote & {
    comment: string
    /** The author of the post, if they are notified. */
    listener: string | null
    parent: string | null
    content: string
    author: string | null
    tag: Buffer | null
    seal: Buffer | null
    mode: string | null
    flagged: boolean
    mentions: readonly string[]
  }

type InsertedComment = CommentRow & QuotingNotifications & { readonly counts: Omit<PostCounts, 'id'> }
type Removal = { school: string; id: string; post: string }

/** Statement that inserts a comment, counts it and notifies the author of the post. */
export function createCommentInsert<P extends PlacedPost>({ only, isListening, findDiscussed }: DiscussionScope<P>) {
  const counts = sql`json_build_object('like_count', like_count, 'comment_count', comment_count,
    'hidden_from', hidden_from, 'shown_to', shown_to)`

  type Values = CommentValues & P
  type Source = {
    readonly item: RawBuilder<unknown>
    readonly post: SqlParam<string>
    readonly listener: SqlParam<string | null>
    /** Of `QuotingNotifications`. */
    readonly notifiedColumns: RawBuilder<unknown>
    readonly isAllowed: RawBuilder<boolean>
  }

  // Without an author the comment is anonymous, with a time to the minute.
  const build = (slots: SqlParams<Values>, { item, post, listener, notifiedColumns, isAllowed }: Source) => {
    const { schoolId, comment, parent, content, author, tag, seal, mode, mentions, note, sensitive, flagged } = slots
    const isListener = sql`${isListening(schoolId, slots, listener)} and exists (select from counted)`
    return sql<InsertedComment>`
    with ${item} counted as (
      update posts set comment_count = comment_count + 1
      where school_id = ${schoolId} and id = ${post} and withheld_at is null
      returning id, group_id, like_count, comment_count, ${audienceColumns(only)}),
    inserted as (
      insert into comments (school_id, id, post_id, group_id, parent_id, content, author_id, is_anonymous, author_tag,
        author_seal, sealed_mode, mentions, note, sensitive, flagged, created_at)
      select ${schoolId}::uuid, ${comment}::uuid, counted.id, group_id, ${parent}::uuid, ${content}::text, ${author}::uuid,
        ${author}::uuid is null, ${tag}::bytea, ${seal}::bytea, ${mode}::text, ${mentions}::uuid[],
        ${note}::text, ${sensitive}::boolean, ${flagged}::boolean,
        case when ${author}::uuid is null then ${currentMinute} else now() end
      from counted returning *),
    ${insertQuoting(slots, isListener)}
    select comments.id, comments.school_id, comments.post_id, comments.parent_id, comments.author_id,
      comments.author_tag, author.name as author_name, author.avatar_url as author_avatar,
      author.role is not null and author.role <> 'student' as author_is_staff, comments.content,
      ${mentionsJson('comments')} as mentions, comments.is_anonymous, comments.note, comments.sensitive, 0 as like_count,
      ${epoch('comments.created_at')} as created_at, false as is_liked, (select ${counts} from counted) as counts,
      ${notifiedColumns}
    from inserted as comments
    left join users as author on author.school_id = comments.school_id and author.id = comments.author_id
    where ${isAllowed}`
  }
  const inTransaction = { notifiedColumns: quotingColumns, isAllowed: sql<boolean>`true` }
  const insert = prepared((_db, slots: SqlParams<Values>) =>
    build(slots, { item: sql``, post: slots.id, listener: slots.listener, ...inTransaction }),
  )
  const buildWithPost = (
    db: Db,
    slots: SqlParams<Values>,
    isFound: RawBuilder<unknown>,
    when: Pick<Source, 'notifiedColumns' | 'isAllowed'>,
  ) => {
    const found = findDiscussed(db, { schoolId: slots.schoolId, id: slots.author as SqlParam<string> }, slots.id)
    return build(slots, {
      item: sql`item as materialized (select id, author_id from (${found}) as found where author_id is not null and ${isFound}),`,
      post: sql`(select id from item)`,
      listener: sql`(select author_id from item)`,
      ...when,
    })
  }
  const findAndInsert = prepared((db, slots: SqlParams<Values>) => buildWithPost(db, slots, sql`true`, inTransaction))
  const needMore = sql`select from stored where is_due or is_pushed union all select from undecided`
  const insertAtOnce = prepared(
    (db, slots: SqlParams<Values>) =>
      buildWithPost(db, slots, canWrite(slots.schoolId, slots.author as SqlParam<string>), {
        notifiedColumns: sql`${onlyNotified}, '[]'::json as undecided`,
        isAllowed: sql`(select count(${needsTransaction}) from (${needMore}) as those) = 0`,
      }),
    { isWrite: true },
  )

  type Comment = Omit<NewComment, 'post_id'>
  type Author = { readonly author_id: string; readonly mentions: readonly string[] }
  type Notification = { event: QuotingEvent; listener: string | null }
  type StoredComment = { row: CommentRow; counts: PostCounts; stored: QuotingNotifications }

  const toValues = (
    post: P,
    { id, parent_id = null, content, flagged = false, ...note }: Comment,
    author: Author | StoredAuthorship,
    { event: { quote: _, ...event }, listener }: Notification,
  ): Values => {
    const named = 'author_id' in author
    return {
      ...post,
      ...event,
      listener,
      comment: id,
      parent: parent_id,
      content,
      ...toStoredNote(note),
      flagged,
      author: named ? author.author_id : null,
      tag: named ? null : author.author_tag,
      seal: named ? null : author.author_seal,
      mode: named ? null : author.sealed_mode,
      mentions: named ? author.mentions : [],
    }
  }
  const toStoredComment = (post: P, inserted: InsertedComment): StoredComment => {
    const { counts, notified, mail_is_due, pushed, undecided, ...row } = inserted
    return { row, counts: { id: post.id, ...counts }, stored: { notified, mail_is_due, pushed, undecided } }
  }

  const insertFound = async (
    statement: typeof findAndInsert,
    db: Db,
    { post, comment, author, event }: { post: P; comment: Comment; author: string; event: QuotingEvent },
  ): Promise<StoredComment | undefined> => {
    const by = { author_id: author, mentions: [] }
    const [inserted] = await statement(db, toValues(post, comment, by, { event, listener: null }))
    return inserted && toStoredComment(post, inserted)
  }

  // They lock the post until the commit, so they are the last statement of their transaction.
  return {
    /** Inserts a comment or a reply below a post that the author can see. Throws 404 when it does not exist. */
    async insert(
      trx: Trx,
      post: P,
      comment: Comment,
      author: Author | StoredAuthorship,
      notification: Notification,
    ): Promise<StoredComment> {
      const [inserted] = await insert(trx, toValues(post, comment, author, notification))
      if (!inserted) throw notFound('Post not found')
      return toStoredComment(post, inserted)
    },

    /**
     * Finds the post and inserts a comment in one statement. Returns undefined if the author cannot see the post, or if it is
     * anonymous, so that its author is notified through the seal.
     */
    findAndInsert: (trx: Trx, post: P, comment: Comment, author: string, event: QuotingEvent) =>
      insertFound(findAndInsert, trx, { post, comment, author, event }),

    /** The same without a transaction, for `atOnce`: fails when more than this statement is needed. */
    insertAtOnce: (db: Db, post: P, comment: Comment, author: string, event: QuotingEvent) =>
      insertFound(insertAtOnce, db, { post, comment, author, event }),
  }
}

/** Function that deletes a comment with its replies, and returns the counts of its post with its audience. */
export function createCommentRemoval(only: RawBuilder<string[] | null>) {
  const remove = prepared<Removal, PostCounts & { gone: number }>(
    (_db, { school, id, post }) => sql<PostCounts & { gone: number }>`
    with recursive branch as (
      select id from comments where school_id = ${school} and id = ${id}
      union all
      select reply.id from comments as reply join branch on reply.parent_id = branch.id
      where reply.school_id = ${school} and reply.post_id = ${post}
    ), removed as (
      delete from comments where school_id = ${school} and id in (select id from branch) returning withheld_at
    )
    update posts set comment_count = comment_count - (select count(*) from removed where withheld_at is null)
    where school_id = ${school} and id = ${post}
    returning (select count(*) from removed) as gone, id, like_count, comment_count, ${audienceColumns(only)}`,
  )

  /** Deletes a comment and every reply below it. Returns undefined when it was already deleted. */
  return async (
    trx: Trx,
    schoolId: string,
    comment: { id: string; post_id: string },
  ): Promise<PostCounts | undefined> => {
    const target = { school: schoolId, id: comment.id, post: comment.post_id }
    await lockPost(trx, target)
    const [counts] = await remove(trx, target)
    return counts && counts.gone > 0 ? counts : undefined
  }
}

/** Locks the post of a comment: a reply that is inserted meanwhile is either deleted too, or finds no parent. */
const lockPost = prepared((db, { school, post }: SqlParams<{ school: string; post: string }>) =>
  db.selectFrom('posts').where('school_id', '=', school).where('id', '=', post).select('id').forNoKeyUpdate(),
)

const removeAnywhere = createCommentRemoval(sql`null::uuid[]`)

/** Deletes a comment and every reply below it, without a live event: for moderation and the end of an account. */
export const deleteComment = async (
  trx: Trx,
  schoolId: string,
  comment: { id: string; post_id: string },
): Promise<boolean> => (await removeAnywhere(trx, schoolId, comment)) !== undefined
