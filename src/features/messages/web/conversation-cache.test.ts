import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryKeyFor } from '../../../shared/web/api.ts'
import { clearDrafts } from '../../../shared/web/draft.ts'

import { messagesApi } from '../contract.gen.ts'
import type { Message } from '../contract.ts'
import { conversationsApi } from '../conversation-contract.gen.ts'
import { pinsApi } from '../pin-contract.gen.ts'
import {
  addMessage,
  invalidateConversations,
  patchMessage,
  patchPinned,
  patchReaction,
  patchRead,
  removeMessage,
} from './conversation-cache.ts'
import { clearCachedHistory, useConversations, useMessages } from './conversation-queries.ts'
import { formatDay, isSameMessageGroup } from './message-time.ts'

const author = { id: 'grace', name: 'Grace', avatar_url: null, avatar: null }
const message = (seq: number, values: Partial<Message> = {}): Message => ({
  id: `m${seq}`,
  conversation_id: 'c',
  seq,
  sender_id: 'grace',
  sender: author,
  content: String(seq),
  type: 'text',
  image_url: null,
  file_url: null,
  image: null,
  pictures: [],
  attachments: [],
  voice: null,
  reply_to: null,
  share: null,
  reactions: [],
  edited: false,
  edited_at: null,
  pinned: false,
  vanishes_at: null,
  mentions: [],
  system: null,
  created_at: 1000 + seq,
  revision: 0,
  can: { edit: false, delete: false, report: true },
  ...values,
})
const pagesKey = queryKeyFor(messagesApi.list, { params: { id: 'c' } })
const listKey = queryKeyFor(conversationsApi.list, { query: { limit: 100 } })
let client: QueryClient
const shown = () =>
  client.getQueryData<{ pages: { data: Message[] }[] }>(pagesKey)?.pages.map(({ data }) => data.map(({ seq }) => seq))
const listed = () => client.getQueryData<{ data: { id: string; unread_count: number }[] }>(listKey)?.data

beforeEach(() => {
  client = new QueryClient()
  const page = (data: Message[]) => ({ success: true, data, pagination: { limit: 2, hasMore: true } })
  client.setQueryData(pagesKey, {
    pages: [page([message(3), message(4)]), page([message(1), message(2)])],
    pageParams: [],
  })
  const conversation = (id: string, last_message_at: number) => ({
    id,
    last_message_at,
    last_message: null,
    unread_count: 0,
    participant_users: [],
  })
  client.setQueryData(listKey, { data: [conversation('other', 5000), conversation('c', 1004)], unread_count: 0 })
})
afterEach(() => {
  vi.unstubAllGlobals()
  clearDrafts()
})

test('appends a new message to the latest page once, and moves its conversation to the top', () => {
  addMessage(client, message(6, { created_at: 6000 }), true)
  addMessage(client, message(5), true)
  addMessage(client, message(6, { created_at: 6000 }), false)
  expect(shown()).toEqual([
    [3, 4, 5, 6],
    [1, 2],
  ])
  expect(listed()).toMatchObject([{ id: 'c', unread_count: 2, last_message: { id: 'm6' } }, { id: 'other' }])
})

test('applies edits and deletions to every cached page', () => {
  patchMessage(client, message(1, { content: 'Changed' }))
  removeMessage(client, { conversation_id: 'c', message_id: 'm4', revision: 1 })
  expect(shown()).toEqual([[3], [1, 2]])
  clearCachedHistory(client, 'c')
  expect(shown()).toEqual([[], []])
})

test('loads the conversation list beyond 100, without duplicates when one moves to the top', async () => {
  const { act, renderHook } = await import('@testing-library/react')
  const names = Array.from({ length: 150 }, (_, index) => `talk ${index}`)
  vi.stubGlobal('fetch', async (address: string) => {
    const page = Number(new URL(address, location.origin).searchParams.get('page') ?? 1)
    const data = names.slice(100 * (page - 1), 100 * page).map((id, index) => ({
      id,
      last_message_at: 9000 - index,
      last_message: null,
      participant_users: [],
    }))
    const pagination = { page, limit: 100, hasMore: names.length > 100 * page }
    return new Response(JSON.stringify({ success: true, data, unread_count: 0, pagination }))
  })
  client.clear()
  const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client }, children)
  const { result, unmount } = renderHook(() => useConversations(), { wrapper })
  const ids = () => result.current.conversations.map(({ id }) => id)
  await expect.poll(() => ids()).toEqual(names.slice(0, 100))
  expect(result.current.hasNextPage).toBe(true)
  act(() => result.current.fetchNextPage())
  await expect.poll(() => ids()).toEqual(names)
  expect(result.current.hasNextPage).toBe(false)

  names.unshift(...names.splice(120, 1))
  act(() => void invalidateConversations(client))
  await expect.poll(() => ids()).toEqual(names)
  unmount()
})

