import { toOptions } from '../../../shared/web/options.ts'
import type { EventFilter } from '../contract.ts'

export const filters = toOptions<EventFilter>({
  all: 'All Events',
  attending: 'Attending',
  'my-events': 'My Events',
  'this-week': 'This Week',
  'this-month': 'This Month',
  'group-events': 'Group Events',
})
