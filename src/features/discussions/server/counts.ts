import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Live } from '../../../shared/server/live/streams.ts'

/** A post after its counts have changed, and who may hear of it. */
export type PostCounts = {
  readonly id: string
  readonly like_count: number
  readonly comment_count: number
  /** The users with a block between them and the author. Empty for an anonymous post: it would reveal the author. */
  readonly hidden_from: readonly string[]
  /** The only users who may hear of it; null: all who subscribed. */
  readonly shown_to: readonly string[] | null
}

/** SQL columns `hidden_from` and `shown_to` of a row of `posts`. Who blocked each other appears twice. */
export const audienceColumns = (only: RawBuilder<string[] | null>) => sql`array(
    select blocked_id from blocks where school_id = posts.school_id and blocker_id = posts.author_id
    union all select blocker_id from blocks where school_id = posts.school_id and blocked_id = posts.author_id) as hidden_from,
  ${only} as shown_to`

/** The audience of a live event about a post. */
export const toAudience = (
  schoolId: string,
  { id, hidden_from, shown_to }: Pick<PostCounts, 'id' | 'hidden_from' | 'shown_to'>,
) => ({
  schoolId,
  post: id,
  except: hidden_from,
  ...(shown_to ? { only: shown_to } : {}),
})

/** Publishes the counts of a post to its subscribers. They never name who acted. */
export function publishCounts(
  live: Live,
  db: Db,
  schoolId: string,
  name: 'post.liked' | 'post.commented',
  post: PostCounts,
): void {
  const body = { post_id: post.id, likes_count: post.like_count, comments_count: post.comment_count }
  live.publish(db, toAudience(schoolId, post), name, body)
}
