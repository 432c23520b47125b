import { sql } from 'kysely'
import type { Viewer, ViewerParams } from '../../../shared/server/auth/viewer.ts'
import { toOffset, toPage } from '../../../shared/server/db/page.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { epoch, epochOrNull } from '../../../shared/server/db/sql.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { noBlockBetween } from '../../people/server/queries.ts'
import { type Conversation, maxUnreadShown } from '../contract.ts'
import { isFromVisible } from './message-queries.ts'

/** Maximum number of participants that a list returns per conversation. */
const maxNamed = 50

/** The conversations that the viewer takes part in. Every read starts here. */
const visibleConversations = (db: Db, viewer: ViewerParams) =>
  db
    .selectFrom('participants as me')
    .innerJoin('conversations', (join) =>
      join.onRef('conversations.school_id', '=', 'me.school_id').onRef('conversations.id', '=', 'me.conversation_id'),
    )
    .where('me.school_id', '=', viewer.schoolId)
    .where('me.user_id', '=', viewer.id)

/** Whether the viewer's list has it: not removed since the last message and, except for its creator, not empty. */
const isListed = sql<boolean>`(me.hidden_seq is null or conversations.last_seq > me.hidden_seq)`

/** Unread messages of other users, without those that are cleared or hidden by a block. */
const unreadCount = (viewer: ViewerParams) => sql<number>`(
  select count(*)::int from (
    select from messages
    where messages.school_id = conversations.school_id and messages.conversation_id = conversations.id
      and messages.seq > greatest(me.read_seq, me.cleared_seq)
      and messages.sender_id is distinct from ${viewer.id} and messages.system_kind is null
      and messages.withheld_at is null and ${isFromVisible(viewer)}
    limit ${sql.lit(maxUnreadShown)}) as unread)`

type LastMessage = {
  id: string
  sender_id: string | null
  content: string
  type: 'text' | 'image'
  image_url: string | null
  edited: boolean
  system: 'left' | null
  created_at: number
}

/** The content of a system line starts with the name of the user that it is about. */
const lastContent = sql<string>`case when messages.system_kind is null then messages.content else
  coalesce((select users.name from users where users.school_id = messages.school_id and users.id = messages.sender_id
    and users.deleted_at is null), 'Deleted user') || ' ' || messages.content end`

const lastMessageJson = (viewer: ViewerParams) => sql<LastMessage | null>`(
  select json_build_object('id', messages.id, 'sender_id', messages.sender_id, 'content', left(${lastContent}, 200),
    'type', messages.type, 'image_url', messages.image_url, 'edited', messages.edited_at is not null, 'system', messages.system_kind,
    'created_at', ${epoch('messages.created_at')})
  from messages
  where messages.school_id = conversations.school_id and messages.conversation_id = conversations.id
    and messages.seq > me.cleared_seq and messages.withheld_at is null and ${isFromVisible(viewer)}
  order by messages.seq desc limit 1)`

export type Person = { id: string; name: string; avatar_url: string | null; read_seq: number; is_gone: boolean }

const participantsJson = sql<Person[]>`(
  select coalesce(json_agg(json_build_object('id', named.user_id, 'name', named.name, 'avatar_url', named.avatar_url,
    'read_seq', named.read_seq, 'is_gone', named.deleted_at is not null)), '[]')
  from (
    select participants.user_id, participants.read_seq, users.name, users.avatar_url, users.deleted_at
    from participants join users on users.school_id = participants.school_id and users.id = participants.user_id
    where participants.school_id = conversations.school_id and participants.conversation_id = conversations.id
    order by participants.user_id <> me.user_id, participants.joined_at, users.name
    limit ${sql.lit(maxNamed)}) as named)`

/** Whether the two participants of a direct or listing conversation can write to each other. */
const isOpen = (viewer: ViewerParams) => sql<boolean>`(conversations.kind in ('several', 'group') or exists (
  select from participants as other join users on users.school_id = other.school_id and users.id = other.user_id
  where other.school_id = conversations.school_id and other.conversation_id = conversations.id
    and other.user_id <> me.user_id and users.deleted_at is null and ${noBlockBetween(viewer, 'other.user_id')}))`

const described = (db: Db, viewer: ViewerParams) =>
  visibleConversations(db, viewer)
    .select([
      'conversations.id',
      'conversations.kind',
      'conversations.title',
      'conversations.group_id',
      'conversations.marketplace_listing_id',
      'conversations.last_seq',
      epochOrNull('conversations.last_message_at').as('last_message_at'),
      unreadCount(viewer).as('unread_count'),
      'me.muted',
      lastMessageJson(viewer).as('last_message'),
      participantsJson.as('people'),
      isOpen(viewer).as('is_open'),
    ])
    .$narrowType<{ kind: Conversation['kind'] }>()
