import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryKeyFor } from '../../../shared/web/api.ts'
import { clearDrafts } from '../../../shared/web/draft.ts'
import { claimStorage } from '../../../shared/web/user-storage.ts'
import { conversationsApi, messagesApi } from '../contract.gen.ts'
import type { Message } from '../contract.ts'
import {
  addMessage,
  clearCachedHistory,
  invalidateConversations,
  patchMessage,
  removeMessage,
  useConversations,
} from './conversation-cache.ts'
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
  edited: false,
  system: null,
  created_at: 1000 + seq,
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
  removeMessage(client, 'c', 'm4')
  expect(shown()).toEqual([[3], [1, 2]])
  clearCachedHistory(client, 'c')
  expect(shown()).toEqual([[], []])
})

test('loads the conversation list beyond 100, without duplicates when one moves to the top', async () => {
  const { act, renderHook } = await import('@testing-library/react')
  const names = Array.from({ length: 150 }, (_, index) => `talk ${index}`)
  vi.stubGlobal('fetch', async (address: string) => {
    const page = Number(new URL(address, location.origin).searchParams.get('page') ?? 1)
    const data = names.slice(100 * (page - 1), 100 * page).map((id, index) => ({ id, last_message_at: 9000 - index }))
    const pagination = { page, limit: 100, hasMore: names.length > 100 * page }
    return new Response(JSON.stringify({ success: true, data, unread_count: 0, pagination }))
  })
  client.clear()
  const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client }, children)
  const { result, unmount } = renderHook(() => useConversations(), { wrapper })
  const ids = () => result.current.conversations.map(({ id }) => id)
  await vi.waitFor(() => expect(ids()).toEqual(names.slice(0, 100)))
  expect(result.current.hasNextPage).toBe(true)
  act(() => result.current.fetchNextPage())
  await vi.waitFor(() => expect(ids()).toEqual(names))
  expect(result.current.hasNextPage).toBe(false)

  names.unshift(...names.splice(120, 1))
  act(() => void invalidateConversations(client))
  await vi.waitFor(() => expect(ids()).toEqual(names))
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

test('keeps a failed message with its text and idempotency key across a reload, until it is sent again', async () => {
  const keys: (string | undefined)[] = []
  let works = false
  const fetch = vi.fn(async (_url: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['idempotency-key'])
    if (!works) throw new TypeError('offline')
    return new Response(JSON.stringify({ success: true, data: message(5, { content: 'Hello' }) }), { status: 201 })
  })
  vi.stubGlobal('fetch', fetch)
  const { act, renderHook } = await import('@testing-library/react')
  claimStorage('ada')
  const first = await import('./outbox.ts')
  const { result } = renderHook(() => first.usePending('ada', 'c'))
  act(() => first.send(client, { by: 'ada', conversation: 'c', content: 'Hello' }))
  expect(result.current).toMatchObject([{ content: 'Hello', state: 'sending' }])
  await vi.waitFor(() => expect(result.current).toMatchObject([{ content: 'Hello', state: 'failed' }]))
  expect(renderHook(() => first.usePending('eve', 'c')).result.current).toEqual([])

  vi.resetModules()
  ;(await import('../../../shared/web/user-storage.ts')).claimStorage('ada')
  const again = await import('./outbox.ts')
  const { result: restored } = renderHook(() => again.usePending('ada', 'c'))
  act(() => again.resume(client, 'ada')) // failed messages are not retried automatically
  expect(keys).toHaveLength(1)
  const [item] = restored.current
  if (!item) throw new Error('The message was lost')
  works = true
  act(() => again.retry(client, item))
  await vi.waitFor(() => expect(restored.current).toEqual([]))
  expect(new Set(keys)).toEqual(new Set([item.key]))
  expect(keys).toHaveLength(2)
  expect(shown()).toEqual([
    [3, 4, 5],
    [1, 2],
  ])
})

test('resends a message that was interrupted by leaving the page, with the same idempotency key', async () => {
  const item = { key: 'k', by: 'ada', conversation: 'c', content: 'Hello', state: 'sending', created_at: 1 }
  sessionStorage.setItem('quad draft ada outbox', JSON.stringify([item, { ...item, key: 'other', by: 'eve' }]))
  const keys: (string | undefined)[] = []
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['idempotency-key'])
    return new Response(JSON.stringify({ success: true, data: message(5) }), { status: 201 })
  })
  vi.resetModules()
  ;(await import('../../../shared/web/user-storage.ts')).claimStorage('ada')
  const { resume } = await import('./outbox.ts')
  resume(client, 'ada')
  resume(client, 'ada')
  await vi.waitFor(() =>
    expect(shown()).toEqual([
      [3, 4, 5],
      [1, 2],
    ]),
  )
  expect(keys).toEqual(['k'])
  expect(sessionStorage.getItem('quad draft ada outbox')).not.toContain('"k"')
})
