import { plural } from '../../../shared/plural.ts'
import type { Event } from '../contract.ts'

/** '3 events, you’re going to 1'. A cancelled event counts as an event that the viewer doesn’t go to. */
export function countEvents(events: readonly Event[]): string {
  const going = events.filter(({ user_rsvp, status }) => user_rsvp === 'attending' && status === 'planned').length
  const count = events.length === 0 ? 'no events' : plural(events.length, 'event')
  return going > 0 ? `${count}, you’re going to ${going}` : count
}
