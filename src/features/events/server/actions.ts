import { sql } from 'kysely'
import type { z } from 'zod'
import { plural } from '../../../shared/plural.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest, conflict, forbidden, isViolation, notFound } from '../../../shared/server/http/errors.ts'
import { type EventInput, endsBeforeStart, type events, type SeriesScope } from '../contract.ts'
import { attachImage, attachSeriesImage, releaseImages } from './images.ts'
import type { EventRow } from './queries.ts'
import { checkSeats, createSeries, lockDates, moveDates } from './series.ts'

const moment = (seconds: number) => sql<Date>`to_timestamp(${seconds})`

function checkOrder(start: number, end: number) {
  if (start >= end) throw badRequest(endsBeforeStart, { start_date: endsBeforeStart })
}

/** Creates an event of the school or a group, or a series of them. Returns the ids of the first date and of all. */
export async function createEvent(
  trx: Trx,
  viewer: Viewer,
  input: z.output<typeof EventInput>,
  groupId: string | null = null,
): Promise<{ id: string; ids: string[] }> {
  checkOrder(input.start_date, input.end_date)
  await checkOpenEvents(trx, viewer)
  const series = await createSeries(trx, viewer, input)
  const id = newId()
  await attachImage(trx, viewer, series?.id ?? id, input.image_url)
  const event = {
    school_id: viewer.schoolId,
    organizer_id: viewer.id,
    group_id: groupId,
    title: input.title,
    description: input.description,
    location: input.location,
    max_attendees: input.max_attendees ?? null,
    image_url: input.image_url ?? null,
    tags: input.tags ?? [],
    facts: JSON.stringify(input.facts ?? {}),
    online_link: input.online_link ?? null,
    exact_location: input.exact_location ?? null,
  }
  const dates = series?.dates.map(({ start, end }, index) => ({
    ...event,
    id: index === 0 ? id : newId(),
    start_date: start,
    end_date: end,
    series_id: series.id,
    nth: index + 1,
  }))
  const single = { ...event, id, start_date: moment(input.start_date), end_date: moment(input.end_date) }
  await trx
    .insertInto('events')
    .values(dates ?? single)
    .execute()
  return { id, ids: dates?.map((date) => date.id) ?? [id] }
}

/** Throws 409 when the school allows no further upcoming event of this user. A series counts once. */
async function checkOpenEvents(trx: Trx, { id, schoolId }: Viewer): Promise<void> {
  const { rows } = await sql<{ limit: number | null }>`
    select open_events as "limit" from schools where id = ${schoolId}`.execute(trx)
  const limit = rows[0]?.limit
  if (!limit) return
  await sql`select pg_advisory_xact_lock(hashtextextended('open events ' || ${id}, 0))`.execute(trx)
  const { rows: open } = await sql<{ count: number }>`
    select count(distinct coalesce(series_id, id))::int as count from events where school_id = ${schoolId}
      and organizer_id = ${id} and start_date > now() and status = 'planned' and withheld_at is null`.execute(trx)
  if ((open[0]?.count ?? 0) >= limit)
    throw conflict(
      `Your school allows ${plural(limit, 'upcoming event')} per person. Cancel one, or wait until it is over.`,
    )
}

type Changes = z.output<typeof events.update.body>

/**
 * Updates the given fields of an event, or of these dates of its series, where only fields that change for this date are
 * changed for others. Returns the ids of the changed dates. The number of seats cannot be lower than the number of attendees
 * and held seats. Further seats go to users of the waitlist.
 */
