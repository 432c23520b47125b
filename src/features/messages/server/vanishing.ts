import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { forbidden, notFound } from '../../../shared/server/http/errors.ts'
import type { VanishAfter } from '../conversation-contract.ts'
import type { MessageRow } from './message-queries.ts'
import { canSetVanishing } from './policy.ts'
import { conversationOr404 } from './queries.ts'
import { writeSystemLines } from './system-lines.ts'

const labels: Readonly<Record<VanishAfter, string>> = { 86400: '24 hours', 604800: '7 days', 7776000: '90 days' }

/**
 * Sets after what time new messages disappear, and returns the line about it; none when nothing changes. Locks the
 * conversation, as sending does. Throws 404 for users who are not participants, and 403 for those who may not.
 */
export async function setVanishing(
  trx: Trx,
  viewer: Viewer,
  id: string,
  vanishAfter: VanishAfter | null,
): Promise<MessageRow[]> {
  const { schoolId } = viewer
  const ofConversation = trx.selectFrom('conversations').where('school_id', '=', schoolId).where('id', '=', id)
  await ofConversation.select('id').forUpdate().execute()
  // Statements of their own: they see who has left, and what was set, while the first one waited.
  if (!canSetVanishing(await conversationOr404(trx, viewer, id), viewer.id))
    throw forbidden('You can’t change when messages disappear here.')
  const held = await ofConversation.select(['last_seq', 'vanish_after']).executeTakeFirst()
  if (!held) throw notFound('Conversation not found')
  if (held.vanish_after === vanishAfter) return []
  await trx
    .updateTable('conversations')
    .set({ vanish_after: vanishAfter })
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .execute()
  const text =
    vanishAfter === null
      ? 'turned off disappearing messages.'
      : `set new messages to disappear after ${labels[vanishAfter]}.`
  return writeSystemLines(trx, { schoolId, id, last_seq: held.last_seq }, [viewer.id], { kind: 'vanishing', text })
}
