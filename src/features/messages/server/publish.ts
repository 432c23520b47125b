import { sql } from 'kysely'
import type { LiveEventMap } from '../../../shared/live-events.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import type { Live } from '../../../shared/server/live/streams.ts'
import type { MessageAudience } from './audience.ts'
import type { MessageRow, MessageWithMedia } from './message-queries.ts'
import { presentMessage } from './present.ts'

/**
 * Publishes a message to the audience of its conversation. The sender's streams get it with the sender's rights, and
 * those who do not see the message that it answers get it without the quoted line.
 */
export function publishMessage(
  live: Live,
  db: Db,
  viewer: Viewer,
  name: 'message.created' | 'message.updated',
  shown: MessageWithMedia,
  { people, withoutQuote }: MessageAudience,
): void {
  const { schoolId } = viewer
  const { conversation_id, quote } = shown.row
  const others = people.filter((id) => id !== viewer.id)
  const noViewer = ''
  live.publish(db, { schoolId, people: [viewer.id] }, name, {
    conversation_id,
    message: presentMessage(shown, viewer.id),
  })
  const publishTo = (people: readonly string[], row: MessageRow) =>
    live.publish(db, { schoolId, people }, name, {
      conversation_id,
      message: presentMessage({ ...shown, row: { ...row, reactions: null } }, noViewer),
    })
  publishTo(
    others.filter((id) => !withoutQuote.has(id)),
    shown.row,
  )
  if (quote && withoutQuote.size > 0)
    publishTo(
      others.filter((id) => withoutQuote.has(id)),
      { ...shown.row, quote: { ...quote, is_hidden: true } },
    )
}

/** Publishes the number of users who react with an emoji: to all participants, who learn no names from it. */
export async function publishReaction(
  live: Live,
  trx: Trx,
  viewer: Viewer,
  event: LiveEventMap['message.reacted'] & { mine: boolean },
): Promise<void> {
  const { schoolId } = viewer
  const { mine, ...anyone } = event
  const rows = await trx
    .selectFrom('participants')
    .where('school_id', '=', schoolId)
    .where('conversation_id', '=', event.conversation_id)
    .where('user_id', '<>', viewer.id)
    .where('state', '=', 'open')
    .select('user_id')
    .execute()
  const people = rows.map(({ user_id }) => user_id)
  live.publish(trx, { schoolId, people }, 'message.reacted', anyone)
  live.publish(trx, { schoolId, people: [viewer.id] }, 'message.reacted', { ...anyone, mine })
}

/** Removes a withheld message from the open pages of its conversation. A restored one appears when they reload. */
export async function publishWithheld(live: Live, trx: Trx, schoolId: string, id: string): Promise<void> {
  const { rows } = await sql<{ conversation_id: string; revision: number; user_id: string }>`
    with withheld as (
      update messages set revision = revision + 1
      where school_id = ${schoolId} and id = ${id} and withheld_at is not null returning conversation_id, revision)
    select conversation_id, revision, user_id from withheld join participants using (conversation_id)
    where participants.school_id = ${schoolId}`.execute(trx)
  const [withheld] = rows
  if (!withheld) return
  const { conversation_id, revision } = withheld
  const people = rows.map(({ user_id }) => user_id)
  live.publish(trx, { schoolId, people }, 'message.deleted', { conversation_id, message_id: id, revision })
}
