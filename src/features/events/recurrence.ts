import { TZDate } from '@date-fns/tz'
import { eventLimits } from './contract.gen.ts'

/** How the dates of a series follow each other, in wall clock time of its zone. */
export type Rule = {
  /** The first date: '2026-09-01T18:00:00'. */
  readonly start: string
  readonly freq: 'weekly' | 'monthly'
  /** Every n weeks or months. */
  readonly interval: number
  /** Of a month: the same day (the 15th), or the same weekday (the second Tuesday). */
  readonly by: 'day' | 'weekday'
  readonly count: number
}

/** The last date is at most this long after the first. */
const maxSpanMs = 5 * 366 * 86_400_000

/** Ends a rule: its number of dates, or the time in seconds after which no date starts. */
export type Ending = { readonly count?: number | undefined; readonly until?: number | undefined }

/** Counts the dates of a rule up to its end. At most one more than is allowed. */
export function countDates(rule: Omit<Rule, 'count'>, zone: string, { count, until }: Ending): number {
  const dates = listDates({ ...rule, count: Math.min(count ?? Number.POSITIVE_INFINITY, eventLimits.dates + 1) }, zone)
  return until === undefined ? dates.length : dates.filter((date) => date.getTime() <= until * 1000).length
}

/** Whether the last date of a rule is too long after the first. */
export function isTooLong(rule: Rule, zone: string): boolean {
  const dates = listDates(rule, zone)
  return (dates.at(-1)?.getTime() ?? 0) - (dates[0]?.getTime() ?? 0) > maxSpanMs
}

/** The dates of a rule. Months without the day are omitted, like in calendar files. */
export function listDates({ start, freq, interval, by, count }: Rule, zone: string): Date[] {
  const [first, time] = [parseDay(start), start.slice(11)]
  const dates: Date[] = []
  for (let index = 0; dates.length < count; index += 1) {
    const day = freq === 'weekly' ? addDays(first, index * 7 * interval) : findInMonth(first, index * interval, by)
    if (day) dates.push(toInstant(`${formatDay(day)}T${time}`, zone))
  }
  return dates
}

/** The rule of a calendar file (RFC 5545). */
export function formatRule({ start, freq, interval, by, count }: Rule): string {
  const day = parseDay(start)
  const weekday = weekdays[day.getUTCDay()]
  const place = by === 'day' ? `BYMONTHDAY=${day.getUTCDate()}` : `BYDAY=${findPosition(day)}${weekday}`
  return `FREQ=${freq.toUpperCase()};INTERVAL=${interval};COUNT=${count};${freq === 'weekly' ? `BYDAY=${weekday}` : place}`
}

/** Which weekday of its month a day is: 1 to 4, or -1 for the last. */
export function findPosition(day: Date): number {
  const position = Math.ceil(day.getUTCDate() / 7)
  return position === 5 ? -1 : position
}

/** Wall clock time in a zone, to the second. */
export function toWallClock(seconds: number, zone: string): string {
  const there = new TZDate(seconds * 1000, zone)
  const local = Date.UTC(
    there.getFullYear(),
    there.getMonth(),
    there.getDate(),
    there.getHours(),
    there.getMinutes(),
    there.getSeconds(),
  )
  return new Date(local).toISOString().slice(0, 19)
}

/** A skipped hour counts as the following one, an hour that occurs twice as the first. */
export function toInstant(wallClock: string, zone: string): Date {
  const local = parseWallClock(wallClock)
  const there = new TZDate(
    local.getUTCFullYear(),
    local.getUTCMonth(),
    local.getUTCDate(),
    local.getUTCHours(),
    local.getUTCMinutes(),
    local.getUTCSeconds(),
    zone,
  )
  return new Date(there.getTime())
}

/** Adds to a wall clock time, whatever the clocks do in between. */
export const shift = (wallClock: string, ms: number): string =>
  new Date(parseWallClock(wallClock).getTime() + ms).toISOString().slice(0, 19)

/** Milliseconds between two wall clock times. */
export const difference = (from: string, to: string): number =>
  parseWallClock(to).getTime() - parseWallClock(from).getTime()

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** A wall clock time as if it were in UTC, for arithmetic. */
const parseWallClock = (wallClock: string) => new Date(`${wallClock.padEnd(19, ':00')}Z`)
export const parseDay = (wallClock: string): Date => new Date(`${wallClock.slice(0, 10)}T00:00:00Z`)
const formatDay = (day: Date) => day.toISOString().slice(0, 10)
const addDays = (day: Date, days: number) => new Date(day.getTime() + days * 86_400_000)

function findInMonth(first: Date, months: number, by: Rule['by']): Date | undefined {
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth() + months]
  if (by === 'day') {
    const day = new Date(Date.UTC(year, month, first.getUTCDate()))
    return day.getUTCDate() === first.getUTCDate() ? day : undefined
  }
  const position = findPosition(first)
  if (position > 0) {
    const start = new Date(Date.UTC(year, month, 1 + (position - 1) * 7))
    return addDays(start, (first.getUTCDay() - start.getUTCDay() + 7) % 7)
  }
  const last = new Date(Date.UTC(year, month + 1, 0))
  return addDays(last, -((last.getUTCDay() - first.getUTCDay() + 7) % 7))
}
