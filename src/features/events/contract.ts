import { z } from 'zod'
import {
  emptyEnvelope,
  envelope,
  idParams,
  lenientEnum,
  pageQuery,
  pagination,
  route,
  searchText,
  text,
} from '../../shared/contract.ts'
import { Media } from '../media/contract.ts'
import { reportRoute } from '../moderation/report-contract.ts'
import { Author } from '../people/contract.ts'

/** Limits that the form and the server share. In characters, except `tags` and `attendees`, which are counts. */
export const eventLimits = { title: 200, description: 5000, location: 200, tags: 10, tag: 50, attendees: 100_000 }

export const eventFilters = ['all', 'attending', 'my-events', 'this-week', 'this-month', 'group-events'] as const
export type EventFilter = (typeof eventFilters)[number]

const rsvps = ['attending', 'not_attending'] as const

/** Seconds since 1970, up to the year 9999. */
const moment = (problem: string) => z.int({ error: problem }).min(0, problem).max(253_402_300_799, problem)

const whole = `Enter 1 to ${eventLimits.attendees.toLocaleString('en')} attendees, or leave blank for no limit`

/** Checked by the server and the form: a change may contain only one of the two. */
export const endsBeforeStart = 'The event has to end after it starts'

export const EventInput = z.object({
  title: text({ max: eventLimits.title, required: 'Title is required' }),
  description: text({ max: eventLimits.description, required: 'Description is required' }),
  location: text({ max: eventLimits.location, required: 'Location is required' }),
  start_date: moment('Add a start time'),
  end_date: moment('Add an end time'),
  /** Null or absent: unlimited. */
  max_attendees: z.int({ error: whole }).min(1, whole).max(eventLimits.attendees, whole).nullable().optional(),
  /** The organizer's own upload with the purpose of an event. */
  image_url: z.string().max(500).nullable().optional(),
  tags: z
    .array(text({ max: eventLimits.tag }))
    .max(eventLimits.tags, `Add up to ${eventLimits.tags} tags`)
    .transform((tags) => [...new Set(tags)])
    .optional(),
  /** Group events are created on the page of the group. */
  group_id: z.null({ error: 'Create group events from the group’s page' }).optional(),
})

export const Event = z.object({
  id: z.guid(),
  title: z.string(),
  description: z.string(),
  location: z.string(),
  start_date: z.int(),
  end_date: z.int(),
  max_attendees: z.int().nullable(),
  attendees_count: z.int(),
  /** At most three attendees other than the viewer, friends first. Empty in the list of upcoming events. */
  attendees_preview: z.array(Author),
  image_url: z.string().nullable(),
  /** The same image with the size that a page needs to reserve its space. */
  image: Media.nullable(),
  tags: z.array(z.string()),
  organizer_id: z.guid(),
  organizer: Author,
  group_id: z.guid().nullable(),
  user_rsvp: z.enum(rsvps),
  can: z.object({ edit: z.boolean(), delete: z.boolean(), rsvp: z.boolean(), report: z.boolean() }),
})
export type Event = z.infer<typeof Event>

export const Attendee = z.object({
  id: z.guid(),
  name: z.string(),
  avatar_url: z.string().nullable(),
  avatar: z.string().nullable(),
  status: z.literal('attending'),
  rsvp_at: z.int(),
})
export type Attendee = z.infer<typeof Attendee>

/** A bound of a time range. Invalid values are ignored. */
const bound = z.coerce.number().int().min(0).max(253_402_300_799).optional().catch(undefined)

export const calendarKinds = ['mine', 'school'] as const
export type CalendarKind = (typeof calendarKinds)[number]

/** Secret calendar subscription URLs: the events that the viewer organizes or attends, and those of the school. */
const CalendarLinks = z.object({ mine: z.string(), school: z.string() })
export type CalendarLinks = z.infer<typeof CalendarLinks>

