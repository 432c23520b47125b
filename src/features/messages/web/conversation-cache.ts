import { type InfiniteData, type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '../../../shared/contract.ts'
import { call, query, queryKeyFor } from '../../../shared/web/api.ts'
import { usePollingInterval } from '../../../shared/web/live.ts'
import { conversationsApi, messagesApi } from '../contract.gen.ts'
import type { Conversation, conversations, Message, messages } from '../contract.ts'
import { invalidateUnread } from './unread.ts'

type List = Reply<typeof conversations.list>
type Page = Reply<typeof messages.list>
type Pages = InfiniteData<Page, number | undefined>

const whole = { query: { limit: 100 } }
const listKey = queryKeyFor(conversationsApi.list, whole)
const earlierKey = ['earlier conversations']
const shownKey = (id: string) => queryKeyFor(conversationsApi.show, { params: { id } })
const pagesKey = (id: string) => queryKeyFor(messagesApi.list, { params: { id } })

/** The viewer's conversations, latest first: a hundred, and more pages on request. */
export function useConversations() {
  const latest = useQuery({
    ...query(conversationsApi.list, whole),
    refetchInterval: usePollingInterval(),
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

export const useConversation = (id: string) =>
  useQuery({ ...query(conversationsApi.show, { params: { id } }), retry: false })

/** A conversation's messages, oldest first; earlier ones are loaded per page. */
export function useMessages(id: string) {
  const list = useInfiniteQuery({
    queryKey: pagesKey(id),
    queryFn: ({ pageParam, signal }) =>
      call(messagesApi.list, {
        params: { id },
        query: pageParam === undefined ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.pagination.hasMore ? last.data[0]?.seq : undefined),
    refetchInterval: usePollingInterval(),
  })
  return { ...list, messages: list.data?.pages.toReversed().flatMap((page) => page.data) ?? [] }
}

const patchPages = (client: QueryClient, id: string, change: (data: Message[], isLatest: boolean) => Message[]) =>
  client.setQueryData<Pages>(
    pagesKey(id),
    (held) =>
      held && { ...held, pages: held.pages.map((page, index) => ({ ...page, data: change(page.data, index === 0) })) },
  )

const patchConversationList = (client: QueryClient, change: (data: Conversation[]) => Conversation[]) => {
  client.setQueryData<List>(listKey, (held) => held && { ...held, data: change(held.data) })
  client.setQueryData<InfiniteData<List>>(
    earlierKey,
    (held) => held && { ...held, pages: held.pages.map((page) => ({ ...page, data: change(page.data) })) },
  )
}

const patchConversation = (client: QueryClient, id: string, change: (held: Conversation) => Conversation) => {
  patchConversationList(client, (data) => data.map((item) => (item.id === id ? change(item) : item)))
  client.setQueryData<Reply<typeof conversations.show>>(
    shownKey(id),
    (held) => held && { ...held, data: change(held.data) },
  )
}

export const invalidateConversations = (client: QueryClient) =>
  Promise.all([listKey, earlierKey].map((queryKey) => client.invalidateQueries({ queryKey, exact: true })))

/** Adds a new message to the caches, once; `isUnread` increments the unread count. */
export function addMessage(client: QueryClient, message: Message, isUnread: boolean): void {
  const id = message.conversation_id
  patchPages(client, id, (data, isLatest) =>
    !isLatest || data.some((held) => held.id === message.id) ? data : [...data, message].sort((a, b) => a.seq - b.seq),
  )
  const list = client.getQueryData<List>(listKey)
  if (list && !list.data.some((item) => item.id === id)) void invalidateConversations(client)
  const isNewest = (held: Conversation) => (held.last_message_at ?? 0) <= message.created_at
  patchConversation(client, id, (held) => ({
    ...held,
    ...(isNewest(held) ? { last_message: message, last_message_at: message.created_at } : {}),
    unread_count: held.unread_count + (isUnread ? 1 : 0),
  }))
  patchConversationList(client, (data) =>
    data.toSorted((a, b) => (b.last_message_at ?? Infinity) - (a.last_message_at ?? Infinity)),
  )
}

/** Updates a message in every cache. */
export function patchMessage(client: QueryClient, message: Message): void {
  const id = message.conversation_id
  patchPages(client, id, (data) => data.map((held) => (held.id === message.id ? message : held)))
  patchConversation(client, id, (held) =>
    held.last_message?.id === message.id ? { ...held, last_message: message } : held,
  )
}

/** Removes a message from every cache. */
export function removeMessage(client: QueryClient, id: string, message: string): void {
  patchPages(client, id, (data) => data.filter((held) => held.id !== message))
  void invalidateConversations(client)
  void invalidateUnread(client)
}

/** Updates the read position of a participant. */
export const patchRead = (client: QueryClient, id: string, user: string, read_seq: number): void =>
  patchConversation(client, id, (held) => ({
    ...held,
    participant_users: held.participant_users.map((participant) =>
      participant.id === user ? { ...participant, read_seq: Math.max(participant.read_seq, read_seq) } : participant,
    ),
  }))

/** Updates the unread count and the muted state of a conversation. */
export function patchUnread(client: QueryClient, id: string, unread_count: number, muted?: boolean): void {
  patchConversation(client, id, (held) => ({ ...held, unread_count, muted: muted ?? held.muted }))
  void invalidateUnread(client)
}

/** Empties the cached history. */
export const clearCachedHistory = (client: QueryClient, id: string): void => {
  patchPages(client, id, () => [])
  client.setQueryData<Pages>(
    pagesKey(id),
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
