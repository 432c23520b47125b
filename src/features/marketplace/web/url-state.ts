import { useSearchParams } from 'react-router'
import { currentSearchParams } from '../../../shared/web/url-state.ts'
import type { Category, Condition, Sort } from '../contract.ts'
import { categories, conditions, sorts } from './labels.ts'

export type Narrow = {
  readonly category: Category | ''
  readonly condition: Condition | ''
  readonly sort: Sort
  readonly search: string
  readonly min: string
  readonly max: string
  /** Only the viewer's favorites. */
  readonly favorites: boolean
}
type MarketplaceUrlState = Narrow & { readonly listing: string | undefined }
export type MarketView = ReturnType<typeof useMarketView>

const known = <V extends string>(labels: readonly (readonly [V, string])[], value: string | null): V | '' =>
  labels.find(([one]) => one === value)?.[0] ?? ''
const amount = (text: string | null) => (text && /^\d{1,9}(\.\d{1,2})?$/.test(text) ? text : '')

const read = (address: URLSearchParams): MarketplaceUrlState => ({
  category: known(categories, address.get('category')),
  condition: known(conditions, address.get('condition')),
  sort: known(sorts, address.get('sort')) || 'newest',
  search: address.get('search') ?? '',
  min: amount(address.get('min')),
  max: amount(address.get('max')),
  favorites: address.get('view') === 'favorites',
  listing: address.get('listing') ?? undefined,
})

/** State of the page in the URL, so that it can be shared and supports the back button. */
export function useMarketView() {
  const [address, setAddress] = useSearchParams()
  const shown = read(address)
  const buildAddress = (from: MarketplaceUrlState, to: Partial<MarketplaceUrlState>) => {
    const { sort, favorites, listing, ...plain } = { ...from, ...to }
    return {
      ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== '')),
      ...(sort === 'newest' ? {} : { sort }),
      ...(favorites ? { view: 'favorites' } : {}),
      ...(listing ? { listing } : {}),
    }
  }
  return {
    ...shown,
    isNarrowed: [shown.category, shown.condition, shown.search, shown.min, shown.max].some((part) => part !== ''),
    change: (to: Partial<MarketplaceUrlState>) =>
      setAddress(buildAddress(read(currentSearchParams()), to), { replace: true, preventScrollReset: true }),
    linkTo: (listing: string) => `?${new URLSearchParams(buildAddress(shown, { listing }))}`,
    reset: () => setAddress(shown.favorites ? { view: 'favorites' } : {}, { replace: true }),
  }
}
