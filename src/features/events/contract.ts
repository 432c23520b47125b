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
  webUrl,
} from '../../shared/contract.ts'
import { Media } from '../media/contract.ts'
import { reportRoute } from '../moderation/report-contract.ts'
import { Author } from '../people/contract.ts'

declare module '../../shared/live-events.ts' {
  interface LiveEventMap {
    /** The seats or the waitlist of an event changed. To those who have it open. */
    'event.seats': { event_id: string; attendees_count: number }
    /** The user got a seat or an offer, or left the waitlist. */
    'waitlist.changed': { event_id: string }
  }
}

/** Limits that the form and the server share. In characters, except `tags` and `attendees`, which are counts. */
export const eventLimits = {
  title: 200,
  description: 5000,
  location: 200,
  tags: 10,
  tag: 50,
  reason: 500,
  attendees: 100_000,
  /** Of a series; every n weeks or months. */
  dates: 52,
  interval: 12,
  exactLocation: 200,
  fact: 100,
  organizers: 5,
}

/** Reminders per attendee and event, and the earliest one in minutes before the start. */
export const reminderLimits = { count: 3, minutes: 28 * 24 * 60 }
/** The reminders of attendees who have not chosen. */
export const defaultReminders = [60]

export const eventFilters = ['all', 'attending', 'my-events', 'this-week', 'this-month', 'group-events'] as const
export type EventFilter = (typeof eventFilters)[number]

const statuses = ['planned', 'cancelled'] as const
const rsvps = ['attending', 'not_attending'] as const

/** Seconds since 1970, up to the year 9999. */
const moment = (problem: string) => z.int({ error: problem }).min(0, problem).max(253_402_300_799, problem)

const whole = `Enter 1 to ${eventLimits.attendees.toLocaleString('en')} attendees, or leave blank for no limit`

export const seriesFreqs = ['weekly', 'monthly'] as const
/** Of a month: the same day, or the same weekday. */
const seriesBys = ['day', 'weekday'] as const

/** Which dates of a series a change or an answer concerns: one, it and later ones, or all. */
export const seriesScopes = ['this', 'following', 'all'] as const
export type SeriesScope = (typeof seriesScopes)[number]

const intervalProblem = `Enter 1 to ${eventLimits.interval}`
const datesProblem = `Enter 2 to ${eventLimits.dates} dates`

/** How a new event repeats, in the time zone of the school. It ends after a number of dates, or at a time. */
const Series = z
  .object({
    freq: z.enum(seriesFreqs),
    interval: z
      .int({ error: intervalProblem })
      .min(1, intervalProblem)
      .max(eventLimits.interval, intervalProblem)
      .default(1),
    by: z.enum(seriesBys).default('day'),
    /** The last date starts at this time at the latest. */
    until: moment('Choose the last date').optional(),
    count: z.int({ error: datesProblem }).min(2, datesProblem).max(eventLimits.dates, datesProblem).optional(),
  })
  .refine(({ until, count }) => (until === undefined) !== (count === undefined), {
    error: 'Give either the number of dates or the last date',
    path: ['count'],
  })

const reminderProblem = 'Enter whole minutes, at most four weeks'
const reminderMinutes = z
  .int({ error: reminderProblem })
  .min(1, reminderProblem)
  .max(reminderLimits.minutes, reminderProblem)

/** Checked by the server and the form: a change may contain only one of the two. */
export const endsBeforeStart = 'The event has to end after it starts'

/** What visitors want to know; absent ones are unknown. */
const Facts = z.object({
  step_free: z.boolean().optional(),
  quiet_area: z.boolean().optional(),
  captions: z.boolean().optional(),
  food: text({ max: eventLimits.fact, min: 0 }).optional(),
  language: text({ max: eventLimits.fact, min: 0 }).optional(),
  cost: text({ max: eventLimits.fact, min: 0 }).optional(),
})
export type EventFacts = z.infer<typeof Facts>

const emptyToNull = (value: string | null | undefined) => (value === '' ? null : value)

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
  /** Replaces all facts. */
  facts: Facts.optional(),
  /** Only attendees and organizers read these two. */
  online_link: webUrl('Enter a web address').nullable().optional().transform(emptyToNull),
  exact_location: text({ max: eventLimits.exactLocation, min: 0 }).nullable().optional().transform(emptyToNull),
  /** Users who may edit and cancel the event. Replaces all of them. Only the organizer chooses them. */
  co_organizers: z
    .array(z.guid())
    .max(eventLimits.organizers, `Choose up to ${eventLimits.organizers} people`)
    .transform((ids) => [...new Set(ids)])
    .optional(),
  /** Creates an event for each date. The reply is the first one. */
  series: Series.optional(),
  /** Group events are created on the page of the group. */
  group_id: z.null({ error: 'Create group events from the group’s page' }).optional(),
})
const EventChanges = EventInput.omit({ group_id: true, series: true }).partial()
/** Of a single event, all scopes are the same. */
const changedDates = z.object({ scope: z.enum(seriesScopes).default('this') })

