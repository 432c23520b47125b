import { type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { call, invalidate, queryKeyFor } from '../../../shared/web/api.ts'
import { listItems } from '../../../shared/web/list-items.ts'
import { useOptimisticToggle } from '../../../shared/web/optimistic-toggle.ts'
import type { Confession, confessions } from '../contract.ts'
import type { ConfessionsUrlState } from './url-state.ts'

/**
 * The school's confessions in pages. Omits duplicates: a confession that moved to the next page after a new one was
 * published.
 */
export function useConfessions({ sort, category, search }: ConfessionsUrlState) {
  const narrow = { sort, ...(category ? { category } : {}), ...(search ? { search } : {}) }
  const list = useInfiniteQuery({
    queryKey: queryKeyFor('GET /api/confessions', { query: narrow }),
    queryFn: ({ pageParam, signal }) =>
      call<typeof confessions.list>('GET /api/confessions', {
        query: { ...narrow, page: pageParam, limit: 50 },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasMore ? pagination.page + 1 : undefined),
  })
  return { ...list, confessions: listItems(list.data?.pages) }
}

/** Invalidates all lists after a confession was created or deleted. */
export const invalidateConfessions = (client: QueryClient) => invalidate(client, '/api/confessions')

type CachedConfessions = { pages?: { data: Confession[] }[] }

function patchConfession(client: QueryClient, id: string, change: (confession: Confession) => Confession): void {
  client.setQueriesData<CachedConfessions>(
    { predicate: ({ queryKey }) => queryKey[0] === '/api/confessions' },
    (held) =>
      held?.pages
        ? {
            ...held,
            pages: held.pages.map((page) => ({
              ...page,
              data: page.data.map((confession) => (confession.id === id ? change(confession) : confession)),
            })),
          }
        : held,
  )
}

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
    send: async () => (await call<typeof confessions.like>('POST /api/confessions/:id/like', { params: { id } })).data,
    refetch: () => invalidateConfessions(client),
    onSettled: () => void client.invalidateQueries({ queryKey: ['/api/confessions'], refetchType: 'none' }),
  })
  return () => toggle((isLiked) => !isLiked)
}
