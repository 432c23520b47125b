import { parseWallClock, toWallClock } from '../../../shared/web/wall-clock.ts'
import { endsBeforeStart, eventLimits } from '../contract.gen.ts'
import type { Event } from '../contract.ts'
import { type DetailValues, toDetails, toDetailValues } from './details.ts'
import { addDays } from './month.ts'
import { toDayKey } from './school-time.ts'
import { noSeries, type SeriesValues, toRule, toSeries } from './series.ts'

/** Values of the form: texts as typed, times as wall clock times of the school. */
export type EventFormValues = Readonly<
  Record<'title' | 'description' | 'location' | 'start' | 'end' | 'seats', string> & {
    tagList: readonly string[]
  } & SeriesValues &
    DetailValues
>

const hour = 3600

/** Seven in the evening at the school: of today until four in the afternoon, then of tomorrow. */
function nextEvening(zone: string, now: number): number {
  const today = toDayKey(now, zone)
  const isLate = toWallClock(now, zone).slice(11) >= '16:00'
  return parseWallClock(`${isLate ? addDays(today, 1) : today}T19:00`, zone) ?? now
}

/** Values of an existing event. A new one begins in the evening and lasts two hours. */
export function toFormValues(event: Event | undefined, zone: string, now = Date.now() / 1000): EventFormValues {
  const start = event?.start_date ?? nextEvening(zone, now)
  return {
    title: event?.title ?? '',
    description: event?.description ?? '',
    location: event?.location ?? '',
    start: toWallClock(start, zone),
    end: toWallClock(event?.end_date ?? start + 2 * hour, zone),
    seats: event?.max_attendees?.toString() ?? '',
    tagList: event?.tags ?? [],
    ...noSeries,
    ...toDetailValues(event),
  }
}

/** Moves the end together with the start, so that the event keeps its duration. */
export function withStart(fields: EventFormValues, start: string, zone: string): EventFormValues {
  const [before, end, after] = [fields.start, fields.end, start].map((clock) => parseWallClock(clock, zone))
  if (before === undefined || end === undefined || after === undefined) return { ...fields, start }
  return { ...fields, start, end: toWallClock(end + after - before, zone) }
}

/** Body fields that the form holds under other names. */
export const fieldNames = {
  start_date: 'start',
  end_date: 'end',
  max_attendees: 'seats',
  tags: 'tagList',
  series: 'dates',
  online_link: 'onlineLink',
  exact_location: 'exactLocation',
  co_organizers: 'organizers',
} as const

export const toBody = (
  { title, description, location, start, end, seats, tagList, ...rest }: EventFormValues,
  zone: string,
  event?: Event,
) => ({
  title,
  description,
  location,
  start_date: parseWallClock(start, zone),
  end_date: parseWallClock(end, zone),
  max_attendees: seats.trim() === '' ? null : Number(seats),
  tags: tagList,
  series: toSeries(rest, zone),
  ...toDetails(rest, event),
})

/** Errors that the contract leaves to the server. */
export function checkDuration({ start, end }: EventFormValues, zone: string): { end?: string } {
  const [from, to] = [parseWallClock(start, zone), parseWallClock(end, zone)]
  return from !== undefined && to !== undefined && from >= to ? { end: endsBeforeStart } : {}
}

/** Errors of the rule, each at the field that has to change. */
export function checkSeries(
  values: EventFormValues,
  zone: string,
): Partial<Record<'interval' | 'dates' | 'lastDay', string>> {
  if (values.repeat === 'never') return {}
  const isWhole = (text: string, least: number, most: number) =>
    /^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most
  if (!isWhole(values.interval, 1, eventLimits.interval)) return { interval: `Enter 1 to ${eventLimits.interval}` }
  if (values.ends === 'count')
    return isWhole(values.dates, 2, eventLimits.dates) ? {} : { dates: `Enter 2 to ${eventLimits.dates} dates` }
  if (values.lastDay === '') return { lastDay: 'Choose the last date' }
  const rule = toRule(values, values.start, zone)
  if (!rule) return { lastDay: 'A series needs at least two dates' }
  return rule.count > eventLimits.dates ? { lastDay: `A series has at most ${eventLimits.dates} dates` } : {}
}
