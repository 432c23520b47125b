import type { EventFilter } from '../contract.ts'

export const filters: readonly (readonly [value: EventFilter, label: string])[] = [
  ['all', 'All Events'],
  ['attending', 'Attending'],
  ['my-events', 'My Events'],
  ['this-week', 'This Week'],
  ['this-month', 'This Month'],
  ['group-events', 'Group Events'],
]
