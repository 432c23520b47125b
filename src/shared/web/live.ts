import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { type LiveEventMap, liveEventNames, type TypedLiveEvent } from '../live-events.ts'
import { authEvents, streamPosition } from './api.ts'
import { whenLoaded } from './page-load.ts'

/** Emits all events in this tab, whichever tab of the browser holds the stream. */
const liveEvents = new EventTarget()

/** Calls `handle` with the body of each such event while the component is mounted. */
export function useLiveEvent<N extends TypedLiveEvent>(name: N, handle: (body: LiveEventMap[N]) => void): void {
  const hear = useEffectEvent((event: Event) => handle((event as CustomEvent<LiveEventMap[N]>).detail))
  useEffect(() => {
    const listen = (event: Event) => hear(event)
    liveEvents.addEventListener(name, listen)
    return () => liveEvents.removeEventListener(name, listen)
  }, [name])
}

/** Calls `handle` when events may have been missed, so that the data must be refetched. */
export const useStreamGap = (handle: () => void): void =>
  useLiveEvent('reconnect', (body) => {
    if ('resumed' in body && !body.resumed) handle()
  })

let isDown = false
const downChanged = new Set<() => void>()
const setDown = (next: boolean) => {
  if (isDown === next) return
  isDown = next
  for (const listener of downChanged) listener()
}

/** Polling interval while no stream is available: the `refetchInterval` of live data, or false. */
export function usePollingInterval(milliseconds = 5000): number | false {
  const down = useSyncExternalStore(
    (changed) => {
      downChanged.add(changed)
      return () => void downChanged.delete(changed)
    },
    () => isDown,
  )
  return down && milliseconds
}

/** How many components show each post, here and in the browser's other tabs. */
const subscribedPosts = new Map<string, number>()
const postsOfOtherTabs = new Map<string, readonly string[]>()
const subscriptionsChanged = new EventTarget()

/** Subscribes to the likes and comments of a post while it is shown. */
export function usePostSubscription(post: string): void {
  useEffect(() => {
    subscribedPosts.set(post, (subscribedPosts.get(post) ?? 0) + 1)
    subscriptionsChanged.dispatchEvent(new Event('change'))
    return () => {
      const left = (subscribedPosts.get(post) ?? 1) - 1
      if (left > 0) subscribedPosts.set(post, left)
      else subscribedPosts.delete(post)
      subscriptionsChanged.dispatchEvent(new Event('change'))
    }
  }, [post])
}

/** Shows on the root element whether this tab holds an open stream; in state 'waiting', another tab holds it. */
const setConnectionState = (state: 'waiting' | 'opening' | 'open') => {
  document.documentElement.dataset.live = state
}

/** Messages between tabs. */
type TabMessage =
  | { readonly say: 'event'; readonly name: TypedLiveEvent; readonly body: unknown; readonly id: string }
  | { readonly say: 'down'; readonly down: boolean }
  | { readonly say: 'posts'; readonly tab: string; readonly posts: readonly string[] }
  | { readonly say: 'who' }

/** Maximum number of posts per stream, and the debounce delay after a change of the list. */
const maxPosts = 100
const settleDelayMs = 1500
/** Time after which a slow first load no longer delays the stream. */
const maxFirstLoadMs = 5000
/**
 * Growing delay before a retry after a refusal, and number of failures after which no stream is considered available.
 */
const minRetryDelayMs = 1000
const maxRetryDelayMs = 60_000
const maxFailures = 2

/**
 * Keeps one event stream for all tabs of this browser in which this user is signed in: the tab that gets the lock holds
 * the stream and forwards its events. Returns a function that stops this tab. `check` asks the server who is signed in,
 * and redirects if no user is. The first stream waits for `listeners`, the code that handles events.
 */
