import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import type { Purpose } from '../../media/contract.ts'
import { attachUploads, releaseUploads } from '../../media/server/actions.ts'

const purposes: readonly Purpose[] = ['message']

type MessageValues = {
  school: string
  conversation: string
  sender: string
  id: string
  type: string
  content: string
  image: string | null
}

/**
 * Assigns the sequence number and inserts a message in one statement. The conversation row stays locked until the
 * commit, so that numbers, timestamps and visibility have the same order. Marks earlier messages as read for the
 * sender.
 */
const write = prepared((db, { school, conversation, sender, id, type, content, image }: SqlParams<MessageValues>) =>
  db
    .with('numbered', (cte) =>
      cte
        .updateTable('conversations')
        .set({ last_seq: sql`last_seq + 1`, last_message_at: sql`clock_timestamp()` })
        .where('school_id', '=', school)
        .where('id', '=', conversation)
        .returning(['school_id', 'id', 'last_seq']),
    )
    .with('taking_part', (cte) =>
      cte
        .updateTable('participants')
        .from('numbered')
        .set({ read_seq: sql`numbered.last_seq`, hidden_seq: null })
        .whereRef('participants.school_id', '=', 'numbered.school_id')
        .whereRef('participants.conversation_id', '=', 'numbered.id')
        .where('participants.user_id', '=', sender)
        .returning(['numbered.school_id', 'numbered.id', 'numbered.last_seq']),
    )
    .insertInto('messages')
    .columns(['school_id', 'id', 'conversation_id', 'seq', 'sender_id', 'type', 'content', 'image_url'])
    .expression((from) =>
      from
        .selectFrom('taking_part')
        .select([
          'school_id',
          sql<string>`${id}::uuid`.as('message'),
          'id',
          'last_seq',
          sql<string>`${sender}::uuid`.as('sender'),
          sql<string>`${type}::text`.as('type'),
          sql<string>`${content}::text`.as('content'),
          sql<string | null>`${image}::text`.as('image'),
        ]),
    )
    .returning('seq'),
)

/** Inserts a message and returns its id. Throws 404 when the viewer is not a participant any more. */
export async function sendMessage(
  trx: Trx,
  viewer: Viewer,
  conversation: string,
  { content, image }: { content: string; image: string | null },
): Promise<string> {
  const id = newId()
  const type = image === null ? 'text' : 'image'
  const message = { school: viewer.schoolId, conversation, sender: viewer.id, id, type, content, image }
  const [written] = await write(trx, message)
  if (!written) throw notFound('Conversation not found')
  if (image !== null) await attachUploads(trx, viewer, [image], { kind: 'message', id, purposes, anonymous: false })
  return id
}

/** Updates the text of a message. Throws 404 when it was deleted meanwhile. */
export const updateMessage = async (trx: Trx, viewer: Viewer, id: string, content: string) => {
  const { numUpdatedRows } = await trx
    .updateTable('messages')
    .set({ content, edited_at: sql`now()` })
    .where('school_id', '=', viewer.schoolId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound('Message not found')
}

/** Deletes a message with its image for all participants. Returns false when it was already deleted. */
export const deleteMessage = async (trx: Trx, schoolId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('messages')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .executeTakeFirst()
  await releaseUploads(trx, schoolId, 'message', [id])
  return numDeletedRows > 0n
}
