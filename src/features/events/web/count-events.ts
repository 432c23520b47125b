import { plural } from '../../../shared/plural.ts'
import type { Event } from '../contract.ts'

/** '3 events, you’re going to 1'. */
export function countEvents(events: readonly Event[]): string {
  const going = events.filter(({ user_rsvp }) => user_rsvp === 'attending').length
  const count = events.length === 0 ? 'no events' : plural(events.length, 'event')
  return going > 0 ? `${count}, you’re going to ${going}` : count
}
