import { type InfiniteData, type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import type { Reply } from '../../../shared/contract.ts'
import { call, queryKeyFor } from '../../../shared/web/api.ts'
import { listItems } from '../../../shared/web/list-items.ts'
import type { FeedFilter, Post, posts } from '../contract.ts'

const feedPath = '/api/posts/feed'
const userPostsPath = '/api/posts/user/:id'
const postPath = '/api/posts/:id'

type FeedPage = Reply<typeof posts.feed>
type Pages = InfiniteData<FeedPage, string | undefined>

/** The feed in pages. Each page starts at the cursor of the previous one, so new posts do not shift it. */
export function useFeed({ filter, search }: { filter: FeedFilter; search: string }) {
  const list = useInfiniteQuery({
    queryKey: queryKeyFor(`GET ${feedPath}`, { query: { filter, search } }),
    queryFn: ({ pageParam, signal }) =>
      call<typeof posts.feed>('GET /api/posts/feed', {
        query: { filter, search, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.cursor ?? undefined,
  })
  return { ...list, posts: listItems(list.data?.pages) }
}

/** The posts that a user wrote under their name, in pages. */
export function useUserPosts(id: string) {
  const list = useInfiniteQuery({
    queryKey: queryKeyFor(`GET ${userPostsPath}`, { params: { id } }),
    queryFn: ({ pageParam, signal }) =>
      call<typeof posts.ofUser>('GET /api/posts/user/:id', {
        params: { id },
        query: pageParam ? { cursor: pageParam } : {},
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.cursor ?? undefined,
  })
  return { ...list, posts: listItems(list.data?.pages) }
}

/** Updates one post in every cached list; `undefined` removes it. */
export function patchPost(client: QueryClient, id: string, change: (post: Post) => Post | undefined): void {
  const oneKey = queryKeyFor(`GET ${postPath}`, { params: { id } })
  const one = client.getQueryData<Reply<typeof posts.show>>(oneKey)
  const changed = one && change(one.data)
  if (changed) client.setQueryData(oneKey, { ...one, data: changed })
  else if (one) void client.invalidateQueries({ queryKey: oneKey })
  client.setQueriesData<Pages>(
    { predicate: ({ queryKey }) => queryKey[0] === feedPath || queryKey[0] === userPostsPath },
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

/** Prepends a new post to every cached list that it belongs to. */
export function addPost(client: QueryClient, post: Post): void {
  if (!post.is_anonymous) void client.invalidateQueries({ queryKey: [userPostsPath] })
  for (const [key, pages] of client.getQueriesData<Pages>({ queryKey: [feedPath] })) {
    const { filter, search } = key[2] as { filter: FeedFilter; search: string }
    const belongs = !search && (filter === 'all' || (filter === 'my-posts' && !post.is_anonymous))
    const [first, ...others] = pages?.pages ?? []
    if (!belongs || !pages || !first) continue
    if (pages.pages.some(({ data }) => data.some(({ id }) => id === post.id))) continue // sent twice, created once
    client.setQueryData<Pages>(key, { ...pages, pages: [{ ...first, data: [post, ...first.data] }, ...others] })
  }
}
