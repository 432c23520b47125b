import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Reply } from '../../../shared/contract.ts'
import { invalidate, queryKeyFor } from '../../../shared/web/api.ts'
import { prefetchPages, toPages, useInfiniteList, usePages } from '../../../shared/web/data/infinite-list.ts'
import { listMedia, preloadPictures } from '../../media/web/pictures.ts'
import { postsApi } from '../contract.gen.ts'
import type { FeedFilter, Post, posts } from '../contract.ts'

/** The routes whose replies hold posts. */
export const routesOfPosts = [postsApi.feed, postsApi.ofUser, postsApi.show] as const

type FeedQuery = { readonly filter: FeedFilter; readonly search: string }

const feedPages = ({ filter, search }: FeedQuery) => toPages(postsApi.feed, { query: { filter, search } })

/** The feed as it is opened. */
export const wholeFeed = () => feedPages({ filter: 'all', search: '' })

export function useFeed(view: FeedQuery) {
  const { items, ...list } = usePages(feedPages(view))
  return { ...list, posts: items }
}

/** Cards of the first view of a phone: their images load before others. */
export const firstView = 3

const preloadedFeed = 'link[rel=preload][as=fetch][href*="/posts/feed"]'

/**
 * Reads the feed as soon as its code is loaded, if the server had the browser preload it, and then the photos of the
 * first view: a slow phone takes half a second more until the feed is rendered and asks for them.
 */
export async function prepareFeed(client: QueryClient): Promise<void> {
  if (location.search || !document.querySelector(preloadedFeed)) return
  const feed = wholeFeed()
  await prefetchPages(client, feed)
  for (const post of client.getQueryData<Pages>(feed.queryKey)?.pages[0]?.data.slice(0, firstView) ?? [])
    preloadPictures(listMedia(post))
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
