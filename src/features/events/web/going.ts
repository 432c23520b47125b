import { firstName } from '../../../shared/names.ts'
import { plural } from '../../../shared/plural.ts'
import type { Event } from '../contract.ts'

/** '12 going', '12 going · 28 seats left', '40 going · full'. */
export function formatGoing({ attendees_count, max_attendees }: Event): string {
  const going = `${attendees_count.toLocaleString('en')} going`
  const seats = formatSeats({ attendees_count, max_attendees })
  return seats ? `${going} · ${seats}` : going
}

/** '28 seats left', 'full', or nothing without a limit. */
export function formatSeats({ attendees_count, max_attendees }: Pick<Event, 'attendees_count' | 'max_attendees'>) {
  if (max_attendees === null) return ''
  const seats = max_attendees - attendees_count
  return seats > 0 ? `${plural(seats, 'seat')} left` : 'full'
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
