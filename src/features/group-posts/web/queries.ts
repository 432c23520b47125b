import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Reply } from '../../../shared/contract.ts'
import { call, queryKeyFor } from '../../../shared/web/api.ts'
import { listItems } from '../../../shared/web/list-items.ts'
import { useOptimisticToggle } from '../../../shared/web/optimistic-toggle.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { GroupPost, groupPosts } from '../contract.ts'

const path = '/api/groups/:gid/posts'

type Page = Reply<typeof groupPosts.list>
type Pages = InfiniteData<Page, string | undefined>

/** The posts of a group in pages. Each page starts at the cursor of the previous one. */
export function useGroupPosts(gid: string) {
  const list = useInfiniteQuery({
    queryKey: queryKeyFor(`GET ${path}`, { params: { gid } }),
    queryFn: ({ pageParam, signal }) =>
      call<typeof groupPosts.list>('GET /api/groups/:gid/posts', {
        params: { gid },
        query: pageParam ? { cursor: pageParam } : {},
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.cursor ?? undefined,
  })
  return { ...list, posts: listItems(list.data?.pages) }
}

/** Updates one post in every cached list; `undefined` removes it. */
export function patchGroupPost(
  client: QueryClient,
  id: string,
  change: (post: GroupPost) => GroupPost | undefined,
): void {
  client.setQueriesData<Pages>(
    { queryKey: [path] },
    (pages) =>
      pages && {
        ...pages,
        pages: pages.pages.map((page) => ({
          ...page,
          data: page.data.flatMap((post) => (post.id === id ? (change(post) ?? []) : post)),
        })),
      },
  )
}

/** Reloads a group's posts after one was added or moved. */
export const invalidateGroupPosts = (client: QueryClient, gid: string) =>
  client.invalidateQueries({ queryKey: queryKeyFor(`GET ${path}`, { params: { gid } }) })

const withLike = (liked: boolean, count: number) => ({
  is_liked: liked,
  liked_by_user: liked,
  like_count: count,
  likes_count: count,
})

/** Likes or unlikes a post. Returns the click handler. */
export function useLike({ id, group_id, is_liked, like_count }: GroupPost) {
  const client = useQueryClient()
  const ask = { params: { gid: group_id, pid: id } }
  const toggle = useOptimisticToggle({
    id: `like group post ${id}`,
    state: { isLiked: is_liked, count: like_count },
    wishOf: ({ isLiked }) => isLiked,
    predict: ({ isLiked, count }, wish) => ({ isLiked: wish, count: count + Number(wish) - Number(isLiked) }),
    show: ({ isLiked, count }) => patchGroupPost(client, id, (post) => ({ ...post, ...withLike(isLiked, count) })),
    send: async (wish) => {
      const { data } = wish
        ? await call<typeof groupPosts.like>('POST /api/groups/:gid/posts/:pid/like', ask)
        : await call<typeof groupPosts.unlike>('DELETE /api/groups/:gid/posts/:pid/like', ask)
      return { isLiked: data.is_liked, count: data.likes_count }
    },
    refetch: () => invalidateGroupPosts(client, group_id),
    onError: () => toast.error('Failed to update like'),
  })
  return () => toggle((isLiked) => !isLiked)
}

/** Votes for a poll option. The vote is shown when the server has counted it. */
export function useVote({ id, group_id }: GroupPost) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (option_index: number) =>
      call<typeof groupPosts.vote>('POST /api/groups/:gid/posts/:pid/vote', {
        params: { gid: group_id, pid: id },
        body: { option_index },
      }),
    onSuccess: ({ data }) => patchGroupPost(client, id, (post) => ({ ...post, ...data })),
    onError: () => toast.error('Failed to vote'),
  })
}

/** Pins a post to the top of its group, or unpins it. */
export function usePin({ id, group_id, is_pinned }: GroupPost) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call<typeof groupPosts.update>('PUT /api/groups/:gid/posts/:pid', {
        params: { gid: group_id, pid: id },
        body: { is_pinned: !is_pinned },
      }),
    onSuccess: () => invalidateGroupPosts(client, group_id),
    onError: () => toast.error(is_pinned ? 'Failed to unpin post' : 'Failed to pin post'),
  })
}