export const updateEvent = async (
  trx: Trx,
  viewer: Viewer,
  event: EventRow,
  changes: Changes,
  scope: SeriesScope = 'this',
): Promise<string[]> => {
  const ids = await lockDates(trx, viewer.schoolId, event, scope)
  const rows = await trx
    .selectFrom('events')
    .where('school_id', '=', viewer.schoolId)
    .where('id', 'in', ids)
    .where('withheld_at', 'is', null)
    .select(['id', 'title', 'description', 'location', 'start_date', 'end_date', 'max_attendees', 'image_url', 'tags'])
    .select(['facts', 'online_link', 'exact_location'])
    .select(['attendees_count', 'held_count', 'status'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const row = rows.find(({ id }) => id === event.id)
  if (!row) throw notFound('Event not found')
  if (row.status === 'cancelled') throw alreadyCancelled()
  const before = { ...row, start_date: row.start_date.getTime() / 1000, end_date: row.end_date.getTime() / 1000 }
  const { start_date = before.start_date, end_date = before.end_date, co_organizers, ...fields } = changes
  checkOrder(start_date, end_date)
  checkSeats(Math.max(...rows.map((one) => one.attendees_count + one.held_count)), fields.max_attendees)
  if (Object.values(changes).every((value) => value === undefined)) return []
  const changed = Object.fromEntries(
    Object.entries(fields).filter(
      ([field, value]) =>
        value !== undefined && JSON.stringify(value) !== JSON.stringify(before[field as keyof typeof fields]),
    ),
  )
  const isMoved = start_date !== before.start_date || end_date !== before.end_date
  if (event.series_id !== null && !isMoved && Object.keys(changed).length === 0 && co_organizers === undefined)
    return []
  if (isMoved) await moveDates(trx, viewer.schoolId, { ...event, ...before }, { start_date, end_date }, { ids, scope })
  await trx
    .updateTable('events')
    .set({
      ...changed,
      updated_at: sql`now()`,
      sequence: sql`sequence + 1`,
      ...(event.series_id !== null && scope === 'this' ? { changed_alone: true } : {}),
    })
    .where('school_id', '=', viewer.schoolId)
    .where('id', 'in', ids)
    .execute()
  if (changed.image_url !== undefined) {
    const url = changed.image_url as string | null
    if (event.series_id !== null && scope !== 'this') await attachSeriesImage(trx, viewer, event.series_id, url)
    else await attachImage(trx, viewer, event.id, url)
  }
  return ids
}

/**
 * Cancels an event that is not over, or these dates of its series, and ends their waitlists. Throws 409 if it is over or
 * cancelled. `notify` runs before the waitlists end. Returns the cancelled dates.
 */
export const cancelEvent = async (
  trx: Trx,
  schoolId: string,
  event: EventRow,
  { reason, scope, notify }: { reason: string; scope: SeriesScope; notify: (ids: readonly string[]) => Promise<void> },
): Promise<readonly { id: string; attendees_count: number }[]> => {
  const ids = await lockDates(trx, schoolId, event, scope)
  const rows = await trx
    .updateTable('events')
    .set({
      status: 'cancelled',
      cancel_reason: reason,
      updated_at: sql`now()`,
      sequence: sql`sequence + 1`,
      ...(event.series_id !== null && scope === 'this' ? { changed_alone: true } : {}),
    })
    .where('school_id', '=', schoolId)
    .where('id', 'in', ids)
    .where('status', '=', 'planned')
    .where('end_date', '>', sql<Date>`now()`)
    .returning(['id', 'attendees_count'])
    .execute()
  const cancelled = rows.map(({ id }) => id)
  if (!cancelled.includes(event.id)) {
    const row = await trx
      .selectFrom('events')
      .where('school_id', '=', schoolId)
      .where('id', '=', event.id)
      .select('status')
      .executeTakeFirst()
    throw row?.status === 'planned' ? conflict('This event is over') : alreadyCancelled()
  }
  await notify(cancelled)
  await trx.deleteFrom('event_waitlist').where('school_id', '=', schoolId).where('event_id', 'in', cancelled).execute()
  return rows
}

/** The answer to a user who was removed and wants to come back. */
const wasRemoved = () => forbidden('The host removed you from this event. Ask them if you would like to come.')

/** Turns the refusal of a seat by the database into 403 for a removed user, 409 when none is free. */
export function toSeatError(error: unknown) {
  if (isViolation(error, 'event_removals_keep_out')) return wasRemoved()
  return isViolation(error, 'events_hold_no_more_than_their_maximum') ? conflict('Event is full') : error
}

export const alreadyCancelled = () => conflict('This event was cancelled')

/** Deletes an event with its attendance and image. Other dates of its series stay. */
export const deleteEvent = async (trx: Trx, schoolId: string, id: string): Promise<boolean> => {
  // First the series, which ends with its last date: of two concurrent deletions, the second sees the first.
  await sql`update event_series set sequence = sequence + 1 where school_id = ${schoolId}
    and id = (select series_id from events where school_id = ${schoolId} and id = ${id})`.execute(trx)
  const deleted = await trx
    .deleteFrom('events')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .returning('series_id')
    .executeTakeFirst()
  await releaseImages(trx, schoolId, id, deleted?.series_id ?? null)
  return deleted !== undefined
}

/**
 * Takes a free seat, or the one that is held for the viewer, and leaves the waitlist. Idempotent. Throws 409 when no seat
 * is free, 403 for a user who was removed. Concurrent calls wait for the lock on the event row.
 */
export const attend = async (trx: Trx, viewer: Viewer, id: string): Promise<number> => {
  const taken = await takeSeat(trx, { school: viewer.schoolId, id, user: viewer.id }).catch((error) => {
    throw toSeatError(error)
  })
  return countOr404(taken)
}

/** Frees the seat, which goes to the first user of the waitlist. Idempotent. */
export const leave = async (trx: Trx, viewer: Viewer, id: string): Promise<number> =>
  countOr404(await leaveSeat(trx, { school: viewer.schoolId, id, user: viewer.id }))

/** Attends or leaves all dates of a series that are not over. Omits full dates. Returns their numbers of attendees. */
export async function answerSeries(
  trx: Trx,
  viewer: Viewer,
  seriesId: string,
  isAttending: boolean,
): Promise<readonly { id: string; attendees_count: number }[]> {
  const { rows } = await sql<{ id: string; attendees_count: number }>`
    select * from answer_series(${viewer.schoolId}, ${seriesId}, ${viewer.id}, ${isAttending})`.execute(trx)
  return rows
}

type Seat = { school: string; id: string; user: string }
type SeatCount = { count: number | null }

const takeSeat = prepared(
  (_db, { school, id, user }: SqlParams<Seat>) => sql<SeatCount>`select take_seat(${school}, ${id}, ${user}) as count`,
)
const leaveSeat = prepared(
  (_db, { school, id, user }: SqlParams<Seat>) => sql<SeatCount>`select leave_seat(${school}, ${id}, ${user}) as count`,
)

function countOr404([row]: readonly SeatCount[]): number {
  if (typeof row?.count !== 'number') throw notFound('Event not found') // deleted or cancelled since the caller's read
  return row.count
}
