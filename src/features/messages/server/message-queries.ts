import { sql } from 'kysely'
import type { z } from 'zod'
import type { Viewer, ViewerParams } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { findRows, isAmong } from '../../../shared/server/db/replica-reads.ts'
import { epoch, epochOrNull } from '../../../shared/server/db/sql.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import {
  excerpt,
  matchesTerm,
  type SearchProvider,
  type SearchTerm,
  toTermTexts,
} from '../../../shared/server/search.ts'
import type { ShareKind } from '../../../shared/share-kinds.ts'
import type { FileAttachment, Voice } from '../../media/attachment-contract.ts'
import type { Media } from '../../media/contract.ts'
import { findAttachments, noAttachments } from '../../media/server/files.ts'
import { type PreviewSource, previewText } from '../../notifications/server/previews.ts'
import { mentionsJson } from '../../people/server/mention-queries.ts'
import { noBlockBetween } from '../../people/server/queries.ts'
import type { messages, Reaction, SystemKind } from '../contract.ts'

/**
 * SQL condition: no block between the viewer and the sender of `messages`, in a conversation of more than two. Two
 * users keep their earlier messages after one blocks the other.
 */
export const isFromVisible = (viewer: ViewerParams) =>
  sql<boolean>`(conversations.kind in ('direct', 'listing') or ${noBlockBetween(viewer, 'messages.sender_id')})`

/** SQL condition: a row of messages is neither withheld nor has it disappeared, by the clock of the database. */
export const isPresent = (table = 'messages') =>
  sql<boolean>`(${sql.ref(`${table}.withheld_at`)} is null
    and (${sql.ref(`${table}.vanish_at`)} is null or ${sql.ref(`${table}.vanish_at`)} > now()))`

/** The message that a reply answers, as the viewer sees it; null when it is deleted. */
export type QuoteRow = {
  id: string
  sender_id: string | null
  sender_name: string | null
  type: 'text' | 'image'
  content: string
  is_hidden: boolean
  revision: number
}

const quotedLength = 100

const quoteJson = (viewer: ViewerParams) => sql<QuoteRow | null>`(
  select json_build_object('id', quoted.id, 'sender_id', author.id, 'sender_name', author.name, 'type', quoted.type,
    'revision', quoted.revision, 'content', left(quoted.content, ${sql.lit(quotedLength)}), 'is_hidden', quoted.seq <= me.cleared_seq
      or (conversations.kind in ('several', 'group') and not ${noBlockBetween(viewer, 'quoted.sender_id')}))
  from messages as quoted
  left join users as author on author.school_id = quoted.school_id and author.id = quoted.sender_id
    and author.deleted_at is null
  where quoted.school_id = messages.school_id and quoted.conversation_id = messages.conversation_id
    and quoted.seq = messages.reply_to_seq and ${isPresent('quoted')})`

/** The reactions to `messages`, in the order of each emoji's first use; null without any. */
export const reactionsJson = (viewer: ViewerParams) => sql<Reaction[] | null>`(
  select json_agg(json_build_object('emoji', emoji, 'count', count, 'mine', mine) order by first, emoji) from (
    select emoji, count(*)::int as count, bool_or(reaction.user_id = ${viewer.id}) as mine, min(created_at) as first
    from message_reactions as reaction
    where reaction.school_id = messages.school_id and reaction.message_id = messages.id group by emoji) as each)`

const isPinned = sql<boolean>`exists (select from message_pins as pin
  where pin.school_id = messages.school_id and pin.message_id = messages.id)`

/** The messages that the viewer can see, in conversations that they take part in. Every read starts here. */
function visibleMessages(db: Db, viewer: ViewerParams) {
  return db
    .selectFrom('messages')
    .innerJoin('conversations', (join) =>
      join
        .onRef('conversations.school_id', '=', 'messages.school_id')
        .onRef('conversations.id', '=', 'messages.conversation_id'),
    )
    .innerJoin('participants as me', (join) =>
      join
        .onRef('me.school_id', '=', 'messages.school_id')
        .onRef('me.conversation_id', '=', 'messages.conversation_id')
        .on('me.user_id', '=', viewer.id),
    )
    .leftJoin('users as sender', (join) =>
      join
        .onRef('sender.school_id', '=', 'messages.school_id')
        .onRef('sender.id', '=', 'messages.sender_id')
        .on('sender.deleted_at', 'is', null),
    )
    .where('messages.school_id', '=', viewer.schoolId)
    .whereRef('messages.seq', '>', 'me.cleared_seq')
    .where(isPresent())
    .where(sql<boolean>`(me.state = 'open' or (me.state = 'requested' and conversations.kind = 'direct'))`)
    .where(isFromVisible(viewer))
    .select([
      'messages.id',
      'messages.conversation_id',
      'messages.seq',
      'sender.id as sender_id',
      'sender.name as sender_name',
      'sender.avatar_url as sender_avatar',
      'messages.type',
      'messages.content',
      'messages.image_url',
      'messages.has_files',
      'messages.share_kind',
      'messages.share_id',
      sql<boolean>`messages.edited_at is not null`.as('edited'),
      epochOrNull('messages.edited_at').as('edited_at'),
      isPinned.as('pinned'),
      epochOrNull('messages.vanish_at').as('vanishes_at'),
      mentionsJson('messages').as('mentions'),
      'messages.system_kind',
      'messages.reply_to_seq',
      quoteJson(viewer).as('quote'),
      reactionsJson(viewer).as('reactions'),
      epoch('messages.created_at').as('created_at'),
      'messages.revision',
    ])
    .$narrowType<{ type: 'text' | 'image'; system_kind: SystemKind | null; share_kind: ShareKind | null }>()
}
export type MessageRow = Awaited<ReturnType<ReturnType<typeof visibleMessages>['execute']>>[number]

