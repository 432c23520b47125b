import { z } from 'zod'
import { confessionsModes } from '../../shared/confessions-modes.ts'
import { emptyEnvelope, envelope, idParams, route, text, webUrl } from '../../shared/contract.ts'
import { grantNames } from '../../shared/grants.ts'
import { normalizeName } from '../../shared/normalize-name.ts'
import { noteChoices } from '../../shared/note-choices.ts'
import { sealModes } from '../../shared/seal-modes.ts'
import { wordMatches, wordPlaces } from '../../shared/words.ts'

export const providers = ['google', 'microsoft'] as const
export type Provider = (typeof providers)[number]

const hint = z.object({
  login_hint: z.string().max(320).optional().catch(undefined),
  /** The session ends after 30 idle minutes. */
  shared: z.literal('1').optional().catch(undefined),
})

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

export const maxMutedWords = 100

/** A word whose items the user does not want to see. */
export const MutedWord = z.object({
  word: text({ max: 60, empty: 'Enter a word' }),
  match: z.enum(wordMatches),
  places: z
    .array(z.enum(wordPlaces))
    .min(1, 'Choose at least one place')
    .transform((places) => [...new Set(places)]),
  /** Null for a word that does not end. */
  ends_at: z.int().min(0).max(253402300799).nullable(),
  /** Items of friends stay. */
  except_friends: z.boolean(),
})

/** What the user sees of others, with the defaults of the school where they have not chosen. */
const EffectiveSafety = z.object({
  words: z.array(MutedWord),
  notes: z.enum(noteChoices),
  /** Whether the user shows how far they have read, and sees it of others. */
  receipts: z.boolean(),
  /** The same of typing. */
  typing: z.boolean(),
  /** Whether the user sees numbers of likes. */
  counts: z.boolean(),
  /** Whether composers offer help when a text speaks of a crisis. */
  crisis_card: z.boolean(),
})

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
  /** Days after which no one can tell who wrote something anonymous. Null: authorship does not end. */
  unmaskable_days: z.int().nullable(),
  /** Whether the user opens seals together with a moderator. */
  is_custodian: z.boolean(),
  /** What a student may do on the moderation desk. */
  grants: z.array(z.enum(grantNames)),
  /** Whether this session hides what the user wrote anonymously. */
  hides_own: z.boolean(),
  /** Others use this computer too: the browser keeps nothing of the user. */
  is_shared: z.boolean(),
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
  /** Whether a device of the user receives pushes: then visible tabs report, so that none is sent. */
  receives_push: z.boolean(),
  safety: EffectiveSafety,
  /** Whether the school checks anonymous texts for names. */
  checks_names: z.boolean(),
  /** Whether confessions appear immediately, after a moderator has read them, or not at all. */
  confessions_mode: z.enum(confessionsModes),
  /** Where students of the school find help in a crisis: for the page, which never says that it was needed. */
  help_lines: z.array(z.object({ line: z.string(), hours: z.string() })),
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
  google: route({
    method: 'GET',
    path: '/auth/google',
    access: 'public',
    schoolFrom: 'none',
    handlesNavigation: true,
    query: hint,
  }),
  microsoft: route({
    method: 'GET',
    path: '/auth/microsoft',
    access: 'public',
    schoolFrom: 'none',
    handlesNavigation: true,
    query: hint,
  }),
  googleReturn: route({
    method: 'GET',
    path: '/auth/google/callback',
    access: 'public',
    schoolFrom: 'state',
    handlesNavigation: true,
  }),
  microsoftReturn: route({
    method: 'GET',
    path: '/auth/microsoft/callback',
    access: 'public',
    schoolFrom: 'state',
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