test('the list of pins follows edits, and loses a deleted message', () => {
  const key = queryKeyFor(pinsApi.list, { params: { id: 'c' } })
  client.setQueryData(key, { success: true, data: [message(1), message(2)] })
  patchMessage(client, message(1, { content: 'Changed', revision: 1 }))
  removeMessage(client, { conversation_id: 'c', message_id: 'm2', revision: 1 })
  expect(client.getQueryData<{ data: Message[] }>(key)?.data).toMatchObject([{ id: 'm1', content: 'Changed' }])
})

test('a page that was read before events, and arrives after them, does not undo them', async () => {
  const { act, renderHook } = await import('@testing-library/react')
  client.clear()
  const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client }, children)
  const waiting: ((data: Message[]) => void)[] = []
  vi.stubGlobal('fetch', async () => {
    const data = await new Promise<Message[]>((resolve) => void waiting.push(resolve))
    return new Response(JSON.stringify({ success: true, data, pagination: { limit: 50, hasMore: false } }))
  })
  const answer = async () => {
    await expect.poll(() => waiting.length).toBe(1)
    waiting.pop()?.([message(1), message(2), message(3, { content: 'Edited before', revision: 1 })])
  }
  const { result, unmount } = renderHook(() => useMessages('c'), { wrapper })
  const ids = { conversation_id: 'c' }
  const receive = () => {
    patchMessage(client, message(1, { content: 'Edited', revision: 2 }))
    patchReaction(client, { ...ids, message_id: 'm1', emoji: '👍', count: 1, revision: 1 })
    patchPinned(client, { ...ids, message_id: 'm1', pinned: true, revision: 3 })
    patchMessage(client, message(3, { content: 'Late', revision: 0 }))
    removeMessage(client, { ...ids, message_id: 'm2', revision: 1 })
    addMessage(client, message(2), true)
  }
  const expected = [
    { content: 'Edited', pinned: true, reactions: [{ emoji: '👍', count: 1, mine: false }] },
    { id: 'm3', content: 'Edited before' },
  ]
  act(receive)
  await answer()
  await expect.poll(() => result.current.messages).toMatchObject(expected)
  for (let round = 0; round < 2; round++) {
    act(() => void result.current.refetch())
    await answer()
    await expect.poll(() => result.current.isFetching).toBe(false)
    expect(result.current.messages).toMatchObject(expected)
    expect(result.current.messages).toHaveLength(2)
  }
  unmount()
})

test('the list keeps the newest text of a last message, in whatever order its edits arrive', async () => {
  const { renderHook } = await import('@testing-library/react')
  client.clear()
  const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client }, children)
  vi.stubGlobal('fetch', async () => {
    patchMessage(client, message(1, { content: 'Second', revision: 2 }))
    patchMessage(client, message(1, { content: 'First', revision: 1 }))
    const data = [{ id: 'c', last_message_at: 1001, last_message: message(1), unread_count: 0, participant_users: [] }]
    const pagination = { page: 1, limit: 100, hasMore: false }
    return new Response(JSON.stringify({ success: true, data, unread_count: 0, pagination }))
  })
  const { result, unmount } = renderHook(() => useConversations(), { wrapper })
  await expect.poll(() => result.current.conversations[0]?.last_message?.content).toBe('Second')
  patchMessage(client, message(1, { content: 'Third', revision: 3 }))
  patchMessage(client, message(1, { content: 'Second', revision: 2 }))
  await expect.poll(() => result.current.conversations[0]?.last_message?.content).toBe('Third')
  unmount()
})

/** Renders a hook whose requests are replied with what `read` gave when they were sent, once `complete` is called. */
async function renderSlowly<Shown extends { fetchStatus: string }>(hook: () => Shown, read: () => object) {
  const { act, renderHook } = await import('@testing-library/react')
  client.clear()
  const waiting: (() => void)[] = []
  vi.stubGlobal('fetch', async () => {
    const reply = JSON.stringify(read())
    await new Promise<void>((resolve) => void waiting.push(resolve))
    return new Response(reply)
  })
  const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client }, children)
  const { result, unmount } = renderHook(hook, { wrapper })
  return {
    result,
    unmount,
    /** Begins a read, if none has begun, lets events happen before its reply, and waits for that. */
    async read(begin: () => void, events = () => {}) {
      act(begin)
      await expect.poll(() => [waiting.length, result.current.fetchStatus]).toEqual([1, 'fetching'])
      act(events)
      waiting.pop()?.()
      await expect.poll(() => result.current.fetchStatus).toBe('idle')
    },
  }
}