const one = prepared((db, { viewer, school, id }: SqlParams<{ viewer: string; school: string; id: string }>) =>
  visibleMessages(db, { id: viewer, schoolId: school }).where('messages.id', '=', id),
)

/** Returns the message if the viewer can see it. */
export async function findMessage(db: Db, viewer: Viewer, id: string): Promise<MessageRow | undefined> {
  const [row] = await one(db, { viewer: viewer.id, school: viewer.schoolId, id })
  return row
}

/** Returns the message if the viewer can see it. Throws 404 otherwise. */
export async function messageOr404(db: Db, viewer: Viewer, id: string): Promise<MessageRow> {
  const row = await findMessage(db, viewer, id)
  if (!row) throw notFound('Message not found')
  return row
}

/** Larger than any sequence number: an integer column cannot exceed it. */
const maxSequence = 2 ** 31 - 1

type PageSlots = SqlParams<{ viewer: string; school: string; conversation: string; before: number; rows: number }>

const pageBefore = prepared((db, { viewer, school, conversation, before, rows }: PageSlots) =>
  visibleMessages(db, { id: viewer, schoolId: school })
    .where('messages.conversation_id', '=', conversation)
    .where('messages.seq', '<', before)
    .orderBy('messages.seq', 'desc')
    .limit(rows),
)

type AfterSlots = Omit<PageSlots, 'before'> & SqlParams<{ after: number }>

const pageAfter = prepared((db, { viewer, school, conversation, after, rows }: AfterSlots) =>
  visibleMessages(db, { id: viewer, schoolId: school })
    .where('messages.conversation_id', '=', conversation)
    .where('messages.seq', '>', after)
    .orderBy('messages.seq')
    .limit(rows),
)

/** The latest messages of a conversation before a sequence number, oldest first, and whether older ones exist. */
export async function listMessages(
  db: Db,
  viewer: Viewer,
  conversation: string,
  { before = maxSequence, limit }: { before?: number | undefined; limit: number },
) {
  const asker = { viewer: viewer.id, school: viewer.schoolId, conversation }
  const found = await pageBefore(db, { ...asker, before, rows: limit + 1 })
  const rows = found.slice(0, limit).reverse()
  return { rows, pagination: { limit, hasMore: found.length > limit } }
}

/** The first messages after a sequence number, oldest first. */
export async function listMessagesAfter(
  db: Db,
  viewer: Viewer,
  conversation: string,
  { after, limit }: { after: number; limit: number },
) {
  const asker = { viewer: viewer.id, school: viewer.schoolId, conversation }
  const found = await pageAfter(db, { ...asker, after, rows: limit + 1 })
  return { rows: found.slice(0, limit), pagination: { limit, hasMore: true, hasNewer: found.length > limit } }
}

/** Messages on each side of one. */
const aroundCount = 12

/** A message with those around it. Numbers decide, so that deleted messages do not move the page. */
export async function listMessagesAround(db: Db, viewer: Viewer, conversation: string, seq: number) {
  const [older, newer] = await Promise.all([
    listMessages(db, viewer, conversation, { before: Math.min(seq + 1, maxSequence), limit: aroundCount + 1 }),
    listMessagesAfter(db, viewer, conversation, { after: seq, limit: aroundCount }),
  ])
  const { hasMore } = older.pagination
  const { hasNewer } = newer.pagination
  return { rows: [...older.rows, ...newer.rows], pagination: { limit: 2 * aroundCount + 1, hasMore, hasNewer } }
}

