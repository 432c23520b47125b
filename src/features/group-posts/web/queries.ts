import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, queryKeyFor } from '../../../shared/web/api.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { patchPost, usePosts } from '../../discussions/web/cache.ts'
import type { PostPaths } from '../../discussions/web/discussion.ts'
import type { GroupPost, groupPosts } from '../contract.ts'

const path = '/api/groups/:gid/posts'

/** The posts of a group, pinned ones first. */
export const useGroupPosts = (gid: string) =>
  usePosts(queryKeyFor(`GET ${path}`, { params: { gid } }), (query, signal) =>
    call<typeof groupPosts.list>('GET /api/groups/:gid/posts', { params: { gid }, query, signal }),
  )

export const groupPostPaths: PostPaths = { lists: [path], one: `${path}/:pid` }

/** Updates one post wherever it is cached. */
export const patchGroupPost = (client: QueryClient, id: string, change: (post: GroupPost) => GroupPost) =>
  patchPost(client, groupPostPaths, id, change)

/** Reloads a group's posts after one was added or moved. */
export const invalidateGroupPosts = (client: QueryClient, gid: string) =>
  client.invalidateQueries({ queryKey: queryKeyFor(`GET ${path}`, { params: { gid } }) })

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
