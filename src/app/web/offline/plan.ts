// What a device keeps for reading without a connection. Never: confessions, sealed items, search, admin data, reports.
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { eventsApi } from '../../../features/events/contract.gen.ts'
import type { Event } from '../../../features/events/contract.ts'
import { addMonths } from '../../../features/events/web/month.ts'
import { monthQuery, toEventList } from '../../../features/events/web/queries.ts'
import { toDayKey } from '../../../features/events/web/school-time.ts'
import { messagesApi } from '../../../features/messages/contract.gen.ts'
import type { Message } from '../../../features/messages/contract.ts'
import { conversationsApi } from '../../../features/messages/conversation-contract.gen.ts'
import type { Conversation } from '../../../features/messages/conversation-contract.ts'
import { listKey, pagesKey, shownKey, whole } from '../../../features/messages/web/conversation-cache.ts'
import type { Post } from '../../../features/posts/contract.ts'
import { wholeFeed } from '../../../features/posts/web/queries.ts'
import { call, query, queryKeyFor } from '../../../shared/web/api.ts'
import { isRefused } from '../../../shared/web/data/errors.ts'
import type { KeptReply } from '../../../shared/web/offline-store.ts'

const maxConversations = 20
const maxMessages = 50
const maxDays = 30
/** Read one by one, because attendees read more of an event on its page, such as the exact place. */
const maxAttendedEvents = 10

type Page<I> = { readonly data: readonly I[] }
type Pages<I> = InfiniteData<Page<I>>

const feedKey = wholeFeed().queryKey
const feedPath = String(feedKey[0])
const isEqual = (key: QueryKey, other: QueryKey) => JSON.stringify(key) === JSON.stringify(other)

/**
 * The feed without sealed items. All are left out, not only the viewer's own: the gaps would name the author to someone
 * who compares the device with their own feed.
 */
const keepFeed = ({ pages, pageParams }: Pages<Post>): Pages<Post> => ({
  pages: pages.slice(0, 1).map((page) => ({ ...page, data: page.data.filter((post) => !post.is_anonymous) })),
  pageParams: pageParams.slice(0, 1),
})

/** The latest conversations, without the line of a message that has disappeared since. */
const keepList = <P extends Page<Conversation>>(list: P): P => ({
  ...list,
  data: list.data.slice(0, maxConversations).map(withoutVanished),
  pagination: { page: 1, limit: maxConversations, hasMore: false },
})

function withoutVanished(conversation: Conversation): Conversation {
  const { vanish_after, last_message } = conversation
  const isGone = vanish_after !== null && (last_message?.created_at ?? 0) + vanish_after < Date.now() / 1000
  return isGone ? { ...conversation, last_message: null } : conversation
}

const keepMessages = ({ pages, pageParams }: Pages<Message>): Pages<Message> => ({
  pages: pages.slice(0, 1).map((page) => ({ ...page, data: page.data.slice(-maxMessages) })),
  pageParams: pageParams.slice(0, 1),
})

/** What of a cached query is kept, if it is part of the plan. */
export function toKept(queryKey: QueryKey, data: unknown, conversationIds: ReadonlySet<string>): KeptReply | undefined {
  if (isEqual(queryKey, feedKey)) return { queryKey, data: keepFeed(data as Pages<Post>) }
  if (isEqual(queryKey, listKey)) return { queryKey, data: keepList(data as Page<Conversation>) }
  const id = (queryKey[1] as { id?: string } | undefined)?.id ?? ''
  if (!conversationIds.has(id)) return
  if (isEqual(queryKey, pagesKey(id))) return { queryKey, data: keepMessages(data as Pages<Message>) }
  if (!isEqual(queryKey, shownKey(id))) return
  const { data: conversation, ...reply } = data as { data: Conversation }
  return { queryKey, data: { ...reply, data: withoutVanished(conversation) } }
}

/** The ids of the conversations whose messages are kept. */
export const listKeptConversations = (list: Page<Conversation> | undefined): string[] =>
  (list?.data ?? []).slice(0, maxConversations).map(({ id }) => id)

export const toMessageKeys = (id: string): QueryKey[] => [pagesKey(id), shownKey(id)]

/** What was loaded this short a time ago by the page is not loaded again. */
const freshMs = 10_000

function findFresh<Data>(client: QueryClient, queryKey: QueryKey): Data | undefined {
  const state = client.getQueryState<Data>(queryKey)
  return state && !state.isInvalidated && Date.now() - state.dataUpdatedAt < freshMs ? state.data : undefined
}

