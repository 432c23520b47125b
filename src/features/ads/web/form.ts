import type { Ad } from '../contract.ts'

export const placements = [
  ['sidebar', 'Sidebar (Right Column)'],
  ['feed', 'Feed (In Posts)'],
] as const

/** The fields of the dialog: an ad's, or those of a new one. */
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

/** 'https://' stands in for '//' and before what names no scheme; '#' and nothing stay as they are. */
export const toTarget = (text: string): string => {
  const url = text.trim()
  if (url === '' || url === '#' || /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(url)) return url
  return `https://${url.replace(/^\/\//, '')}`
}

/** What is sent of the fields; nothing while one that must be filled is empty. */
export function toRequestBody({ title, description, button_text, placement, max_impressions, ...form }: AdForm) {
  const target_url = toTarget(form.target_url)
  if (![title, description, target_url].every((text) => text.trim())) return undefined
  const most = max_impressions.trim() === '' ? null : Number(max_impressions)
  return { title, description, button_text, target_url, placement, max_impressions: most }
}

/** For whom it is, as an administrator of the site chooses it. */
export const describeAudience = ({ school }: AdForm) =>
  school
    ? { target_audience: 'specific_school' as const, target_school_id: school }
    : { target_audience: 'all' as const, target_school_id: null }
