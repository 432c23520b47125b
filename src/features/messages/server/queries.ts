import { sql } from 'kysely'
import type { Viewer, ViewerParams } from '../../../shared/server/auth/viewer.ts'
import { toOffset, toPage } from '../../../shared/server/db/page.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { epoch, epochOrNull } from '../../../shared/server/db/sql.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { isNotMuted, noBlockBetween } from '../../people/server/queries.ts'
import { messageLimits, type SystemKind } from '../contract.ts'
import { type Conversation, maxUnreadShown, type VanishAfter } from '../conversation-contract.ts'
import { isWithoutReceipts, sharesWith } from './audience.ts'
import { effectiveLevel } from './levels.ts'
import { isFromVisible, isPresent } from './message-queries.ts'
import { isPinAllowed } from './pin-rule.ts'
import { canWriteTo } from './requests.ts'

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
    .where('me.state', '<>', 'declined')

/** Whether the viewer's list has it: not removed since the last message and, except for its creator, not empty. */
const isListed = sql<boolean>`(me.hidden_seq is null or conversations.last_seq > me.hidden_seq)`

/** Whether there is something to answer: an invitation, or a message that was not deleted. */
const isAsking = sql<boolean>`(conversations.kind <> 'direct' or exists (select from messages
  where messages.school_id = me.school_id and messages.conversation_id = me.conversation_id
    and messages.seq > me.cleared_seq and messages.withheld_at is null))`

/** Unread messages of other users, without those that are cleared or hidden by a block. */
const unreadCount = (viewer: ViewerParams, isCounted = sql`true`) => sql<number>`(
  select count(*)::int from (
    select from messages
    where messages.school_id = conversations.school_id and messages.conversation_id = conversations.id
      and messages.seq > greatest(me.read_seq, me.cleared_seq)
      and messages.sender_id is distinct from ${viewer.id} and messages.system_kind is null
      and ${isPresent()} and ${isFromVisible(viewer)} and ${isCounted} and me.state = 'open'
    limit ${sql.lit(maxUnreadShown)}) as unread)`

type LastMessage = {
  id: string
  sender_id: string | null
  content: string
  type: 'text' | 'image'
  image_url: string | null
  edited: boolean
  system: SystemKind | null
  created_at: number
  revision: number
}

/** The content of a system line starts with the name of the user that it is about. */
const lastContent = ({
  schoolId,
}: ViewerParams) => sql<string>`case when messages.system_kind is null then messages.content else
  coalesce((select users.name from users where users.school_id = ${schoolId} and users.id = messages.sender_id
    and users.deleted_at is null), 'Deleted user') || ' ' || messages.content end`

/** A user who was asked to join a conversation of several does not see it yet. */
const isReadable = sql<boolean>`(me.state = 'open' or conversations.kind = 'direct')`

const lastMessageJson = (viewer: ViewerParams) => sql<LastMessage | null>`(
  select json_build_object('id', messages.id, 'sender_id', messages.sender_id, 'content', left(${lastContent(viewer)}, case me.state when 'open' then 200 else ${sql.lit(messageLimits.request)} end),
    'type', messages.type, 'image_url', messages.image_url, 'edited', messages.edited_at is not null, 'system', messages.system_kind,
    'created_at', ${epoch('messages.created_at')}, 'revision', messages.revision)
  from messages
  where messages.school_id = conversations.school_id and messages.conversation_id = conversations.id
    and messages.seq > me.cleared_seq and ${isPresent()} and ${isFromVisible(viewer)} and ${isReadable}
  order by messages.seq desc limit 1)`

export type Person = { id: string; name: string; avatar_url: string | null; read_seq: number; is_gone: boolean }

const participantsJson = ({ schoolId }: ViewerParams) => sql<Person[]>`(
  select coalesce(json_agg(json_build_object('id', named.user_id, 'name', named.name, 'avatar_url', named.avatar_url,
    'read_seq', case when size.is_without_receipts and named.user_id <> me.user_id then 0 else named.read_seq end, 'is_gone', named.deleted_at is not null)), '[]')
  from (
    select participants.user_id, case when participants.state = 'open' and (participants.user_id = me.user_id
        or ${sharesWith('receipts', schoolId, sql.ref('me.user_id'))}) then participants.read_seq else 0 end as read_seq, users.name, users.avatar_url, users.deleted_at
    from participants join users on users.school_id = participants.school_id and users.id = participants.user_id
    where participants.school_id = ${schoolId} and participants.conversation_id = conversations.id
      and (participants.state = 'open' or conversations.kind = 'direct' or participants.user_id = me.user_id)
    order by participants.user_id <> me.user_id, participants.joined_at, users.name
    limit ${sql.lit(maxNamed)}) as named cross join (select ${isWithoutReceipts} as is_without_receipts) as size)`

