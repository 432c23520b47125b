import type { Message } from '../contract.ts'

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'long' })
const date = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' })
const withYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', year: 'numeric' })
const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })

const daySeconds = 24 * 3600
/** Messages of one sender within this time form one message group. */
const messageGroupSeconds = 300
/** After a gap of this length, the time is shown. */
const gapSeconds = 3600

/** Formats the day of a timestamp in seconds since 1970: 'Today', 'Yesterday', 'Tuesday', 'Tuesday 3 March'. */
export function formatDay(seconds: number, now = new Date()): string {
  const moment = new Date(seconds * 1000)
  const midnight = (of: Date) => new Date(of.getFullYear(), of.getMonth(), of.getDate()).getTime() / 1000
  const days = Math.round((midnight(now) - midnight(moment)) / daySeconds)
  if (days <= 0) return 'Today'
  if (days === 1) return 'Yesterday'
  if (days < 7) return weekday.format(moment)
  return (moment.getFullYear() === now.getFullYear() ? date : withYear).format(moment)
}

export const formatClockTime = (seconds: number): string => clock.format(new Date(seconds * 1000))

/** The line above a message that begins a day or follows a gap: 'Yesterday 9:14 PM'. */
export const formatSeparator = (seconds: number, now = new Date()): string =>
  `${formatDay(seconds, now)} ${formatClockTime(seconds)}`

/** Whether a message is the first, begins a day, or follows an hour without messages. */
export const isAfterGap = (before: Message | undefined, { created_at }: Message): boolean =>
  before === undefined ||
  created_at - before.created_at >= gapSeconds ||
  formatDay(before.created_at) !== formatDay(created_at)

/** Whether two consecutive messages belong to the same message group. */
export const isSameMessageGroup = (one: Message, next: Message): boolean =>
  one.sender_id === next.sender_id &&
  one.system === next.system &&
  next.created_at - one.created_at < messageGroupSeconds &&
  formatDay(one.created_at) === formatDay(next.created_at)
