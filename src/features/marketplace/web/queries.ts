import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, invalidate, query, queryKeyFor } from '../../../shared/web/api.ts'
import { listItems } from '../../../shared/web/list-items.ts'
import type { Listing, marketplace } from '../contract.ts'
import type { Narrow } from './url-state.ts'

/** The school's listings in pages, or the viewer's favorites among them. */
export function useListings({ category, condition, sort, search, min, max, favorites }: Narrow) {
  const narrow = {
    sort,
    ...(category ? { category } : {}),
    ...(condition ? { condition } : {}),
    ...(search ? { search } : {}),
    ...(min ? { price_min: min } : {}),
    ...(max ? { price_max: max } : {}),
    ...(favorites ? { favorites_only: 'true' as const } : {}),
  }
  const list = useInfiniteQuery({
    queryKey: queryKeyFor('GET /api/marketplace', { query: narrow }),
    queryFn: ({ pageParam, signal }) =>
      call<typeof marketplace.list>('GET /api/marketplace', {
        query: { ...narrow, page: pageParam, limit: 50 },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasMore ? pagination.page + 1 : undefined),
  })
  const all = listItems(list.data?.pages)
  // A removed favorite immediately leaves the view.
  return { ...list, listings: favorites ? all.filter(({ is_favorited }) => is_favorited) : all }
}

export const useListing = (id: string) =>
  useQuery(query<typeof marketplace.show>('GET /api/marketplace/:id', { params: { id } }))

const isFavoritesQuery = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  String(queryKey[0]) === '/api/marketplace' && JSON.stringify(queryKey).includes('favorites_only')

type CachedListings = { pages?: { data: Listing[] }[]; data?: Listing }

function patchListing(client: QueryClient, id: string, change: (listing: Listing) => Listing): void {
  const one = (listing: Listing) => (listing.id === id ? change(listing) : listing)
  client.setQueriesData<CachedListings>(
    { predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/marketplace') },
    (held) => {
      if (held?.pages) return { ...held, pages: held.pages.map((page) => ({ ...page, data: page.data.map(one) })) }
      return held?.data ? { ...held, data: one(held.data) } : held
    },
  )
}

/** Invalidates all listing queries after a listing was created or deleted. */
export const invalidateListings = (client: QueryClient) => invalidate(client, '/api/marketplace')

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
    mutationFn: () => call<typeof marketplace.favorite>('POST /api/marketplace/:id/favorite', { params: { id } }),
    onMutate: turn,
    onSuccess: ({ is_favorited, favorites_count }) =>
      patchListing(client, id, (listing) => ({ ...listing, is_favorited, favorites_count })),
    onError: turn,
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['/api/marketplace'], refetchType: 'none' })
      await client.refetchQueries({ predicate: isFavoritesQuery, type: 'active' }) // an earlier request may have returned the old state
    },
  })
}
