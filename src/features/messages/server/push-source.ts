import { type SqlBool, sql } from 'kysely'
import { plural } from '../../../shared/plural.ts'
import {
  type BadgeCounter,
  countBySchool,
  loadBySchool,
  type PushContent,
  type PushSource,
} from '../../../shared/server/push.ts'
import { isNotMuted } from '../../people/server/queries.ts'
import type { Conversation } from '../conversation-contract.ts'
import { effectiveLevel } from './levels.ts'
import { isFromVisible, isPresent } from './message-queries.ts'

const link = /^\/messages\/([0-9a-f-]{36})$/
/** Counted up to this number. */
const maxCounted = 100

type Row = {
  readonly at: number
  readonly kind: Conversation['kind']
  readonly unread: number
  readonly sender: string | null
  readonly text: string | null
}

/** Unread messages of users that the participant `me` can see and has not muted. */
const isUnread = (schoolId: string) => {
  const reader = { id: sql.ref<string>('me.user_id'), schoolId }
  return sql<SqlBool>`messages.school_id = ${schoolId} and messages.conversation_id = me.conversation_id
  and messages.seq > greatest(me.read_seq, me.cleared_seq) and messages.sender_id is distinct from me.user_id
  and messages.system_kind is null and ${isPresent()} and ${isFromVisible(reader)}
  and ${isNotMuted(reader, 'messages.sender_id')}`
}

/** A message that names the participant or answers one of theirs. */
const isForUser = (schoolId: string) => sql<SqlBool>`(me.user_id = any (messages.mentions) or exists (
  select from messages as answered
  where answered.school_id = ${schoolId} and answered.conversation_id = messages.conversation_id
    and answered.seq = messages.reply_to_seq and answered.sender_id = me.user_id))`

/** What pushes say about conversations with unread messages that are not muted. */
export const messagePushes: PushSource = {
  kinds: ['message'],
  load: loadBySchool(async (db, schoolId, pushes) => {
    const conversations = pushes.map((push) => link.exec(push.link)?.[1] ?? null)
    const { rows } = await sql<Row>`
      select asked.at::int as at, conversations.kind, unread, sender, text
      from unnest(${pushes.map(({ userId }) => userId)}::uuid[], ${conversations}::uuid[])
        with ordinality as asked (user_id, conversation_id, at)
      join participants as me on me.school_id = ${schoolId} and me.conversation_id = asked.conversation_id
        and me.user_id = asked.user_id
      join conversations on conversations.school_id = me.school_id and conversations.id = me.conversation_id
      cross join lateral (
        select count(*)::int as unread, (array_agg(newest.name order by newest.seq desc))[1] as sender,
          (array_agg(newest.text order by newest.seq desc))[1] as text
        from (
          select messages.seq, users.name, coalesce(nullif(left(messages.content, 200), ''), 'Photo') as text
          from messages join users on users.school_id = ${schoolId} and users.id = messages.sender_id
          where ${isUnread(schoolId)} and users.deleted_at is null
            and (${effectiveLevel('me')} = 'all' or ${isForUser(schoolId)})
          order by messages.seq desc limit ${maxCounted}) as newest) as waiting
      where not me.muted and me.state = 'open' and unread > 0`.execute(db)
    const contents: (PushContent | undefined)[] = pushes.map(() => undefined)
    for (const { at, kind, unread, sender, text } of rows) {
      if (sender === null) continue
      const many = `${sender}: ${plural(unread, 'new message')}`
      contents[at - 1] = {
        title: unread === 1 ? `${sender} wrote to you` : many,
        detailed: { title: unread === 1 ? sender : many, body: text ?? undefined },
        count: unread,
        isUrgent: kind === 'direct',
      }
    }
    return contents
  }),
}

/** Unread messages in conversations that are not muted. */
export const countUnreadMessages: BadgeCounter = countBySchool(async (db, schoolId, people) => {
  const { rows } = await sql<{ user_id: string; unread: number }>`
    select me.user_id, count(*)::int as unread
    from unnest(${people}::uuid[]) as asked (user_id)
    join participants as me on me.school_id = ${schoolId} and me.user_id = asked.user_id and not me.muted
      and me.state = 'open'
    join conversations on conversations.school_id = me.school_id and conversations.id = me.conversation_id
      and conversations.last_seq > greatest(me.read_seq, me.cleared_seq)
    cross join lateral (select from messages where ${isUnread(schoolId)} limit ${maxCounted}) as unread
    group by me.user_id`.execute(db)
  return new Map(rows.map(({ user_id, unread }) => [user_id, unread]))
})