/** Whether the two participants of a direct or listing conversation can write to each other. */
const isOpen = (viewer: ViewerParams) => sql<boolean>`(conversations.kind in ('several', 'group') or exists (
  select from participants as other join users on users.school_id = other.school_id and users.id = other.user_id
  where other.school_id = ${viewer.schoolId} and other.conversation_id = conversations.id
    and other.user_id <> me.user_id and users.deleted_at is null and ${noBlockBetween(viewer, 'other.user_id')}))`

/** The owner of a conversation of several: as stored, otherwise the participant who has been there longest. */
export const ownerId = sql<string | null>`(
  select participants.user_id from participants
  where conversations.kind = 'several' and participants.school_id = conversations.school_id
    and participants.conversation_id = conversations.id and participants.state = 'open'
  order by participants.user_id is distinct from conversations.owner_id, participants.joined_at, participants.user_id
  limit 1)`

/**
 * The picture of a conversation of several, and the line that has set it: as long as the viewer sees that line, and its author has an
 * account. A conversation of a group has the photo of the group.
 */
const pictureJson = (viewer: ViewerParams) => sql<{
  id: string | null
  url: string
} | null>`case conversations.kind when 'group' then (
  select json_build_object('id', null, 'url', groups.avatar_url) from groups
  where groups.school_id = conversations.school_id and groups.id = conversations.group_id
    and groups.avatar_url is not null and groups.withheld_at is null)
else (
  select json_build_object('id', line.id, 'url', line.image_url)
  from messages as line join users as author on author.school_id = line.school_id and author.id = line.sender_id
  where line.school_id = conversations.school_id and line.conversation_id = conversations.id
    and line.seq = conversations.picture_seq and line.image_url is not null and ${isPresent('line')}
    and author.deleted_at is null and ${noBlockBetween(viewer, 'line.sender_id')}) end`

const draftText = sql<string | null>`(
  select message_drafts.text from message_drafts where message_drafts.school_id = me.school_id
    and message_drafts.conversation_id = me.conversation_id and message_drafts.user_id = me.user_id)`

/** `waiting`: the viewer has written once to a user who has not accepted. A decline looks the same. */
type OtherState = 'open' | 'requested' | 'waiting'

const otherState = sql<OtherState>`coalesce(case when conversations.kind = 'direct' then (
  select case when other.state = 'open' then 'open'
    when conversations.last_seq > other.cleared_seq
      and not ${canWriteTo(sql.ref('me.school_id'), sql.ref('me.user_id'), 'other.user_id')} then 'waiting'
    else 'requested' end
  from participants as other where other.school_id = me.school_id and other.conversation_id = me.conversation_id
    and other.user_id <> me.user_id limit 1) end, 'open')`

const described = (db: Db, viewer: ViewerParams) =>
  visibleConversations(db, viewer)
    .select([
      'conversations.id',
      'conversations.kind',
      'conversations.title',
      'conversations.group_id',
      'conversations.marketplace_listing_id',
      ownerId.as('owner_id'),
      'conversations.last_seq',
      epochOrNull('conversations.last_message_at').as('last_message_at'),
      unreadCount(viewer).as('unread_count'),
      'me.muted',
      'conversations.vanish_after',
      'conversations.renamed_by',
      pictureJson(viewer).as('picture'),
      effectiveLevel('me').as('level'),
      lastMessageJson(viewer).as('last_message'),
      draftText.as('draft'),
      participantsJson(viewer).as('people'),
      isOpen(viewer).as('is_open'),
      'me.state as my_state',
      otherState.as('other_state'),
      isPinAllowed.as('can_pin'),
    ])
    .$narrowType<{
      kind: Conversation['kind']
      vanish_after: VanishAfter | null
      renamed_by: Conversation['renamed_by']
    }>()
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

