import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { maxUnreadShown } from '../../messages/conversation-contract.ts'
import { isPresent } from '../../messages/server/message-queries.ts'
import { isListedFor, noBlockBetween } from '../../people/server/queries.ts'
import type { GroupActivity } from '../contract.ts'
import { visibleGroups } from './queries.ts'

/** Groups of one user. */
const maxGroups = 200
const maxTextLength = 140

/** The latest post that the viewer can see and the latest message of the chat, whichever is newer, per group of the viewer. */
export async function listActivity(db: Db, viewer: Viewer): Promise<GroupActivity[]> {
  const ofMember = visibleGroups(db, viewer)
    .where('mine.user_id', 'is not', null)
    .select(['groups.school_id', 'groups.id', 'groups.type', 'mine.role'])
  const { rows } = await sql<GroupActivity>`
    select groups.id as group_id, latest.author_name, left(latest.text, ${sql.lit(maxTextLength)}) as text,
      floor(extract(epoch from latest.at))::int8 as created_at, coalesce(chat.unread, 0) as unread
    from (${ofMember}) as groups
    left join lateral (
      select me.conversation_id, me.cleared_seq, (
        select count(*)::int8 from (
          select from messages where messages.school_id = me.school_id and messages.conversation_id = me.conversation_id
            and messages.seq > greatest(me.read_seq, me.cleared_seq) and messages.sender_id is distinct from ${viewer.id}
            and messages.system_kind is null and ${isPresent()}
            and ${noBlockBetween(viewer, 'messages.sender_id')}
          limit ${sql.lit(maxUnreadShown)}) as waiting) as unread
      from participants as me join conversations on conversations.school_id = me.school_id
        and conversations.id = me.conversation_id
      where me.school_id = groups.school_id and me.user_id = ${viewer.id} and conversations.group_id = groups.id
      limit 1
    ) as chat on true
    cross join lateral (
      select users.name as author_name, item.text, item.at from (
        (select posts.author_id, posts.content as text, posts.created_at as at from posts
          where posts.school_id = groups.school_id and posts.group_id = groups.id and posts.withheld_at is null
            and can_view_group_post(groups.type, posts.visibility, groups.role, posts.author_id = ${viewer.id})
            and exists (select from users where users.school_id = posts.school_id and users.id = posts.author_id
              and users.deleted_at is null)
            and ${noBlockBetween(viewer, 'posts.author_id')}
            and ${isListedFor(viewer, { kind: 'group_post', id: 'posts.id', author: 'posts.author_id' })}
          order by posts.created_at desc limit 1)
        union all
        (select messages.sender_id, coalesce(nullif(messages.content, ''), 'Photo'), messages.created_at from messages
          where messages.school_id = groups.school_id and messages.conversation_id = chat.conversation_id
            and messages.seq > chat.cleared_seq and ${isPresent()} and messages.system_kind is null and messages.sender_id is not null
            and ${noBlockBetween(viewer, 'messages.sender_id')}
          order by messages.seq desc limit 1)
      ) as item
      join users on users.school_id = groups.school_id and users.id = item.author_id and users.deleted_at is null
      order by item.at desc limit 1
    ) as latest
    order by latest.at desc, groups.id
    limit ${sql.lit(maxGroups)}`.execute(db)
  return rows
}
