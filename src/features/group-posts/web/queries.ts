import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, invalidate, queryKeyFor } from '../../../shared/web/api.ts'
import { toPages, usePages } from '../../../shared/web/data/infinite-list.ts'
import { patchCached } from '../../../shared/web/data/patch-cached.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { groupPostsApi } from '../contract.gen.ts'
import type { GroupPost } from '../contract.ts'

/** The routes whose replies hold posts of a group. */
export const routesOfGroupPosts = [groupPostsApi.list, groupPostsApi.show] as const

/** The posts of a group, pinned ones first. */
export const toGroupPosts = (gid: string) => toPages(groupPostsApi.list, { params: { gid } })

export function useGroupPosts(gid: string) {
  const { items, ...list } = usePages(toGroupPosts(gid))
  return { ...list, posts: items }
}

/** Updates one post wherever it is cached. */
export const patchGroupPost = (client: QueryClient, id: string, change: (post: GroupPost) => GroupPost): void =>
  patchCached(client, routesOfGroupPosts, id, change)

/** Reloads a group's posts after one was added or moved. */
export const invalidateGroupPosts = (client: QueryClient, gid: string): Promise<void> =>
  invalidate(client, queryKeyFor(groupPostsApi.list, { params: { gid } }))

/** Votes for a poll option. The vote is shown when the server has counted it. */
export function useVote({ id, group_id }: GroupPost) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (option_index: number) =>
      call(groupPostsApi.vote, {
        params: { gid: group_id, pid: id },
        body: { option_index },
      }),
    onSuccess: ({ data }) => patchGroupPost(client, id, (post) => ({ ...post, ...data })),
    onError: (error) => toast.failure(error, 'Failed to vote'),
  })
}

/** Pins a post to the top of its group, or unpins it. */
export function usePin({ id, group_id, is_pinned }: GroupPost) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call(groupPostsApi.update, {
        params: { gid: group_id, pid: id },
        body: { is_pinned: !is_pinned },
      }),
    onSuccess: () => invalidateGroupPosts(client, group_id),
    onError: (error) => toast.failure(error, is_pinned ? 'Failed to unpin post' : 'Failed to pin post'),
  })
}
