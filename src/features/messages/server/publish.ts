import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
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
