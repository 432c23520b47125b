const hourMs = 3_600_000

/** The next time on or after a day at an hour, in the time zone of the device. */
function toHour(now: Date, days: number, hour: number): Date {
  const at = new Date(now)
  at.setDate(at.getDate() + days)
  at.setHours(hour, 0, 0, 0)
  return at
}

/** Times to offer: in an hour, this evening while it is early enough, tomorrow, and Monday. */
export function listLaterTimes(now = new Date()): readonly { readonly label: string; readonly at: Date }[] {
  const evening = toHour(now, 0, 18)
  const untilMonday = (8 - now.getDay()) % 7 || 7
  return [
    { label: 'In an hour', at: new Date(now.getTime() + hourMs) },
    ...(evening.getTime() - now.getTime() > hourMs ? [{ label: 'This evening', at: evening }] : []),
    { label: 'Tomorrow morning', at: toHour(now, 1, 8) },
    ...(untilMonday > 1 ? [{ label: 'Monday morning', at: toHour(now, untilMonday, 8) }] : []),
  ]
}

/** The value of a datetime-local field. */
export const toFieldTime = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

/** Seconds since 1970 of the value of a datetime-local field; undefined for none. */
export function parseFieldTime(value: string): number | undefined {
  const time = new Date(value).getTime()
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000)
}

const format = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})

/** 'Mon 30 Nov, 8:00 AM' of a timestamp in seconds since 1970. */
export const formatLaterTime = (seconds: number): string => format.format(new Date(seconds * 1000))
