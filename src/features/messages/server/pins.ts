import { sql } from 'kysely'
import type { LiveEventMap } from '../../../shared/live-events.ts'
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
async function lockForPin(
  trx: Trx,
  viewer: Viewer,
  id: string,
): Promise<{ conversation_id: string; revision: number }> {
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
    .select('revision')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!locked) throw notFound('Message not found')
  return { conversation_id, ...locked }
}

/** Pins a message. Returns its revision. Throws 409 when ten others are pinned. */
export async function pin(live: Live, trx: Trx, viewer: Viewer, id: string): Promise<number> {
  const { schoolId } = viewer
  const { conversation_id, revision: before } = await lockForPin(trx, viewer, id)
  const { rows } = await sql<{ revision: number | null; is_pinned: boolean }>`
    with held as (
      select message_id, slot from message_pins
      where school_id = ${schoolId} and conversation_id = ${conversation_id}),
    added as (
      insert into message_pins (school_id, conversation_id, message_id, slot, pinned_by)
      select ${schoolId}::uuid, ${conversation_id}::uuid, ${id}::uuid, free.slot, ${viewer.id}::uuid
      from generate_series(1, ${sql.lit(maxPins)}) as free (slot)
      where free.slot not in (select slot from held) and not exists (select from held where message_id = ${id}::uuid)
      order by free.slot limit 1 returning slot),
    revised as (
      update messages set revision = revision + 1
      where school_id = ${schoolId} and id = ${id} and exists (select from added) returning revision)
    select (select revision from revised) as revision, exists (select from held where message_id = ${id}::uuid) as is_pinned
    `.execute(trx)
  const { revision = null, is_pinned = false } = rows[0] ?? {}
  if (revision === null && !is_pinned) throw conflict(`You can pin up to ${maxPins} messages. Unpin one first.`)
  if (revision !== null)
    await publishPin(live, trx, viewer, { conversation_id, message_id: id, pinned: true, revision })
  return revision ?? before
}

/** Unpins a message, also one that another participant has pinned. Returns its revision. */
export async function unpin(live: Live, trx: Trx, viewer: Viewer, id: string): Promise<number> {
  const { conversation_id, revision } = await lockForPin(trx, viewer, id)
  const { rows } = await sql<{ revision: number }>`
    with removed as (
      delete from message_pins where school_id = ${viewer.schoolId} and message_id = ${id} returning message_id)
    update messages set revision = revision + 1
    where school_id = ${viewer.schoolId} and id in (select message_id from removed) returning revision`.execute(trx)
  const [removed] = rows
  if (removed) await publishPin(live, trx, viewer, { conversation_id, message_id: id, pinned: false, ...removed })
  return removed?.revision ?? revision
}

/** To all participants, also with a block between them: it says neither what the message says nor which user acted. */
async function publishPin(
  live: Live,
  trx: Trx,
  { schoolId }: Viewer,
  event: LiveEventMap['message.pinned'],
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
