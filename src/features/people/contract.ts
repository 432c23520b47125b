import { z } from 'zod'
import { route, text } from '../../shared/contract.ts'

/** A person as others see them beside what they wrote. `avatar` repeats `avatar_url`. */
export const Author = z.object({
  /** Null for an anonymous author, whose name is then 'Anonymous'. */
  id: z.guid().nullable(),
  name: z.string(),
  avatar_url: z.string().nullable(),
  avatar: z.string().nullable(),
})
export type Author = z.infer<typeof Author>

/** The signed-in person, as they see themselves. */
export const Me = z.object({
  id: z.guid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['student', 'admin', 'site_admin']),
  school: z.string(),
  school_id: z.guid(),
  /** IANA name of the zone in which the school's times are shown: 'Europe/London'. */
  school_timezone: z.string(),
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
  created_at: z.int(),
})
export type Me = z.infer<typeof Me>

/** A web address, with https:// put before one that names no scheme. Only http and https, and no credentials. */
const WebAddress = text({ max: 200, min: 0 })
  .transform((address) => (address === '' || /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`))
  .refine((address) => address === '' || isWebAddress(address), 'Please enter a valid website address')

const isWebAddress = (address: string) =>
  /^https?:\/\/[^/\s\\][^\s\\]*$/i.test(address) &&
  z.url({ protocol: /^https?$/, hostname: z.regexes.domain }).safeParse(address).success &&
  !address.includes('@')

const field = (max: number) => text({ max, min: 0 }).nullable().optional()

/** What a person may change of themselves. An empty text clears a field; whatever else is sent is dropped. */
export const ProfileInput = z.object({
  name: text({ max: 100, empty: 'A name is needed' }).optional(),
  bio: field(500),
  location: field(100),
  website: WebAddress.nullable().optional(),
  phone: field(30),
  major: field(100),
  graduation_year: z
    .int()
    .min(1900, 'This is no year of graduation')
    .max(2100, 'This is no year of graduation')
    .nullable()
    .optional(),
  terms_accepted: z.union([z.literal(1), z.literal(0), z.boolean()]).optional(),
})

export const people = {
  update: route({ method: 'PUT', path: '/api/users/me', body: ProfileInput, reply: Me }),
}
