const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** A format that is created with its first date: creating one is slow on a phone, and a feed of today needs none. */
function lazyFormat(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let format: Intl.DateTimeFormat | undefined
  return (date) => {
    format ??= new Intl.DateTimeFormat(undefined, options)
    return format.format(date)
  }
}
const formatSameYear = lazyFormat({ day: 'numeric', month: 'short' })
const formatOtherYear = lazyFormat({ day: 'numeric', month: 'short', year: 'numeric' })
const formatFull = lazyFormat({ dateStyle: 'full', timeStyle: 'short' })

/** Formats the age of a timestamp (seconds since 1970): 'now', '24 min', '3 h', '2 d', '4 Nov'. */
export function formatRelativeTime(seconds: number, now = Date.now() / 1000): string {
  const age = now - seconds
  if (age < minute) return 'now'
  if (age < hour) return `${Math.floor(age / minute)} min`
  if (age < day) return `${Math.floor(age / hour)} h`
  if (age < 7 * day) return `${Math.floor(age / day)} d`
  const date = new Date(seconds * 1000)
  return date.getFullYear() === new Date(now * 1000).getFullYear() ? formatSameYear(date) : formatOtherYear(date)
}

/** Formats the age of a timestamp within a sentence: '3 h ago', but 'now' and '4 Nov' as they are. */
export function formatTimeAgo(seconds: number): string {
  const age = formatRelativeTime(seconds)
  return /^\d+ (min|h|d)$/.test(age) ? `${age} ago` : age
}

/** Formats a timestamp in full, in the user's language and time zone. */
export const formatFullDate = (seconds: number): string => formatFull(new Date(seconds * 1000))
