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
import { createRecentEvents, findSendTime } from './recent-events.ts'
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

type MessageKnowledge = MessageStates & { readonly recent: ReturnType<typeof createRecentEvents> }
const knownOfClients = new WeakMap<QueryClient, MessageKnowledge>()

/** What is known of messages by events and replies. */
export function messageStates(client: QueryClient): MessageKnowledge {
  const known = knownOfClients.get(client) ?? { ...createMessageStates(), recent: createRecentEvents() }
  knownOfClients.set(client, known)
  return known
}

/** Pages that patchPages has made of the cached ones. */
const patched = new WeakSet<object>()

/** Brings loaded pages of a conversation up to date with what events and replies have said since they were read. */
export function sharePages(client: QueryClient, id: string, before: unknown, data: unknown): unknown {
  if (patched.has(data as object)) return replaceEqualDeep(before, data)
  const { apply, recent } = messageStates(client)
  const shown = new Set((before as Pages | undefined)?.pages.flatMap((page) => page.data.map((message) => message.id)))
  /** Messages that came while the page was read; also while other pages were, if it was in the cache. */
  const findMissing = (page: Page): readonly Message[] => {
    const time = findSendTime(page)
    const held = new Set(page.data.map((message) => message.id))
    const last = page.data.at(-1)?.seq ?? 0
    return recent
      .findMessages(id, time)
      .filter((message) => message.seq > last && !held.has(message.id) && (time !== undefined || shown.has(message.id)))
  }
  const toLatest = (page: Page, index: number): Page => {
    const missing = index === 0 && !page.pagination.hasNewer ? findMissing(page) : []
    const all = missing.length > 0 ? [...page.data, ...missing.toSorted((a, b) => a.seq - b.seq)] : page.data
    return { ...page, data: all.flatMap((message) => apply(message) ?? []) }
  }
  const loaded = data as Pages
  return replaceEqualDeep(before, { ...loaded, pages: loaded.pages.map(toLatest) })
}

/**
 * Does the same for a list of conversations. One that a message has reached while the list was read keeps its place, its last
 * message and its count of unread ones.
 */
export function shareList(client: QueryClient, before: unknown, data: unknown): unknown {
  const { newerThan, recent } = messageStates(client)
  const list = data as List
  const time = findSendTime(list)
  const reached = new Map(
    time === undefined
      ? []
      : (before as List | undefined)?.data.flatMap((held) =>
          recent.findMessages(held.id, time).length > 0 ? [[held.id, held]] : [],
        ),
  )
  const toLatest = (item: Conversation): Conversation => {
    const { last_message, last_message_at, unread_count } = reached.get(item.id) ?? item
    const latest = last_message && (newerThan(last_message) ?? last_message)
    return withReads(client, { ...item, last_message: latest, last_message_at, unread_count }, time)
  }
  const latest = list.data.map(toLatest)
  return replaceEqualDeep(before, { ...list, data: reached.size > 0 ? inOrder(latest) : latest })
}

type ShowReply = Reply<typeof conversations.show>

/** Does the same for one conversation. */
export function shareConversation(client: QueryClient, before: unknown, data: unknown): unknown {
  const shown = data as ShowReply
  return replaceEqualDeep(before, { ...shown, data: withReads(client, shown.data, findSendTime(shown)) })
}

/** A conversation with what others have read since it was requested. */
function withReads(client: QueryClient, held: Conversation, time: number | undefined): Conversation {
  if (time === undefined) return held
  const { recent } = messageStates(client)
  const participant_users = held.participant_users.map((participant) => {
    const read_seq = Math.max(participant.read_seq, recent.findRead(held.id, participant.id, time))
    return read_seq === participant.read_seq ? participant : { ...participant, read_seq }
  })
  return { ...held, participant_users }
}

/** Conversations in the order of the list: the latest message first, after those without one. */
const inOrder = (data: readonly Conversation[]): Conversation[] =>
  data.toSorted((a, b) => (b.last_message_at ?? Infinity) - (a.last_message_at ?? Infinity))

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
  const states = messageStates(client)
  const message = states.apply(received)
  if (!message) return
  states.recent.addMessage(message)
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
  patchConversationList(client, inOrder)
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
export function patchRead(client: QueryClient, id: string, user: string, read_seq: number): void {
  messageStates(client).recent.addRead(id, user, read_seq)
  patchConversation(client, id, (held) => ({
    ...held,
    participant_users: held.participant_users.map((participant) =>
      participant.id === user ? { ...participant, read_seq: Math.max(participant.read_seq, read_seq) } : participant,
    ),
  }))
}

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
