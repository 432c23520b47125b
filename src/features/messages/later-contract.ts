import { z } from 'zod'
import { emptyEnvelope, envelope, idParams, route, text } from '../../shared/contract.ts'

/** Messages that wait per user and per conversation, how many days ahead, reminders per user, and characters of a draft. */
export const laterLimits = { scheduled: 50, perConversation: 10, daysAhead: 30, reminders: 50, characters: 5000 }

/** Seconds since 1970. */
const moment = z.int({ error: 'Choose a time' }).min(0, 'Choose a time').max(253_402_300_799, 'Choose a time')
export const sendAt = moment.optional()

export const ScheduledMessage = z.object({
  id: z.guid(),
  conversation_id: z.guid(),
  content: z.string(),
  send_at: z.int(),
  /** It was due and could not be sent. */
  failed: z.boolean(),
})
export type ScheduledMessage = z.infer<typeof ScheduledMessage>

export const scheduledMessages = {
  /** Those of the viewer that wait, in the order of their times. */
  list: route({
    method: 'GET',
    path: '/api/messages/scheduled',
    reply: envelope(z.array(ScheduledMessage.extend({ conversation_title: z.string() }))),
  }),
  /** 409 when it is being sent or has been sent, as for the calls below. A new time lets one that failed wait again. */
  update: route({
    method: 'PATCH',
    path: '/api/messages/scheduled/:id',
    params: idParams,
    body: z.object({ content: text({ max: laterLimits.characters }).optional(), send_at: sendAt }),
    reply: envelope(ScheduledMessage),
  }),
  /** Sends it immediately. */
  send: route({ method: 'POST', path: '/api/messages/scheduled/:id/send', params: idParams, reply: emptyEnvelope }),
  remove: route({ method: 'DELETE', path: '/api/messages/scheduled/:id', params: idParams, reply: emptyEnvelope }),
}

export const reminders = {
  /** Replaces the time of an earlier reminder of the same message. */
  set: route({
    method: 'POST',
    path: '/api/messages/:id/remind',
    params: idParams,
    status: 201,
    body: z.object({ at: moment }),
    reply: envelope(z.object({ at: z.int() })),
  }),
  remove: route({ method: 'DELETE', path: '/api/messages/:id/remind', params: idParams, reply: emptyEnvelope }),
}

export const drafts = {
  /** An empty text removes it. */
  save: route({
    method: 'PUT',
    path: '/api/conversations/:id/draft',
    params: idParams,
    body: z.object({ text: text({ max: laterLimits.characters, min: 0 }) }),
    reply: emptyEnvelope,
  }),
}
