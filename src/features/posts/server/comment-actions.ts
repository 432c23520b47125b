import { sql } from 'kysely'
import type { z } from 'zod'
import type { Anonymity } from '../../../shared/server/anonymity.ts'
import { type Db, inTransaction, prepared, type Slots } from '../../../shared/server/db.ts'
import { notFound } from '../../../shared/server/errors.ts'
import { type Viewer, writing } from '../../../shared/server/viewer.ts'
import { mentionedIn } from '../../friends/server/mention-queries.ts'
import type { comments } from '../contract.ts'
import { authorship } from './actions.ts'
import { isAuthor } from './policy.ts'

/**
 * Comments on a post, or replies to a comment of it, and returns the new id. The author of an anonymous post stays
 * anonymous below it; that is returned too, and whom the comment mentions. 404 when the post or the parent is gone, or the parent belongs to another post.
 */
export const createComment = (
  db: Db,
  anonymity: Anonymity,
  viewer: Viewer,
  input: z.output<typeof comments.create.body>,
): Promise<{ id: string; is_anonymous: boolean; mentions: string[] }> =>
  writing(db, viewer, async (trx) => {
    const [post] = await holdPost(trx, { schoolId: viewer.schoolId, id: input.post_id })
    if (!post) throw notFound('Post not found')
    const anonymous = post.is_anonymous && isAuthor(anonymity, viewer, 'post', post)
    const author = await authorship(anonymity, viewer, 'comment', anonymous)
    const mentions = await mentionedIn(trx, viewer, input.content, input.mentions ?? [])
    const comment = {
      school_id: viewer.schoolId,
      post_id: post.id,
      group_id: post.group_id,
      parent_id: input.parent_id ?? null,
      content: input.content,
      mentions,
      ...author,
    }
    await trx.insertInto('comments').values(comment).execute()
    await countOneMore(trx, { schoolId: viewer.schoolId, id: post.id })
    return { id: author.id, is_anonymous: author.is_anonymous, mentions }
  })

/** A comment's post is locked first, so that comments come and go one after the other and the count stays exact. */
const holdPost = prepared((db, { schoolId, id }: Slots<{ schoolId: string; id: string }>) =>
  db
    .selectFrom('posts')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .select(['id', 'school_id', 'group_id', 'author_id', 'author_tag', 'is_anonymous'])
    .forNoKeyUpdate(),
)

const countOneMore = prepared((db, { schoolId, id }: Slots<{ schoolId: string; id: string }>) =>
  db
    .updateTable('posts')
    .set({ comment_count: sql`comment_count + 1` })
    .where('school_id', '=', schoolId)
    .where('id', '=', id),
)

/** Deletes a comment and every reply below it. False when it was gone already. */
export const deleteComment = (db: Db, schoolId: string, comment: { id: string; post_id: string }): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    await holdPost(trx, { schoolId, id: comment.post_id })
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
  })
