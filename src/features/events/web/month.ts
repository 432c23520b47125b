import { toDayKey } from './school-time.ts'

// Days are '2026-05-14' and months '2026-05'. Calendar days have no hours and so are independent of daylight saving
// time.

const milliseconds = 86_400_000
const fromDay = (day: string) => Date.parse(`${day}T00:00Z`)
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Adds days. */
export const addDays = (day: string, count: number): string => toDay(fromDay(day) + count * milliseconds)

/** Adds months. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

/** From 0 on Monday to 6 on Sunday. */
export const weekdayIndex = (day: string): number => (new Date(fromDay(day)).getUTCDay() + 6) % 7

/** The weeks that a month overlaps, each with seven days from Monday. */
export function listWeeks(month: string): string[][] {
  const first = `${month}-01`
  const weeks: string[][] = []
  for (let monday = addDays(first, -weekdayIndex(first)); monday.slice(0, 7) <= month; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(monday, index)))
  return weeks
}

type Span = { readonly start_date: number; readonly end_date: number }

/** Groups events by day. An event that ends at midnight is not listed on the next day. */
export function byDay<E extends Span>(events: readonly E[], days: readonly string[], zone: string): Map<string, E[]> {
  const found = new Map<string, E[]>(days.map((day) => [day, []]))
  for (const event of events) {
    const last = toDayKey(event.end_date - 1, zone)
    for (let day = toDayKey(event.start_date, zone); day <= last; day = addDays(day, 1)) {
      if (day > (days.at(-1) ?? '')) break
      found.get(day)?.push(event)
    }
  }
  return found
}

/** Parses '2026-05' from a URL, if it is a valid month. */
export const readMonth = (text: string): string | undefined =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && text >= '1970-02' ? text : undefined

/** Parses '2026-05-14' from a URL, if it is a valid day. */
export const readDay = (text: string): string | undefined =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(fromDay(text)) && toDay(fromDay(text)) === text ? text : undefined

const utc = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' })
const monthFormat = utc({ month: 'long', year: 'numeric' })
const dayFormat = utc({ weekday: 'long', day: 'numeric', month: 'long' })
const weekdayFormat = utc({ weekday: 'short' })
const longWeekdayFormat = utc({ weekday: 'long' })

/** 'May 2026'. */
export const monthTitle = (month: string): string => monthFormat.format(fromDay(`${month}-01`))
/** 'Thursday, 14 May'. */
export const dayTitle = (day: string): string => dayFormat.format(fromDay(day))
/** 'Mon' to 'Sun', and the full names. */
export const weekdays = Array.from({ length: 7 }, (_, index) => {
  const time = fromDay('2024-01-01') + index * milliseconds // a Monday
  return { short: weekdayFormat.format(time), long: longWeekdayFormat.format(time) }
})
