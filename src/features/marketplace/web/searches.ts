import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, invalidate, query } from '../../../shared/web/api.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { toOptions } from '../../../shared/web/options.ts'
import { listingSearchesApi } from '../searches-contract.gen.ts'
import type { SearchFilters } from '../searches-contract.ts'
import { categories, conditions, findLabel, kinds } from './labels.ts'
import type { Narrow } from './url-state.ts'

export const alertLabels = toOptions({ immediate: 'Immediately', digest: 'With my next summary' })

export const useSearches = () => useQuery(query(listingSearchesApi.list))

export function useRemoveSearch(onDone: () => void) {
  const client = useQueryClient()
  return useLockedMutation({
    mutationFn: (id: string) => call(listingSearchesApi.remove, { params: { id } }),
    onSuccess: async () => {
      onDone()
      await invalidate(client, listingSearchesApi)
    },
  })
}

/** The filters of the list that a search saves. */
export const toFilters = ({ category, condition, kind, isbn, search, min, max }: Narrow): SearchFilters => ({
  ...(category ? { category } : {}),
  ...(condition ? { condition } : {}),
  ...(kind ? { kind } : {}),
  ...(isbn ? { isbn } : {}),
  ...(search.trim() ? { search: search.trim() } : {}),
  ...(min ? { price_min: min } : {}),
  ...(max ? { price_max: max } : {}),
})

/** The list with the filters of a saved search. */
export const toNarrow = (
  filters: SearchFilters,
): Pick<Narrow, 'category' | 'condition' | 'kind' | 'isbn' | 'search' | 'min' | 'max'> => ({
  category: filters.category ?? '',
  condition: filters.condition ?? '',
  kind: filters.kind ?? '',
  isbn: filters.isbn ?? '',
  search: filters.search ?? '',
  min: filters.price_min ?? '',
  max: filters.price_max ?? '',
})

/** '“lamp” · Furniture · up to $20' */
export function describeFilters(filters: SearchFilters, formatPrice: (price: number) => string): string {
  const { category, condition, kind, isbn, search, price_min: min, price_max: max } = filters
  const parts = [
    search && `“${search}”`,
    category && findLabel(categories, category),
    condition && findLabel(conditions, condition),
    kind && findLabel(kinds, kind),
    isbn && `ISBN ${isbn}`,
    min && max
      ? `${formatPrice(Number(min))} to ${formatPrice(Number(max))}`
      : (min && `from ${formatPrice(Number(min))}`) || (max && `up to ${formatPrice(Number(max))}`),
  ]
  return parts.filter(Boolean).join(' · ') || 'All listings'
}
