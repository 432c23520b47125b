import { toOptions } from '../../../shared/web/options.ts'
import { useMe } from '../../session/web/auth.tsx'
import type { Category, Condition, Sort } from '../contract.ts'

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
