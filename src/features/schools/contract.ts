import { z } from 'zod'
import { confessionsModes } from '../../shared/confessions-modes.ts'
import {
  emptyEnvelope,
  envelope,
  idParams,
  pageQuery,
  route,
  searchText,
  siteEnvelope,
  text,
} from '../../shared/contract.ts'
import { PublicSchool, schoolTypes } from '../../shared/public-school.ts'
import { requestChoices } from '../../shared/request-choices.ts'
import { sealModes } from '../../shared/seal-modes.ts'

/**
 * Limits that the form and the server share: the minimum age in years, the days to appeal a decision, and those until a
 * listing expires.
 */
export const schoolLimits = {
  lowestAge: 13,
  highestAge: 21,
  minAppealDays: 30,
  maxAppealDays: 365,
  appealDays: 180,
  minListingDays: 30,
  maxListingDays: 180,
  prohibitedItems: 100,
  prohibitedItem: 60,
  openEvents: 100,
  helpLines: 10,
  helpLine: 100,
  locationPrefixes: 50,
  locationPrefix: 40,
  perDay: 1000,
  minUnmaskableDays: 30,
  maxUnmaskableDays: 730,
}

export const placeLimits = { name: 100, map: 300, hours: 100, places: 30 }

/** Where people can meet safely. */
const Place = z.object({
  /** In its school. */
  id: z.int(),
  name: z.string(),
  /** How to find it. */
  map: z.string(),
  hours: z.string(),
})
export type Place = z.infer<typeof Place>

/** Where students in a crisis find help. */
const HelpLine = z.object({
  /** Its name and number. */
  line: text({ max: schoolLimits.helpLine, required: 'Enter the help line' }),
  hours: text({ max: schoolLimits.helpLine, required: 'Enter its hours' }),
})
export type HelpLine = z.output<typeof HelpLine>

/** A school as administrators see it. */
export const School = PublicSchool.extend({
  timezone: z.string(),
  student_count: z.int(),
  is_active: z.boolean(),
  member_count: z.int(),
  /** In years. Accepting the terms declares to be at least this old. */
  minimum_age: z.int(),
  /** Days in which a decision can be appealed. Then a removed item is erased. */
  appeal_days: z.int(),
  /** After which a listing expires. Null: never. */
  listing_days: z.int().nullable(),
  /** Words of items that listings may not offer. A listing with one opens a case. */
  prohibited_items: z.array(z.string()),
  /** How many upcoming events a person may have. Null: any number. */
  open_events: z.int().nullable(),
  /** Reports per person and day. Null: 50. */
  reports_per_day: z.int().nullable(),
  /** Anonymous items of a kind per person and day. Null: any number. */
  anonymous_per_day: z.int().nullable(),
  /** Whether people who missed three events in 120 days wait behind the others for seats. */
  no_show_rule: z.boolean(),
  /** Who reaches the inbox of users who have not chosen. */
  default_requests: z.enum(requestChoices),
  help_lines: z.array(HelpLine),
  /** What names a place at the school: 'Room '. */
  location_prefixes: z.array(z.string()),
  /** Whether anonymous texts that name someone ask their author first. */
  naming_check: z.boolean(),
  /** Whether confessions appear immediately, after a moderator has read them, or not at all. */
  confessions: z.enum(confessionsModes),
  /** Whether all students have the defaults for minors. Then confessions are not `on`. */
  minors: z.boolean(),
  /** In the order of the list. */
  places: z.array(Place),
  /** Whether everyone can read the published numbers, or only members. */
  transparency_public: z.boolean(),
  /** The Microsoft tenant that is trusted to state email addresses. For site administrators only. */
  microsoft_tenant: z.string().nullable(),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
})
export type School = z.infer<typeof School>

const optional = text({ max: 100, min: 0 })
  .nullish()
  .transform((value) => (value === '' ? null : value))

