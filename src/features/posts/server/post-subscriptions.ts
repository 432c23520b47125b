import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { type Db, prepared, type SqlParams } from '../../../shared/server/db/db.ts'
import type { Live } from '../../../shared/server/live/streams.ts'

/** The counts of a post, and whom it is hidden from: an anonymous one from nobody, since that would tell who wrote it. */
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

/** Shows whoever looks at a post its new counts. */
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
