import { sql } from 'kysely'
import type { Viewer, ViewerParams } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { epoch } from '../../../shared/server/db/sql.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { excerpt, matchesTerm, maxHits, type SearchProvider, type SearchTerm } from '../../../shared/server/search.ts'
import { toMedia } from '../../media/server/queries.ts'
import { noBlockBetween } from '../../people/server/queries.ts'

/**
 * SQL condition: no block between the viewer and the sender of `messages`, in a conversation of more than two. Two
 * users keep their earlier messages after one blocks the other.
 */
export const isFromVisible = (viewer: ViewerParams) =>
  sql<boolean>`(conversations.kind in ('direct', 'listing') or ${noBlockBetween(viewer, 'messages.sender_id')})`

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
    .where('messages.withheld_at', 'is', null)
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
      sql<boolean>`messages.edited_at is not null`.as('edited'),
      'messages.system_kind',
      epoch('messages.created_at').as('created_at'),
    ])
    .$narrowType<{ type: 'text' | 'image'; system_kind: 'left' | null }>()
}
export type MessageRow = Awaited<ReturnType<ReturnType<typeof visibleMessages>['execute']>>[number]

const one = prepared((db, { viewer, school, id }: SqlParams<{ viewer: string; school: string; id: string }>) =>
  visibleMessages(db, { id: viewer, schoolId: school }).where('messages.id', '=', id),
)

/** Returns the message if the viewer can see it. Throws 404 otherwise. */
export async function messageOr404(db: Db, viewer: Viewer, id: string): Promise<MessageRow> {
  const [row] = await one(db, { viewer: viewer.id, school: viewer.schoolId, id })
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

/** The latest messages of a conversation before a sequence number, oldest first, and whether older ones exist. */
export async function listMessages(
  db: Db,
  viewer: Viewer,
  conversation: string,
  { before = maxSequence, limit }: { before?: number | undefined; limit: number },
) {
  const found = await pageBefore(db, {
    viewer: viewer.id,
    school: viewer.schoolId,
    conversation,
    before,
    rows: limit + 1,
  })
  const rows = found.slice(0, limit).reverse()
  return { rows, pagination: { limit, hasMore: found.length > limit } }
}

/** Adds images to the messages. Queries media only for messages that have one. */
export async function withImages(db: Db, viewer: Viewer, rows: readonly MessageRow[]) {
  const ids = rows.filter(({ image_url }) => image_url !== null).map(({ id }) => id)
  const byMessage = await toMedia(db, viewer.schoolId, 'message', ids)
  return rows.map((row) => ({ row, image: byMessage.get(row.id)?.[0] ?? null }))
}

/** Messages that contain a term, in the viewer's conversations, newest first. */
export const findMessages = (db: Db, viewer: Viewer, term: SearchTerm): SearchProvider =>
  visibleMessages(db, viewer)
    .clearSelect()
    .where(matchesTerm('messages.content', term))
    .where('messages.system_kind', 'is', null)
    .orderBy('messages.created_at', 'desc')
    .limit(maxHits)
    .select([
      'messages.id',
      sql<string>`coalesce(sender.name, 'Deleted user')`.as('title'),
      excerpt('messages.content', term).as('text'),
      epoch('messages.created_at').as('at'),
      'sender.avatar_url as image_url',
      sql<string>`'/messages/' || messages.conversation_id`.as('link'),
    ])