export type ConversationRow = Awaited<ReturnType<ReturnType<typeof described>['execute']>>[number]

const one = prepared((db, { viewer, school, id }: SqlParams<{ viewer: string; school: string; id: string }>) =>
  described(db, { id: viewer, schoolId: school }).where('conversations.id', '=', id),
)

/** Returns the conversation if the viewer takes part in it. Throws 404 otherwise. */
export async function conversationOr404(db: Db, viewer: Viewer, id: string): Promise<ConversationRow> {
  const [row] = await one(db, { viewer: viewer.id, school: viewer.schoolId, id })
  if (!row) throw notFound('Conversation not found')
  return row
}

const findParticipant = prepared(
  (db, { viewer, school, id }: SqlParams<{ viewer: string; school: string; id: string }>) =>
    visibleConversations(db, { id: viewer, schoolId: school })
      .where('conversations.id', '=', id)
      .select(['conversations.id', isOpen({ id: viewer, schoolId: school }).as('is_open')]),
)

/** Whether the viewer takes part and can write, for write routes. Throws 404 when they are not a participant. */
export async function participantOr404(db: Db, viewer: Viewer, id: string): Promise<{ id: string; is_open: boolean }> {
  const [row] = await findParticipant(db, { viewer: viewer.id, school: viewer.schoolId, id })
  if (!row) throw notFound('Conversation not found')
  return row
}

type ListSlots = SqlParams<{ viewer: string; school: string; rows: number; skip: number; unread: boolean }>

const listed = prepared((db, { viewer, school, rows, skip, unread }: ListSlots) =>
  described(db, { id: viewer, schoolId: school })
    .where(isListed)
    .where(sql<boolean>`(not ${unread}::boolean or conversations.last_seq > me.read_seq)`)
    .orderBy(sql`coalesce(conversations.last_message_at, conversations.created_at)`, 'desc')
    .orderBy('conversations.id', 'desc')
    .limit(rows)
    .offset(skip),
)

const unreadTotal = prepared((db, { viewer, school }: SqlParams<{ viewer: string; school: string }>) =>
  db
    .selectFrom(
      visibleConversations(db, { id: viewer, schoolId: school })
        .whereRef('conversations.last_seq', '>', 'me.read_seq')
        .where(isListed)
        .where('me.muted', '=', false)
        .select(unreadCount({ id: viewer, schoolId: school }).as('unread'))
        .as('each'),
    )
    .select(sql<number>`coalesce(sum(unread), 0)::int`.as('total')),
)

/** One page of the viewer's conversations, latest first, and the unread total of those that are not muted. */
export async function listConversations(
  db: Db,
  viewer: Viewer,
  { page, limit, unread = false }: { page: number; limit: number; unread?: boolean | undefined },
) {
  const asker = { viewer: viewer.id, school: viewer.schoolId }
  const [rows, [total]] = await Promise.all([
    listed(db, { ...asker, rows: limit + 1, skip: toOffset({ page, limit }), unread }),
    unreadTotal(db, asker),
  ])
  return { ...toPage(rows, { page, limit }), unread: total?.total ?? 0 }
}

/** SQL for the id of a group's conversation, if it exists. `groups` is the alias of the groups table in the query. */
export const groupConversationId = (groups: string) => sql<string | null>`(select talk.id from conversations as talk
  where talk.school_id = ${sql.ref(`${groups}.school_id`)} and talk.topic = 'group ' || ${sql.ref(`${groups}.id`)}::text)`

/** Selects the users with which the viewer can start a conversation. The others are treated as unknown. */
export async function findReachable(db: Db, viewer: Viewer, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .where('school_id', '=', viewer.schoolId)
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .where(noBlockBetween(viewer, 'users.id'))
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

const loadAudience = prepared((db, { viewer, school, id }: SqlParams<{ viewer: string; school: string; id: string }>) =>
  db
    .selectFrom('participants')
    .where('school_id', '=', school)
    .where('conversation_id', '=', id)
    .where(noBlockBetween({ id: viewer, schoolId: school }, 'participants.user_id'))
    .select('user_id'),
)

/** Ids of the participants who receive the user's events in a conversation, including the user. */
export async function listAudience(db: Db, viewer: { id: string; schoolId: string }, id: string): Promise<string[]> {
  const rows = await loadAudience(db, { viewer: viewer.id, school: viewer.schoolId, id })
  return rows.map(({ user_id }) => user_id)
}
