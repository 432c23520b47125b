import { sql } from 'kysely'
import { listSchools } from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import { conflict, notFound } from '../../../shared/server/http/errors.ts'
import { forEachSchool } from '../../../shared/server/jobs/due-schools.ts'
import { deleteConversation } from './deletion.ts'
import type { MessageRow } from './message-queries.ts'
import { writeSystemLines } from './system-lines.ts'

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
    .select(['kind', 'last_seq', 'owner_id'])
    .forUpdate()
    .executeTakeFirst()
  const participation = trx
    .selectFrom('participants')
    .where('school_id', '=', schoolId)
    .where('conversation_id', '=', id)
    .where('user_id', '=', viewer.id)
    .where('state', '=', 'open')
    .select('user_id')
  if (!conversation || !(await participation.executeTakeFirst())) throw notFound('Conversation not found')
  if (conversation.kind !== 'several') throw conflict('You cannot leave this conversation')

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
  if (conversation.owner_id === viewer.id)
    await trx
      .updateTable('conversations')
      .set({ owner_id: null })
      .where('school_id', '=', schoolId)
      .where('id', '=', id)
      .execute()
  const locked = { schoolId, id, last_seq: conversation.last_seq }
  const [line] = await writeSystemLines(trx, locked, [viewer.id], { kind: 'left', text: 'left the conversation.' })
  return line as MessageRow
}

/** Conversations deleted per transaction. */
const batchSize = 500

/** Deletes conversations without participants for 30 days, with their messages, and exits older than two years. */
export const deleteEmptyConversations = async (db: Db): Promise<void> =>
  forEachSchool(await listSchools(db), (schoolId) => deleteEmptyConversationsInSchool(db, schoolId))

async function deleteEmptyConversationsInSchool(db: Db, schoolId: string): Promise<void> {
  await sql`delete from conversation_exits
    where school_id = ${schoolId} and at < now() - interval '2 years'`.execute(db)
  for (let count = batchSize; count === batchSize; ) {
    count = await withTransaction(db, async (trx) => {
      const { rows } = await sql<{ id: string }>`
        select id from conversations
        where school_id = ${schoolId} and kind <> 'group'
          and not exists (select from participants
            where participants.school_id = ${schoolId} and participants.conversation_id = conversations.id)
          and greatest(created_at, last_message_at, (select max(at) from conversation_exits as exits
            where exits.school_id = ${schoolId} and exits.conversation_id = conversations.id))
            < now() - interval '30 days'
        limit ${batchSize} for update skip locked`.execute(trx)
      for (const { id } of rows) await deleteConversation(trx, schoolId, id)
      return rows.length
    })
  }
}
