import { z } from 'zod'
import { envelope, idParams, route } from '../../shared/contract.ts'
import { Message } from './contract.ts'

/** Pinned messages of a conversation. */
export const maxPins = 10

declare module '../../shared/live-events.ts' {
  interface LiveEventMap {
    'message.pinned': { conversation_id: string; message_id: string; pinned: boolean; revision?: number }
  }
}

/** The revision of the message. */
const pinned = envelope(z.object({ revision: z.int() }))

export const pins = {
  /** Last pinned first. Without messages that are hidden from the viewer. */
  list: route({
    method: 'GET',
    path: '/api/conversations/:id/pins',
    params: idParams,
    reply: envelope(z.array(Message)),
  }),
  /** By a participant; in the conversation of a group, by a group admin. 409 for an eleventh. Repeating it changes nothing. */
  add: route({ method: 'PUT', path: '/api/messages/:id/pin', params: idParams, reply: pinned }),
  remove: route({ method: 'DELETE', path: '/api/messages/:id/pin', params: idParams, reply: pinned }),
}
