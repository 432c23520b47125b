import { type InfiniteData, type QueryClient, replaceEqualDeep } from '@tanstack/react-query'
import type { Reply } from '../../../shared/contract.ts'
import type { LiveEventMap } from '../../../shared/live-events.ts'
import { queryKeyFor } from '../../../shared/web/api.ts'
import { messagesApi } from '../contract.gen.ts'
import type { Message, messages } from '../contract.ts'
import { conversationsApi } from '../conversation-contract.gen.ts'
import type { Conversation, conversations, Level } from '../conversation-contract.ts'
import { pinsApi } from '../pin-contract.gen.ts'
import type { pins } from '../pin-contract.ts'
import { createMessageStates, type MessageChange, type MessageStates } from './message-states.ts'
import { invalidateUnread } from './unread.ts'

type List = Reply<typeof conversations.list>
type Page = Reply<typeof messages.list>
/** What a page begins or ends with; absent for the latest page. */
export type Position = { readonly before: number } | { readonly after: number } | { readonly around: string | number }
export type Pages = InfiniteData<Page, Position | undefined>

export const whole = { query: { limit: 100 } }
export const listKey = queryKeyFor(conversationsApi.list, whole)
export const earlierKey = ['earlier conversations']
export const shownKey = (id: string) => queryKeyFor(conversationsApi.show, { params: { id } })
export const pagesKey = (id: string) => queryKeyFor(messagesApi.list, { params: { id } })

/** `isLatest` says of a page that no later messages follow. */
export const patchPages = (
  client: QueryClient,
  id: string,
  change: (data: Message[], isLatest: boolean) => Message[],
) =>
  client.setQueriesData<Pages>({ queryKey: pagesKey(id) }, (held) => {
    if (!held) return held
    const pages = held.pages.map((page, index) => ({
      ...page,
      data: change(page.data, index === 0 && !page.pagination.hasNewer),
    }))
    const after = { ...held, pages }
    patched.add(after)
    return after
  })

/** Changes the messages of the pages and of the list of pins. */
function patchMessages(client: QueryClient, id: string, change: MessageChange): void {
  const toChanged = (data: Message[]) => data.flatMap((held) => change(held) ?? [])
  patchPages(client, id, toChanged)
  client.setQueryData<Reply<typeof pins.list>>(
    queryKeyFor(pinsApi.list, { params: { id } }),
    (held) => held && { ...held, data: toChanged(held.data) },
  )
}

const statesOfClients = new WeakMap<QueryClient, MessageStates>()

/** What is known of messages by events and replies. */
export function messageStates(client: QueryClient): MessageStates {
  const known = statesOfClients.get(client) ?? createMessageStates()
  statesOfClients.set(client, known)
  return known
}

/** Pages that patchPages has made of the cached ones. */
const patched = new WeakSet<object>()

/** Brings loaded pages up to date with what events and replies have said since they were read. */
export function sharePages(client: QueryClient, before: unknown, data: unknown): unknown {
  const { apply } = messageStates(client)
  const toLatest = (loaded: Pages): Pages => ({
    ...loaded,
    pages: loaded.pages.map((page) => ({ ...page, data: page.data.flatMap((message) => apply(message) ?? []) })),
  })
  return replaceEqualDeep(before, patched.has(data as object) ? data : toLatest(data as Pages))
}

/** Does the same for the last messages of a list of conversations. */
export function shareList(client: QueryClient, before: unknown, data: unknown): unknown {
  const { newerThan } = messageStates(client)
  const list = data as List
  const toLatest = (item: Conversation): Conversation =>
    item.last_message ? { ...item, last_message: newerThan(item.last_message) ?? item.last_message } : item
  return replaceEqualDeep(before, { ...list, data: list.data.map(toLatest) })
}

export const patchConversationList = (client: QueryClient, change: (data: Conversation[]) => Conversation[]) => {
  client.setQueryData<List>(listKey, (held) => held && { ...held, data: change(held.data) })
  client.setQueryData<InfiniteData<List>>(
    earlierKey,
    (held) => held && { ...held, pages: held.pages.map((page) => ({ ...page, data: change(page.data) })) },
  )
}

export const patchConversation = (client: QueryClient, id: string, change: (held: Conversation) => Conversation) => {
  patchConversationList(client, (data) => data.map((item) => (item.id === id ? change(item) : item)))
  client.setQueryData<Reply<typeof conversations.show>>(
    shownKey(id),
    (held) => held && { ...held, data: change(held.data) },
  )
}

export const invalidateConversations = (client: QueryClient) =>
  Promise.all([listKey, earlierKey].map((queryKey) => client.invalidateQueries({ queryKey, exact: true })))

/** Adds a new message to the caches, once, as it is since; `isUnread` increments the unread count. */
export function addMessage(client: QueryClient, received: Message, isUnread: boolean): void {
  const message = messageStates(client).apply(received)
  if (!message) return
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

/** Updates a message in every cache, and what replies quote of it. Its reactions and its pin are updated by their own events. */
export function patchMessage(client: QueryClient, message: Message): void {
  const id = message.conversation_id
  const states = messageStates(client)
  patchMessages(client, id, states.recordUpdate(message))
  patchConversation(client, id, (held) =>
    held.last_message?.id === message.id
      ? { ...held, last_message: states.newerThan(held.last_message) ?? held.last_message }
      : held,
  )
}

/** Updates the users who react to a message with an emoji. */
export const patchReaction = (client: QueryClient, event: LiveEventMap['message.reacted']): void =>
  patchMessages(client, event.conversation_id, messageStates(client).recordReaction(event))

/** Updates whether a message is pinned. */
export const patchPinned = (client: QueryClient, event: LiveEventMap['message.pinned']): void =>
  patchMessages(client, event.conversation_id, messageStates(client).recordPin(event))

/** Removes a message from every cache, and what replies quote of it. */
export function removeMessage(client: QueryClient, event: LiveEventMap['message.deleted']): void {
  patchMessages(client, event.conversation_id, messageStates(client).recordDeletion(event))
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

/** Updates the unread count of a conversation, and what notifies the viewer. */
export function patchUnread(
  client: QueryClient,
  id: string,
  unread_count: number,
  { muted, level }: { muted?: boolean | undefined; level?: Level | undefined } = {},
): void {
  patchConversation(client, id, (held) => ({
    ...held,
    unread_count,
    muted: muted ?? held.muted,
    level: level ?? held.level,
  }))
  void invalidateUnread(client)
}