/** The pinned messages of a conversation, last pinned first. */
export const listPinnedMessages = (db: Db, viewer: Viewer, conversation: string): Promise<MessageRow[]> =>
  visibleMessages(db, viewer)
    .innerJoin('message_pins', (join) =>
      join
        .onRef('message_pins.school_id', '=', 'messages.school_id')
        .onRef('message_pins.message_id', '=', 'messages.id'),
    )
    .where('message_pins.conversation_id', '=', conversation)
    .orderBy('message_pins.pinned_at', 'desc')
    .orderBy('messages.seq', 'desc')
    .execute()

type Wanted = Pick<z.output<typeof messages.list.query>, 'q' | 'from' | 'media' | 'after_date' | 'limit'>

/** The latest messages of a conversation that match, before a sequence number, oldest first. */
export async function searchMessages(
  db: Db,
  viewer: Viewer,
  conversation: string,
  { before = maxSequence, limit, ...wanted }: Wanted & { before?: number | undefined },
) {
  const select = (from: Db) => selectMatching(from, viewer, conversation, { ...wanted, before })
  const find = (from: Db) =>
    select(from)
      .orderBy('messages.seq', 'desc')
      .limit(limit + 1)
      .execute()
  const found = await findRows(db, find, (primary, rows) => select(primary).where(isAmong('messages.id', rows)))
  return { rows: found.slice(0, limit).reverse(), pagination: { limit, hasMore: found.length > limit } }
}

/** The messages of a conversation that match, in no order. */
function selectMatching(
  db: Db,
  viewer: Viewer,
  conversation: string,
  { before, q, from, media, after_date }: Omit<Wanted, 'limit'> & { before: number },
) {
  let matching = visibleMessages(db, viewer)
    .where('messages.conversation_id', '=', conversation)
    .where('messages.seq', '<', before)
    .where('messages.system_kind', 'is', null)
  if (q) matching = matching.where(matchesTerm('messages.content', { ...toTermTexts(q), tolerant: false }))
  if (from) matching = matching.where('messages.sender_id', '=', from)
  if (media === 'pictures') matching = matching.where('messages.image_url', 'is not', null)
  if (media === 'files') matching = matching.where(hasFile)
  if (media === 'links') matching = matching.where(sql<boolean>`messages.content ~* '\\mhttps?://'`)
  if (after_date)
    matching = matching.where(sql<boolean>`messages.created_at >= ${`${after_date}T00:00:00Z`}::timestamptz`)
  return matching
}

/** SQL condition: the message has a file, not only a voice note. */
const hasFile = sql<boolean>`(messages.has_files and exists (select from uploads
  where uploads.school_id = messages.school_id and uploads.item_kind = 'message' and uploads.item_id = messages.id
    and uploads.kind = 'file'))`

/** A message with what is attached to it. */
export type MessageWithMedia = {
  readonly row: MessageRow
  readonly pictures?: readonly Media[]
  readonly files?: readonly FileAttachment[]
  readonly voice?: Voice | null
}

/** Adds pictures and files to the messages. Queries media only for messages that have some. */
export async function withMedia(db: Db, viewer: Viewer, rows: readonly MessageRow[]): Promise<MessageWithMedia[]> {
  const ids = rows.filter(({ image_url, has_files }) => image_url !== null || has_files).map(({ id }) => id)
  const byMessage = await findAttachments(db, viewer.schoolId, 'message', ids)
  return rows.map((row) => {
    const { pictures, files, voice } = byMessage.get(row.id) ?? noAttachments
    return { row, pictures, files, voice }
  })
}

/** What notifications show of messages. */
export const messagePreviews: PreviewSource = {
  link: /^\/messages\/[0-9a-f-]{36}\?message=([0-9a-f-]{36})$/,
  find: (db, viewer, ids) =>
    visibleMessages(db, viewer)
      .clearSelect()
      .where('messages.id', 'in', [...ids])
      .select(['messages.id', previewText('messages.content').as('text'), 'messages.image_url']),
}

/** Messages that contain a term, in the viewer's conversations, newest first. */
export const findMessages = (db: Db, viewer: ViewerParams, term: SearchTerm): SearchProvider =>
  visibleMessages(db, viewer)
    .clearSelect()
    .where(matchesTerm('messages.content', term))
    .where('messages.system_kind', 'is', null)
    .where('me.state', '=', 'open')
    .orderBy('messages.created_at', 'desc')
    .limit(term.limit)
    .select([
      'messages.id',
      sql<string>`coalesce(sender.name, 'Deleted user')`.as('title'),
      excerpt('messages.content', term).as('text'),
      epoch('messages.created_at').as('at'),
      'sender.avatar_url as image_url',
      sql<string>`'/messages/' || messages.conversation_id || '?message=' || messages.id`.as('link'),
    ])
