import { z } from 'zod'
import { emptyEnvelope, envelope, idParams, route, text } from '../../shared/contract.ts'

export const pushLimits = { devices: 10, endpoint: 2000 } as const

/** A device, or rather a browser, that receives pushes. */
const Device = z.object({
  id: z.guid(),
  /** The host of its push service: `fcm.googleapis.com`. */
  host: z.string(),
  created_at: z.int(),
  /** When its push service last took a push. */
  last_ok_at: z.int().nullable(),
  /** Whether it belongs to the session of this request. */
  is_current: z.boolean(),
})
export type Device = z.infer<typeof Device>

const base64url = (problem: string, bytes: number) =>
  z.string({ error: problem }).regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}$`), problem)

export const push = {
  /** The public key of this installation, with which a browser subscribes. 404 when the operator disabled push. */
  key: route({
    method: 'GET',
    path: '/api/push/key',
    reply: envelope(z.object({ key: z.string(), key_id: z.string() })),
  }),
  list: route({ method: 'GET', path: '/api/push/subscriptions', reply: envelope(z.array(Device)) }),
  /**
   * Makes the browser of this session receive pushes. 400 for an endpoint that is not allowed. 409 `endpoint_in_use`
   * when another user held the endpoint, which is free now: subscribe again. 409 `key_changed`: fetch the key first.
   */
  subscribe: route({
    method: 'PUT',
    path: '/api/push/subscriptions',
    body: z.object({
      endpoint: z.string({ error: 'endpoint is missing or invalid' }).max(pushLimits.endpoint),
      keys: z.object({
        p256dh: base64url('p256dh is missing or invalid', 65),
        auth: base64url('auth is missing or invalid', 16),
      }),
      key_id: text({ max: 100, required: 'key_id is missing or invalid' }),
    }),
    reply: envelope(z.object({ id: z.guid() })),
  }),
  remove: route({ method: 'DELETE', path: '/api/push/subscriptions/:id', params: idParams, reply: emptyEnvelope }),
  /** Sends a push to the viewer's own devices. */
  test: route({ method: 'POST', path: '/api/push/test', status: 200, reply: emptyEnvelope }),
  /** A visible tab reports every 30 seconds. Its user gets no pushes for the next 45 seconds. */
  visible: route({
    method: 'POST',
    path: '/api/live/visible',
    status: 200,
    transaction: false,
    body: z.object({ visible: z.boolean() }),
    reply: emptyEnvelope,
  }),
}