export const events = {
  /**
   * Current and upcoming events, soonest first, then past ones, latest first. With `from` or `to`: the events that
   * overlap the range.
   */
  list: route({
    method: 'GET',
    path: '/api/events',
    query: z.object({
      ...pageQuery(50),
      filter: lenientEnum(eventFilters),
      search: searchText,
      from: bound,
      to: bound,
    }),
    reply: envelope(z.array(Event)).extend({ pagination }),
  }),
  create: route({ method: 'POST', path: '/api/events', status: 201, body: EventInput, reply: envelope(Event) }),
  calendarLinks: route({ method: 'GET', path: '/api/events/calendar-links', reply: envelope(CalendarLinks) }),
  rotateCalendarLinks: route({
    method: 'POST',
    path: '/api/events/calendar-links/rotate',
    replay: 'status',
    /** Both kinds when absent. */
    body: z.object({ kind: z.enum(calendarKinds).optional() }),
    reply: envelope(CalendarLinks),
  }),
  upcoming: route({
    method: 'GET',
    path: '/events/upcoming',
    query: z.object({ limit: pageQuery(5).limit }),
    reply: envelope(z.array(Event)),
  }),
  show: route({ method: 'GET', path: '/api/events/:id', params: idParams, reply: envelope(Event) }),
  update: route({
    method: 'PATCH',
    path: '/api/events/:id',
    params: idParams,
    body: EventInput.omit({ group_id: true }).partial(),
    reply: envelope(Event),
  }),
  remove: route({ method: 'DELETE', path: '/api/events/:id', params: idParams, reply: emptyEnvelope }),
  rsvp: route({
    method: 'POST',
    path: '/api/events/:id/rsvp',
    params: idParams,
    body: z.object({ status: z.enum(rsvps, { error: "Status must be 'attending' or 'not_attending'" }) }),
    reply: envelope(z.object({ user_rsvp: z.enum(rsvps), attendees_count: z.int() })),
  }),
  attendees: route({
    method: 'GET',
    path: '/api/events/:id/attendees',
    params: idParams,
    query: z.object(pageQuery(50)),
    reply: envelope(z.array(Attendee)).extend({ pagination }),
  }),
  report: reportRoute('/api/events/:id/report', idParams),
  ics: route({ method: 'GET', path: '/api/events/:id/ics', params: idParams }),
  calendar: route({
    method: 'GET',
    path: '/calendar/:file',
    access: 'public',
    handlesNavigation: true,
    /** `TOKEN.ics` */
    params: z.object({ file: z.string().regex(/^[A-Za-z0-9_-]{64}\.ics$/) }),
  }),
}

const ofGroup = z.object({ gid: z.guid() })
const ofEvent = ofGroup.extend({ eid: z.guid() })
const EventReply = envelope(Event)
const eventChanges = {
  params: ofEvent,
  body: EventInput.omit({ group_id: true }).partial(),
  reply: EventReply,
} as const

/** Events of the school that belong to a group. */
export const groupEvents = {
  list: route({
    method: 'GET',
    path: '/api/groups/:gid/events',
    params: ofGroup,
    query: z.object(pageQuery(50)),
    reply: envelope(z.array(Event)).extend({ pagination }),
  }),
  create: route({
    method: 'POST',
    path: '/api/groups/:gid/events',
    status: 201,
    params: ofGroup,
    body: EventInput.omit({ group_id: true }),
    reply: EventReply,
  }),
  show: route({ method: 'GET', path: '/api/groups/:gid/events/:eid', params: ofEvent, reply: EventReply }),
  update: route({ method: 'PUT', path: '/api/groups/:gid/events/:eid', ...eventChanges }),
  patch: route({ method: 'PATCH', path: '/api/groups/:gid/events/:eid', ...eventChanges }),
  remove: route({ method: 'DELETE', path: '/api/groups/:gid/events/:eid', params: ofEvent, reply: emptyEnvelope }),
  rsvp: route({
    method: 'POST',
    path: '/api/groups/:gid/events/:eid/rsvp',
    params: ofEvent,
    body: events.rsvp.body,
    reply: events.rsvp.reply,
  }),
  attendees: route({
    method: 'GET',
    path: '/api/groups/:gid/events/:eid/attendees',
    params: ofEvent,
    query: z.object(pageQuery(50)),
    reply: events.attendees.reply,
  }),
  report: reportRoute('/api/groups/:gid/events/:id/report', ofGroup.extend({ id: z.guid() })),
}
