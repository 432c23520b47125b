import { sql } from 'kysely'
import type { Db } from '../src/shared/server/db/pools.ts'

/** Newer rows stay unread. */
const unreadHours = 20

/**
 * Inserts the notifications that users would have received for what others did. None about anonymous posts: their
 * authors are notified after a random delay, which a demo cannot wait for.
 */
export async function writeNotifications(db: Db, now: number): Promise<void> {
  const moment = sql`${new Date(now)}::timestamptz`
  await sql`
    with happened (school_id, user_id, kind, link, params, actor, at) as (
      select posts.school_id, posts.author_id, 'comment', '/dashboard?post=' || posts.id,
        '{}'::jsonb, comments.author_id, comments.created_at
      from comments join posts on posts.school_id = comments.school_id and posts.id = comments.post_id
      where comments.parent_id is null and posts.group_id is null
      union all
      select parent.school_id, parent.author_id, 'reply',
        '/dashboard?post=' || parent.post_id || '&comment=' || parent.id,
        '{}', reply.author_id, reply.created_at
      from comments as reply join comments as parent on parent.school_id = reply.school_id and parent.id = reply.parent_id
      union all
      select posts.school_id, posts.author_id, 'like', '/dashboard?post=' || posts.id,
        '{"item": "post"}', likes.user_id, likes.created_at
      from post_likes as likes join posts on posts.school_id = likes.school_id and posts.id = likes.post_id
      where posts.group_id is null
      union all
      select school_id, addressee_id, 'friend_request', '/friends?tab=requests',
        '{}', requester_id, created_at
      from friend_requests
    )
    , by_actor as (
      select school_id, user_id, kind, link, params, actor, count(*) as times, max(at) as at from happened
      where user_id is not null and actor is not null and actor <> user_id and at > ${moment} - interval '30 days'
      group by school_id, user_id, kind, link, params, actor
    )
    insert into notifications (school_id, user_id, kind, link, params, actors, times, created_at, read_at)
    select school_id, user_id, kind, link, params, (array_agg(actor order by at desc))[1:100], sum(times), max(at),
      case when max(at) < ${moment} - make_interval(hours => ${unreadHours}) then max(at) + interval '3 hours' end
    from by_actor group by school_id, user_id, kind, link, params`.execute(db)
}
