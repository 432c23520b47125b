import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { call, invalidate, markStale } from '../../../shared/web/api.ts'
import { toPages, usePages } from '../../../shared/web/data/infinite-list.ts'
import { patchCached } from '../../../shared/web/data/patch-cached.ts'
import { removeCached } from '../../../shared/web/data/remove-cached.ts'
import { useOptimisticToggle } from '../../../shared/web/optimistic-toggle.ts'
import { confessionsApi } from '../contract.gen.ts'
import type { Confession } from '../contract.ts'
import type { ConfessionsUrlState } from './url-state.ts'

/** The school's confessions in pages. */
export function toConfessions({ sort, category, search }: ConfessionsUrlState) {
  const narrow = { sort, ...(category ? { category } : {}), ...(search ? { search } : {}) }
  return toPages(confessionsApi.list, { query: { ...narrow, limit: 50 } })
}

export function useConfessions(narrow: ConfessionsUrlState) {
  const { items, ...list } = usePages(toConfessions(narrow))
  return { ...list, confessions: items }
}

/** Updates all lists after a confession was deleted. */
export const removeConfession = (client: QueryClient, id: string): void =>
  removeCached(client, id, { lists: [confessionsApi.list], targets: [confessionsApi] })

/** Invalidates all lists after a confession was created. */
export const invalidateConfessions = (client: QueryClient) => invalidate(client, confessionsApi)

const patchConfession = (client: QueryClient, id: string, change: (confession: Confession) => Confession): void =>
  patchCached(client, [confessionsApi.list], id, change)

/** Toggles a like. Returns the click handler. */
export function useLike({ id, is_liked, likes_count }: Confession) {
  const client = useQueryClient()
  const toggle = useOptimisticToggle({
    id: `like confession ${id}`,
    state: { is_liked, likes_count },
    wishOf: (state) => state.is_liked,
    predict: (state, wish) => ({
      is_liked: wish,
      likes_count: Math.max(0, state.likes_count + Number(wish) - Number(state.is_liked)),
    }),
    show: (state) => patchConfession(client, id, (confession) => ({ ...confession, ...state })),
    send: async () => (await call(confessionsApi.like, { params: { id } })).data,
    refetch: () => invalidateConfessions(client),
    onSettled: () => void markStale(client, confessionsApi.list),
  })
  return () => toggle((isLiked) => !isLiked)
}
