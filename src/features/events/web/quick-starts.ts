import { parseWallClock, toWallClock } from '../../../shared/web/wall-clock.ts'
import { addDays, weekdayIndex } from './month.ts'
import { toDayKey } from './school-time.ts'

export type QuickStart = { readonly label: string; readonly start: string }

const friday = 4

/** Evenings that most events begin on, as wall clock times of the school; none that is past, none twice. */
export function listQuickStarts(zone: string, now = Date.now() / 1000): QuickStart[] {
  const today = toDayKey(now, zone)
  const ofThisWeek = addDays(today, friday - weekdayIndex(today))
  const evenings = [
    { label: 'Tonight 7 PM', start: `${today}T19:00` },
    { label: 'Tomorrow 7 PM', start: `${addDays(today, 1)}T19:00` },
    { label: 'This Friday', start: `${ofThisWeek}T19:00` },
  ]
  const clock = toWallClock(now, zone)
  return evenings.filter(
    ({ start }, index) =>
      start > clock &&
      !evenings.slice(0, index).some((earlier) => earlier.start === start) &&
      parseWallClock(start, zone),
  )
}
