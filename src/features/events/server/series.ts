import { sql } from 'kysely'
import type { z } from 'zod'
import { plural } from '../../../shared/plural.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest, notFound } from '../../../shared/server/http/errors.ts'
import { type EventInput, eventLimits, type SeriesScope } from '../contract.ts'
import {
  countDates,
  difference,
  isTooLong,
  listDates,
  type Rule,
  shift,
  toInstant,
  toWallClock,
} from '../recurrence.ts'

type Span = { readonly start: Date; readonly end: Date }

/**
 * Creates the series of a new event, in the time zone of the school. Returns its dates, which all last as long on the
 * clock. Throws 400 for fewer than two or more than 52 dates.
 */
export async function createSeries(
  trx: Trx,
  viewer: Viewer,
  { series, start_date, end_date }: Pick<z.output<typeof EventInput>, 'start_date' | 'end_date' | 'series'>,
): Promise<{ readonly id: string; readonly dates: readonly Span[] } | undefined> {
  if (!series) return undefined
  const { timezone } = await trx
    .selectFrom('schools')
    .where('id', '=', viewer.schoolId)
    .select('timezone')
    .executeTakeFirstOrThrow()
  const start = toWallClock(start_date, timezone)
  const plan = { start, freq: series.freq, interval: series.interval, by: series.by }
  const rule: Rule = { ...plan, count: countDates(plan, timezone, series) }
  const problem =
    rule.count < 2
      ? 'A series needs at least two dates'
      : rule.count > eventLimits.dates
        ? `A series has at most ${eventLimits.dates} dates`
        : isTooLong(rule, timezone)
          ? 'A series ends within five years'
          : undefined
  if (problem) throw badRequest(problem, { [series.until === undefined ? 'series.count' : 'series.until']: problem })
  const lengthMs = difference(start, toWallClock(end_date, timezone))
  const dates = listDates(rule, timezone).map((date, index) =>
    index === 0
      ? { start: new Date(start_date * 1000), end: new Date(end_date * 1000) }
      : { start: date, end: findEnd(date, lengthMs, timezone) },
  )
  const id = newId()
  await trx
    .insertInto('event_series')
    .values({ school_id: viewer.schoolId, id, rule: JSON.stringify(rule), timezone })
    .execute()
  return { id, dates }
}

/** The end of a date that lasts so long on the clock. Where the clock is set back meanwhile, at least a second. */
const findEnd = (start: Date, lengthMs: number, zone: string): Date =>
  new Date(
    Math.max(
      toInstant(shift(toWallClock(start.getTime() / 1000, zone), lengthMs), zone).getTime(),
      start.getTime() + 1000,
    ),
  )

type EventOfSeries = { readonly id: string; readonly series_id: string | null; readonly nth: number | null }

/**
 * Locks and returns the ids of the dates that a change concerns: this one, and those of the scope that are not over, not
 * cancelled and were not changed alone. The caller checks the first one itself.
 */
export async function lockDates(
  trx: Trx,
  schoolId: string,
  { id, series_id, nth }: EventOfSeries,
  scope: SeriesScope,
): Promise<string[]> {
  if (series_id === null) return [id]
  // All changes of a series wait for each other, so that they never lock its dates in another order.
  const series = await trx
    .updateTable('event_series')
    .set({ sequence: sql`sequence + 1` })
    .where('school_id', '=', schoolId)
    .where('id', '=', series_id)
    .returning('id')
    .executeTakeFirst()
  if (!series) throw notFound('Event not found') // deleted since the caller's read
  if (scope === 'this') return [id]
  const rows = await trx
    .selectFrom('events')
    .where('school_id', '=', schoolId)
    .where('series_id', '=', series_id)
    .where((row) =>
      row.or([
        row('id', '=', id),
        row.and([
          row('status', '=', 'planned'),
          row('withheld_at', 'is', null),
          row('changed_alone', '=', false),
          row('end_date', '>', sql<Date>`now()`),
        ]),
      ]),
    )
    .$if(scope === 'following', (query) => query.where('nth', '>=', nth ?? 0))
    .select('id')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map((row) => row.id)
}

type Times = { readonly start_date?: number | undefined; readonly end_date?: number | undefined }

/** Moves dates by as much on the clock as one of them is moved, and moves the rule if that concerns all dates. */
export async function moveDates(
  trx: Trx,
  schoolId: string,
  event: EventOfSeries & { readonly start_date: number; readonly end_date: number },
  { start_date = event.start_date, end_date = event.end_date }: Times,
  { ids, scope }: { readonly ids: readonly string[]; readonly scope: SeriesScope },
): Promise<void> {
  const series = event.series_id
  if (series === null || ids.length === 1) {
    await setTimes(trx, schoolId, [
      { id: event.id, start: new Date(start_date * 1000), end: new Date(end_date * 1000) },
    ])
    return
  }
  const { timezone: zone, rule: stored } = await trx
    .selectFrom('event_series')
    .where('school_id', '=', schoolId)
    .where('id', '=', series)
    .select(['timezone', sql<Rule>`rule`.as('rule')])
    .executeTakeFirstOrThrow()
  const [before, after] = [toWallClock(event.start_date, zone), toWallClock(start_date, zone)]
  const moveDays = difference(before.slice(0, 10), after.slice(0, 10))
  const lengthMs = difference(after, toWallClock(end_date, zone))
  const move = (wallClock: string) => `${shift(wallClock, moveDays).slice(0, 10)}${after.slice(10)}`
  const rows = await trx
    .selectFrom('events')
    .where('school_id', '=', schoolId)
    .where('id', 'in', [...ids])
    .select(['id', sql<number>`extract(epoch from start_date)::float8`.as('start')])
    .execute()
  const spans = rows.map(({ id, start }) => {
    if (id === event.id) return { id, start: new Date(start_date * 1000), end: new Date(end_date * 1000) }
    const moved = toInstant(move(toWallClock(start, zone)), zone)
    return { id, start: moved, end: findEnd(moved, lengthMs, zone) }
  })
  await setTimes(trx, schoolId, spans)
  if (scope === 'all') {
    const rule: Rule = { ...stored, start: move(stored.start) }
    await trx
      .updateTable('event_series')
      .set({ rule: JSON.stringify(rule) })
      .where('school_id', '=', schoolId)
      .where('id', '=', series)
      .execute()
  }
}

/** Sets the times of events. One that starts at another time reminds again. */
async function setTimes(trx: Trx, schoolId: string, spans: readonly ({ readonly id: string } & Span)[]): Promise<void> {
  await sql`update events set start_date = moved.start_at, end_date = moved.end_at,
      reminded_at = case when start_date = moved.start_at then reminded_at end
    from unnest(${spans.map(({ id }) => id)}::uuid[], ${spans.map(({ start }) => start)}::timestamptz[],
      ${spans.map(({ end }) => end)}::timestamptz[]) as moved (id, start_at, end_at)
    where events.school_id = ${schoolId} and events.id = moved.id`.execute(trx)
}

/** Throws 400 if a date has more attendees and held seats than this. */
export function checkSeats(taken: number, maxAttendees: number | null | undefined): void {
  if (maxAttendees == null || maxAttendees >= taken) return
  const problem = taken === 1 ? '1 person is already going' : `${plural(taken, 'person', 'people')} are already going`
  throw badRequest(problem, { max_attendees: problem })
}
