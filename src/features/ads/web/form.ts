import type { Ad } from '../contract.ts'

export const placements = [
  ['sidebar', 'Sidebar (Right Column)'],
  ['feed', 'Feed (In Posts)'],
] as const

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

/** Returns the request body, or undefined while a required field is empty. */
export function toRequestBody({ title, description, button_text, placement, max_impressions, ...form }: AdForm) {
  const target_url = toTarget(form.target_url)
  if (![title, description, target_url].every((text) => text.trim())) return undefined
  const most = max_impressions.trim() === '' ? null : Number(max_impressions)
  return { title, description, button_text, target_url, placement, max_impressions: most }
}

/** Describes the audience for site administrators. */
export const describeAudience = ({ school }: AdForm) =>
  school
    ? { target_audience: 'specific_school' as const, target_school_id: school }
    : { target_audience: 'all' as const, target_school_id: null }
