import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import type { Live } from '../../../shared/server/live/streams.ts'
import { sendMessage } from './message-actions.ts'
import { assertOpen } from './policy.ts'
import { publishMessage } from './publish.ts'
import { conversationOr404 } from './queries.ts'

/** Sends a message in a conversation of the viewer and publishes it. For features that open conversations. */
export async function postMessage(
  live: Live,
  trx: Trx,
  viewer: Viewer,
  conversation: string,
  content: string,
): Promise<void> {
  assertOpen(await conversationOr404(trx, viewer, conversation))
  const { row, audience } = await sendMessage(trx, viewer, conversation, { content })
  publishMessage(live, trx, viewer, 'message.created', { row }, audience)
}

/** Sends the same message in several conversations that the viewer can write in. */
export async function postToConversations(
  live: Live,
  trx: Trx,
  viewer: Viewer,
  conversations: readonly string[],
  content: string,
): Promise<void> {
  for (const conversation of conversations) {
    const { row, audience } = await sendMessage(trx, viewer, conversation, { content })
    publishMessage(live, trx, viewer, 'message.created', { row }, audience)
  }
}
