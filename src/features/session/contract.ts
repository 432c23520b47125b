import { z } from 'zod'
import { emptyEnvelope, envelope, idParams, route } from '../../shared/contract.ts'
import { Me } from '../people/contract.ts'

export const providers = ['google', 'microsoft'] as const
export type Provider = (typeof providers)[number]

const isId = (text: string) => z.guid().safeParse(text).success

/** Posts that one stream may look at. */
const maxWatchedPosts = 100

const hint = z.object({ login_hint: z.string().max(320).optional().catch(undefined) })

/** A device that one is signed in at. */
export const Device = z.object({
  id: z.guid(),
  /** What its browser calls itself. */
  user_agent: z.string().nullable(),
  is_current: z.boolean(),
  created_at: z.int(),
  /** To a quarter of an hour. */
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
   * Leads somebody who is signed in through their provider once more, which asks them to sign in again, and back to the settings. For
   * calls that answer 403 `confirm_required`.
   */
  confirm: route({ method: 'GET', path: '/auth/confirm', access: 'public', handlesNavigation: true }),
  signOut: route({ method: 'GET', path: '/auth/logout', access: 'public', handlesNavigation: true }),
  signOutByForm: route({ method: 'POST', path: '/auth/logout', access: 'public' }),
  passwordSignIn: route({ method: 'POST', path: '/auth/login', aliases: ['/login'], access: 'public' }),
  registration: route({ method: 'POST', path: '/auth/register', aliases: ['/register'], access: 'public' }),
  me: route({ method: 'GET', path: '/api/me', reply: Me }),
  /** The event stream; answered as `text/event-stream`, with the events of `src/shared/live-events.ts`. */
  live: route({
    method: 'GET',
    path: '/api/live',
    query: z.object({
      /** Where to go on, for clients that can't send `Last-Event-ID`. */
      after: z.string().max(40).optional().catch(undefined),
      /** Ids of the posts that are looked at, separated by commas. */
      posts: z
        .string()
        .max(5000)
        .catch('')
        .transform((list) => list.split(',').filter(isId).slice(0, maxWatchedPosts)),
    }),
  }),
  devices: route({ method: 'GET', path: '/api/sessions', reply: envelope(z.array(Device)) }),
  signOutDevice: route({ method: 'DELETE', path: '/api/sessions/:id', params: idParams, reply: emptyEnvelope }),
  /** Ends every session but the one that asks. */
  signOutOthers: route({ method: 'DELETE', path: '/api/sessions', reply: emptyEnvelope }),
  acceptTerms: route({ method: 'POST', path: '/api/users/accept-terms', reply: envelope(Me) }),
}
