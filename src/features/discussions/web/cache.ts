import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { invalidate } from '../../../shared/web/api.ts'
import { listItems, usePages } from '../../../shared/web/data/infinite-list.ts'
import { patchCached } from '../../../shared/web/data/patch-cached.ts'
import { useLiveEvent, usePostSubscription } from '../../../shared/web/live.ts'
import type { DiscussionPost } from '../contract.ts'
import type { CardComment, Discussion } from './discussion.ts'

type Pages<Item> = InfiniteData<{ readonly data: readonly Item[] }>
type CommentPages = Pages<CardComment>

/** Updates the post wherever it is cached; `undefined` removes it. */
export const patchPost = (
  client: QueryClient,
  { post, routes }: Discussion,
  change: (post: DiscussionPost) => DiscussionPost | undefined,
): void => patchCached(client, routes, post.id, change as never)

const changePages = <Item>(
  list: Pages<Item>,
  change: (items: readonly Item[], isLast: boolean) => readonly Item[],
): Pages<Item> => ({
  ...list,
  pages: list.pages.map((page, index) => ({ ...page, data: change(page.data, index === list.pages.length - 1) })),
})

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

/** The comments of a post in pages, oldest first. */
export function useComments({ commentsKey, listComments }: Discussion) {
  const { items, ...list } = usePages({ queryKey: commentsKey, load: listComments })
  return { ...list, comments: items }
}

/** Changes the cached comments, and counts those that were added or removed by it. */
function changeComments(
  client: QueryClient,
  discussion: Discussion,
  change: (comments: readonly CardComment[], isLast: boolean) => readonly CardComment[],
): void {
  const before = client.getQueryData<CommentPages>(discussion.commentsKey) // more may have arrived since the render
  if (!before) return
  const after = changePages(before, change)
  client.setQueryData(discussion.commentsKey, after)
  const added = listItems(after).length - listItems(before).length
  patchCounts(client, discussion, ({ comment_count }) => ({ comment_count: comment_count + added }))
}

/** Adds a comment, unless the event stream has delivered it first. */
export const addComment = (client: QueryClient, discussion: Discussion, comment: CardComment): void =>
  changeComments(client, discussion, (page, isLast) => [
    ...page.filter(({ id }) => id !== comment.id),
    ...(isLast ? [comment] : []),
  ])

export const patchComment = (client: QueryClient, discussion: Discussion, id: string, fields: Partial<CardComment>) =>
  changeComments(client, discussion, (page) =>
    page.map((comment) => (comment.id === id ? { ...comment, ...fields } : comment)),
  )

/** Removes a comment and all replies below it, like the server deletes them. */
export function removeComment(client: QueryClient, discussion: Discussion, id: string): void {
  const gone = new Set([id])
  for (const { id, parent_id } of listItems(client.getQueryData<CommentPages>(discussion.commentsKey)))
    if (parent_id && gone.has(parent_id)) gone.add(id)
  changeComments(client, discussion, (page) => page.filter((comment) => !gone.has(comment.id)))
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
    // The comments first: the viewer's own changes are counted relative to the list that is cached.
    void invalidate(client, commentsKey).then(() =>
      patchCounts(client, discussion, () => ({ comment_count: latestCount.current })),
    )
  })
}
