import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { prepared } from '../../../shared/server/db/prepared.ts'
import { epoch, newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import type { Purpose } from '../../media/contract.ts'
import { attachUploads, releaseUploads } from '../../media/server/actions.ts'
import type { MessageRow } from './message-queries.ts'
import { listAudience } from './queries.ts'

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
 * Assigns the sequence number and inserts a message in one statement, and returns it as the sender sees it. The
 * conversation row stays locked until the commit, so that numbers, timestamps and visibility have the same order. Marks
 * earlier messages as read for the sender.
 */
const write = prepared<MessageValues, MessageRow>(
  (_db, { school, conversation, sender, id, type, content, image }) => sql<MessageRow>`
  with numbered as (
    update conversations set last_seq = last_seq + 1, last_message_at = clock_timestamp()
    where school_id = ${school} and id = ${conversation} returning school_id, id, last_seq),
  taking_part as (
    update participants set read_seq = numbered.last_seq, hidden_seq = null from numbered
    where participants.school_id = numbered.school_id and participants.conversation_id = numbered.id
      and participants.user_id = ${sender}
    returning numbered.school_id, numbered.id, numbered.last_seq),
  written as (
    insert into messages (school_id, id, conversation_id, seq, sender_id, type, content, image_url)
    select school_id, ${id}::uuid, id, last_seq, ${sender}::uuid, ${type}::text, ${content}::text, ${image}::text
    from taking_part returning *)
  select messages.id, messages.conversation_id, messages.seq, sender.id as sender_id, sender.name as sender_name,
    sender.avatar_url as sender_avatar, messages.type, messages.content, messages.image_url, false as edited,
    messages.system_kind, ${epoch('messages.created_at')} as created_at
  from written as messages
  join users as sender on sender.school_id = messages.school_id and sender.id = messages.sender_id`,
)

/**
 * Inserts a message. Returns it with the ids of the participants who receive it, read by a statement of its own: after
 * a wait for the conversation, the first one still sees users who have left meanwhile. Throws 404 when the viewer is
 * not a participant any more.
 */
export async function sendMessage(
  trx: Trx,
  viewer: Viewer,
  conversation: string,
  { content, image }: { content: string; image: string | null },
): Promise<{ row: MessageRow; audience: readonly string[] }> {
  const id = newId()
  const type = image === null ? 'text' : 'image'
  const message = { school: viewer.schoolId, conversation, sender: viewer.id, id, type, content, image }
  const [written] = await write(trx, message)
  if (!written) throw notFound('Conversation not found')
  if (image !== null) await attachUploads(trx, viewer, [image], { kind: 'message', id, purposes, anonymous: false })
  return { row: written, audience: await listAudience(trx, viewer, conversation) }
}

/** Updates the text of a message. Throws 404 when it was deleted meanwhile. */
export const updateMessage = async (trx: Trx, viewer: Viewer, id: string, content: string) => {
  const { numUpdatedRows } = await trx
    .updateTable('messages')
    .set({ content, edited_at: sql`now()` })
    .where('school_id', '=', viewer.schoolId)
    .where('id', '=', id)
    .where('withheld_at', 'is', null)
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
