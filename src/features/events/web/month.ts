import { toDayKey } from './school-time.ts'

// Days are '2026-05-14' and months '2026-05': a calendar's days have no hours, and so no daylight saving either.

const milliseconds = 86_400_000
const fromDay = (day: string) => Date.parse(`${day}T00:00Z`)
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The day so many days later. */
export const addDays = (day: string, count: number): string => toDay(fromDay(day) + count * milliseconds)

/** The month so many months later. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

/** From 0 on Monday to 6 on Sunday. */
export const weekdayIndex = (day: string): number => (new Date(fromDay(day)).getUTCDay() + 6) % 7

/** The weeks that a month touches, each of seven days from Monday. */
export function listWeeks(month: string): string[][] {
  const first = `${month}-01`
  const weeks: string[][] = []
  for (let monday = addDays(first, -weekdayIndex(first)); monday.slice(0, 7) <= month; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(monday, at)))
  return weeks
}

type Span = { readonly start_date: number; readonly end_date: number }

/** Of each day what happens on it. An event that ends at midnight does not reach into the next day. */
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

/** '2026-05' of an address, or this month. */
export const readMonth = (text: string | null, today: string): string =>
  text && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && text >= '1970-02' ? text : today.slice(0, 7)

/** '2026-05-14' of an address, if it is a day. */
export const readDay = (text: string | null): string | undefined =>
  text && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(fromDay(text)) && toDay(fromDay(text)) === text
    ? text
    : undefined

const utc = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' })
const monthFormat = utc({ month: 'long', year: 'numeric' })
const dayFormat = utc({ weekday: 'long', day: 'numeric', month: 'long' })
const weekdayFormat = utc({ weekday: 'short' })
const longWeekdayFormat = utc({ weekday: 'long' })

/** 'May 2026'. */
export const monthTitle = (month: string): string => monthFormat.format(fromDay(`${month}-01`))
/** 'Thursday, 14 May'. */
export const dayTitle = (day: string): string => dayFormat.format(fromDay(day))
/** 'Mon' to 'Sun', and in full. */
export const weekdays = Array.from({ length: 7 }, (_, at) => {
  const time = fromDay('2024-01-01') + at * milliseconds // a Monday
  return { short: weekdayFormat.format(time), long: longWeekdayFormat.format(time) }
})
