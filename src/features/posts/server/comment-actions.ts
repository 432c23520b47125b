import { sql } from 'kysely'
import { type Authorship, currentMinute } from '../../../shared/server/crypto/anonymity.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { epoch } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { mentionsJson } from '../../people/server/mention-queries.ts'
import type { CommentRow } from './comment-queries.ts'
import { hiddenFrom, type PostCounts } from './post-subscriptions.ts'

type NewComment = {
  readonly id: string
  readonly post_id: string
  readonly parent_id?: string | null | undefined
  readonly content: string
}

type CommentValues = {
  school: string
  id: string
  post: string
  parent: string | null
  content: string
  author: string | null
  tag: Buffer | null
  seal: Buffer | null
  mentions: readonly string[]
}

type InsertedComment = CommentRow & Omit<PostCounts, 'id'>

/**
 * Counts the comment at its post and inserts it, and returns it as its author sees it. The update locks the post until
 * the commit, so this is the last statement of its transaction. Without an author the comment is anonymous, with a time
 * to the minute.
 */
const insert = prepared<CommentValues, InsertedComment>(
  (_db, { school, id, post, parent, content, author, tag, seal, mentions }) => sql<InsertedComment>`
  with counted as (
    update posts set comment_count = comment_count + 1 where school_id = ${school} and id = ${post}
    returning id, group_id, like_count, comment_count, ${hiddenFrom} as hidden_from),
  inserted as (
    insert into comments (school_id, id, post_id, group_id, parent_id, content, author_id, is_anonymous, author_tag,
      author_seal, mentions, created_at)
    select ${school}::uuid, ${id}::uuid, counted.id, group_id, ${parent}::uuid, ${content}::text, ${author}::uuid,
      ${author}::uuid is null, ${tag}::bytea, ${seal}::bytea, ${mentions}::uuid[], case when ${author}::uuid is null then ${currentMinute} else now() end
    from counted returning *)
  select comments.id, comments.school_id, comments.post_id, comments.parent_id, comments.author_id, comments.author_tag,
    author.name as author_name, author.avatar_url as author_avatar,
    author.role is not null and author.role <> 'student' as author_is_staff, comments.content,
    ${mentionsJson('comments')} as mentions, comments.is_anonymous,
    ${epoch('comments.created_at')} as created_at, false as is_liked,
    counted.like_count, counted.comment_count, counted.hidden_from
  from inserted as comments cross join counted
  left join users as author on author.school_id = comments.school_id and author.id = comments.author_id`,
)

/** Inserts a comment or a reply. Throws 404 when the post does not exist. Returns it with the counts of its post. */
export async function insertComment(
  trx: Trx,
  schoolId: string,
  { id, post_id, parent_id = null, content }: NewComment,
  author: { readonly author_id: string; readonly mentions: readonly string[] } | Authorship,
): Promise<{ row: CommentRow; counts: PostCounts }> {
  const named = 'author_id' in author
  const [inserted] = await insert(trx, {
    school: schoolId,
    id,
    post: post_id,
    parent: parent_id,
    content,
    author: named ? author.author_id : null,
    tag: named ? null : author.author_tag,
    seal: named ? null : author.author_seal,
    mentions: named ? author.mentions : [],
  })
  if (!inserted) throw notFound('Post not found')
  const { like_count, comment_count, hidden_from, ...row } = inserted
  return { row: { ...row, like_count: 0 }, counts: { id: post_id, like_count, comment_count, hidden_from } }
}

/** Locks the post of a comment. Inserts and deletes are serialized, so that the count stays exact. */
const lockPost = prepared((db, { schoolId, id }: SqlParams<{ schoolId: string; id: string }>) =>
  db.selectFrom('posts').where('school_id', '=', schoolId).where('id', '=', id).select('id').forNoKeyUpdate(),
)

/** Deletes a comment and every reply below it. Returns false when it was already deleted. */
export const deleteComment = async (
  trx: Trx,
  schoolId: string,
  comment: { id: string; post_id: string },
): Promise<boolean> => {
  await lockPost(trx, { schoolId, id: comment.post_id })
  const { rows } = await sql<{ gone: number }>`
      with recursive branch as (
        select id from comments where school_id = ${schoolId} and id = ${comment.id}
        union all
        select reply.id from comments as reply join branch on reply.parent_id = branch.id
        where reply.school_id = ${schoolId} and reply.post_id = ${comment.post_id}
      ), removed as (
        delete from comments where school_id = ${schoolId} and id in (select id from branch) returning 1
      )
      update posts set comment_count = comment_count - (select count(*) from removed)
      where school_id = ${schoolId} and id = ${comment.post_id}
      returning (select count(*) from removed) as gone`.execute(trx)
  return (rows[0]?.gone ?? 0) > 0
}
