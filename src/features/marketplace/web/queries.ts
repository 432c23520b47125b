import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RequestInput } from '../../../shared/contract.ts'
import { call, invalidate, markStale, matchesTarget, query } from '../../../shared/web/api.ts'
import { isOffline, isRefused } from '../../../shared/web/data/errors.ts'
import { toPages, usePages } from '../../../shared/web/data/infinite-list.ts'
import { patchCached } from '../../../shared/web/data/patch-cached.ts'
import { removeCached } from '../../../shared/web/data/remove-cached.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { dropStoredWish } from '../../../shared/web/optimistic-toggle.ts'
import { storeWish } from '../../../shared/web/outbox.ts'
import { callStored, storeCall } from '../../../shared/web/stored-call.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { marketplaceApi } from '../contract.gen.ts'
import type { Listing, marketplace } from '../contract.ts'
import type { Narrow } from './url-state.ts'

/** Withdrawn listings are below the expired ones: both can be renewed. */
const statesOfTab = { active: 'available,reserved', sold: 'sold', expired: 'expired,withdrawn' } as const

/** The school's listings in pages, the viewer's favorites among them, or the viewer's own. */
export function toListings({ category, condition, kind, isbn, sort, search, min, max, show, tab }: Narrow) {
  const narrow = {
    sort,
    ...(category ? { category } : {}),
    ...(condition ? { condition } : {}),
    ...(kind ? { kind } : {}),
    ...(isbn ? { isbn } : {}),
    ...(search ? { search } : {}),
    ...(min ? { price_min: min } : {}),
    ...(max ? { price_max: max } : {}),
    ...(show === 'favorites' ? { favorites_only: 'true' as const } : {}),
    ...(show === 'own' ? { mine: 'true' as const, state: statesOfTab[tab] } : {}),
  }
  return toPages(marketplaceApi.list, { query: { ...narrow, limit: 50 } })
}

export function useListings(view: Narrow, { enabled = true } = {}) {
  const { items, ...list } = usePages(toListings(view), { enabled })
  // A removed favorite immediately leaves the view.
  return { ...list, listings: view.show === 'favorites' ? items.filter(({ is_favorited }) => is_favorited) : items }
}

export const useListing = (id: string) => useQuery(query(marketplaceApi.show, { params: { id } }))

/** The current state of a listing, also if it is cached. */
export const loadListing = (client: QueryClient, id: string) =>
  client.fetchQuery({ ...query(marketplaceApi.show, { params: { id } }), staleTime: 0 })

/** The buyers who asked about a listing of the viewer. No event says that there are more: every dialog asks again. */
export const useBuyers = (id: string) =>
  useQuery({ ...query(marketplaceApi.buyers, { params: { id } }), refetchOnMount: 'always' })

/** The prices of a listing, latest first. */
export const usePrices = (id: string) => useQuery(query(marketplaceApi.prices, { params: { id } }))

const isFavoritesQuery = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  matchesTarget(queryKey, marketplaceApi.list) && JSON.stringify(queryKey).includes('favorites_only')

const patchListing = (client: QueryClient, id: string, change: (listing: Listing) => Listing): void =>
  patchCached(client, [marketplaceApi.list, marketplaceApi.show], id, change)

/** Updates all queries after a listing was deleted. */
export const removeListing = (client: QueryClient, id: string): void =>
  removeCached(client, id, { lists: [marketplaceApi.list], targets: [marketplaceApi] })

/** Invalidates all listing queries after a listing was created or changed. */
export const invalidateListings = (client: QueryClient) => invalidate(client, marketplaceApi)

/** Toggles a favorite optimistically. Reverts silently when it is refused; without a connection it is sent later. */
export function useFavorite({ id, title, is_favorited: known, favorites_count }: Listing) {
  const client = useQueryClient()
  const target = `favorite ${id}`
  const request = storeCall(marketplaceApi.favorite, { params: { id } })
  const send = async () => {
    await dropStoredWish(target)
    try {
      return await callStored(request)
    } catch (error) {
      const wish = !known
      const stored = {
        title: wish ? 'Save to Favorites' : 'Remove from Favorites',
        text: title,
        link: `/marketplace?listing=${id}`,
        call: request,
        field: 'is_favorited',
        fulfilled: wish,
        refresh: [marketplaceApi.list],
      }
      if (!isOffline(error) || !(await storeWish(target, stored, { wish, known }))) throw error
      return { is_favorited: wish, favorites_count: Math.max(0, favorites_count + (wish ? 1 : -1)) }
    }
  }
  const turn = () =>
    patchListing(client, id, ({ is_favorited, favorites_count, ...listing }) => ({
      ...listing,
      is_favorited: !is_favorited,
      favorites_count: Math.max(0, favorites_count + (is_favorited ? -1 : 1)),
    }))
  return useMutation({
    networkMode: 'always',
    mutationFn: send,
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

export type StateChange = RequestInput<typeof marketplace.changeState>['body']

/** Moves an own listing to another state. A refusal shows its current state. */
export function useChangeState(id: string) {
  const client = useQueryClient()
  return useLockedMutation({
    mutationFn: (body: StateChange) => call(marketplaceApi.changeState, { params: { id }, body }),
    onSuccess: ({ data }) => showChange(client, data),
    onError: (error) => isRefused(error) && void invalidateListings(client),
  })
}

/** Lists an own listing again, or for longer. */
export function useRenew(id: string) {
  const client = useQueryClient()
  return useLockedMutation({
    mutationFn: () => call(marketplaceApi.renew, { params: { id } }),
    onSuccess: ({ data }) => {
      showChange(client, data)
      void toast.success('Renewed')
    },
    onError: (error) => {
      toast.failure(error, 'Failed to update listing', { statuses: [409] })
      if (isRefused(error)) void invalidateListings(client)
    },
  })
}

/** Shows a changed listing wherever it is, and reloads the lists that it leaves or enters. */
export function showChange(client: QueryClient, listing: Listing): void {
  patchListing(client, listing.id, () => listing)
  void invalidateListings(client)
}
