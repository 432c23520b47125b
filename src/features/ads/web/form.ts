import { toOptions } from '../../../shared/web/options.ts'
import type { Ad } from '../contract.ts'

export const placements = toOptions<Ad['placement']>({ sidebar: 'Sidebar (Right Column)', feed: 'Feed (In Posts)' })

/** Values of the dialog: an existing ad, or the defaults of a new one. */
export const toFormValues = (ad: Ad | undefined) => ({
  title: ad?.title ?? '',
  description: ad?.description ?? '',
  button_text: ad?.button_text ?? 'Learn More',
  target_url: ad?.target_url ?? '',
  school: ad?.target_school_id ?? '',
  placement: ad?.placement ?? ('sidebar' as const),
  max_impressions: ad?.max_impressions?.toString() ?? '',
  image_url: ad?.image_url ?? null,
})

export type AdForm = ReturnType<typeof toFormValues>

/** Replaces a leading '//' by 'https://' and prepends it to a URL without a scheme. Keeps '#' and an empty text. */
export const toTarget = (text: string): string => {
  const url = text.trim()
  if (url === '' || url === '#' || /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(url)) return url
  return `https://${url.replace(/^\/\//, '')}`
}

export const toBody = ({ school: _, target_url, max_impressions, ...values }: AdForm) => ({
  ...values,
  target_url: toTarget(target_url),
  max_impressions: max_impressions.trim() === '' ? null : Number(max_impressions),
})

/** Describes the audience for site administrators. */
export const describeAudience = ({ school }: AdForm) =>
  school
    ? { target_audience: 'specific_school' as const, target_school_id: school }
    : { target_audience: 'all' as const, target_school_id: null }