/** One conversation again. Undefined if the viewer may not read it any more. */
export async function readConversation(id: string, signal: AbortSignal): Promise<KeptReply[] | undefined> {
  const pages = await unlessRefused(readMessages(id, signal))
  const shown = pages && (await unlessRefused(call(conversationsApi.show, { params: { id }, signal })))
  if (!shown) return
  return [
    { queryKey: pagesKey(id), data: keepMessages(pages) },
    { queryKey: shownKey(id), data: { ...shown, data: withoutVanished(shown.data) } },
  ]
}

/** The latest conversations again. */
export const readList = async (signal: AbortSignal): Promise<KeptReply> => ({
  queryKey: listKey,
  data: keepList(await call(conversationsApi.list, { ...whole, signal })),
})

const readMessages = async (id: string, signal: AbortSignal): Promise<Pages<Message>> => ({
  pages: [await call(messagesApi.list, { params: { id }, query: {}, signal })],
  pageParams: [undefined],
})

/** Reads everything that is kept, one request after the other. Rejects if the connection is lost. */
export async function readPlan(client: QueryClient, zone: string, signal: AbortSignal): Promise<KeptReply[]> {
  const feed = findFresh<Pages<Post>>(client, feedKey) ?? {
    pages: [(await wholeFeed().load({}, signal)) as Page<Post>],
    pageParams: [{}],
  }
  const list =
    findFresh<Page<Conversation>>(client, listKey) ?? (await call(conversationsApi.list, { ...whole, signal }))
  const replies: KeptReply[] = [
    { queryKey: feedKey, data: keepFeed(feed) },
    { queryKey: listKey, data: keepList(list) },
  ]
  for (const conversation of list.data.slice(0, maxConversations)) {
    const pages = await unlessRefused(readMessages(conversation.id, signal))
    if (!pages) continue
    replies.push(
      { queryKey: pagesKey(conversation.id), data: keepMessages(pages) },
      { queryKey: shownKey(conversation.id), data: { success: true, data: withoutVanished(conversation) } },
    )
  }
  return [...replies, ...(await readEvents(zone, signal))]
}

/** Undefined when the server refuses: the viewer may not read it any more. */
const unlessRefused = <Value>(reply: Promise<Value>): Promise<Value | undefined> =>
  reply.catch((error: unknown) => {
    if (isRefused(error)) return undefined
    throw error
  })

/** The events of the next days: as the list, the months of the calendar, the card beside the page, and each as its page. */
async function readEvents(zone: string, signal: AbortSignal): Promise<KeptReply[]> {
  const now = Date.now() / 1000
  const narrow = { filter: 'all', search: '' } as const
  const month = toDayKey(now, zone).slice(0, 7)
  const isNear = (event: Event) => event.end_date > now && event.start_date < now + maxDays * 86_400
  const replies: KeptReply[] = []
  const events = new Map<string, Event>()
  for (const name of [month, addMonths(month, 1)]) {
    const { queryKey } = monthQuery(name, narrow, zone)
    const reply = await call(eventsApi.list, { query: queryKey[2] as { limit: number }, signal })
    const data = reply.data.filter(isNear)
    for (const event of data) events.set(event.id, event)
    replies.push({ queryKey, data: { ...reply, data } })
  }
  const soon = query(eventsApi.upcoming, { query: { limit: 5 } })
  const upcoming = await call(eventsApi.upcoming, { query: { limit: 5 }, signal })
  replies.push({ queryKey: soon.queryKey, data: { ...upcoming, data: upcoming.data.filter(isNear) } })
  const data = [...events.values()].toSorted((one, other) => one.start_date - other.start_date)
  const pagination = { page: 1, limit: data.length, hasMore: false }
  replies.push({
    queryKey: toEventList(narrow).queryKey,
    data: { pages: [{ success: true, data, pagination }], pageParams: [{}] },
  })
  const attended = data.filter(({ user_rsvp }) => user_rsvp === 'attending').slice(0, maxAttendedEvents)
  for (const { id } of attended) {
    const own = await unlessRefused(call(eventsApi.show, { params: { id }, signal }))
    if (own) events.set(id, own.data)
  }
  for (const event of events.values())
    replies.push({
      queryKey: queryKeyFor(eventsApi.show, { params: { id: event.id } }),
      data: { success: true, data: event },
    })
  return replies
}

/** Whether a change of this query concerns the plan at all. A cheap check for every change of the cache. */
export const isInPlan = ([path]: QueryKey): boolean =>
  path === feedPath || path === listKey[0] || path === pagesKey('')[0] || path === shownKey('')[0]
