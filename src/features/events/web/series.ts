import { plural } from '../../../shared/plural.ts'
import { parseWallClock } from '../../../shared/web/wall-clock.ts'
import { countDates, findPosition, listDates, parseDay, type Rule } from '../recurrence.ts'
import { toDayKey } from './school-time.ts'

/** How a form repeats an event. */
export type SeriesValues = {
  readonly repeat: Repeat
  readonly interval: string
  readonly ends: 'count' | 'until'
  readonly dates: string
  readonly lastDay: string
}
type Repeat = 'never' | 'weekly' | 'day' | 'weekday'

export const noSeries: SeriesValues = { repeat: 'never', interval: '1', ends: 'count', dates: '10', lastDay: '' }

/** Of the contract, undefined for a single event. May be invalid: the contract checks it. */
export function toSeries({ repeat, interval, ends, dates, lastDay }: SeriesValues, zone: string) {
  if (repeat === 'never') return undefined
  return {
    freq: repeat === 'weekly' ? ('weekly' as const) : ('monthly' as const),
    interval: Number(interval),
    by: repeat === 'weekday' ? ('weekday' as const) : ('day' as const),
    ...(ends === 'count' ? { count: Number(dates) } : { until: parseWallClock(`${lastDay}T23:59`, zone) }),
  }
}

/** The rule of a form that begins at this wall clock time. Undefined while it is incomplete or has fewer than two dates. */
export function toRule(values: SeriesValues, start: string, zone: string): Rule | undefined {
  const series = toSeries(values, zone)
  if (!series || parseWallClock(start, zone) === undefined || !Number.isInteger(series.interval) || series.interval < 1)
    return undefined
  const ending = 'count' in series ? series.count : series.until
  if (ending === undefined || !Number.isInteger(ending)) return undefined
  const plan = { start: `${start.slice(0, 16)}:00`, freq: series.freq, interval: series.interval, by: series.by }
  const count = countDates(plan, zone, series)
  return count < 2 ? undefined : { ...plan, count }
}

const ordinals: Readonly<Record<number, string>> = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', [-1]: 'last' }

/** 'Tuesday' of a wall clock time. */
const formatWeekday = (start: string) =>
  new Intl.DateTimeFormat(undefined, { weekday: 'long', timeZone: 'UTC' }).format(parseDay(start))

export const formatMonthDay = (start: string): string => `day ${Number(start.slice(8, 10))}`
/** 'the second Tuesday'. */
export const formatMonthWeekday = (start: string): string =>
  `the ${ordinals[findPosition(parseDay(start))]} ${formatWeekday(start)}`

/** 'Every Tuesday until Dec 15, 12 dates', 'Every 2 months on the second Tuesday until …'. */
export function formatRuleInWords(rule: Rule, zone: string, now = Date.now() / 1000): string {
  const last = (listDates(rule, zone).at(-1)?.getTime() ?? 0) / 1000
  const isThisYear = toDayKey(last, zone).slice(0, 4) === toDayKey(now, zone).slice(0, 4)
  const format = {
    day: 'numeric',
    month: 'short',
    timeZone: zone,
    ...(isThisYear ? {} : { year: 'numeric' as const }),
  } as const
  const until = new Intl.DateTimeFormat(undefined, format).format(last * 1000)
  return `${formatPattern(rule)} until ${until}, ${plural(rule.count, 'date')}`
}

function formatPattern({ start, freq, interval, by }: Rule): string {
  if (freq === 'weekly')
    return interval === 1 ? `Every ${formatWeekday(start)}` : `Every ${interval} weeks on ${formatWeekday(start)}`
  const months = interval === 1 ? 'Every month' : `Every ${interval} months`
  return `${months} on ${by === 'day' ? formatMonthDay(start) : formatMonthWeekday(start)}`
}
