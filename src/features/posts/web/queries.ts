import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Reply } from '../../../shared/contract.ts'
import { invalidate, queryKeyFor } from '../../../shared/web/api.ts'
import { useInfiniteList } from '../../../shared/web/data/infinite-list.ts'
import { postsApi } from '../contract.gen.ts'
import type { FeedFilter, Post, posts } from '../contract.ts'

/** The routes whose replies hold posts. */
export const routesOfPosts = [postsApi.feed, postsApi.ofUser, postsApi.show] as const

type FeedQuery = { readonly filter: FeedFilter; readonly search: string }

export function useFeed({ filter, search }: FeedQuery) {
  const { items, ...list } = useInfiniteList(postsApi.feed, { query: { filter, search } })
  return { ...list, posts: items }
}

/** The posts that a user wrote under their name. */
export function useUserPosts(id: string) {
  const { items, ...list } = useInfiniteList(postsApi.ofUser, { params: { id } })
  return { ...list, posts: items }
}

type Pages = InfiniteData<Reply<typeof posts.feed>>

/** Prepends a new post to every cached list that it belongs to. */
export function addPost(client: QueryClient, post: Post): void {
  if (!post.is_anonymous) void invalidate(client, postsApi.ofUser)
  const [path] = queryKeyFor(postsApi.feed)
  for (const [key, pages] of client.getQueriesData<Pages>({ queryKey: [path] })) {
    const { filter, search } = key[2] as FeedQuery
    const belongs = !search && (filter === 'all' || (filter === 'my-posts' && !post.is_anonymous))
    const [first, ...others] = pages?.pages ?? []
    if (!belongs || !pages || !first) continue
    if (pages.pages.some(({ data }) => data.some(({ id }) => id === post.id))) continue // sent twice, created once
    client.setQueryData<Pages>(key, { ...pages, pages: [{ ...first, data: [post, ...first.data] }, ...others] })
  }
}
