import { z } from 'zod'
import { emptyEnvelope, envelope, idParams, route } from '../../shared/contract.ts'

declare module '../../shared/live-events.ts' {
  interface LiveEventMap {
    /** A meeting was proposed, accepted or declined. To both sides. */
    'meeting.changed': { conversation_id: string }
  }
}

/** How far ahead a meeting can be, and how long it takes in a calendar. */
export const meetingLimits = { days: 60, minutes: 30 }

const Meeting = z.object({
  id: z.guid(),
  place: z.object({ name: z.string(), map: z.string(), hours: z.string() }),
  at: z.int(),
  state: z.enum(['proposed', 'accepted']),
  /** Whether the viewer proposed it, and waits for the other side. */
  is_mine: z.boolean(),
})
export type Meeting = z.infer<typeof Meeting>

export const MeetingInput = z.object({
  place_id: z.int({ error: 'Choose a place' }).min(1, 'Choose a place'),
  at: z.int({ error: 'Choose a time' }).min(0, 'Choose a time').max(253_402_300_799, 'Choose a time'),
  /** Which one, for a seller with several buyers. */
  conversation_id: z.guid().optional(),
})

/** Where a buyer and a seller meet. */
export const meetings = {
  /** The meeting of a conversation that is not over, and whether one can be proposed: the school lists places. */
  show: route({
    method: 'GET',
    path: '/api/conversations/:id/meeting',
    params: idParams,
    reply: envelope(z.object({ meeting: Meeting.nullable(), can_propose: z.boolean() })),
  }),
  /** Replaces the meeting of the conversation. 409 for listings that cannot be contacted. */
  create: route({
    method: 'POST',
    path: '/api/marketplace/:id/meeting',
    status: 201,
    params: idParams,
    body: MeetingInput,
    reply: envelope(Meeting),
  }),
  /** 403 for the side that proposed it, 409 when it was answered or replaced, or its time is over. */
  accept: route({ method: 'POST', path: '/api/meetings/:id/accept', params: idParams, reply: envelope(Meeting) }),
  /** Both sides, also after it was accepted. 409 when it was declined or replaced. */
  decline: route({ method: 'POST', path: '/api/meetings/:id/decline', params: idParams, reply: emptyEnvelope }),
  /** 409 unless it is accepted. */
  ics: route({ method: 'GET', path: '/api/meetings/:id/ics', params: idParams }),
}
