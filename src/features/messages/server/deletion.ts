import type { Trx } from '../../../shared/server/db/transaction.ts'
import { releaseUploads } from '../../media/server/actions.ts'

/** Deletes a conversation with its messages, their images and files. */
export async function deleteConversation(trx: Trx, schoolId: string, id: string): Promise<void> {
  const withUploads = await trx
    .selectFrom('messages')
    .where('school_id', '=', schoolId)
    .where('conversation_id', '=', id)
    .where((message) => message.or([message('image_url', 'is not', null), message('has_files', '=', true)]))
    .select('id')
    .execute()
  await releaseUploads(
    trx,
    schoolId,
    'message',
    withUploads.map((message) => message.id),
  )
  await trx.deleteFrom('conversations').where('school_id', '=', schoolId).where('id', '=', id).execute()
}
