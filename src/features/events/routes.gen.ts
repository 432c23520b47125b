// Generated from contract.ts by `npm run route-tables`: method and path of each route, without its schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type { events, groupEvents } from './contract.ts'

export const eventsApi = {
  list: 'GET /api/events',
  create: 'POST /api/events',
  calendarLinks: 'GET /api/events/calendar-links',
  rotateCalendarLinks: 'POST /api/events/calendar-links/rotate',
  upcoming: 'GET /events/upcoming',
  show: 'GET /api/events/:id',
  update: 'PATCH /api/events/:id',
  remove: 'DELETE /api/events/:id',
  rsvp: 'POST /api/events/:id/rsvp',
  attendees: 'GET /api/events/:id/attendees',
  report: 'POST /api/events/:id/report',
  ics: 'GET /api/events/:id/ics',
  calendar: 'GET /calendar/:file',
} satisfies RouteAddresses<typeof events> as unknown as RouteRefs<typeof events>

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
} satisfies RouteAddresses<typeof groupEvents> as unknown as RouteRefs<typeof groupEvents>
