import { z } from 'zod'
import { emptyEnvelope, envelope, idParams, route } from '../../shared/contract.ts'
import { events } from './contract.ts'

/** Waitlists of events, also of those of groups. */
export const waitlists = {
  /** 409 while a seat is free, and for users who wait or attend already; 410 after the start. */
  join: route({
    method: 'POST',
    path: '/api/events/:id/waitlist',
    status: 201,
    params: idParams,
    reply: envelope(z.object({ position: z.int() })),
  }),
  /** Idempotent. */
  leave: route({ method: 'DELETE', path: '/api/events/:id/waitlist', params: idParams, reply: emptyEnvelope }),
  /** 404 for all but the user with this offer, 410 after the end of the offer. */
  accept: route({
    method: 'POST',
    path: '/api/events/:id/offers/:oid/accept',
    params: idParams.extend({ oid: z.guid() }),
    reply: events.rsvp.reply,
  }),
  decline: route({
    method: 'POST',
    path: '/api/events/:id/offers/:oid/decline',
    params: idParams.extend({ oid: z.guid() }),
    reply: emptyEnvelope,
  }),
}