const isTimezone = (name: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

const perDay = (items: string) =>
  z
    .int(`Enter the number of ${items} as a whole number`)
    .min(1, 'Allow at least 1 per day')
    .max(schoolLimits.perDay, `Allow up to ${schoolLimits.perDay.toLocaleString('en')} per day`)
    .nullish()

export const SchoolInput = z.object({
  name: text({ max: 200, required: 'School Name is required' }),
  short_name: optional,
  /** Converted to lower case and to the ASCII form of internationalized domains. */
  email_domain: text({ max: 253, required: 'Email Domain is required' })
    .transform((domain) => domain.toLowerCase().replace(/^@/, ''))
    .refine(
      (domain) => /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(domain),
      'Enter a valid email domain, e.g. northfield.edu',
    ),
  country: text({ max: 100, required: 'Country is required' }),
  state_province: optional,
  city: optional,
  type: z.enum(schoolTypes).optional(),
  timezone: text({ max: 100, required: 'Timezone is required' }).refine(
    isTimezone,
    'Enter a valid time zone, e.g. America/New_York',
  ),
  /** Anything other than a whole number becomes 0. */
  student_count: z.coerce.number().int().min(0).max(10_000_000).catch(0).optional(),
  is_active: z.boolean().optional(),
  minimum_age: z
    .int('Enter the minimum age as a whole number')
    .min(schoolLimits.lowestAge, `The minimum age can’t be below ${schoolLimits.lowestAge}`)
    .max(schoolLimits.highestAge, `The minimum age can’t be above ${schoolLimits.highestAge}`)
    .optional(),
  appeal_days: z
    .int('Enter the days to appeal as a whole number')
    .min(schoolLimits.minAppealDays, `People need at least ${schoolLimits.minAppealDays} days to appeal`)
    .max(schoolLimits.maxAppealDays, `The time to appeal can be up to ${schoolLimits.maxAppealDays} days`)
    .optional(),
  listing_days: z
    .int('Enter the days of a listing as a whole number')
    .min(schoolLimits.minListingDays, `A listing is shown for at least ${schoolLimits.minListingDays} days`)
    .max(schoolLimits.maxListingDays, `A listing can be shown for up to ${schoolLimits.maxListingDays} days`)
    .nullish(),
  prohibited_items: z
    .array(text({ max: schoolLimits.prohibitedItem }))
    .max(schoolLimits.prohibitedItems, `List up to ${schoolLimits.prohibitedItems} items`)
    .transform((items) => [...new Set(items)])
    .optional(),
  open_events: z
    .int('Enter the number of events as a whole number')
    .min(1, 'Allow at least 1 event')
    .max(schoolLimits.openEvents, `Allow up to ${schoolLimits.openEvents} events`)
    .nullish(),
  reports_per_day: perDay('reports'),
  anonymous_per_day: perDay('anonymous items'),
  no_show_rule: z.boolean().optional(),
  default_requests: z.enum(requestChoices).optional(),
  help_lines: z
    .array(HelpLine)
    .max(schoolLimits.helpLines, `List up to ${schoolLimits.helpLines} help lines`)
    .optional(),
  location_prefixes: z
    .array(text({ max: schoolLimits.locationPrefix }))
    .max(schoolLimits.locationPrefixes, `List up to ${schoolLimits.locationPrefixes} prefixes`)
    .transform((prefixes) => [...new Set(prefixes)])
    .optional(),
  naming_check: z.boolean().optional(),
  confessions: z.enum(confessionsModes).optional(),
  /** True for a new boarding school where it is not given. */
  minors: z.boolean().optional(),
  transparency_public: z.boolean().optional(),
  microsoft_tenant: z
    .guid('Enter a tenant ID like 11111111-2222-3333-4444-555555555555')
    .or(z.literal(''))
    .nullish()
    .transform((tenant) => (tenant ? tenant.toLowerCase() : tenant === undefined ? undefined : null)),
})
export type SchoolInput = z.output<typeof SchoolInput>
const SchoolChange = SchoolInput.partial()
export type SchoolChange = z.output<typeof SchoolChange>

const Custodian = z.object({ id: z.guid(), name: z.string(), email: z.string() })

/** A change of who may learn an anonymous author. */
const AnonymityChange = z.object({
  id: z.guid(),
  who: z.enum(sealModes),
  custodian_name: z.string().nullable(),
  /** Null: authorship does not end. */
  unmaskable_days: z.int().nullable(),
  state: z.enum(['waiting', 'applied', 'withdrawn']),
  requested_by_name: z.string(),
  created_at: z.int(),
  /** When it applies without a second site administrator, because there was none. */
  applies_at: z.int().nullable(),
  /** Null while it waits, and when it applied by itself. */
  decided_by_name: z.string().nullable(),
  decided_at: z.int().nullable(),
  can: z.object({ confirm: z.boolean(), withdraw: z.boolean() }),
})
export type AnonymityChange = z.infer<typeof AnonymityChange>

/** Who may learn an anonymous author at a school. */
const Anonymity = z.object({
  who: z.enum(sealModes),
  custodian: Custodian.nullable(),
  /** Days after which no one can tell who wrote something anonymous. Null: authorship does not end. */
  unmaskable_days: z.int().nullable(),
  waiting: AnonymityChange.nullable(),
  /** The settled changes, latest first (at most 50). */
  history: z.array(AnonymityChange),
  can: z.object({ edit: z.boolean() }),
})
export type Anonymity = z.infer<typeof Anonymity>

const unmaskableProblem = `Enter ${schoolLimits.minUnmaskableDays} to ${schoolLimits.maxUnmaskableDays} days`

export const AnonymityInput = z
  .object({
    who: z.enum(sealModes, 'Choose who can open a seal'),
    custodian_id: z.guid('Enter the email address of a member of this school').nullish(),
    /** Null turns it off: months with a key keep it. Absent: stays as it is. */
    unmaskable_days: z
      .int(unmaskableProblem)
      .min(schoolLimits.minUnmaskableDays, unmaskableProblem)
      .max(schoolLimits.maxUnmaskableDays, unmaskableProblem)
      .nullish(),
  })
  .refine(({ who, custodian_id }) => who !== 'custodian' || Boolean(custodian_id), {
    path: ['custodian_id'],
    error: 'Enter the custodian’s email address',
  })

const PlaceInput = z.object({
  /** Of an existing place. Absent: a new one. */
  id: z.int().min(1).max(2_147_483_647).optional(),
  name: text({ max: placeLimits.name, required: 'Name the place' }),
  map: text({ max: placeLimits.map, min: 0 }).default(''),
  hours: text({ max: placeLimits.hours, min: 0 }).default(''),
})
export type PlaceInput = z.output<typeof PlaceInput>

const Stats = z.object({ school_name: z.string(), member_count: z.int() })

export const schools = {
  listPublic: route({
    method: 'GET',
    path: '/api/public/schools',
    access: 'public',
    reply: envelope(z.array(PublicSchool)),
  }),
  listAll: route({
    method: 'GET',
    path: '/admin/schools/all',
    access: 'site_admin',
    acrossCells: { rows: 'data' },
    reply: siteEnvelope(z.array(School)),
  }),
  manage: route({
    method: 'GET',
    path: '/admin/schools',
    access: 'admin',
    query: z.object({
      ...pageQuery(10),
      search: searchText,
      is_active: z.enum(['true', 'false', '1', '0']).optional().catch(undefined),
      school_id: z.guid().optional().catch(undefined),
    }),
    acrossCells: { rows: 'data.data', totals: 'data' },
    reply: siteEnvelope(z.object({ data: z.array(School), page: z.int(), total: z.int(), limit: z.int() })),
  }),
  create: route({
    method: 'POST',
    path: '/admin/schools',
    access: 'site_admin',
    status: 201,
    body: SchoolInput,
    reply: envelope(School),
  }),
  update: route({
    method: 'PUT',
    path: '/admin/schools/:id',
    access: 'site_admin',
    acrossCells: 'school',
    params: idParams,
    body: SchoolChange,
    reply: envelope(School),
  }),
  remove: route({
    method: 'DELETE',
    path: '/admin/schools/:id',
    access: 'site_admin',
    acrossCells: 'school',
    params: idParams,
    reply: emptyEnvelope,
  }),
  places: route({ method: 'GET', path: '/api/schools/places', reply: envelope(z.array(Place)) }),
  /** Replaces all of them. */
  setPlaces: route({
    method: 'PUT',
    path: '/admin/schools/:id/places',
    access: 'admin',
    acrossCells: 'school',
    params: idParams,
    body: z.object({
      places: z.array(PlaceInput).max(placeLimits.places, `List up to ${placeLimits.places} places`),
    }),
    reply: envelope(z.array(Place)),
  }),
  anonymity: route({
    method: 'GET',
    path: '/admin/schools/:id/anonymity',
    access: 'admin',
    acrossCells: 'school',
    params: idParams,
    reply: envelope(Anonymity),
  }),
  /**
   * Requests a change, which a second site administrator confirms. Where there is no other, it applies after 24 hours, and
   * all administrators of the school are notified by email. 409 while another change waits.
   */
  changeAnonymity: route({
    method: 'PUT',
    path: '/admin/schools/:id/anonymity',
    access: 'site_admin',
    acrossCells: 'never',
    status: 202,
    params: idParams,
    body: AnonymityInput,
    reply: envelope(Anonymity),
  }),
  /** Applies the change that waits. 403 for who requested it. */
  confirmAnonymity: route({
    method: 'POST',
    path: '/admin/schools/:id/anonymity/confirm',
    access: 'site_admin',
    acrossCells: 'never',
    params: idParams,
    reply: envelope(Anonymity),
  }),
  withdrawAnonymity: route({
    method: 'POST',
    path: '/admin/schools/:id/anonymity/withdraw',
    access: 'site_admin',
    acrossCells: 'never',
    params: idParams,
    reply: envelope(Anonymity),
  }),
  stats: route({ method: 'GET', path: '/api/school/stats', reply: envelope(Stats).extend(Stats.shape) }),
}
