import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict, forbidden, notFound } from '../../../shared/server/http/errors.ts'
import type { Live } from '../../../shared/server/live/streams.ts'
import { maxPins } from '../pin-contract.ts'
import { messageOr404 } from './message-queries.ts'
import { assertOpen } from './policy.ts'
import { participantOr404 } from './queries.ts'
import { assertJoined } from './requests.ts'

/**
 * Locks the conversation of a message and the message, in the order of sending, so that the pins have an order, too. Throws
 * 404 for a message that the viewer cannot see, and 403 in a closed conversation and for members of a group.
 */
async function lockForPin(trx: Trx, viewer: Viewer, id: string): Promise<{ conversation_id: string }> {
  const { schoolId } = viewer
  const { conversation_id, system_kind } = await messageOr404(trx, viewer, id)
  if (system_kind !== null) throw notFound('Message not found')
  await trx
    .selectFrom('conversations')
    .where('school_id', '=', schoolId)
    .where('id', '=', conversation_id)
    .select('id')
    .forNoKeyUpdate()
    .execute()
  // Statements of their own: they see who has left, and what was deleted, while the first one waited.
  const participant = await participantOr404(trx, viewer, conversation_id)
  assertOpen(participant)
  assertJoined(participant)
  if (!participant.can_pin) throw forbidden('Only group admins can pin messages here.')
  const locked = await trx
    .selectFrom('messages')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('withheld_at', 'is', null)
    .select('id')
    .forKeyShare()
    .executeTakeFirst()
  if (!locked) throw notFound('Message not found')
  return { conversation_id }
}

/** Pins a message. Throws 409 when ten others are pinned. */
export async function pin(live: Live, trx: Trx, viewer: Viewer, id: string): Promise<void> {
  const { schoolId } = viewer
  const { conversation_id } = await lockForPin(trx, viewer, id)
  const { rows } = await sql<{ is_new: boolean; is_pinned: boolean }>`
    with held as (
      select message_id, slot from message_pins
      where school_id = ${schoolId} and conversation_id = ${conversation_id}),
    added as (
      insert into message_pins (school_id, conversation_id, message_id, slot, pinned_by)
      select ${schoolId}::uuid, ${conversation_id}::uuid, ${id}::uuid, free.slot, ${viewer.id}::uuid
      from generate_series(1, ${sql.lit(maxPins)}) as free (slot)
      where free.slot not in (select slot from held) and not exists (select from held where message_id = ${id}::uuid)
      order by free.slot limit 1 returning slot)
    select exists (select from added) as is_new, exists (select from held where message_id = ${id}::uuid) as is_pinned
    `.execute(trx)
  const { is_new = false, is_pinned = false } = rows[0] ?? {}
  if (!is_new && !is_pinned) throw conflict(`You can pin up to ${maxPins} messages. Unpin one first.`)
  if (is_new) await publishPin(live, trx, viewer, { conversation_id, message_id: id, pinned: true })
}

/** Unpins a message, also one that another participant has pinned. */
export async function unpin(live: Live, trx: Trx, viewer: Viewer, id: string): Promise<void> {
  const { conversation_id } = await lockForPin(trx, viewer, id)
  const { numDeletedRows } = await trx
    .deleteFrom('message_pins')
    .where('school_id', '=', viewer.schoolId)
    .where('message_id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await publishPin(live, trx, viewer, { conversation_id, message_id: id, pinned: false })
}

/** To all participants, also with a block between them: it says neither what the message says nor which user acted. */
async function publishPin(
  live: Live,
  trx: Trx,
  { schoolId }: Viewer,
  event: { conversation_id: string; message_id: string; pinned: boolean },
): Promise<void> {
  const rows = await trx
    .selectFrom('participants')
    .where('school_id', '=', schoolId)
    .where('conversation_id', '=', event.conversation_id)
    .where('state', '=', 'open')
    .select('user_id')
    .execute()
  live.publish(trx, { schoolId, people: rows.map(({ user_id }) => user_id) }, 'message.pinned', event)
}
