import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import type { Live } from '../../../shared/server/live/streams.ts'
import type { Media } from '../../media/contract.ts'
import type { MessageRow } from './message-queries.ts'
import { presentMessage } from './present.ts'

/** Publishes a message to the audience of its conversation. The sender's streams get it with the sender's rights. */
export function publishMessage(
  live: Live,
  db: Db,
  viewer: Viewer,
  name: 'message.created' | 'message.updated',
  shown: { row: MessageRow; image: Media | null },
  audience: readonly string[],
): void {
  const { schoolId } = viewer
  const { conversation_id } = shown.row
  const others = audience.filter((id) => id !== viewer.id)
  const nobody = ''
  live.publish(db, { schoolId, people: [viewer.id] }, name, {
    conversation_id,
    message: presentMessage(shown, viewer.id),
  })
  live.publish(db, { schoolId, people: others }, name, { conversation_id, message: presentMessage(shown, nobody) })
}

/** Removes a withheld message from the open pages of its conversation. A restored one appears when they reload. */
export async function publishWithheld(live: Live, trx: Trx, schoolId: string, id: string): Promise<void> {
  const rows = await trx
    .selectFrom('messages')
    .innerJoin('participants', (join) =>
      join
        .onRef('participants.school_id', '=', 'messages.school_id')
        .onRef('participants.conversation_id', '=', 'messages.conversation_id'),
    )
    .where('messages.school_id', '=', schoolId)
    .where('messages.id', '=', id)
    .where('messages.withheld_at', 'is not', null)
    .select(['messages.conversation_id', 'participants.user_id'])
    .execute()
  const conversation_id = rows[0]?.conversation_id
  if (!conversation_id) return
  const people = rows.map(({ user_id }) => user_id)
  live.publish(trx, { schoolId, people }, 'message.deleted', { conversation_id, message_id: id })
}
