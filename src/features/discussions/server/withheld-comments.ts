import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict } from '../../../shared/server/http/errors.ts'
import type { Live } from '../../../shared/server/live/streams.ts'
import type { ContentType } from '../../moderation/server/content-types.ts'
import { audienceColumns, type PostCounts, publishCounts } from './counts.ts'

type Thread = { readonly post_id: string; readonly withheld_by: string | null }

/**
 * Locks the post of a comment before the comment, like every write of comments: the row of the post is locked where it is
 * read, that of the comment after the join. Undefined when either is gone.
 */
async function lockThread(trx: Trx, schoolId: string, id: string): Promise<Thread | undefined> {
  const { rows } = await sql<Thread>`
    with post as materialized (
      select id from posts where school_id = ${schoolId}
        and id = (select post_id from comments where school_id = ${schoolId} and id = ${id}) for no key update)
    select comment.post_id, comment.withheld_by from post join comments as comment on comment.post_id = post.id
    where comment.school_id = ${schoolId} and comment.id = ${id} for update of comment`.execute(trx)
  return rows[0]
}

/** Withholds a comment with the replies below it, and restores it with those that it withheld. */
export const withholdsComments: Required<Pick<ContentType, 'withhold' | 'restore'>> = {
  async withhold(trx, schoolId, id) {
    const thread = await lockThread(trx, schoolId, id)
    if (!thread || thread.withheld_by !== null) return false
    // A statement of its own: it sees the replies that committed while the lock was awaited.
    await sql`with recursive branch as (
        select id from comments where school_id = ${schoolId} and id = ${id}
        union all
        select reply.id from comments as reply join branch on reply.parent_id = branch.id
        where reply.school_id = ${schoolId} and reply.post_id = ${thread.post_id}
      ), withheld as (
        update comments set withheld_at = now(), withheld_by = ${id}
        where school_id = ${schoolId} and id in (select id from branch) and withheld_at is null returning 1)
      update posts set comment_count = comment_count - (select count(*) from withheld)
      where school_id = ${schoolId} and id = ${thread.post_id}`.execute(trx)
    return true
  },
  async restore(trx, schoolId, id) {
    const thread = await lockThread(trx, schoolId, id)
    if (!thread || thread.withheld_by === null) return false
    if (thread.withheld_by !== id) throw conflict('The comment above it was removed. Restore that one first.')
    await sql`with restored as (
        update comments set withheld_at = null, withheld_by = null
        where school_id = ${schoolId} and post_id = ${thread.post_id} and withheld_by = ${id} returning 1)
      update posts set comment_count = comment_count + (select count(*) from restored)
      where school_id = ${schoolId} and id = ${thread.post_id}`.execute(trx)
    return true
  },
}

/** Publishes the counts of a comment's post. `only`: SQL for the only users who may hear of the post. */
export const publishCommentCounts =
  (only: RawBuilder<string[] | null>) => async (live: Live, trx: Trx, schoolId: string, id: string) => {
    const { rows } =
      await sql<PostCounts>`select posts.id, like_count, comment_count, ${audienceColumns(only)} from posts
      where posts.school_id = ${schoolId} and posts.id = (select post_id from comments
        where comments.school_id = ${schoolId} and comments.id = ${id})`.execute(trx)
    if (rows[0]) publishCounts(live, trx, schoolId, 'post.commented', rows[0])
  }