export function startLiveStream(
  person: string,
  check: () => Promise<unknown>,
  listeners: Promise<unknown> = Promise.resolve(),
): () => void {
  const tab = crypto.randomUUID()
  const ready = listeners.catch(() => {}) // here, since a tab that never leads would leave a failure unhandled
  const channel = new BroadcastChannel(`quad live ${person}`)
  const over = new AbortController()
  let stream: EventSource | undefined
  let leads = false
  let watched: readonly string[] = []
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let posted: ReturnType<typeof setTimeout> | undefined

  const hear = (name: TypedLiveEvent, body: unknown, id: string) => {
    streamPosition.lastEventId = id
    if (name === 'blocked') authEvents.dispatchEvent(new Event('blocked'))
    liveEvents.dispatchEvent(new CustomEvent(name, { detail: body }))
  }
  const say = (word: TabMessage) => channel.postMessage(word)
  const notifyDown = (down: boolean) => {
    setDown(down)
    say({ say: 'down', down })
  }
  const openIn = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(open, milliseconds)
  }

  const wanted = () =>
    [...new Set([...[...postsOfOtherTabs.values()].flat(), ...subscribedPosts.keys()])].slice(-maxPosts)

  const open = () => {
    stream?.close()
    setConnectionState('opening')
    watched = wanted()
    const search = new URLSearchParams({
      ...(streamPosition.lastEventId ? { after: streamPosition.lastEventId } : {}),
      posts: watched.join(),
    })
    const current = new EventSource(`/api/live?${search}`)
    stream = current
    for (const name of liveEventNames as readonly TypedLiveEvent[]) {
      current.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
        const body = JSON.parse(data)
        if (name === 'reconnect' && 'wait' in body) {
          current.close()
          setConnectionState('opening')
          return openIn(body.wait * 1000 + Math.random() * 2000) // spread out the reconnects
        }
        failures = 0
        notifyDown(false)
        hear(name, body, lastEventId)
        if (name === 'reconnect') setConnectionState('open')
        say({ say: 'event', name, body, id: lastEventId })
      })
    }
    current.onerror = () => {
      if (over.signal.aborted || current !== stream) return
      setConnectionState('opening')
      failures++
      if (failures >= maxFailures) notifyDown(true)
      if (current.readyState !== EventSource.CLOSED) return // the browser reconnects
      void check().catch(() => {})
      openIn(Math.min(minRetryDelayMs * 2 ** failures, maxRetryDelayMs) * (0.5 + Math.random()))
    }
  }

  const postsChanged = () => {
    clearTimeout(posted)
    posted = setTimeout(() => {
      if (!leads) say({ say: 'posts', tab, posts: [...subscribedPosts.keys()] })
      else if (stream && wanted().some((post) => !watched.includes(post))) open()
    }, settleDelayMs)
  }
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.say === 'event') hear(data.name, data.body, data.id)
    if (data.say === 'down') setDown(data.down)
    if (data.say === 'who') postsChanged()
    if (data.say === 'posts' && leads) {
      postsOfOtherTabs.set(data.tab, data.posts)
      postsChanged()
    }
  }
  subscriptionsChanged.addEventListener('change', postsChanged, { signal: over.signal })
  addEventListener('online', () => leads && open(), { signal: over.signal })

  const lead = () => {
    leads = true
    say({ say: 'who' })
    // The stream starts at the event that the page's first reply named, so waiting loses none. Opened before the posts
    // are known, it would have to be opened again for them.
    const waiting = [whenLoaded(maxFirstLoadMs), ready]
    void Promise.all(waiting).then(() => over.signal.aborted || stream || open())
    return new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()))
  }
  setConnectionState('waiting')
  // Without locks (a page that is not served securely) each tab opens a separate stream.
  if (navigator.locks) {
    navigator.locks.request(`quad live ${person}`, { signal: over.signal }, lead).catch(() => {})
  } else void lead()

  return () => {
    over.abort()
    stream?.close()
    delete document.documentElement.dataset.live
    channel.close()
    clearTimeout(timer)
    clearTimeout(posted)
    postsOfOtherTabs.clear()
    setDown(false)
  }
}
