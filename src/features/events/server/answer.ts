import type { z } from 'zod'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { forbidden } from '../../../shared/server/http/errors.ts'
import type { App } from '../../../shared/server/services.ts'
import type { events } from '../contract.ts'
import { alreadyCancelled, answerSeries, attend, leave } from './actions.ts'
import { publishSeats } from './live-seats.ts'
import { canAttend, isCancelled } from './policy.ts'
import type { EventRef } from './queries.ts'

/** Answers for this date, or for all of its series. Throws 409 if this one is full. Returns its number of attendees. */
export async function answerEvent(
  app: App,
  trx: Trx,
  viewer: Viewer,
  { event, status, scope }: { event: EventRef } & z.output<typeof events.rsvp.body>,
) {
  if (!canAttend(viewer, event)) throw forbidden('You’re hosting this event.')
  const isAttending = status === 'attending'
  if (isAttending && isCancelled(event)) throw alreadyCancelled()
  const dates =
    scope === 'all' && event.series_id !== null ? await answerSeries(trx, viewer, event.series_id, isAttending) : []
  const attendees_count = await (isAttending ? attend : leave)(trx, viewer, event.id)
  for (const { id, attendees_count: count } of dates)
    if (id !== event.id) publishSeats(app, trx, viewer.schoolId, id, count)
  publishSeats(app, trx, viewer.schoolId, event.id, attendees_count)
  return { user_rsvp: status, attendees_count }
}
