import { z } from 'zod'
import { emptyEnvelope, envelope, idParams, route } from '../../shared/contract.ts'
import { Me } from '../people/contract.ts'

export const providers = ['google', 'microsoft'] as const
export type Provider = (typeof providers)[number]

const isId = (text: string) => z.guid().safeParse(text).success

/** Per event stream. */
const maxWatchedPosts = 100

const hint = z.object({ login_hint: z.string().max(320).optional().catch(undefined) })

/** A device with a session of the viewer. */
export const Device = z.object({
  id: z.guid(),
  /** The User-Agent header of its browser. */
  user_agent: z.string().nullable(),
  is_current: z.boolean(),
  created_at: z.int(),
  /** Rounded to a quarter of an hour. */
  last_seen_at: z.int(),
})
export type Device = z.infer<typeof Device>

export const session = {
  google: route({ method: 'GET', path: '/auth/google', access: 'public', handlesNavigation: true, query: hint }),
  microsoft: route({ method: 'GET', path: '/auth/microsoft', access: 'public', handlesNavigation: true, query: hint }),
  googleReturn: route({ method: 'GET', path: '/auth/google/callback', access: 'public', handlesNavigation: true }),
  microsoftReturn: route({
    method: 'GET',
    path: '/auth/microsoft/callback',
    access: 'public',
    handlesNavigation: true,
  }),
  /**
   * Sends a signed-in user to their provider to sign in again, and then back to the settings. For routes that answer
   * 403 `confirm_required`.
   */
  confirm: route({ method: 'GET', path: '/auth/confirm', access: 'public', handlesNavigation: true }),
  signOut: route({ method: 'GET', path: '/auth/logout', access: 'public', handlesNavigation: true }),
  signOutByForm: route({ method: 'POST', path: '/auth/logout', access: 'public' }),
  passwordSignIn: route({ method: 'POST', path: '/auth/login', aliases: ['/login'], access: 'public' }),
  registration: route({ method: 'POST', path: '/auth/register', aliases: ['/register'], access: 'public' }),
  me: route({ method: 'GET', path: '/api/me', reply: Me }),
  /** The event stream (`text/event-stream`), with the events of `src/shared/live-events.ts`. */
  live: route({
    method: 'GET',
    path: '/api/live',
    query: z.object({
      /** Resume position for clients that cannot send `Last-Event-ID`. */
      after: z.string().max(40).optional().catch(undefined),
      /** Comma-separated ids of the posts to subscribe to. */
      posts: z
        .string()
        .max(5000)
        .catch('')
        .transform((list) => list.split(',').filter(isId).slice(0, maxWatchedPosts)),
    }),
  }),
  devices: route({ method: 'GET', path: '/api/sessions', reply: envelope(z.array(Device)) }),
  signOutDevice: route({ method: 'DELETE', path: '/api/sessions/:id', params: idParams, reply: emptyEnvelope }),
  /** Ends all sessions of the viewer except the current one. */
  signOutOthers: route({ method: 'DELETE', path: '/api/sessions', reply: emptyEnvelope }),
  acceptTerms: route({ method: 'POST', path: '/api/users/accept-terms', reply: envelope(Me) }),
}
