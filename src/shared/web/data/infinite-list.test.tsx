import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { eventsApi } from '../../../features/events/contract.gen.ts'
import { notificationsApi } from '../../../features/notifications/contract.gen.ts'
import { professorsApi } from '../../../features/professors/contract.gen.ts'
import { useInfiniteList } from './infinite-list.ts'

afterEach(() => vi.unstubAllGlobals())

/** Answers with these pages in turn, and records the requested URLs. */
function serve(pages: readonly object[]) {
  const requested: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url)
    return Response.json(pages[requested.length - 1])
  })
  return requested
}

const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(QueryClientProvider, { client: new QueryClient() }, children)
const items = (...ids: string[]) => ids.map((id) => ({ id }))

type List = {
  readonly items: readonly { readonly id: string }[]
  readonly data: { readonly pages: readonly unknown[] } | undefined
  readonly isSuccess: boolean
  readonly hasNextPage: boolean
  fetchNextPage(): Promise<unknown>
}

async function loadTwoPages(render: () => List) {
  const { result } = renderHook(render, { wrapper })
  await waitFor(() => expect(result.current.isSuccess).toBe(true))
  await result.current.fetchNextPage()
  await waitFor(() => expect(result.current.data?.pages).toHaveLength(2))
  return result.current
}

test('requests the page at the cursor of the previous one, and ends without a cursor', async () => {
  const requested = serve([
    { data: items('a', 'b'), pagination: { cursor: 'next', page: 1, hasMore: true } },
    { data: items('b', 'c'), pagination: { cursor: null, page: 2, hasMore: true } },
  ])
  const list = await loadTwoPages(() => useInfiniteList(notificationsApi.list))
  expect(requested).toEqual(['/api/notifications', '/api/notifications?cursor=next'])
  expect(list.hasNextPage).toBe(false)
  expect(list.items.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

test('requests the next page by number, with the filters of the first', async () => {
  const requested = serve([
    { data: items('a'), pagination: { page: 1, hasMore: true } },
    { data: items('b'), pagination: { page: 2, hasMore: false } },
  ])
  const list = await loadTwoPages(() => useInfiniteList(eventsApi.list, { query: { search: 'tea' } }))
  expect(requested).toEqual(['/api/events?search=tea', '/api/events?search=tea&page=2'])
  expect(list.hasNextPage).toBe(false)
})

test('requests the next page by offset where the reply has no pagination', async () => {
  const requested = serve([
    { data: items('a', 'b'), has_more: true },
    { data: items('c'), has_more: false },
  ])
  const list = await loadTwoPages(() => useInfiniteList(professorsApi.list, { query: { limit: 2 } }))
  expect(requested).toEqual(['/api/professors?limit=2', '/api/professors?limit=2&offset=2'])
  expect(list.hasNextPage).toBe(false)
})
