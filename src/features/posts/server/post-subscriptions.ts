import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import type { Live } from '../../../shared/server/live/streams.ts'

/** A post after its counts have changed. */
export type PostCounts = {
  readonly id: string
  readonly like_count: number
  readonly comment_count: number
  /** The users with a block between them and the author. Empty for an anonymous post: it would reveal the author. */
  readonly hidden_from: readonly string[]
}

/** SQL for `hidden_from` of a row of `posts`. */
export const hiddenFrom = sql<string[]>`array(
  select blocked_id from blocks where school_id = posts.school_id and blocker_id = posts.author_id
  union select blocker_id from blocks where school_id = posts.school_id and blocked_id = posts.author_id)`

const loadCounts = prepared((db, { schoolId, id }: SqlParams<{ schoolId: string; id: string }>) =>
  db
    .selectFrom('posts')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('group_id', 'is', null)
    .select(['id', 'like_count', 'comment_count', hiddenFrom.as('hidden_from')]),
)

type CountEvent = 'post.liked' | 'post.commented'

/** Publishes the counts of a post to its subscribers. */
export function publishCounts(live: Live, db: Db, schoolId: string, name: CountEvent, post: PostCounts): void {
  const body = { post_id: post.id, likes_count: post.like_count, comments_count: post.comment_count }
  live.publish(db, { schoolId, post: post.id, except: post.hidden_from }, name, body)
}

/** The same for a writer that does not have the counts at hand. */
export async function publishPostCounts(
  live: Live,
  db: Db,
  { schoolId }: Pick<Viewer, 'schoolId'>,
  name: CountEvent,
  id: string,
): Promise<void> {
  const [post] = await loadCounts(db, { schoolId, id })
  if (post) publishCounts(live, db, schoolId, name, post)
}
