import {
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { invalidate } from '../../../shared/web/api.ts'
import { listItems } from '../../../shared/web/list-items.ts'
import { useLiveEvent, usePostSubscription } from '../../../shared/web/live.ts'
import type { DiscussionPost } from '../contract.ts'
import type { CardComment, Discussion, PostPaths } from './discussion.ts'

type Pages<Item> = InfiniteData<{ readonly data: readonly Item[] }>
type CommentPages = Pages<CardComment>

type PostPage<Post> = { readonly data: readonly Post[]; readonly pagination: { readonly cursor: string | null } }

/** Posts in pages. Each page starts at the cursor of the previous one, so new posts do not shift it. */
export function usePosts<Post extends { readonly id: string }>(
  queryKey: QueryKey,
  load: (page: { cursor?: string }, signal: AbortSignal) => Promise<PostPage<Post>>,
) {
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam ? { cursor: pageParam } : {}, signal),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.cursor ?? undefined,
  })
  return { ...list, posts: listItems(list.data?.pages) }
}

/** Updates one post wherever it is cached; `undefined` removes it. */
export function patchPost<Post extends { readonly id: string }>(
  client: QueryClient,
  { lists, one }: PostPaths,
  id: string,
  change: (post: Post) => Post | undefined,
): void {
  for (const [queryKey, reply] of client.getQueriesData<{ data: Post }>({ queryKey: [one] })) {
    if (reply?.data.id !== id) continue
    const data = change(reply.data)
    if (data) client.setQueryData(queryKey, { ...reply, data })
    else void client.invalidateQueries({ queryKey })
  }
  client.setQueriesData<Pages<Post>>(
    { predicate: ({ queryKey }) => lists.includes(String(queryKey[0])) },
    (list) =>
      list && changePages(list, (posts) => posts.flatMap((post) => (post.id === id ? (change(post) ?? []) : post))),
  )
}

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
  { post, paths }: Discussion,
  change: (post: DiscussionPost) => Partial<Counts>,
): void {
  patchPost<DiscussionPost>(client, paths, post.id, (before) => {
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
  const list = useInfiniteQuery({
    queryKey: commentsKey,
    queryFn: ({ pageParam, signal }) => listComments(pageParam > 1 ? { page: pageParam } : {}, signal),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasMore ? pagination.page + 1 : undefined),
  })
  return { ...list, comments: listItems(list.data?.pages) }
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
  const added = listItems(after.pages).length - listItems(before.pages).length
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
  for (const { id, parent_id } of listItems(client.getQueryData<CommentPages>(discussion.commentsKey)?.pages))
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
