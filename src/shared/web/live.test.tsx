import { act, render, renderHook, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { authEvents, call, streamPosition } from './api.ts'
import { lazyPart } from './lazy-part.tsx'
import { startLiveStream, useLiveEvent, usePollingInterval, usePostSubscription, useStreamGap } from './live.ts'

class Source extends EventTarget {
  static readonly CLOSED = 2
  static all: Source[] = []
  readyState = 1
  onerror?: () => void
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    Source.all.push(this)
  }
  close() {
    this.readyState = Source.CLOSED
  }
  say(name: string, body: unknown, id = '1-0') {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(body), lastEventId: id }))
  }
  fail(forGood: boolean) {
    this.readyState = forGood ? Source.CLOSED : 0
    this.onerror?.()
  }
}
const source = () => {
  const last = Source.all.at(-1)
  if (!last) throw new Error('No stream was opened')
  return last
}
const check = vi.fn(async () => {})
let stop = () => {}

/** A page counts as loaded when no call has been under way for 100 ms. */
const loaded = () => vi.advanceTimersByTimeAsync(100)

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Source)
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage() {}
      close() {}
    },
  )
  Source.all = []
  check.mockClear()
  stop = startLiveStream('ada', check)
  await loaded()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const counts = { post_id: 'p', likes_count: 1, comments_count: 0 }

test('calls the newest handler of a subscribed component, until it unmounts', () => {
  const heard: string[] = []
  const { rerender, unmount } = renderHook(({ who }) => useLiveEvent('post.liked', () => heard.push(who)), {
    initialProps: { who: 'first' },
  })
  source().say('post.liked', counts)
  rerender({ who: 'second' })
  source().say('post.liked', counts)
  source().say('post.commented', counts)
  unmount()
  source().say('post.liked', counts)
  expect(heard).toEqual(['first', 'second'])
})

test("a ban emits 'blocked' immediately", () => {
  const out = vi.fn()
  authEvents.addEventListener('blocked', out)
  source().say('blocked', { isBlocked: true })
  authEvents.removeEventListener('blocked', out)
  expect(out).toHaveBeenCalledOnce()
})

test('reports a stream gap only when the stream was not resumed', () => {
  const missed = vi.fn()
  renderHook(() => useStreamGap(missed))
  source().say('reconnect', { resumed: true })
  expect(missed).not.toHaveBeenCalled()
  source().say('reconnect', { resumed: false })
  expect(missed).toHaveBeenCalledOnce()
})

test('code that failed to load while the server was away is loaded when the stream is open again', async () => {
  let isAway = true
  const load = vi.fn(async () => {
    if (isAway) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: () => <p>The part</p> }
  })
  const Part = lazyPart<object, object>(load, () => <p>Not there yet</p>)
  render(
    <Suspense>
      <Part />
    </Suspense>,
  )
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(screen.getByText('Not there yet')).toBeTruthy()
  isAway = false
  await act(async () => source().say('reconnect', { resumed: false }))
  expect(screen.getByText('The part')).toBeTruthy()
  const loads = load.mock.calls.length
  await act(async () => source().say('reconnect', { resumed: true }))
  expect(load).toHaveBeenCalledTimes(loads)
})

test("the first stream resumes from the page's first request", async () => {
  stop()
  streamPosition.lastEventId = undefined
  vi.stubGlobal('fetch', async () => Response.json({}, { headers: { 'last-event-id': '5-0' } }))
  await call('GET /api/me' as never)
  stop = startLiveStream('ada', check)
  await loaded()
  expect(source().url).toContain('after=5-0')
})

test('waits for the first load, and opens one stream for its posts', async () => {
  stop()
  Source.all = []
  const { promise, resolve } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => promise)
  const feed = call('GET /api/posts/feed' as never)
  stop = startLiveStream('ada', check)
  await loaded()
  expect(Source.all).toEqual([])
  resolve(Response.json({}))
  await feed
  const card = renderHook(() => usePostSubscription('one'))
  await loaded()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(Source.all.map(({ url }) => new URL(url, location.href).searchParams.get('posts'))).toEqual(['one'])
  card.unmount()
})

test('opens the stream although a call of the first load does not end', async () => {
  stop()
  Source.all = []
  const { promise, resolve } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => promise)
  const feed = call('GET /api/posts/feed' as never)
  stop = startLiveStream('ada', check)
  await vi.advanceTimersByTimeAsync(5000)
  expect(Source.all).toHaveLength(1)
  resolve(Response.json({}))
  await feed
})

test('leaves a server that shuts down, and resumes at the next one', () => {
  source().say('post.liked', counts, '77-3')
  source().say('reconnect', { wait: 10 })
  expect(source().readyState).toBe(Source.CLOSED)
  vi.advanceTimersByTime(9_000)
  expect(Source.all).toHaveLength(1)
  vi.advanceTimersByTime(3_001)
  expect(Source.all).toHaveLength(2)
  expect(source().url).toContain('after=77-3')
})

test('after a refusal, checks the session, retries with growing delays, and polls meanwhile', async () => {
  const { result } = renderHook(() => usePollingInterval())
  expect(result.current).toBe(false)
  act(() => source().fail(true))
  expect(check).toHaveBeenCalledOnce()
  expect(result.current).toBe(false)
  vi.advanceTimersByTime(3_000)
  act(() => source().fail(true))
  expect(Source.all).toHaveLength(2)
  expect(result.current).toBe(5000)
  vi.advanceTimersByTime(6_000)
  act(() => source().say('reconnect', { resumed: true }))
  expect(result.current).toBe(false)
})

test('leaves a lost connection to the browser, which reconnects', () => {
  source().fail(false)
  vi.advanceTimersByTime(60_000)
  expect(Source.all).toHaveLength(1)
  expect(check).not.toHaveBeenCalled()
})

test('subscribes to new visible posts in one request, and does not reconnect when posts disappear', () => {
  const cards = ['one', 'two'].map((post) => renderHook(() => usePostSubscription(post)))
  vi.advanceTimersByTime(1_499)
  expect(Source.all).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(Source.all).toHaveLength(2)
  expect(source().url).toContain('posts=one%2Ctwo')
  cards[0]?.unmount()
  vi.advanceTimersByTime(10_000)
  expect(Source.all).toHaveLength(2)
  cards[1]?.unmount()
})
