import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, invalidate, markStale, matchesTarget, query } from '../../../shared/web/api.ts'
import { toPages, usePages } from '../../../shared/web/data/infinite-list.ts'
import { patchCached } from '../../../shared/web/data/patch-cached.ts'
import { removeCached } from '../../../shared/web/data/remove-cached.ts'
import { marketplaceApi } from '../contract.gen.ts'
import type { Listing } from '../contract.ts'
import type { Narrow } from './url-state.ts'

/** The school's listings in pages, or the viewer's favorites among them. */
export function toListings({ category, condition, sort, search, min, max, favorites }: Narrow) {
  const narrow = {
    sort,
    ...(category ? { category } : {}),
    ...(condition ? { condition } : {}),
    ...(search ? { search } : {}),
    ...(min ? { price_min: min } : {}),
    ...(max ? { price_max: max } : {}),
    ...(favorites ? { favorites_only: 'true' as const } : {}),
  }
  return toPages(marketplaceApi.list, { query: { ...narrow, limit: 50 } })
}

export function useListings(view: Narrow) {
  const { items, ...list } = usePages(toListings(view))
  // A removed favorite immediately leaves the view.
  return { ...list, listings: view.favorites ? items.filter(({ is_favorited }) => is_favorited) : items }
}

export const useListing = (id: string) => useQuery(query(marketplaceApi.show, { params: { id } }))

const isFavoritesQuery = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  matchesTarget(queryKey, marketplaceApi.list) && JSON.stringify(queryKey).includes('favorites_only')

const patchListing = (client: QueryClient, id: string, change: (listing: Listing) => Listing): void =>
  patchCached(client, [marketplaceApi.list, marketplaceApi.show], id, change)

/** Updates all queries after a listing was deleted. */
export const removeListing = (client: QueryClient, id: string): void =>
  removeCached(client, id, { lists: [marketplaceApi.list], targets: [marketplaceApi] })

/** Invalidates all listing queries after a listing was created. */
export const invalidateListings = (client: QueryClient) => invalidate(client, marketplaceApi)

/** Toggles a favorite optimistically. Reverts silently on failure. */
export function useFavorite({ id }: Listing) {
  const client = useQueryClient()
  const turn = () =>
    patchListing(client, id, ({ is_favorited, favorites_count, ...listing }) => ({
      ...listing,
      is_favorited: !is_favorited,
      favorites_count: Math.max(0, favorites_count + (is_favorited ? -1 : 1)),
    }))
  return useMutation({
    mutationFn: () => call(marketplaceApi.favorite, { params: { id } }),
    onMutate: turn,
    onSuccess: ({ is_favorited, favorites_count }) =>
      patchListing(client, id, (listing) => ({ ...listing, is_favorited, favorites_count })),
    onError: turn,
    onSettled: async () => {
      await markStale(client, marketplaceApi.list)
      await client.refetchQueries({ predicate: isFavoritesQuery, type: 'active' }) // an earlier request may have returned the old state
    },
  })
}
