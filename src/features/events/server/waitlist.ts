import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict, HttpError, notFound } from '../../../shared/server/http/errors.ts'
import { alreadyCancelled, attend, toSeatError } from './actions.ts'

const gone = (message: string) => new HttpError(410, 'gone', message)

/**
 * Locks the event, which every change of its seats and its line waits for. A statement of its own: the next one sees
 * what was committed meanwhile.
 */
export async function lockSeats(trx: Trx, schoolId: string, id: string): Promise<void> {
  const event = await trx
    .selectFrom('events')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('withheld_at', 'is', null)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!event) throw notFound('Event not found') // deleted since the caller's read
}

/** Missed events in 120 days from which on a person waits behind the others, in schools with that rule. */
const maxMissed = 3

type LineState = {
  is_cancelled: boolean
  has_started: boolean
  is_full: boolean
  is_attending: boolean
  is_waiting: boolean
  is_last: boolean
  waiting: number
}

/**
 * Joins the line of a full event and returns the number in it. Throws 409 while a seat is free and for users who wait or
 * attend already, 403 for a user who was removed, 410 after the start.
 */
export async function joinWaitlist(trx: Trx, viewer: Viewer, id: string): Promise<number> {
  await lockSeats(trx, viewer.schoolId, id)
  const { rows } = await sql<LineState>`
    select status = 'cancelled' as is_cancelled, start_date <= now() as has_started,
      coalesce(attendees_count + held_count >= max_attendees, false) as is_full,
      exists (select from event_attendees as seat
        where seat.school_id = events.school_id and seat.event_id = events.id and seat.user_id = ${viewer.id}) as is_attending,
      exists (select from event_waitlist as line
        where line.school_id = events.school_id and line.event_id = events.id and line.user_id = ${viewer.id}) as is_waiting,
      is_last, (select count(*)::int from event_waitlist as line where line.school_id = events.school_id
        and line.event_id = events.id and line.offered_until is null and line.is_last <= place.is_last) as waiting
    from events cross join lateral (select case when (select no_show_rule from schools where schools.id = events.school_id)
      then (select count(*) >= ${maxMissed} from missed_events(events.school_id, ${viewer.id})) else false end as is_last) as place
    where school_id = ${viewer.schoolId} and id = ${id}`.execute(trx)
  const [state] = rows
  if (!state) throw notFound('Event not found')
  if (state.is_cancelled) throw alreadyCancelled()
  if (state.has_started) throw gone('This event has already started')
  if (state.is_attending) throw conflict('You are already going to this event')
  if (state.is_waiting) throw conflict('You are already on the waitlist')
  if (!state.is_full) throw conflict('This event still has free seats')
  const entry = { school_id: viewer.schoolId, event_id: id, user_id: viewer.id, is_last: state.is_last }
  await trx
    .insertInto('event_waitlist')
    .values(entry)
    .execute()
    .catch((error) => {
      throw toSeatError(error)
    })
  return state.waiting + 1
}

/** Leaves the line, and gives a held seat to the next user. Idempotent. */
export async function leaveWaitlist(trx: Trx, viewer: Viewer, id: string): Promise<void> {
  await lockSeats(trx, viewer.schoolId, id)
  await trx
    .deleteFrom('event_waitlist')
    .where('school_id', '=', viewer.schoolId)
    .where('event_id', '=', id)
    .where('user_id', '=', viewer.id)
    .execute()
}

/** Takes the seat that is held for the viewer. Returns the number of attendees. */
export async function acceptOffer(trx: Trx, viewer: Viewer, id: string, offerId: string): Promise<number> {
  await assertOffered(trx, viewer, id, offerId)
  return attend(trx, viewer, id)
}

/** Gives the held seat to the next user and leaves the line. */
export async function declineOffer(trx: Trx, viewer: Viewer, id: string, offerId: string): Promise<void> {
  await assertOffered(trx, viewer, id, offerId)
  await leaveWaitlist(trx, viewer, id)
}

/** Locks the event. Throws 404 for an offer to another user, 410 after its end. */
async function assertOffered(trx: Trx, viewer: Viewer, id: string, offerId: string): Promise<void> {
  await lockSeats(trx, viewer.schoolId, id)
  const offer = await trx
    .selectFrom('event_waitlist')
    .where('school_id', '=', viewer.schoolId)
    .where('event_id', '=', id)
    .where('user_id', '=', viewer.id)
    .where('offer_id', '=', offerId)
    .select(sql<boolean>`offered_until <= clock_timestamp()`.as('is_over'))
    .executeTakeFirst()
  if (!offer) throw notFound('Offer not found')
  if (offer.is_over) throw gone('This offer has expired')
}
