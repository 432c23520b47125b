import { firstName } from '../../../shared/names.ts'
import { plural } from '../../../shared/plural.ts'
import type { Event } from '../contract.ts'
import { formatClock } from './school-time.ts'

/** '12 going', '12 going · 28 seats left', '40 going · full'. */
export function formatGoing(event: Event): string {
  const going = `${event.attendees_count.toLocaleString('en')} going`
  const seats = formatSeats(event)
  return seats ? `${going} · ${seats}` : going
}

/** '28 seats left', 'full', 'full · 3 waiting', or nothing without a limit or when cancelled. Held seats are not free. */
export function formatSeats({ attendees_count, max_attendees, waitlist, status }: Event): string {
  if (max_attendees === null || status === 'cancelled') return ''
  const seats = max_attendees - attendees_count - waitlist.held
  if (seats > 0) return `${plural(seats, 'seat')} left`
  return waitlist.count > 0 ? `full · ${waitlist.count.toLocaleString('en')} waiting` : 'full'
}

export const isFull = ({ attendees_count, max_attendees, waitlist }: Event): boolean =>
  max_attendees !== null && attendees_count + waitlist.held >= max_attendees

export const formatCancelled = (reason: string): string => `Cancelled: ${reason}`

/** What the waitlist means to the viewer; empty when it does not concern them. */
export function formatWaitlist({ user_rsvp, waitlist }: Event, zone: string): string {
  const { count, position, offered_until } = waitlist
  if (user_rsvp === 'attending') return count > 0 ? 'A seat is yours. Give it back if you cannot come.' : ''
  if (offered_until !== null) return `A seat is free for you until ${formatClock(offered_until, zone)}`
  return position === null ? '' : `You are number ${position.toLocaleString('en')} on the waitlist`
}

/** 'Ada, Alan and 12 going', 'You going'; never a name that the viewer may not see. */
export function formatWhoIsGoing({ attendees_count, attendees_preview, user_rsvp }: Event): string {
  const others = attendees_preview.map(({ name }) => firstName(name))
  const names = [...(user_rsvp === 'attending' ? ['You'] : []), ...others].slice(0, 2)
  const rest = attendees_count - names.length
  if (names.length === 0 || rest < 0) return `${attendees_count.toLocaleString('en')} going`
  if (rest > 0) return `${names.join(', ')} and ${rest.toLocaleString('en')} going`
  return `${names.join(' and ')} going`
}

/** Whether the viewer gets a seat only by the waitlist, or is in it. */
export const needsLine = (event: Event): boolean =>
  event.user_rsvp !== 'attending' &&
  (isFull(event) || event.waitlist.position !== null || event.waitlist.offer_id !== null)
