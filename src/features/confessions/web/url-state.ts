import { useSearchParams } from 'react-router'
import { currentSearchParams } from '../../../shared/web/url-state.ts'
import type { Category, Sort } from '../contract.ts'
import { categories } from './labels.ts'

/** The two sort orders with their button labels. */
export const sorts: readonly (readonly [value: Extract<Sort, 'newest' | 'most_liked'>, label: string])[] = [
  ['newest', 'Recent'],
  ['most_liked', 'Trending'],
]

export type ConfessionsUrlState = {
  readonly sort: (typeof sorts)[number][0]
  readonly category: Category | ''
  readonly search: string
}
export type ConfessionsView = ReturnType<typeof useConfessionsView>

const read = (address: URLSearchParams): ConfessionsUrlState => ({
  sort: sorts.find(([value]) => value === address.get('sort'))?.[0] ?? 'newest',
  category: categories.find(([value]) => value === address.get('category'))?.[0] ?? '',
  search: address.get('search') ?? '',
})

/** State of the page in the URL, so that it can be shared and supports the back button. */
export function useConfessionsView() {
  const [address, setAddress] = useSearchParams()
  const shown = read(address)
  return {
    ...shown,
    isNarrowed: shown.category !== '' || shown.search !== '',
    change: (to: Partial<ConfessionsUrlState>) => {
      const next = Object.entries({ ...read(currentSearchParams()), ...to }).filter(
        ([, value]) => value !== '' && value !== 'newest',
      )
      setAddress(Object.fromEntries(next), { replace: true, preventScrollReset: true })
    },
    reset: () => setAddress({}, { replace: true }),
  }
}
