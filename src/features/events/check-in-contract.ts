import { z } from 'zod'
import { emptyEnvelope, envelope, idParams, route, text } from '../../shared/contract.ts'

declare module '../../shared/live-events.ts' {
  interface LiveEventMap {
    /** Someone was checked in. To the attendee and the organizers. */
    'check_in.changed': { event_id: string }
  }
}

export const checkInLimits = {
  /** Hours before the start and after the end in which attendees can be checked in. */
  hoursAround: 12,
  /** Attendees up to whose number the organizers' devices get a list for use without a network. */
  listed: 5000,
  /** Attendees up to whose number a poster can be scanned. */
  poster: 50,
  /** Scans per call. */
  scans: 500,
  /** Characters of what a person says about an absence. */
  contest: 1000,
}

const CheckedIn = z.object({
  id: z.guid(),
  name: z.string(),
  avatar: z.string().nullable(),
  /** Derives the codes of this attendee, for scanning without a network. Null outside the time of the check-in. */
  key: z.string().nullable(),
  checked_in_at: z.int().nullable(),
  /** What the attendee says about being absent from the list of those who were there. */
  contest: z.string().nullable(),
})
export type CheckedIn = z.infer<typeof CheckedIn>

/** Times in seconds. */
const CheckIn = z.object({
  opens_at: z.int(),
  closes_at: z.int(),
  /** For attendees. */
  own: z
    .object({
      /** Six digits; null outside the time of the check-in. */
      code: z.string().nullable(),
      /** What the QR code says. */
      qr: z.string().nullable(),
      /** When the next code begins. */
      until: z.int(),
      checked_in_at: z.int().nullable(),
    })
    .nullable(),
  /** For organizers. */
  list: z
    .object({
      attendees: z.array(CheckedIn),
      /** Of all attendees, also of those beyond the list. */
      count: z.int(),
      checked_in: z.int(),
      /** The code of the poster; null for large events. */
      poster: z.string().nullable(),
    })
    .nullable(),
})
export type CheckIn = z.infer<typeof CheckIn>

const Result = z.object({
  user_id: z.guid().nullable(),
  name: z.string().nullable(),
  result: z.enum(['checked_in', 'already', 'invalid']),
  at: z.int().nullable(),
})
export type CheckInResult = z.infer<typeof Result>

const Scan = z.object({
  user_id: z.guid(),
  /** The digits that were valid at that time. */
  code: z.string().regex(/^\d{6}$/, 'Six digits'),
  at: z.int().min(0).max(253_402_300_799),
})
export type Scan = z.output<typeof Scan>

const code = z.string('Enter the code').trim().min(1, 'Enter the code').max(100, 'This code is not valid')

/** An event of the last 120 days that the viewer was going to and missed. */
const NoShow = z.object({
  event_id: z.guid(),
  title: z.string(),
  start_date: z.int(),
  /** What the viewer said about it. */
  contest: z.string().nullable(),
})
export type NoShow = z.infer<typeof NoShow>

/** The presence of attendees, also at events of groups. */
export const checkIns = {
  /** The own missed events, latest first. */
  noShows: route({ method: 'GET', path: '/api/events/no-shows', reply: envelope(z.array(NoShow)) }),
  /** Tells the organizers that the viewer was there. 404 for events that were not missed, 409 for a second time. */
  contest: route({
    method: 'POST',
    path: '/api/events/:id/no-show/contest',
    status: 201,
    params: idParams,
    body: z.object({ text: text({ max: checkInLimits.contest, required: 'Say what happened' }) }),
    reply: emptyEnvelope,
  }),
  /** The own code of an attendee, and the list of an organizer. 403 for others. */
  show: route({ method: 'GET', path: '/api/events/:id/check-in', params: idParams, reply: envelope(CheckIn) }),
  /**
   * Checks in by a code that was scanned or typed, by hand, or by scans that a device kept without a network. A single
   * one answers 400 for an invalid code, and 409 for a person who is checked in already.
   */
  create: route({
    method: 'POST',
    path: '/api/events/:id/check-in',
    params: idParams,
    body: z.union([
      z.object({ code }),
      z.object({ person: z.guid() }),
      z.object({ scans: z.array(Scan).min(1).max(checkInLimits.scans) }),
    ]),
    reply: envelope(z.array(Result)),
    errors: { 409: z.object({ checked_in_at: z.int().optional() }) },
  }),
  /** Checks in oneself, by the code of the poster. */
  createOwn: route({
    method: 'POST',
    path: '/api/events/:id/check-in/self',
    params: idParams,
    body: z.object({ code }),
    reply: envelope(Result),
  }),
  /** A CSV file: who attended. */
  attendance: route({ method: 'GET', path: '/api/events/:id/attendance.csv', params: idParams }),
}
