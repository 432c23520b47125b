import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { invalidate } from '../../../shared/web/api.ts'
import { patchCached } from '../../../shared/web/data/patch-cached.ts'
import { useLiveEvent, usePostSubscription } from '../../../shared/web/live.ts'
import type { DiscussionPost } from '../contract.ts'
import type { Discussion } from './discussion.ts'

/** Updates the post wherever it is cached; `undefined` removes it. */
export const patchPost = (
  client: QueryClient,
  { post, routes }: Discussion,
  change: (post: DiscussionPost) => DiscussionPost | undefined,
): void => patchCached(client, routes, post.id, change as never)

type Counts = Pick<DiscussionPost, 'is_liked' | 'like_count' | 'comment_count'>

/** Updates likes and the number of comments of a post; each count is sent under two names. */
export function patchCounts(
  client: QueryClient,
  discussion: Discussion,
  change: (post: DiscussionPost) => Partial<Counts>,
): void {
  patchPost(client, discussion, (before) => {
    const after = { ...before, ...change(before) }
    return { ...after, likes_count: after.like_count, comments_count: after.comment_count }
  })
}

/** Fetches the counts of this post only: reloading its list would move content under the user's finger. */
export async function reloadCounts(client: QueryClient, discussion: Discussion): Promise<void> {
  const found = await discussion.load().catch(() => undefined)
  if (!found) return
  const { is_liked, like_count, comment_count } = found.data
  patchCounts(client, discussion, () => ({ is_liked, like_count, comment_count }))
}

/** Keeps the counts and comments of a shown post up to date with the event stream. */
export function useLiveDiscussion(discussion: Discussion): void {
  const { post, commentsKey } = discussion
  const client = useQueryClient()
  const latestCount = useRef(post.comment_count) // of two concurrent reloads the first may finish last
  usePostSubscription(post.id)
  useLiveEvent('post.liked', ({ post_id, likes_count }) => {
    if (post_id === post.id) patchCounts(client, discussion, () => ({ like_count: likes_count }))
  })
  useLiveEvent('post.commented', ({ post_id, comments_count }) => {
    if (post_id !== post.id) return
    latestCount.current = comments_count
    // The viewer's own changes are counted relative to the list that is cached. So it comes first, and a list that was
    // closed, and therefore not refetched, is dropped: a comment that is still being sent would be counted twice.
    void invalidate(client, commentsKey).then(() => {
      client.removeQueries({ queryKey: commentsKey, type: 'inactive' })
      if (latestCount.current === comments_count)
        patchCounts(client, discussion, () => ({ comment_count: comments_count }))
    })
  })
}
