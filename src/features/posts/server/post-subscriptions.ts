import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import type { Live } from '../../../shared/server/live/streams.ts'

/**
 * Counts of a post, and the users to hide them from. Hiding an anonymous post's counts would reveal its author by the
 * blocks.
 */
const loadCounts = prepared((db, { schoolId, id }: SqlParams<{ schoolId: string; id: string }>) =>
  db
    .selectFrom('posts')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('group_id', 'is', null)
    .select([
      'like_count',
      'comment_count',
      sql<string[]>`array(
        select blocked_id from blocks where school_id = posts.school_id and blocker_id = posts.author_id
        union select blocker_id from blocks where school_id = posts.school_id and blocked_id = posts.author_id)`.as(
        'hidden_from',
      ),
    ]),
)

/** Publishes like and comment counts to the post's subscribers. */
export async function publishPostCounts(
  live: Live,
  db: Db,
  { schoolId }: Pick<Viewer, 'schoolId'>,
  name: 'post.liked' | 'post.commented',
  id: string,
): Promise<void> {
  const [post] = await loadCounts(db, { schoolId, id })
  if (!post) return
  const body = { post_id: id, likes_count: post.like_count, comments_count: post.comment_count }
  live.publish(db, { schoolId, post: id, except: post.hidden_from }, name, body)
}
