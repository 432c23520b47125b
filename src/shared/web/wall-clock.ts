import { TZDate } from '@date-fns/tz'

/** Wall clock time in a time zone, as a datetime-local field expects it: '2026-05-14T18:00'. */
export function toWallClock(seconds: number, zone: string): string {
  const there = new TZDate(seconds * 1000, zone)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${there.getFullYear()}-${two(there.getMonth() + 1)}-${two(there.getDate())}T${two(there.getHours())}:${two(there.getMinutes())}`
}

/**
 * Timestamp in seconds of a wall clock time in a time zone. Undefined for an invalid time. An hour skipped in spring
 * counts as the following one, an hour that occurs twice in autumn as the first.
 */
export function parseWallClock(wallClock: string, zone: string): number | undefined {
  const [, year, month, day, hour, minute] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(wallClock)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return undefined
  const there = new TZDate(year, month - 1, day, hour ?? 0, minute ?? 0, zone)
  return Math.floor(there.getTime() / 1000)
}
