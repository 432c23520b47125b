import { sql } from 'kysely'
import { epoch, newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import type { SystemKind } from '../contract.ts'
import type { MessageRow } from './message-queries.ts'

/** A conversation whose row the caller has locked. */
export type LockedConversation = { readonly schoolId: string; readonly id: string; readonly last_seq: number }

/**
 * Inserts a line about each user, numbered like messages. They keep unread counts and restore no removed conversations.
 * The text follows the name, which is joined when it is read: names change and accounts are deleted.
 */
export async function writeSystemLines(
  trx: Trx,
  { schoolId, id, last_seq }: LockedConversation,
  userIds: readonly string[],
  { kind, text, image = null }: { readonly kind: SystemKind; readonly text: string; readonly image?: string | null },
): Promise<MessageRow[]> {
  const seq = last_seq + userIds.length
  await trx
    .updateTable('conversations')
    .set({ last_seq: seq })
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .execute()
  await trx
    .updateTable('participants')
    .set({
      read_seq: sql`case when read_seq = ${last_seq} then ${seq} else read_seq end`,
      hidden_seq: sql`case when hidden_seq = ${last_seq} then ${seq} else hidden_seq end`,
    })
    .where('school_id', '=', schoolId)
    .where('conversation_id', '=', id)
    .where(sql<boolean>`(read_seq = ${last_seq} or hidden_seq = ${last_seq})`)
    .execute()
  const type: MessageRow['type'] = image === null ? 'text' : 'image'
  const line = { conversation_id: id, content: text, type, image_url: image, system_kind: kind }
  const written = await trx
    .insertInto('messages')
    .values(
      userIds.map((sender_id, index) => ({
        ...line,
        school_id: schoolId,
        id: newId(),
        seq: last_seq + 1 + index,
        sender_id,
      })),
    )
    .returning(['id', 'seq', 'sender_id', epoch('messages.created_at').as('created_at')])
    .execute()
  const users = await trx
    .selectFrom('users')
    .where('school_id', '=', schoolId)
    .where('id', 'in', [...userIds])
    .select(['id', 'name', 'avatar_url'])
    .execute()
  return written.map((row) => {
    const user = users.find((one) => one.id === row.sender_id)
    return {
      ...line,
      ...row,
      sender_name: user?.name ?? null,
      sender_avatar: user?.avatar_url ?? null,
      has_files: false,
      share_kind: null,
      share_id: null,
      reply_to_seq: null,
      quote: null,
      reactions: null,
      edited: false,
      edited_at: null,
      pinned: false,
      vanishes_at: null,
      mentions: [],
      revision: 0,
    }
  })
}
