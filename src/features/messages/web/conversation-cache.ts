import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Reply } from '../../../shared/contract.ts'
import type { LiveEventMap } from '../../../shared/live-events.ts'
import { queryKeyFor } from '../../../shared/web/api.ts'
import { messagesApi } from '../contract.gen.ts'
import type { Message, messages, Reaction } from '../contract.ts'
import { conversationsApi } from '../conversation-contract.gen.ts'
import type { Conversation, conversations, Level } from '../conversation-contract.ts'
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
  client.setQueriesData<Pages>(
    { queryKey: pagesKey(id) },
    (held) =>
      held && {
        ...held,
        pages: held.pages.map((page, index) => ({
          ...page,
          data: change(page.data, index === 0 && !page.pagination.hasNewer),
        })),
      },
  )

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

/** The excerpt of a quoted message, as the server cuts it. */
export const toExcerpt = ({ content, type }: Pick<Message, 'content' | 'type'>): string =>
  content.replace(/\s+/g, ' ').trim().slice(0, 100) || (type === 'image' ? 'Photo' : '')

/** Updates a message in every cache, and what replies quote of it. Its reactions are updated by their own events. */
export function patchMessage(client: QueryClient, message: Message): void {
  const id = message.conversation_id
  patchPages(client, id, (data) =>
    data.map((held) => {
      if (held.id === message.id) return { ...message, reactions: held.reactions }
      return held.reply_to?.id === message.id
        ? { ...held, reply_to: { ...held.reply_to, excerpt: toExcerpt(message) } }
        : held
    }),
  )
  patchConversation(client, id, (held) =>
    held.last_message?.id === message.id ? { ...held, last_message: message } : held,
  )
}

/** Updates the users who react to a message with an emoji. */
export function patchReaction(
  client: QueryClient,
  { conversation_id, message_id, emoji, count, mine }: LiveEventMap['message.reacted'],
): void {
  const change = (held: readonly Reaction[]): Reaction[] => {
    const before = held.find((reaction) => reaction.emoji === emoji)
    const after = { emoji, count, mine: mine ?? before?.mine ?? false }
    if (count === 0) return held.filter((reaction) => reaction !== before)
    return before ? held.map((reaction) => (reaction === before ? after : reaction)) : [...held, after]
  }
  patchPages(client, conversation_id, (data) =>
    data.map((held) => (held.id === message_id ? { ...held, reactions: change(held.reactions) } : held)),
  )
}

/** Updates whether a message is pinned. */
export function patchPinned(
  client: QueryClient,
  { conversation_id, message_id, pinned }: LiveEventMap['message.pinned'],
): void {
  patchPages(client, conversation_id, (data) =>
    data.map((held) => (held.id === message_id ? { ...held, pinned } : held)),
  )
}

/** Removes a message from every cache, and what replies quote of it. */
export function removeMessage(client: QueryClient, id: string, message: string): void {
  const deleted = { id: null, sender_id: null, sender_name: null, excerpt: 'Message deleted' }
  patchPages(client, id, (data) =>
    data
      .filter((held) => held.id !== message)
      .map((held) => (held.reply_to?.id === message ? { ...held, reply_to: { ...held.reply_to, ...deleted } } : held)),
  )
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
