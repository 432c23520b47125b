import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prepareFeed, useFeed } from './queries.ts'

const feed = { data: [{ id: 'p', content: 'Who rows?', media: [], media_urls: [] }], pagination: { cursor: null } }
const FeedTexts = () => useFeed({ filter: 'all', search: '' }).posts.map(({ id, content }) => <p key={id}>{content}</p>)

beforeEach(() => history.replaceState(null, '', '/'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  document.head.replaceChildren()
  history.replaceState(null, '', '/')
})

function stubFetch() {
  const fetched = vi.fn(async (_url: string) => Response.json(feed))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

/** Adds what the server writes into the page. `as` comes last: the DOM of the tests would follow the link. */
function addHint() {
  const hint = document.createElement('link')
  hint.setAttribute('href', '/api/posts/feed?filter=all')
  hint.setAttribute('rel', 'preload')
  document.head.append(hint)
  hint.setAttribute('as', 'fetch')
}

test('reads the feed before it is rendered, once', async () => {
  const fetched = stubFetch()
  addHint()
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  await prepareFeed(client)
  render(
    <QueryClientProvider client={client}>
      <FeedTexts />
    </QueryClientProvider>,
  )
  expect(screen.getByText('Who rows?')).toBeTruthy()
  expect(fetched.mock.calls.map(([url]) => url)).toEqual(['/api/posts/feed?filter=all'])
})

test('reads nothing early for a signed-out browser, or for a filtered feed', async () => {
  const fetched = stubFetch()
  await prepareFeed(new QueryClient())
  addHint()
  history.replaceState(null, '', '/dashboard?filter=friends')
  await prepareFeed(new QueryClient())
  expect(fetched).not.toHaveBeenCalled()
})
