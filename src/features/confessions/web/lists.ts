import { type QueryClient, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, keyOf, refresh } from '../../../shared/web/api.ts'
import type { Confession, confessions } from '../contract.ts'
import type { Shown } from './view.ts'

/** The school's confessions in pages. One that slipped to the next page while somebody confessed is shown once. */
export function useConfessions({ sort, category, search }: Shown) {
  const narrow = { sort, ...(category ? { category } : {}), ...(search ? { search } : {}) }
  const list = useInfiniteQuery({
    queryKey: keyOf('GET /api/confessions', { query: narrow }),
    queryFn: ({ pageParam, signal }) =>
      call<typeof confessions.list>('GET /api/confessions', {
        query: { ...narrow, page: pageParam, limit: 50 },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasMore ? pagination.page + 1 : undefined),
  })
  const all = list.data?.pages.flatMap((page) => page.data) ?? []
  return { ...list, confessions: [...new Map(all.map((one) => [one.id, one])).values()] }
}

/** Fetches every list anew, after a confession came or went. */
export const refreshConfessions = (client: QueryClient) => refresh(client, '/api/confessions')

type Held = { pages?: { data: Confession[] }[] }

function changeConfession(client: QueryClient, id: string, change: (confession: Confession) => Confession): void {
  client.setQueriesData<Held>({ predicate: ({ queryKey }) => queryKey[0] === '/api/confessions' }, (held) =>
    held?.pages
      ? {
          ...held,
          pages: held.pages.map((page) => ({
            ...page,
            data: page.data.map((one) => (one.id === id ? change(one) : one)),
          })),
        }
      : held,
  )
}

/** Likes a confession, or no longer: shown at once, then as the server counts it, taken back in silence when it fails. */
export function useLike({ id, is_liked, likes_count }: Confession) {
  const client = useQueryClient()
  const mutationKey = ['like', id]
  const isLast = () => client.isMutating({ mutationKey }) === 1
  const settle = (now: Pick<Confession, 'is_liked' | 'likes_count'>) =>
    changeConfession(client, id, (confession) => ({ ...confession, ...now }))
  return useMutation({
    mutationKey,
    scope: { id: `like ${id}` }, // one press after the other: each turns what the one before left
    mutationFn: () => call<typeof confessions.like>('POST /api/confessions/:id/like', { params: { id } }),
    onMutate: () => settle({ is_liked: !is_liked, likes_count: Math.max(0, likes_count + (is_liked ? -1 : 1)) }),
    onSuccess: ({ data }) => isLast() && settle(data),
    onError: () => isLast() && settle({ is_liked, likes_count }),
    onSettled: () => void client.invalidateQueries({ queryKey: ['/api/confessions'], refetchType: 'none' }),
  })
}
