import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { attachUploads, releaseUploads } from '../../media/server/actions.ts'
import type { MessageRow } from './message-queries.ts'
import { type LockedConversation, writeSystemLines } from './system-lines.ts'

/**
 * Sets the picture of a conversation, or removes it, and returns the line about it; none when nothing changes. The picture is that of
 * the line, and the former one is deleted. Throws 400 for an upload that the viewer cannot attach.
 */
export async function setPicture(
  trx: Trx,
  viewer: Viewer,
  own: LockedConversation,
  url: string | null,
): Promise<MessageRow[]> {
  const { schoolId, id } = own
  const former = await findPicture(trx, own)
  if ((former?.image_url ?? null) === url) return []
  if (former) await removePicture(trx, schoolId, former.id)
  const text = url === null ? 'removed the picture of the conversation.' : 'changed the picture of the conversation.'
  const lines = await writeSystemLines(trx, own, [viewer.id], { kind: 'pictured', text, image: url })
  const [line] = lines
  if (line && url !== null)
    await attachUploads(trx, viewer, [url], { kind: 'message', id: line.id, purposes: ['message'], anonymous: false })
  await trx
    .updateTable('conversations')
    .set({ picture_seq: url === null ? null : (line?.seq ?? null) })
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .execute()
  return lines
}

/** Also one that the viewer does not see, because of a block or a deleted account. One that is withheld stays for its appeal. */
const findPicture = (trx: Trx, { schoolId, id }: LockedConversation) =>
  trx
    .selectFrom('conversations')
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.school_id', '=', 'conversations.school_id')
        .onRef('messages.conversation_id', '=', 'conversations.id')
        .onRef('messages.seq', '=', 'conversations.picture_seq'),
    )
    .where('conversations.school_id', '=', schoolId)
    .where('conversations.id', '=', id)
    .where('messages.withheld_at', 'is', null)
    .select(['messages.id', 'messages.image_url'])
    .executeTakeFirst()

/** The line stays, as a text. */
async function removePicture(trx: Trx, schoolId: string, id: string): Promise<void> {
  await trx
    .updateTable('messages')
    .set({ type: 'text', image_url: sql`null` })
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .execute()
  await releaseUploads(trx, schoolId, 'message', [id])
}