/** Those of these conversations that the viewer takes part in. */
export const listConversationsById = async (
  db: Db,
  viewer: Viewer,
  ids: readonly string[],
): Promise<ConversationRow[]> =>
  ids.length === 0
    ? []
    : described(db, viewer)
        .where('conversations.id', 'in', [...ids])
        .execute()

const findParticipant = prepared(
  (db, { viewer, school, id }: SqlParams<{ viewer: string; school: string; id: string }>) =>
    visibleConversations(db, { id: viewer, schoolId: school })
      .where('conversations.id', '=', id)
      .select([
        'conversations.id',
        'conversations.kind',
        'me.state as my_state',
        otherState.as('other_state'),
        isOpen({ id: viewer, schoolId: school }).as('is_open'),
        isPinAllowed.as('can_pin'),
      ]),
)

type ParticipantRow = {
  readonly id: string
  readonly kind: string
  readonly my_state: string
  readonly other_state: OtherState
  readonly is_open: boolean
  readonly can_pin: boolean
}

/** Whether the viewer takes part and can write, for write routes. Throws 404 when they are not a participant. */
export async function participantOr404(db: Db, viewer: Viewer, id: string): Promise<ParticipantRow> {
  const [row] = await findParticipant(db, { viewer: viewer.id, school: viewer.schoolId, id })
  if (!row) throw notFound('Conversation not found')
  return row
}

type ListSlots = SqlParams<{
  viewer: string
  school: string
  rows: number
  skip: number
  unread: boolean
  requests: boolean
}>

const listed = prepared((db, { viewer, school, rows, skip, unread, requests }: ListSlots) =>
  described(db, { id: viewer, schoolId: school })
    .where(sql<boolean>`case when ${requests}::boolean then me.state = 'requested' and ${isAsking} and ${isOpen({ id: viewer, schoolId: school })}
      else me.state = 'open' and ${isListed} end`)
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
        .where('me.state', '=', 'open')
        .select(
          unreadCount(
            { id: viewer, schoolId: school },
            isNotMuted({ id: viewer, schoolId: school }, 'messages.sender_id'),
          ).as('unread'),
        )
        .as('each'),
    )
    .select(sql<number>`coalesce(sum(unread), 0)::int`.as('total')),
)

/** One page of the viewer's conversations, latest first, and the unread total without what the viewer has muted. */
export async function listConversations(
  db: Db,
  viewer: Viewer,
  {
    page,
    limit,
    unread = false,
    requests = false,
  }: { page: number; limit: number; unread?: boolean | undefined; requests?: boolean | undefined },
) {
  const asker = { viewer: viewer.id, school: viewer.schoolId }
  const [rows, [total]] = await Promise.all([
    listed(db, { ...asker, rows: limit + 1, skip: toOffset({ page, limit }), unread, requests }),
    unreadTotal(db, asker),
  ])
  return { ...toPage(rows, { page, limit }), unread: total?.total ?? 0 }
}

/**
 * The users who asked the seller about a listing, first come first. Without deleted accounts and blocks in either
 * direction: the seller cannot write to them.
 */
export const listListingBuyers = (db: Db, seller: { id: string; schoolId: string }, listingId: string) =>
  visibleConversations(db, seller)
    .where('conversations.marketplace_listing_id', '=', listingId)
    .innerJoin('participants as other', (join) =>
      join
        .onRef('other.school_id', '=', 'conversations.school_id')
        .onRef('other.conversation_id', '=', 'conversations.id')
        .onRef('other.user_id', '<>', 'me.user_id'),
    )
    .innerJoin('users as buyer', (join) =>
      join.onRef('buyer.school_id', '=', 'other.school_id').onRef('buyer.id', '=', 'other.user_id'),
    )
    .where('buyer.deleted_at', 'is', null)
    .where(noBlockBetween(seller, 'buyer.id'))
    .orderBy('conversations.created_at')
    .orderBy('conversations.id')
    .select(['buyer.id', 'buyer.name', 'buyer.avatar_url', 'conversations.id as conversation_id'])
    .select(epoch('conversations.created_at').as('asked_at'))
    .execute()

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
    .where(sql<boolean>`can_ask(${viewer.schoolId}, ${viewer.id}, users.id)`)
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}
