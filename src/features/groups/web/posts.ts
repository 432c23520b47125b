import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Reply } from '../../../shared/contract.ts'
import { call, keyOf } from '../../../shared/web/api.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { GroupPost, groupPosts } from '../contract.ts'

const path = '/api/groups/:gid/posts'

type Page = Reply<typeof groupPosts.list>
type Pages = InfiniteData<Page, string | undefined>

/** What is posted in a group, in pages; each begins where the last one ended. */
export function useGroupPosts(gid: string) {
  const list = useInfiniteQuery({
    queryKey: keyOf(`GET ${path}`, { params: { gid } }),
    queryFn: ({ pageParam, signal }) =>
      call<typeof groupPosts.list>('GET /api/groups/:gid/posts', {
        params: { gid },
        query: pageParam ? { cursor: pageParam } : {},
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.cursor ?? undefined,
  })
  return { ...list, posts: list.data?.pages.flatMap(({ data }) => data) ?? [] }
}

/** Changes one post wherever it is shown; `undefined` takes it out. */
export function changeGroupPost(
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

/** Fetches a group's posts anew: one came, or has another place now. */
export const refreshPosts = (client: QueryClient, gid: string) =>
  client.invalidateQueries({ queryKey: keyOf(`GET ${path}`, { params: { gid } }) })

const counted = (liked: boolean, count: number) => ({
  is_liked: liked,
  liked_by_user: liked,
  like_count: count,
  likes_count: count,
})

/** Likes, or no longer: shown at once, taken back when it fails. */
export function useLike({ id, group_id, is_liked, like_count }: GroupPost) {
  const client = useQueryClient()
  const show = (liked: boolean, count: number) =>
    changeGroupPost(client, id, (post) => ({ ...post, ...counted(liked, count) }))
  return useMutation({
    mutationFn: () => {
      const ask = { params: { gid: group_id, pid: id } }
      return is_liked
        ? call<typeof groupPosts.unlike>('DELETE /api/groups/:gid/posts/:pid/like', ask)
        : call<typeof groupPosts.like>('POST /api/groups/:gid/posts/:pid/like', ask)
    },
    onMutate: () => show(!is_liked, like_count + (is_liked ? -1 : 1)),
    onSuccess: ({ data }) => show(data.is_liked, data.likes_count),
    onError: () => {
      show(is_liked, like_count)
      toast.error('Failed to update like')
    },
  })
}

/** Chooses an option of a poll: shown when it is counted. */
export function useVote({ id, group_id }: GroupPost) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (option_index: number) =>
      call<typeof groupPosts.vote>('POST /api/groups/:gid/posts/:pid/vote', {
        params: { gid: group_id, pid: id },
        body: { option_index },
      }),
    onSuccess: ({ data }) => changeGroupPost(client, id, (post) => ({ ...post, ...data })),
    onError: () => toast.error('Failed to vote'),
  })
}

/** Pins a post to the top of its group, or lets it go. */
export function usePin({ id, group_id, is_pinned }: GroupPost) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call<typeof groupPosts.update>('PUT /api/groups/:gid/posts/:pid', {
        params: { gid: group_id, pid: id },
        body: { is_pinned: !is_pinned },
      }),
    onSuccess: () => refreshPosts(client, group_id),
    onError: () => toast.error(is_pinned ? 'Failed to unpin post' : 'Failed to pin post'),
  })
}
