import { toWallClock } from '../../../shared/web/wall-clock.ts'
import { useMe } from '../../session/web/auth.tsx'

/** Time zone in which the school's events are displayed, wherever the viewer is. */
export const useZone = (): string => useMe().school_timezone

const formats = new Map<string, Intl.DateTimeFormat>()

const clock = { hour: 'numeric', minute: '2-digit' } as const

function dateFormat(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = zone + JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(undefined, { ...options, timeZone: zone })
  formats.set(key, format)
  return format
}
const write = (seconds: number, zone: string, options: Intl.DateTimeFormatOptions) =>
  dateFormat(zone, options).format(seconds * 1000)

export const monthName = (seconds: number, zone: string) => write(seconds, zone, { month: 'short' })
export const dayNumber = (seconds: number, zone: string) => write(seconds, zone, { day: 'numeric' })
export const formatClock = (seconds: number, zone: string) => write(seconds, zone, clock)
export const weekdayAndTime = (seconds: number, zone: string) => write(seconds, zone, { weekday: 'short', ...clock })

type Span = { readonly start_date: number; readonly end_date: number }

/**
 * 'Thu, 14 May, 18:00 – 20:00', or with both days when the end is on another day. Includes the year unless it is the
 * current one.
 */
export function formatTimeRange({ start_date, end_date }: Span, zone: string, now = Date.now() / 1000): string {
  const isThisYear = [start_date, end_date].every(
    (timestamp) => toDayKey(timestamp, zone).slice(0, 4) === toDayKey(now, zone).slice(0, 4),
  )
  const year = isThisYear ? {} : ({ year: 'numeric' } as const)
  const format = dateFormat(zone, { weekday: 'short', day: 'numeric', month: 'short', ...clock, ...year })
  const parts = format.formatRangeToParts(start_date * 1000, end_date * 1000)
  const isBeforePeriod = (at: number) => parts[at + 1]?.type === 'dayPeriod' // a line break must not separate AM or PM from the time
  return parts.map(({ value }, index) => (isBeforePeriod(index) ? value.replace(/\s/g, '\u00a0') : value)).join('')
}

/** Whether a span is on one day of the school; one that ends at midnight is. */
const isOneDay = ({ start_date, end_date }: Span, zone: string) =>
  toDayKey(start_date, zone) === toDayKey(Math.max(start_date, end_date - 1), zone)

/** '5:00 – 7:00 PM'. */
function formatHours({ start_date, end_date }: Span, zone: string): string {
  const text = dateFormat(zone, clock).formatRange(start_date * 1000, end_date * 1000)
  return text.replace(/[\s\u202f](?=[AP]M)/g, '\u00a0')
}

/** For cards: 'Tue 5:00 – 7:00 PM' within a week, else 'Dec 8, 5:00 – 7:00 PM'; several days or years in full. */
export function formatShortTime(span: Span, zone: string, now = Date.now() / 1000): string {
  const days = Math.abs(span.start_date - now) / 86_400
  if (!isOneDay(span, zone) || days > 300) return formatTimeRange(span, zone, now)
  const day = write(span.start_date, zone, days < 6 ? { weekday: 'short' } : { month: 'short', day: 'numeric' })
  return `${day}${days < 6 ? '' : ','} ${formatHours(span, zone)}`
}

/** For the page of an event: 'Tomorrow, 5:00 – 7:00 PM', 'Tuesday, December 8, 5:00 – 7:00 PM'. */
export function formatLongTime(span: Span, zone: string, now = Date.now() / 1000): string {
  const days = Math.abs(span.start_date - now) / 86_400
  if (!isOneDay(span, zone) || days > 300) return formatTimeRange(span, zone, now)
  const day = toDayKey(span.start_date, zone)
  const near = { [toDayKey(now, zone)]: 'Today', [toDayKey(now + 86_400, zone)]: 'Tomorrow' }[day]
  const name = near ?? write(span.start_date, zone, { weekday: 'long', month: 'long', day: 'numeric' })
  return `${name}, ${formatHours(span, zone)}`
}

/** The name of the school's time zone if its clocks differ from those of the reader. */
export function foreignZoneName(zone: string, seconds = Date.now() / 1000): string | undefined {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  return toWallClock(seconds, zone) === toWallClock(seconds, own) ? undefined : zoneName(zone)
}

/** The day of a timestamp in a time zone: '2026-05-14'. */
export const toDayKey = (seconds: number, zone: string): string => toWallClock(seconds, zone).slice(0, 10)

/** 'New York time' for 'America/New_York'. */
export const zoneName = (zone: string): string =>
  zone === 'UTC' ? 'UTC' : `${(zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')} time`
