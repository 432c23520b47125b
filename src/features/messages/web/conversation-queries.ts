// What only the pages of messages need of the cached conversations.
import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '../../../shared/contract.ts'
import { call, query } from '../../../shared/web/api.ts'
import { usePollingInterval } from '../../../shared/web/live.ts'
import { messagesApi } from '../contract.gen.ts'
import { conversationsApi } from '../conversation-contract.gen.ts'
import type { Conversation, conversations } from '../conversation-contract.ts'
import {
  earlierKey,
  invalidateConversations,
  messageStates,
  type Pages,
  type Position,
  pagesKey,
  patchConversation,
  patchConversationList,
  patchPages,
  shareConversation,
  shareList,
  sharePages,
  shownKey,
  whole,
} from './conversation-cache.ts'
import { withSendTime } from './recent-events.ts'
import { invalidateUnread } from './unread.ts'

/** The viewer's conversations, latest first: a hundred, and more pages on request. */
export function useConversations() {
  const client = useQueryClient()
  const latest = useQuery({
    ...query(conversationsApi.list, whole),
    queryFn: ({ signal }) => withSendTime(() => call(conversationsApi.list, { ...whole, signal })),
    refetchInterval: usePollingInterval(),
    structuralSharing: (before, data) => shareList(client, before, data),
  })
  const [isPastFirstPage, setIsPastFirstPage] = useState(false)
  const earlier = useInfiniteQuery({
    queryKey: earlierKey,
    queryFn: ({ pageParam, signal }) =>
      call(conversationsApi.list, { query: { ...whole.query, page: pageParam }, signal }),
    initialPageParam: 2,
    getNextPageParam: ({ pagination }) => (pagination.hasMore ? pagination.page + 1 : undefined),
    enabled: isPastFirstPage,
  })
  const first = latest.data?.data ?? []
  const isFirst = new Set(first.map(({ id }) => id)) // a conversation may have moved to the top since its page was loaded
  const rest = earlier.data?.pages.flatMap(({ data }) => data.filter(({ id }) => !isFirst.has(id))) ?? []
  return {
    ...latest,
    conversations: [...first, ...rest],
    hasNextPage: earlier.data ? earlier.hasNextPage : latest.data?.pagination.hasMore === true,
    isFetchingNextPage: earlier.isFetching,
    isFetchNextPageError: earlier.isError,
    fetchNextPage: () => (isPastFirstPage ? void earlier.fetchNextPage() : setIsPastFirstPage(true)),
  }
}

export function useConversation(id: string) {
  const client = useQueryClient()
  return useQuery({
    ...query(conversationsApi.show, { params: { id } }),
    queryFn: ({ signal }) => withSendTime(() => call(conversationsApi.show, { params: { id }, signal })),
    structuralSharing: (before, data) => shareConversation(client, before, data),
    retry: false,
  })
}

/**
 * A conversation's messages, oldest first; earlier ones are loaded per page. With `around`, the id or number of a message,
 * those around it, and later ones per page.
 */
export function useMessages(id: string, around?: string | number) {
  const client = useQueryClient()
  const list = useInfiniteQuery({
    queryKey: around === undefined ? pagesKey(id) : [...pagesKey(id), around],
    queryFn: ({ pageParam, signal }) =>
      withSendTime(() => call(messagesApi.list, { params: { id }, query: pageParam ?? {}, signal })),
    // When they enter the cache: an event may have come after the first of several pages was read again.
    structuralSharing: (before, data) => sharePages(client, id, before, data),
    initialPageParam: (around === undefined ? undefined : { around }) as Position | undefined,
    getNextPageParam: ({ pagination, data: [first] }) =>
      pagination.hasMore && first ? { before: first.seq } : undefined,
    getPreviousPageParam: ({ pagination, data }) => {
      const last = data.at(-1)
      return pagination.hasNewer && last ? { after: last.seq } : undefined
    },
  })
  return { ...list, messages: list.data?.pages.toReversed().flatMap((page) => page.data) ?? [] }
}

export type MessageSearch = {
  readonly q: string
  readonly from: string
  readonly media: '' | 'pictures' | 'files' | 'links'
  /** First day, such as 2026-11-24. */
  readonly since: string
}

/** The messages of a conversation that match, latest first. Nothing is asked without a condition. */
export function useMessageSearch(id: string, { q, from, media, since }: MessageSearch) {
  const wanted = {
    ...(q ? { q } : {}),
    ...(from ? { from } : {}),
    ...(media ? { media } : {}),
    ...(since ? { after_date: since } : {}),
  }
  const list = useInfiniteQuery({
    queryKey: ['messages found', id, wanted],
    queryFn: ({ pageParam, signal }) =>
      call(messagesApi.list, { params: { id }, query: { ...wanted, ...pageParam }, signal }),
    initialPageParam: undefined as { readonly before: number } | undefined,
    getNextPageParam: ({ pagination, data: [first] }) =>
      pagination.hasMore && first ? { before: first.seq } : undefined,
    enabled: Object.keys(wanted).length > 0,
    staleTime: 0,
  })
  return { ...list, messages: list.data?.pages.flatMap((page) => page.data.toReversed()) ?? [] }
}

/** Empties the cached history. */
export const clearCachedHistory = (client: QueryClient, id: string): void => {
  messageStates(client).recent.forget(id)
  patchPages(client, id, () => [])
  client.setQueriesData<Pages>(
    { queryKey: pagesKey(id) },
    (held) =>
      held && {
        ...held,
        pages: held.pages.map((page) => ({ ...page, pagination: { ...page.pagination, hasMore: false } })),
      },
  )
  patchConversation(client, id, (held) => ({ ...held, last_message: null, unread_count: 0 }))
}

/** Removes a conversation from every cache. */
export const removeConversation = (client: QueryClient, id: string): void => {
  patchConversationList(client, (data) => data.filter((item) => item.id !== id))
  client.removeQueries({ queryKey: pagesKey(id) })
  client.removeQueries({ queryKey: shownKey(id) })
  void invalidateUnread(client)
}

/** Caches a conversation that was just created or opened, and reloads the list. */
export const cacheConversation = (client: QueryClient, data: Conversation): void => {
  client.setQueryData<Reply<typeof conversations.show>>(shownKey(data.id), { success: true, data })
  void invalidateConversations(client)
}
