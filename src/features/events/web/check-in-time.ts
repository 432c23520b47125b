import { checkInLimits } from '../check-in-contract.gen.ts'
import type { Event } from '../contract.ts'

/** Whether codes are valid: from 12 hours before the start until 12 hours after the end. */
export function isCheckInOpen(
  { start_date, end_date, status }: Pick<Event, 'start_date' | 'end_date' | 'status'>,
  now = Date.now() / 1000,
): boolean {
  const around = checkInLimits.hoursAround * 3600
  return status === 'planned' && now >= start_date - around && now <= end_date + around
}