test('a message that comes while pages are read stays in them, until it is deleted', async () => {
  let data = [message(3), message(4)]
  const reply = () => ({ success: true, data, pagination: { limit: 2, hasMore: true } })
  const { result, unmount, read } = await renderSlowly(() => useMessages('c'), reply)
  const shows = (seqs: number[]) => expect(result.current.messages.map(({ seq }) => seq)).toEqual(seqs)
  const readAgain = () => void result.current.refetch()
  const add = (seq: number) => addMessage(client, message(seq), false)

  await read(
    () => {},
    () => add(5), // before there is a page
  )
  shows([3, 4, 5])

  data = [message(4), message(5)]
  await read(readAgain, () => {
    add(7)
    add(6)
  })
  shows([4, 5, 6, 7])

  data = [message(2), message(3)]
  await read(
    () => void result.current.fetchNextPage(),
    () => add(8), // the latest page is not read again
  )
  shows([2, 3, 4, 5, 6, 7, 8])
  removeMessage(client, { conversation_id: 'c', message_id: 'm8', revision: 1 })
  await expect.poll(() => result.current.messages.at(-1)?.seq).toBe(7)
  unmount()
})

test('a message that a later read lacks is gone, as is a history that is cleared', async () => {
  let data = [message(1), message(2)]
  const reply = () => ({ success: true, data, pagination: { limit: 50, hasMore: true } })
  const { result, unmount, read } = await renderSlowly(() => useMessages('c'), reply)
  const readAgain = () => void result.current.refetch()
  await read(
    () => {},
    () => addMessage(client, message(3), false),
  )
  expect(result.current.messages).toHaveLength(3)
  await read(readAgain) // it was deleted, without an event
  expect(result.current.messages).toHaveLength(2)
  data = [message(0)]
  await read(() => void result.current.fetchNextPage()) // with the latest page from the cache
  expect(result.current.messages.map(({ seq }) => seq)).toEqual([0, 1, 2])
  data = []
  await read(readAgain, () => {
    addMessage(client, message(4), false)
    clearCachedHistory(client, 'c')
  })
  expect(result.current.messages).toEqual([])
  unmount()
})

test('a message that comes while the list is read keeps its conversation on top, and reading is not undone', async () => {
  const toItem = (id: string, seq: number) => ({
    id,
    last_message_at: 1000 + seq,
    last_message: message(seq, { conversation_id: id }),
    unread_count: 0,
    participant_users: [{ id: 'grace', read_seq: 1 }],
  })
  const data = [toItem('other', 9), toItem('c', 2)]
  const pagination = { page: 1, limit: 100, hasMore: false }
  const reply = () => ({ success: true, data, unread_count: 0, pagination })
  const { result, unmount, read } = await renderSlowly(() => useConversations(), reply)
  await read(() => {})
  expect(result.current.conversations.map(({ id }) => id)).toEqual(['other', 'c'])

  const readAgain = () => void client.refetchQueries({ queryKey: listKey })
  await read(readAgain, () => {
    addMessage(client, message(10), true)
    patchRead(client, 'c', 'grace', 3)
  })
  expect(result.current.conversations).toMatchObject([
    { id: 'c', last_message: { seq: 10 }, unread_count: 1, participant_users: [{ read_seq: 3 }] },
    { id: 'other' },
  ])

  await read(readAgain) // a later read counts
  expect(result.current.conversations).toMatchObject([
    { id: 'other' },
    { id: 'c', last_message: { seq: 2 }, unread_count: 0, participant_users: [{ read_seq: 1 }] },
  ])
  unmount()
})

test('formats days as Today, Yesterday, a weekday or a date', () => {
  const now = new Date(2026, 10, 21, 12)
  const at = (day: number, hour = 1) => new Date(2026, 10, day, hour).getTime() / 1000
  expect([at(21), at(21, 13), at(20, 23)].map((seconds) => formatDay(seconds, now))).toEqual([
    'Today',
    'Today',
    'Yesterday',
  ])
  expect(formatDay(at(16), now)).toMatch(/^Monday$/)
  expect(formatDay(at(14), now)).toMatch(/14/)
  expect(formatDay(at(14) - 365 * 86_400, now)).toMatch(/2025/)
})

test('groups messages of one sender within five minutes', () => {
  expect(isSameMessageGroup(message(1), message(2))).toBe(true)
  expect(isSameMessageGroup(message(1), message(2, { sender_id: 'ada' }))).toBe(false)
  expect(isSameMessageGroup(message(1), message(2, { created_at: 1400 }))).toBe(false)
})
