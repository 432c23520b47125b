import { z } from 'zod'
import { emptyEnvelope, envelope, route, text, webUrl } from '../../shared/contract.ts'
import { normalizeName } from '../../shared/names.ts'

/** A user as shown beside their content. `avatar` repeats `avatar_url`. */
export const Author = z.object({
  /** Null for an anonymous author, whose name is then 'Anonymous'. */
  id: z.guid().nullable(),
  name: z.string(),
  avatar_url: z.string().nullable(),
  avatar: z.string().nullable(),
  /** An admin who writes under their name; shown as a badge. Absent where no badge is shown. */
  is_staff: z.boolean().optional(),
})
export type Author = z.infer<typeof Author>

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
  created_at: z.int(),
})
export type Me = z.infer<typeof Me>

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
  major: field(100),
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
  terms_accepted: z.union([z.literal(1), z.literal(0), z.boolean()]).optional(),
})

const DataCopy = z.object({
  /** 'ready' for a day. After that, or after the download, it is 'none'. */
  status: z.enum(['none', 'preparing', 'ready']),
  requested_at: z.int().nullable(),
  bytes: z.int().nullable(),
  expires_at: z.int().nullable(),
  /** Earliest time of the next request, one day after the last; null: now. */
  next_at: z.int().nullable(),
  /** Whether the last sign-in was within five minutes, which both a request and a download require. */
  is_confirmed: z.boolean(),
  /** Whether this browser requested the copy; other browsers cannot open it. */
  can_open: z.boolean(),
})
export type DataCopy = z.infer<typeof DataCopy>

export const people = {
  update: route({ method: 'PUT', path: '/api/users/me', body: ProfileInput, reply: Me }),

  /**
   * Hides the account and signs out everywhere immediately. The account is removed within 30 days and can be restored
   * first.
   */
  remove: route({
    method: 'DELETE',
    path: '/api/users/me',
    body: z.object({
      confirm: z.literal(true, { error: 'Confirm that you want to delete your account.' }),
      /**
       * What happens to anonymous posts, comments, confessions and ratings. `keep`: their authors become unknown for
       * good.
       */
      anonymous: z.enum(['delete', 'keep'], "Choose 'delete' or 'keep' for your anonymous posts").default('delete'),
    }),
    reply: emptyEnvelope,
  }),
  restore: route({ method: 'POST', path: '/api/users/me/restore', access: 'pending_deletion', reply: emptyEnvelope }),

  /**
   * Requests a copy of all personal data, unless one is available. 403 `confirm_required` without a sign-in within five
   * minutes (GET /auth/confirm), 429 within a day of the last request. A cookie holds the key of the copy.
   */
  askForData: route({ method: 'POST', path: '/api/users/me/export', reply: envelope(DataCopy) }),
  dataStatus: route({ method: 'GET', path: '/api/users/me/export/status', reply: envelope(DataCopy) }),
  /**
   * The copy as a zip file, once. 202 while it is built, 404 when there is none, 403 as above and in other browsers.
   */
  data: route({ method: 'GET', path: '/api/users/me/export' }),
}
