import { onlineManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { checkSession, useAuth, useMe } from '../../../features/session/web/auth.tsx'
import { invalidateAll } from '../../../shared/web/api.ts'
import { createCodeLoader } from '../../../shared/web/code-loader.ts'
import { offlineSince, setOfflineSince, useOfflineSince } from '../../../shared/web/connection.ts'
import { ApiError } from '../../../shared/web/data/errors.ts'
import { useLiveEvent, useStreamGap } from '../../../shared/web/live.ts'
import { useKeptOffline } from '../../../shared/web/offline-choice.ts'
import { noteContact } from '../../../shared/web/user-storage.ts'
import type { Keeping } from './keep.ts'

const loadKeep = createCodeLoader(() => import('./keep.ts'))
const loadStart = createCodeLoader(() => import('../../../shared/web/offline-start.ts'))
/** What could not be loaded is loaded by the next page or event. */
const ignore = () => {}

/** Says when the server cannot be reached, and keeps content on this device if the user wants it. */
export default function OfflineKeeper() {
  const client = useQueryClient()
  const { hold } = useAuth()
  const me = useMe()
  const since = useOfflineSince()
  const isOffline = since !== undefined
  const isKept = useKeptOffline()
  const keeping = useRef<Keeping>(undefined)
  const startedOffline = useRef(isOffline)

  const comeBack = useEffectEvent(async () => {
    if (offlineSince() === undefined) return
    hold(await checkSession())
    onlineManager.setOnline(true)
    setOfflineSince(undefined)
    // The event stream continues where it ended, but it knows nothing of the time before this page.
    if (startedOffline.current) await invalidateAll(client)
    startedOffline.current = false
  })
  const lose = useEffectEvent(() => {
    if (offlineSince() !== undefined) return
    setOfflineSince(Date.now())
    if (isKept) void loadStart().then((start) => start.restoreKept(client, me.id), ignore)
  })
  useEffect(() => {
    const onLost = () => lose()
    const onBack = () => void comeBack().catch(ignore)
    if (!navigator.onLine) onLost()
    addEventListener('offline', onLost)
    addEventListener('online', onBack)
    return () => {
      removeEventListener('offline', onLost)
      removeEventListener('online', onBack)
    }
  }, [])
  useLiveEvent('reconnect', (body) => {
    if ('resumed' in body) void comeBack().catch(ignore)
  })
  useEffect(() => (isOffline ? failPaused(client) : undefined), [client, isOffline])

  useEffect(() => {
    if (!isKept || isOffline) return
    let isOver = false
    void loadStart().catch(ignore) // before the connection is lost
    void loadKeep().then(({ startKeeping }) => {
      if (!isOver) keeping.current = startKeeping(client, me)
    }, ignore)
    return () => {
      isOver = true
      keeping.current?.stop()
      keeping.current = undefined
    }
  }, [client, me, isKept, isOffline])
  useStreamGap(() => keeping.current?.readAll())
  const follow = ({ conversation_id }: { conversation_id: string }) =>
    keeping.current?.readConversation(conversation_id)
  useLiveEvent('message.created', follow)
  useLiveEvent('message.updated', follow)
  useLiveEvent('message.deleted', follow)

  useEffect(() => {
    const note = () => document.visibilityState === 'hidden' && offlineSince() === undefined && noteContact()
    document.addEventListener('visibilitychange', note)
    return () => document.removeEventListener('visibilitychange', note)
  }, [])

  return (
    <p role="status" className={place}>
      {isOffline && <OfflineBar since={since} />}
    </p>
  )
}

const time: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' }

/** '16:20', or with the date if that is another day. */
function formatState(since: number): string {
  const date = new Date(since)
  const isToday = date.toDateString() === new Date().toDateString()
  return date.toLocaleString(undefined, isToday ? time : { ...time, day: 'numeric', month: 'short' })
}

/** Above the bottom bar of a phone, below the header of its chat, beside the page on a desktop. */
const place =
  'pointer-events-none fixed bottom-[calc(4.5rem+env(safe-area-inset-bottom))] left-4 z-20 max-w-[calc(100vw-6rem)] max-desk:[body:has([data-create])_&]:bottom-[calc(9rem+env(safe-area-inset-bottom))] desk:bottom-4 desk:left-6 max-desk:[body:has([data-chat])_&]:top-[calc(4rem+env(safe-area-inset-top))] max-desk:[body:has([data-chat])_&]:bottom-auto'

const OfflineBar = ({ since }: { since: number }) => (
  <span className="block rounded-card bg-ink px-4 py-2 text-small font-medium text-surface shadow-lifted">
    Offline. You see the state of {formatState(since)}.
  </span>
)

/**
 * While the page is offline, a read that waits for the connection fails instead, so that its page says so and offers to
 * try again. It is repeated when the connection returns.
 */
function failPaused(client: QueryClient): () => void {
  const cache = client.getQueryCache()
  type Query = ReturnType<typeof cache.getAll>[number]
  const fail = async (query: Query) => {
    const { fetchStatus, data } = query.state
    if (fetchStatus !== 'paused' || data !== undefined) return
    await query.cancel({ silent: true })
    query.setState({ ...query.state, status: 'error', error: new ApiError(0, {}), fetchStatus: 'idle' })
  }
  for (const query of cache.getAll()) void fail(query)
  return cache.subscribe(({ type, query }) => {
    if (type === 'updated') queueMicrotask(() => void fail(query))
  })
}