const Waitlist = z.object({
  /** Users who wait, without those who have an offer. */
  count: z.int(),
  /** Seats that wait for the answer to an offer. They are not free. */
  held: z.int(),
  /** The viewer's number in the line, from 1; null if the viewer does not wait. */
  position: z.int().nullable(),
  /** The viewer waits behind the others, because they missed three events. */
  is_last: z.boolean(),
  /** Whether the school has that rule. Only in single events. */
  no_show_rule: z.boolean(),
  /** The seat that is held for the viewer, until when. */
  offer_id: z.guid().nullable(),
  offered_until: z.int().nullable(),
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
  /** Whether an organizer removed the viewer, who can take no seat then. */
  is_removed: z.boolean(),
  status: z.enum(statuses),
  /** What attendees read about a cancelled event. */
  cancel_reason: z.string().nullable(),
  /** The viewer’s own choice in minutes before the start; null for the default, and for users who do not attend. */
  reminders: z.array(z.int()).nullable(),
  waitlist: Waitlist,
  facts: Facts,
  /** The organizer, then the co-organizers that the viewer may see. */
  organizers: z.array(Author),
  /** These two only in single events, for attendees and organizers. Absent for others. */
  online_link: z.string().nullable().optional(),
  exact_location: z.string().nullable().optional(),
  /** Which of how many dates of a series this is; null for a single event. Deleted dates count too. */
  series: z.object({ id: z.guid(), nth: z.int(), count: z.int() }).nullable(),
  can: z.object({
    edit: z.boolean(),
    cancel: z.boolean(),
    delete: z.boolean(),
    rsvp: z.boolean(),
    report: z.boolean(),
    remove_attendees: z.boolean(),
    choose_organizers: z.boolean(),
  }),
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
    query: changedDates,
    body: EventChanges,
    reply: envelope(Event),
  }),
  /** Attendees keep the entry until its end, and are notified. 409 when it is cancelled or over. */
  cancel: route({
    method: 'POST',
    path: '/api/events/:id/cancel',
    params: idParams,
    body: z.object({
      reason: text({ max: eventLimits.reason, required: 'Say why the event is cancelled' }),
      scope: z.enum(seriesScopes).default('this'),
    }),
    reply: envelope(Event),
  }),
  remove: route({ method: 'DELETE', path: '/api/events/:id', params: idParams, reply: emptyEnvelope }),
  rsvp: route({
    method: 'POST',
    path: '/api/events/:id/rsvp',
    params: idParams,
    body: z.object({
      status: z.enum(rsvps, { error: "Status must be 'attending' or 'not_attending'" }),
      /** All: also each other date of the series that is not over and, to attend, not full. */
      scope: z.enum(['this', 'all']).default('this'),
    }),
    reply: envelope(z.object({ user_rsvp: z.enum(rsvps), attendees_count: z.int() })),
  }),
  /** Minutes before the start at which the viewer, an attendee, is reminded; empty for none. */
  setReminders: route({
    method: 'PUT',
    path: '/api/events/:id/reminders',
    params: idParams,
    body: z.object({
      minutes: z
        .array(reminderMinutes)
        .max(reminderLimits.count, `Choose up to ${reminderLimits.count} reminders`)
        .transform((minutes) => [...new Set(minutes)].sort((one, other) => one - other)),
    }),
    reply: envelope(z.object({ reminders: z.array(z.int()) })),
  }),
  attendees: route({
    method: 'GET',
    path: '/api/events/:id/attendees',
    params: idParams,
    query: z.object(pageQuery(50)),
    reply: envelope(z.array(Attendee)).extend({ pagination }),
  }),
  /** Removes the link that the user knows. 404 for users who do not attend. */
  removeAttendee: route({
    method: 'DELETE',
    path: '/api/events/:id/attendees/:uid',
    params: idParams.extend({ uid: z.guid() }),
    reply: emptyEnvelope,
  }),
  /** To organizers: the users that one of them removed, who can take no seat. */
  removed: route({
    method: 'GET',
    path: '/api/events/:id/removed',
    params: idParams,
    reply: envelope(z.array(Author)),
  }),
  /** Lets a removed user take a seat again. 404 for users who were not removed. */
  readmit: route({
    method: 'DELETE',
    path: '/api/events/:id/removed/:uid',
    params: idParams.extend({ uid: z.guid() }),
    reply: emptyEnvelope,
  }),
  report: reportRoute('/api/events/:id/report', idParams),
  ics: route({ method: 'GET', path: '/api/events/:id/ics', params: idParams }),
  calendar: route({
    method: 'GET',
    path: '/calendar/:file',
    access: 'public',
    schoolFrom: { param: 'file' },
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
  query: changedDates,
  body: EventChanges,
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
