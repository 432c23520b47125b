import { z } from 'zod'
import { emptyEnvelope, envelope, idParams, lenientEnum, route, siteEnvelope, text } from '../../shared/contract.ts'

export const placements = ['sidebar', 'feed'] as const
const audiences = ['all', 'specific_school'] as const

/** A sponsored card as users see it. */
export const ShownAd = z.object({
  id: z.guid(),
  title: z.string(),
  description: z.string(),
  button_text: z.string(),
  /** '#' means no link. */
  target_url: z.string(),
  image_url: z.string().nullable(),
  is_active: z.literal(true),
  placement: z.enum(placements),
})
export type ShownAd = z.infer<typeof ShownAd>

/** An ad as administrators see it. Dates are ISO strings; null means unbounded. */
export const Ad = ShownAd.extend({
  is_active: z.boolean(),
  target_audience: z.enum(audiences),
  target_school_id: z.guid().nullable(),
  target_school: z.string().nullable(),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  max_impressions: z.int().nullable(),
  current_impressions: z.int(),
  clicks: z.int(),
  created_at: z.string(),
})
export type Ad = z.infer<typeof Ad>

/** Of each empty field; the dialog shows it once. */
export const missingAdFields = 'Please fill in all required fields'
const broken = 'Enter a valid web address'

/**
 * Prepends 'https://' to a URL without a scheme and replaces a leading '//'. Accepts only http and https without
 * credentials.
 */
const TargetUrl = text({ max: 2000, required: missingAdFields })
  .transform((url) =>
    url === '#' || /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(url) ? url : `https://${url.replace(/^\/\//, '')}`,
  )
  .refine((url) => url === '#' || isSafe(url), broken)

const isSafe = (url: string) => {
  if (!/^https?:\/\/[^/\s\\@]+(?:[/?#][^\s\\]*)?$/i.test(url)) return false
  const { success } = z.url({ protocol: /^https?$/ }).safeParse(url)
  return success
}

const date = z.iso.datetime({ offset: true, error: 'Enter a valid date' }).nullish()
const fields = {
  title: text({ max: 200, required: missingAdFields }),
  description: text({ max: 1000, required: missingAdFields }),
  button_text: text({ max: 40, min: 0 }).optional(),
  target_url: TargetUrl,
  image_url: z.string().max(500).nullish(),
  target_audience: z.enum(audiences).optional(),
  target_school_id: z.guid().nullish(),
  placement: z.enum(placements).optional(),
  is_active: z.boolean().optional(),
  start_date: date,
  end_date: date,
  max_impressions: z
    .int('Max Impressions must be a whole number')
    .min(1, 'Max Impressions must be at least 1')
    .nullish(),
}
export const AdInput = z.object(fields)
const AdChange = AdInput.partial()
export type AdChange = z.output<typeof AdChange>
export type AdInput = z.output<typeof AdInput>

/** URL of the page that shows the ad. Accepted from clients, but neither used nor stored. */
const ImpressionInput = z.object({ pageUrl: z.string().max(2000).optional() })
const counted = {
  params: idParams,
  body: ImpressionInput,
  reply: emptyEnvelope.extend({ counted: z.boolean() }),
  transaction: false, // those of several requests are written together
} as const
const update = {
  path: '/admin/ads/:id',
  access: 'admin',
  params: idParams,
  body: AdChange,
  reply: envelope(Ad),
} as const

/** Per list. */
export const maxManagedAds = 500

export const ads = {
  list: route({
    method: 'GET',
    path: '/api/ads',
    query: z.object({ placement: lenientEnum(placements) }),
    reply: envelope(z.array(ShownAd)),
  }),
  impression: route({ method: 'POST', path: '/api/ads/:id/impression', ...counted }),
  click: route({ method: 'POST', path: '/api/ads/:id/click', ...counted }),
  manage: route({
    method: 'GET',
    path: '/admin/ads',
    access: 'admin',
    query: z.object({ school_id: z.guid().optional().catch(undefined) }),
    acrossCells: { rows: 'data', maxRows: maxManagedAds },
    reply: siteEnvelope(z.array(Ad)),
  }),
  create: route({
    method: 'POST',
    path: '/admin/ads',
    access: 'admin',
    status: 201,
    body: AdInput,
    reply: envelope(Ad),
  }),
  update: route({ method: 'PUT', ...update }),
  patch: route({ method: 'PATCH', ...update }),
  remove: route({ method: 'DELETE', path: '/admin/ads/:id', access: 'admin', params: idParams, reply: emptyEnvelope }),
  analytics: route({
    method: 'GET',
    path: '/admin/ads/:id/analytics',
    access: 'admin',
    params: idParams,
    reply: envelope(
      z.object({
        id: z.guid(),
        impressions: z.int(),
        clicks: z.int(),
        /** Clicks per hundred impressions, to one decimal. */
        ctr: z.number(),
        max_impressions: z.int().nullable(),
        daily: z.array(z.object({ date: z.string(), impressions: z.int(), clicks: z.int() })),
      }),
    ),
  }),
}
