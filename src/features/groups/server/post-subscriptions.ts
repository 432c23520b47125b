import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Live } from '../../../shared/server/live/streams.ts'
import { loadAudience, type PollOption } from './post-queries.ts'

/** Publishes the counts of a group post to its subscribers who can still see it. Returns the options of a poll. */
export async function publishGroupPostCounts(
  live: Live,
  db: Db,
  { schoolId }: Viewer,
  name: 'post.liked' | 'post.commented' | 'post.voted',
  id: string,
): Promise<PollOption[]> {
  const [post] = await loadAudience(db, { school: schoolId, id })
  if (!post) return []
  const to = { schoolId, post: id, except: post.hidden_from, ...(post.only ? { only: post.only } : {}) }
  if (name === 'post.voted') live.publish(db, to, name, { post_id: id, poll_options: post.poll_options })
  else live.publish(db, to, name, { post_id: id, likes_count: post.like_count, comments_count: post.comment_count })
  return post.poll_options
}
