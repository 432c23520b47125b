import { sql } from 'kysely'
import type { Viewer, ViewerParams } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict, notFound } from '../../../shared/server/http/errors.ts'
import type { App } from '../../../shared/server/services.ts'
import type { Author } from '../../people/contract.ts'
import { noBlockBetween } from '../../people/server/queries.ts'
import { messageLimits, type Reaction } from '../contract.ts'
import { toMessageLink as toLink } from './message-link.ts'
import { type MessageRow, messageOr404, reactionsJson } from './message-queries.ts'
import { assertOpen } from './policy.ts'
import { participantOr404 } from './queries.ts'
import { assertJoined } from './requests.ts'

/**
 * Returns a message that the viewer can react to, locked, so that the counts have the order of its revisions.
 * Waits for a concurrent exit from the conversation, which locks its row. Throws 404, or 403 in a closed conversation.
 */
export async function lockForReaction(trx: Trx, viewer: Viewer, id: string): Promise<MessageRow> {
  const { schoolId } = viewer
  const message = await messageOr404(trx, viewer, id)
  if (message.system_kind !== null) throw notFound('Message not found')
  await trx
    .selectFrom('conversations')
    .where('school_id', '=', schoolId)
    .where('id', '=', message.conversation_id)
    .select('id')
    .forKeyShare()
    .execute()
  const participant = await participantOr404(trx, viewer, message.conversation_id)
  assertOpen(participant)
  assertJoined(participant)
  const locked = await trx
    .selectFrom('messages')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('withheld_at', 'is', null)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!locked) throw notFound('Message not found')
  return message
}

type Slots = SqlParams<{ school: string; message: string; viewer: string; emoji: string }>

const insertReaction = prepared(
  (_db, { school, message, viewer, emoji }: Slots) => sql<{ is_new: boolean; is_first: boolean; is_held: boolean }>`
  with own as (
    select emoji, slot from message_reactions
    where school_id = ${school} and message_id = ${message} and user_id = ${viewer}),
  stored as (
    insert into message_reactions (school_id, message_id, user_id, emoji, slot)
    select ${school}::uuid, ${message}::uuid, ${viewer}::uuid, ${emoji}::text, free.slot
    from generate_series(1, ${sql.lit(messageLimits.reactions)}) as free (slot)
    where free.slot not in (select slot from own) and ${emoji}::text not in (select emoji from own)
    order by free.slot limit 1 returning emoji),
  revised as (
    update messages set revision = revision + 1
    where school_id = ${school} and id = ${message} and exists (select from stored))
  select exists (select from stored) as is_new, ${emoji}::text in (select emoji from own) as is_held,
    not exists (select from message_reactions where school_id = ${school} and message_id = ${message}) as is_first`,
)

const countReactions = prepared((db, { school, message, viewer }: Omit<Slots, 'emoji'>) =>
  db
    .selectFrom('messages')
    .where('messages.school_id', '=', school)
    .where('messages.id', '=', message)
    .select(['messages.revision', reactionsJson({ id: viewer, schoolId: school }).as('reactions')]),
)

type Reactions = { readonly reactions: Reaction[]; readonly revision: number }

/** The reactions to a locked message, and its revision. */
const findReactions = async (trx: Trx, { schoolId, id: viewer }: Viewer, message: string): Promise<Reactions> => {
  const [row] = await countReactions(trx, { school: schoolId, message, viewer })
  return { reactions: row?.reactions ?? [], revision: row?.revision ?? 0 }
}

/** Adds a reaction to a locked message. Throws 409 when the viewer has three others. */
export async function addReaction(trx: Trx, viewer: Viewer, message: string, emoji: string) {
  const [added] = await insertReaction(trx, { school: viewer.schoolId, message, viewer: viewer.id, emoji })
  if (!added?.is_new && !added?.is_held)
    throw conflict(`You can add up to ${messageLimits.reactions} reactions to a message`)
  const after = await findReactions(trx, viewer, message)
  return { isNew: added.is_new, isFirst: added.is_new && added.is_first, after }
}

/** Removes a reaction from a locked message. */
export async function removeReaction(trx: Trx, viewer: Viewer, message: string, emoji: string) {
  const { rows } = await sql`
    with removed as (
      delete from message_reactions where school_id = ${viewer.schoolId} and message_id = ${message}
        and user_id = ${viewer.id} and emoji = ${emoji} returning message_id)
    update messages set revision = revision + 1
    where school_id = ${viewer.schoolId} and id in (select message_id from removed) returning 1`.execute(trx)
  return { isRemoved: rows.length > 0, after: await findReactions(trx, viewer, message) }
}

export const toReactionEvent = (message: MessageRow, emoji: string, { reactions, revision }: Reactions) => {
  const { count, mine } = reactions.find((reaction) => reaction.emoji === emoji) ?? { count: 0, mine: false }
  return { conversation_id: message.conversation_id, message_id: message.id, emoji, count, mine, revision }
}

/** Notifies the sender of a message of its first reaction, unless they have muted the conversation or left it. */
export const notifyReaction = ({ notifications }: App, trx: Trx, viewer: Viewer, message: MessageRow, emoji: string) =>
  notifications.notify(
    trx,
    {
      schoolId: viewer.schoolId,
      kind: 'reaction',
      link: toLink(message),
      params: { emoji },
      actorId: viewer.id,
    },
    sql<string>`select user_id from participants where school_id = ${viewer.schoolId}
      and conversation_id = ${message.conversation_id} and user_id = ${message.sender_id} and not muted and state = 'open'`,
  )

/** Removes the notification of a reaction that was withdrawn, while it is unread. */
export const retractReaction = async ({ notifications }: App, trx: Trx, viewer: Viewer, message: MessageRow) => {
  if (!message.sender_id) return
  const event = { schoolId: viewer.schoolId, kind: 'reaction' as const, link: toLink(message), actorId: viewer.id }
  await notifications.retract(trx, event, message.sender_id)
}

const listed = prepared((db, { school, message, viewer }: Omit<Slots, 'emoji'>) =>
  db
    .selectFrom('message_reactions as reaction')
    .innerJoin('users', (join) =>
      join.onRef('users.school_id', '=', 'reaction.school_id').onRef('users.id', '=', 'reaction.user_id'),
    )
    .where('reaction.school_id', '=', school)
    .where('reaction.message_id', '=', message)
    .where('users.deleted_at', 'is', null)
    .where(noBlockBetween({ id: viewer, schoolId: school } satisfies ViewerParams, 'reaction.user_id'))
    .orderBy('reaction.created_at')
    .orderBy('users.name')
    .select(['reaction.emoji', 'users.id', 'users.name', 'users.avatar_url']),
)

/** Lists who reacted to a message that the viewer can see, by emoji, without users with a block between them. */
export async function listReactions(db: Db, viewer: Viewer, message: string) {
  const rows = await listed(db, { school: viewer.schoolId, message, viewer: viewer.id })
  const byEmoji = Map.groupBy(rows, ({ emoji }) => emoji)
  return [...byEmoji].map(([emoji, people]) => ({
    emoji,
    people: people.map(({ id, name, avatar_url }): Author => ({ id, name, avatar_url, avatar: avatar_url })),
  }))
}
