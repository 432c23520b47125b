import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Authorship } from '../../../shared/server/crypto/anonymity.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { resolveMentions } from '../../people/server/mention-queries.ts'
import type { comments } from '../contract.ts'

type CommentInput = z.output<typeof comments.create.body>

/**
 * Creates a comment or a reply under the viewer's name. Returns its id and the ids of the mentioned users. Throws 404
 * when the post or the parent does not exist, or when the parent belongs to another post.
 */
export const createComment = async (
  trx: Trx,
  viewer: Viewer,
  input: CommentInput,
): Promise<{ id: string; mentions: string[] }> => {
  const id = newId()
  const mentions = await resolveMentions(trx, viewer, input.content, input.mentions ?? [])
  await insertComment(trx, viewer.schoolId, input, { id, author_id: viewer.id, is_anonymous: false, mentions })
  return { id, mentions }
}

type AuthorColumns = { readonly id: string; readonly is_anonymous: boolean } & (
  | { readonly author_id: string; readonly mentions: string[] }
  | (Authorship & { readonly created_at: RawBuilder<Date> })
)

/** Inserts a comment and increments the comment count. Throws 404 when the post does not exist. */
export async function insertComment(
  trx: Db,
  schoolId: string,
  input: { readonly post_id: string; readonly parent_id?: string | null | undefined; readonly content: string },
  author: AuthorColumns,
): Promise<void> {
  const [post] = await lockPost(trx, { schoolId, id: input.post_id })
  if (!post) throw notFound('Post not found')
  await trx
    .insertInto('comments')
    .values({
      school_id: schoolId,
      post_id: post.id,
      group_id: post.group_id,
      parent_id: input.parent_id ?? null,
      content: input.content,
      ...author,
    })
    .execute()
  await incrementCommentCount(trx, { schoolId, id: post.id })
}

/** Locks the post of a comment. Inserts and deletes are serialized, so that the count stays exact. */
const lockPost = prepared((db, { schoolId, id }: SqlParams<{ schoolId: string; id: string }>) =>
  db
    .selectFrom('posts')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .select(['id', 'group_id'])
    .forNoKeyUpdate(),
)

const incrementCommentCount = prepared((db, { schoolId, id }: SqlParams<{ schoolId: string; id: string }>) =>
  db
    .updateTable('posts')
    .set({ comment_count: sql`comment_count + 1` })
    .where('school_id', '=', schoolId)
    .where('id', '=', id),
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
