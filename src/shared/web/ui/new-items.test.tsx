import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePages } from '../data/infinite-list.ts'
import { NewItems } from './NewItems.tsx'

type Page = { data: { id: string }[]; has_more: boolean }
const toPage = (ids: string, hasMore = false): Page => ({ data: [...ids].map((id) => ({ id })), has_more: hasMore })

let client: QueryClient
let served: Page
const load = vi.fn(async () => served)
const list = { queryKey: ['/list'], load }

const shown = () => screen.getByRole('list').textContent
function List() {
  const { items } = usePages(list)
  return <ul>{items.map(({ id }) => id)}</ul>
}

/** Returns to a list that was read a number of seconds ago. */
function comeBack({ after, cached }: { after: number; cached: Page }) {
  const data = { pages: [cached], pageParams: [{}] }
  client.setQueryData(list.queryKey, data, { updatedAt: Date.now() - after * 1000 })
  render(
    <QueryClientProvider client={client}>
      <NewItems list={list} noun="new event" problem="Failed to load events" />
      <List />
    </QueryClientProvider>,
  )
}

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { staleTime: 300_000, retry: false } } })
  load.mockClear()
  vi.stubGlobal('scrollTo', vi.fn())
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('counts what was added while the user was away, and shows it when it is pressed', async () => {
  served = toPage('xyab')
  comeBack({ after: 20, cached: toPage('abc') })
  const button = await screen.findByRole('button', { name: '2 new events' })
  expect(shown()).toBe('abc')
  fireEvent.click(button)
  await waitFor(() => expect(shown()).toBe('xyab'))
  expect(screen.queryByRole('button')).toBeNull()
  expect(scrollTo).toHaveBeenCalledWith(0, 0)
})

test('does not count what has moved up from the next page', async () => {
  served = toPage('abd', true)
  comeBack({ after: 20, cached: toPage('abc', true) })
  await waitFor(() => expect(load).toHaveBeenCalledOnce())
  await act(async () => {})
  expect(screen.queryByRole('button')).toBeNull()
})

test('reads nothing when the list is a few seconds old', async () => {
  served = toPage('xab')
  comeBack({ after: 5, cached: toPage('ab') })
  await act(async () => {})
  expect(load).not.toHaveBeenCalled()
})

test('looks again when the user returns to the tab', async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
  served = toPage('xab')
  comeBack({ after: 0, cached: toPage('ab') })
  vi.setSystemTime(Date.now() + 60_000)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByRole('button', { name: '1 new event' })).toBeTruthy()
  vi.useRealTimers()
})
