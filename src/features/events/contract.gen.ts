// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const calendarKinds = ['mine', 'school'] as const satisfies typeof contract.calendarKinds

export const defaultReminders = [60] as const satisfies typeof contract.defaultReminders

export const endsBeforeStart = 'The event has to end after it starts' as const satisfies typeof contract.endsBeforeStart

export const eventFilters = [
  'all',
  'attending',
  'my-events',
  'this-week',
  'this-month',
  'group-events',
] as const satisfies typeof contract.eventFilters

export const eventLimits = {
  title: 200,
  description: 5000,
  location: 200,
  tags: 10,
  tag: 50,
  reason: 500,
  attendees: 100000,
  dates: 52,
  interval: 12,
  exactLocation: 200,
  fact: 100,
  organizers: 5,
} as const satisfies typeof contract.eventLimits

export const reminderLimits = { count: 3, minutes: 40320 } as const satisfies typeof contract.reminderLimits

export const seriesFreqs = ['weekly', 'monthly'] as const satisfies typeof contract.seriesFreqs

export const seriesScopes = ['this', 'following', 'all'] as const satisfies typeof contract.seriesScopes

export const eventsApi = {
  list: 'GET /api/events',
  create: 'POST /api/events',
  calendarLinks: 'GET /api/events/calendar-links',
  rotateCalendarLinks: 'POST /api/events/calendar-links/rotate',
  upcoming: 'GET /events/upcoming',
  show: 'GET /api/events/:id',
  update: 'PATCH /api/events/:id',
  cancel: 'POST /api/events/:id/cancel',
  remove: 'DELETE /api/events/:id',
  rsvp: 'POST /api/events/:id/rsvp',
  setReminders: 'PUT /api/events/:id/reminders',
  attendees: 'GET /api/events/:id/attendees',
  removeAttendee: 'DELETE /api/events/:id/attendees/:uid',
  removed: 'GET /api/events/:id/removed',
  readmit: 'DELETE /api/events/:id/removed/:uid',
  report: 'POST /api/events/:id/report',
  ics: 'GET /api/events/:id/ics',
  calendar: 'GET /calendar/:file',
} satisfies RouteAddresses<typeof contract.events> as unknown as RouteRefs<typeof contract.events>

export const groupEventsApi = {
  list: 'GET /api/groups/:gid/events',
  create: 'POST /api/groups/:gid/events',
  show: 'GET /api/groups/:gid/events/:eid',
  update: 'PUT /api/groups/:gid/events/:eid',
  patch: 'PATCH /api/groups/:gid/events/:eid',
  remove: 'DELETE /api/groups/:gid/events/:eid',
  rsvp: 'POST /api/groups/:gid/events/:eid/rsvp',
  attendees: 'GET /api/groups/:gid/events/:eid/attendees',
  report: 'POST /api/groups/:gid/events/:id/report',
} satisfies RouteAddresses<typeof contract.groupEvents> as unknown as RouteRefs<typeof contract.groupEvents>
