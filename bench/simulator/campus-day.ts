import { listArrivals, type Random } from './random.ts'

export type DayKind = 'weekday' | 'weekend' | 'orientation'

type Day = {
  /** Share of the students who open the app on this day. */
  readonly activeShare: number
  /** Visits of each of them. */
  readonly visits: number
  /** Sign-ins per visit: a session lasts for thirty days. */
  readonly signIns: number
  /** Weights of the 24 hours, in local time. */
  readonly hours: readonly number[]
  /** Hours after which a lecture ends at ten to the hour, and everyone looks at the phone. */
  readonly lectureHours: readonly number[]
}

const lectures = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17]
// biome-ignore format: one line per day
const hours = {
  weekday: [2, 1, 0.5, 0.3, 0.3, 0.6, 2, 4, 6, 6, 6, 6, 7, 6, 6, 6, 6, 6, 6, 7, 8, 8, 7, 4],
  weekend: [4, 3, 2, 1, 0.5, 0.5, 0.7, 1, 2, 3, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 6, 5],
}

/** Assumptions, like the calls of a visit. In orientation week most students are new, and look often. */
export const days: Readonly<Record<DayKind, Day>> = {
  weekday: { activeShare: 0.6, visits: 8, signIns: 0.01, hours: hours.weekday, lectureHours: lectures },
  weekend: { activeShare: 0.45, visits: 6, signIns: 0.01, hours: hours.weekend, lectureHours: [] },
  orientation: { activeShare: 0.85, visits: 12, signIns: 0.05, hours: hours.weekday, lectureHours: lectures },
}

/** After a lecture, visits are this many times as frequent for ten minutes. */
const burstFactor = 3
const burstMinutes = [50, 60] as const

/** Minutes that a visit keeps its event stream open. */
export const visitMinutes = 5

export const minutesPerDay = 24 * 60

/** Visits per student in each minute of a day, beginning at midnight. */
export function listVisits(kind: DayKind): number[] {
  const { activeShare, visits, hours, lectureHours } = days[kind]
  const weights = Array.from({ length: minutesPerDay }, (_, minute) => {
    const hour = Math.floor(minute / 60)
    const isBurst = lectureHours.includes(hour) && minute % 60 >= burstMinutes[0] && minute % 60 < burstMinutes[1]
    return (hours[hour] ?? 0) * (isBurst ? burstFactor : 1)
  })
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => (activeShare * visits * weight) / total)
}

/** The first minute with the most visits. */
export function findBusiestMinute(kind: DayKind): number {
  const visits = listVisits(kind)
  return visits.indexOf(Math.max(...visits))
}

/**
 * Times in milliseconds at which requests arrive from a minute of the day on, as a Poisson process whose rate follows the visits.
 */
export function listDayArrivals(
  random: Random,
  {
    kind,
    requestsPerVisit,
    fromMinute,
    minutes,
    students,
  }: { kind: DayKind; requestsPerVisit: number; fromMinute: number; minutes: number; students: number },
): number[] {
  const visits = listVisits(kind)
  return Array.from({ length: minutes }, (_, index) => {
    const inMinute = visits[(fromMinute + index) % minutesPerDay] ?? 0
    const ratePerSecond = (inMinute * students * requestsPerVisit) / 60
    return listArrivals(random, ratePerSecond, 60).map((time) => time + index * 60_000)
  }).flat()
}
