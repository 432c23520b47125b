import { z } from 'zod'
import { emptyEnvelope, envelope, idParams, route, text, webUrl } from '../../shared/contract.ts'
import { normalizeName } from '../../shared/normalize-name.ts'
import { sealModes } from '../../shared/seal-modes.ts'

export const providers = ['google', 'microsoft'] as const
export type Provider = (typeof providers)[number]

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

/** The signed-in user as shown to themselves. */
export const Me = z.object({
  id: z.guid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['student', 'admin', 'site_admin']),
  school: z.string(),
  school_id: z.guid(),
  /** IANA name of the time zone in which the school's times are shown: 'Europe/London'. */
  school_timezone: z.string(),
  school_country: z.string(),
  /** Minimum age for users of this school. */
  school_minimum_age: z.int(),
  /** Who may learn an anonymous author at this school. */
  anonymity_mode: z.enum(sealModes),
  /** Whether the user opens seals together with a moderator. */
  is_custodian: z.boolean(),
  /** Whether this session hides what the user wrote anonymously. */
  hides_own: z.boolean(),
  avatar_url: z.string().nullable(),
  avatar: z.string().nullable(),
  cover_photo: z.string().nullable(),
  bio: z.string().nullable(),
  location: z.string().nullable(),
  website: z.string().nullable(),
  phone: z.string().nullable(),
  major: z.string().nullable(),
  graduation_year: z.int().nullable(),
  terms_accepted: z.union([z.literal(0), z.literal(1)]),
  can_manage_ads: z.boolean(),
  /** Whether the user wants notification emails. Notices of moderators are always sent. */
  email_notifications: z.boolean(),
  /** What a new account sees: the first steps, then the card in the feed, last in one line. Null for accounts from before. */
  welcome: z.enum(['steps', 'card', 'line', 'done']).nullable(),
  created_at: z.int(),
})
export type Me = z.infer<typeof Me>

export const profileLimits = { major: 100 } as const

const photo = z.string().max(500).nullable().optional()
const field = (max: number) => text({ max, min: 0 }).nullable().optional()

/** The fields that users may update on their own profile. An empty text clears a field; unknown fields are ignored. */
export const ProfileInput = z.object({
  name: text({ max: 100, empty: 'Enter your name' })
    .transform(normalizeName)
    .refine((name) => name !== '', 'Enter your name')
    .optional(),
  bio: field(500),
  location: field(100),
  website: webUrl('Enter a valid web address, e.g. example.com').nullable().optional(),
  phone: field(30),
  major: field(profileLimits.major),
  graduation_year: z
    .int()
    .min(1900, 'Enter a valid graduation year')
    .max(2100, 'Enter a valid graduation year')
    .nullable()
    .optional(),
  /** The user's own uploads of the matching type, new or already in use. `avatar` is an alias. */
  avatar_url: photo,
  avatar: photo,
  cover_photo: photo,
  email_notifications: z.boolean().optional(),
  welcome: z.enum(['card', 'line', 'done']).optional(),
  terms_accepted: z.union([z.literal(1), z.literal(0), z.boolean()]).optional(),
})

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
  updateMe: route({ method: 'PUT', path: '/api/users/me', body: ProfileInput, reply: Me }),
  devices: route({ method: 'GET', path: '/api/sessions', reply: envelope(z.array(Device)) }),
  signOutDevice: route({ method: 'DELETE', path: '/api/sessions/:id', params: idParams, reply: emptyEnvelope }),
  /** Ends all sessions of the viewer except the current one. */
  signOutOthers: route({ method: 'DELETE', path: '/api/sessions', reply: emptyEnvelope }),
  /**
   * Hides on this device what the viewer wrote anonymously: it looks like that of others. No call ends this:
   * someone who makes a user show their screen could demand it. Signing in again does.
   */
  hideOwn: route({
    method: 'PUT',
    path: '/api/session/hide-own',
    body: z.object({ hidden: z.literal(true) }),
    reply: emptyEnvelope,
  }),
  acceptTerms: route({ method: 'POST', path: '/api/users/accept-terms', reply: envelope(Me) }),
}
