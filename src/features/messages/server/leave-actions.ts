import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { epoch, newId } from '../../../shared/server/db/sql.ts'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import { conflict, notFound } from '../../../shared/server/http/errors.ts'
import { releaseUploads } from '../../media/server/actions.ts'
import type { MessageRow } from './message-queries.ts'

/**
 * Text of a system line after the name. The name is joined when it is read, because names change and accounts are
 * deleted.
 */
const leftText = 'left the conversation.'

/**
 * Removes the viewer from a conversation of several and returns the system line for the others. Throws 404 for users
 * who are not participants, 409 for other kinds. Locks the conversation row first, as sending does: a message either
 * precedes the exit, or the viewer does not receive it.
 */
export const leaveConversation = async (trx: Trx, viewer: Viewer, id: string): Promise<MessageRow> => {
  const { schoolId } = viewer
  const conversation = await trx
    .selectFrom('conversations')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .select(['kind', 'last_seq'])
    .forUpdate()
    .executeTakeFirst()
  const participation = trx
    .selectFrom('participants')
    .where('school_id', '=', schoolId)
    .where('conversation_id', '=', id)
    .where('user_id', '=', viewer.id)
    .select('user_id')
  if (!conversation || !(await participation.executeTakeFirst())) throw notFound('Conversation not found')
  if (conversation.kind !== 'several') throw conflict('You can’t leave this conversation')

  await trx
    .deleteFrom('participants')
    .where('school_id', '=', schoolId)
    .where('conversation_id', '=', id)
    .where('user_id', '=', viewer.id)
    .execute()
  await trx
    .insertInto('conversation_exits')
    .values({ school_id: schoolId, conversation_id: id, user_id: viewer.id })
    .onConflict((same) =>
      same.columns(['school_id', 'conversation_id', 'user_id']).doUpdateSet({ at: sql`now()`, removed_by: null }),
    )
    .execute()
  return writeSystemLine(trx, viewer, { id, seq: conversation.last_seq + 1 })
}

/** Inserts a numbered line like a message, but keeps unread counts and does not restore removed conversations. */
async function writeSystemLine(trx: Trx, { schoolId, id: userId }: Viewer, conversation: { id: string; seq: number }) {
  const { id, seq } = conversation
  await trx
    .updateTable('conversations')
    .set({ last_seq: seq })
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .execute()
  await trx
    .updateTable('participants')
    .set({
      read_seq: sql`case when read_seq = ${seq - 1} then ${seq} else read_seq end`,
      hidden_seq: sql`case when hidden_seq = ${seq - 1} then ${seq} else hidden_seq end`,
    })
    .where('school_id', '=', schoolId)
    .where('conversation_id', '=', id)
    .where(sql<boolean>`(read_seq = ${seq - 1} or hidden_seq = ${seq - 1})`)
    .execute()
  const line = { id: newId(), seq, content: leftText, type: 'text' as const, system_kind: 'left' as const }
  const { created_at } = await trx
    .insertInto('messages')
    .values({ ...line, school_id: schoolId, conversation_id: id, sender_id: userId })
    .returning(epoch('messages.created_at').as('created_at'))
    .executeTakeFirstOrThrow()
  const { name, avatar_url } = await trx
    .selectFrom('users')
    .where('school_id', '=', schoolId)
    .where('id', '=', userId)
    .select(['name', 'avatar_url'])
    .executeTakeFirstOrThrow()
  return {
    ...line,
    conversation_id: id,
    sender_id: userId,
    sender_name: name,
    sender_avatar: avatar_url,
    image_url: null,
    edited: false,
    created_at,
  }
}

/** Conversations deleted per transaction. */
const batchSize = 500

/** Deletes conversations without participants for 30 days, with their messages, and exits older than two years. */
export async function deleteEmptyConversations(db: Db): Promise<void> {
  await sql`delete from conversation_exits where at < now() - interval '2 years'`.execute(db)
  for (let count = batchSize; count === batchSize; ) {
    count = await withTransaction(db, async (trx) => {
      const { rows } = await sql<{ school_id: string; id: string }>`
        select school_id, id from conversations
        where kind <> 'group'
          and not exists (select from participants
            where participants.school_id = conversations.school_id and participants.conversation_id = conversations.id)
          and greatest(created_at, last_message_at, (select max(at) from conversation_exits as exits
            where exits.school_id = conversations.school_id and exits.conversation_id = conversations.id))
            < now() - interval '30 days'
        limit ${batchSize} for update skip locked`.execute(trx)
      for (const { school_id, id } of rows) await deleteConversation(trx, school_id, id)
      return rows.length
    })
  }
}

async function deleteConversation(trx: Trx, schoolId: string, id: string): Promise<void> {
  const images = await trx
    .selectFrom('messages')
    .where('school_id', '=', schoolId)
    .where('conversation_id', '=', id)
    .where('image_url', 'is not', null)
    .select('id')
    .execute()
  await releaseUploads(
    trx,
    schoolId,
    'message',
    images.map((message) => message.id),
  )
  await trx.deleteFrom('conversations').where('school_id', '=', schoolId).where('id', '=', id).execute()
}
