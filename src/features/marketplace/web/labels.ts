import { plural } from '../../../shared/plural.ts'
import { toOptions } from '../../../shared/web/options.ts'
import { useMe } from '../../session/web/auth.tsx'
import type {
  Category,
  Condition,
  Listing,
  ListingKind,
  ListingState,
  Outcome,
  SellerFacts,
  Sort,
} from '../contract.ts'

export const categories = toOptions<Category>({
  textbooks: 'Textbooks',
  electronics: 'Electronics',
  furniture: 'Furniture',
  clothing: 'Clothing',
  other: 'Other',
})
export const conditions = toOptions<Condition>({
  new: 'New',
  'like-new': 'Like New',
  good: 'Good',
  fair: 'Fair',
  poor: 'Poor',
})
export const kinds = toOptions<ListingKind>({ sale: 'For sale', wanted: 'Wanted' })
export const outcomes = toOptions<Outcome>({
  went_well: 'Went well',
  did_not_happen: 'Did not happen',
  not_as_described: 'Not as described',
})
export const sorts = toOptions<Sort>({
  newest: 'Newest',
  oldest: 'Oldest',
  'price-low': 'Price: low to high',
  'price-high': 'Price: high to low',
  popular: 'Most popular',
})

export const findLabel = <V extends string>(labels: readonly (readonly [V, string])[], value: V): string =>
  labels.find(([one]) => one === value)?.[1] ?? value

const euro = [
  'Austria',
  'Belgium',
  'Finland',
  'France',
  'Germany',
  'Greece',
  'Ireland',
  'Italy',
  'Netherlands',
  'Portugal',
  'Spain',
]
const currencies: Readonly<Record<string, string>> = {
  ...Object.fromEntries(euro.map((country) => [country, 'EUR'])),
  Australia: 'AUD',
  Canada: 'CAD',
  India: 'INR',
  'New Zealand': 'NZD',
  Singapore: 'SGD',
  'South Africa': 'ZAR',
  Sweden: 'SEK',
  Switzerland: 'CHF',
  'United Kingdom': 'GBP',
  'United States': 'USD',
}

/** '$', '€', or nothing where the currency is unknown. */
export function useCurrencySymbol(): string {
  const currency = currencies[useMe().school_country]
  if (!currency) return ''
  const parts = new Intl.NumberFormat(undefined, { style: 'currency', currency }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? ''
}

/**
 * Formats a price in the currency of the school's country, or as a plain number when the currency is unknown. Zero is
 * 'Free'.
 */
export function usePrice(): (price: number) => string {
  const currency = currencies[useMe().school_country]
  const format = new Intl.NumberFormat(undefined, {
    ...(currency ? { style: 'currency', currency } : {}),
    minimumFractionDigits: 2,
    trailingZeroDisplay: 'stripIfInteger',
  })
  return (price) => (price === 0 ? 'Free' : format.format(price))
}

/** The tabs of the own listings. */
export const ownTabs = [
  { name: 'active', label: 'Active' },
  { name: 'sold', label: 'Sold' },
  { name: 'expired', label: 'Expired' },
] as const
export const emptyTabTexts = {
  active: 'What you offer appears here.',
  sold: 'What you have sold appears here for 90 days.',
  expired: 'What has expired or was withdrawn appears here. You can renew it.',
}

/** On the picture of a listing that is not simply available. */
export const stateLabels: Readonly<Record<ListingState, string | undefined>> = {
  available: undefined,
  reserved: 'Reserved',
  sold: 'Sold',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
}

const formatEnd = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})

/** 'Reserved until 28 Nov, 14:00'; for the seller and the buyer with the name. */
export function formatReservation({ reserved_until: until, reserved_for: buyer }: Listing, viewerId: string) {
  if (until === null) return undefined
  const text = `Reserved until ${formatEnd.format(until * 1000)}`
  return buyer ? `${text} for ${buyer.id === viewerId ? 'you' : buyer.name}` : text
}

/** On the picture: the state, or that the author looks for it. */
export const findBadge = ({ state, kind }: Listing) => stateLabels[state] ?? (kind === 'wanted' ? 'Wanted' : undefined)

/** 'Sold 4 · 3 went well · answers within 2 hours · here since 2024' */
export function formatSellerFacts({ sold, went_well, answers_within: hours, since }: SellerFacts): string {
  const time = hours !== null && (hours < 48 ? plural(hours, 'hour') : plural(Math.ceil(hours / 24), 'day'))
  return [
    sold > 0 && `Sold ${sold}`,
    went_well !== null && `${went_well} went well`,
    time && `answers within ${time}`,
    since !== null && `here since ${since}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** 'was $20' after a change of the price. */
export const formatFormerPrice = ({ previous_price: former }: Listing, formatPrice: (price: number) => string) =>
  former === null ? undefined : `was ${formatPrice(former)}`
