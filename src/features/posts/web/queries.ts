import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Reply } from '../../../shared/contract.ts'
import { call, queryKeyFor } from '../../../shared/web/api.ts'
import { usePosts } from '../../discussions/web/cache.ts'
import type { PostPaths } from '../../discussions/web/discussion.ts'
import type { FeedFilter, Post, posts } from '../contract.ts'

const feedPath = '/api/posts/feed'
const userPostsPath = '/api/posts/user/:id'

export const postPaths: PostPaths = { lists: [feedPath, userPostsPath], one: '/api/posts/:id' }

type Pages = InfiniteData<Reply<typeof posts.feed>, string>

export function useFeed({ filter, search }: { filter: FeedFilter; search: string }) {
  const query = { filter, search }
  return usePosts(queryKeyFor(`GET ${feedPath}`, { query }), (page, signal) =>
    call<typeof posts.feed>('GET /api/posts/feed', { query: { ...query, ...page }, signal }),
  )
}

/** The posts that a user wrote under their name. */
export const useUserPosts = (id: string) =>
  usePosts(queryKeyFor(`GET ${userPostsPath}`, { params: { id } }), (query, signal) =>
    call<typeof posts.ofUser>('GET /api/posts/user/:id', { params: { id }, query, signal }),
  )

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
