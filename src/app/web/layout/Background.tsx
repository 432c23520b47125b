import { Suspense, useEffect, useState } from 'react'
import MessageSync from '../../../features/messages/web/message-sync.ts'
import { useNewPostEvents } from '../../../features/posts/web/new-posts.ts'
import { onPushOffer } from '../../../features/push/web/offer.ts'
import { isTurnedOn } from '../../../features/push/web/turned-on.ts'
import { useMe } from '../../../features/session/web/auth.tsx'
import { offlineSince } from '../../../shared/web/connection.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useKeptOffline } from '../../../shared/web/offline-choice.ts'
import { onUnsentChange } from '../../../shared/web/unsent.ts'
import { hasDatabase } from '../../../shared/web/user-storage.ts'
import { startsListening } from './event-stream.ts'
import { PullToRefresh } from './PullToRefresh.tsx'
import { useSlidingBars } from './sliding-bars.ts'

const none = () => null
const IdleSignOut = lazyPart(() => import('./IdleSignOut.tsx'), none)
const OutboxKeeper = lazyPart(() => import('./OutboxKeeper.tsx'), none)
const PushKeeper = lazyPart(() => import('./PushKeeper.tsx'), none)
const OfflineKeeper = lazyPart(() => import('../offline/OfflineKeeper.tsx'), none)

/** True from the first action of the user, and immediately where something may be unsent. */
function useOutboxNeed(userId: string): boolean {
  const [isNeeded, setIsNeeded] = useState(false)
  useEffect(() => {
    const need = () => setIsNeeded(true)
    for (const action of ['pointerdown', 'keydown']) addEventListener(action, need, { once: true })
    const unsubscribe = onUnsentChange(need) // a file was dropped, without a press
    void hasDatabase(userId).then((has) => has && need())
    return unsubscribe
  }, [userId])
  return isNeeded
}

/** What works beside every page and is not needed for its first paint: one piece of code. The event stream waits for it. */
export default function Background({ userId }: { userId: string }) {
  const { is_shared: isShared, receives_push: receivesPush } = useMe()
  const [pushOffers, setPushOffers] = useState(0)
  useEffect(() => onPushOffer(() => setPushOffers((count) => count + 1)), [])
  const isNeeded = useOutboxNeed(userId)
  const isKept = useKeptOffline()
  const [startedOffline] = useState(() => offlineSince() !== undefined)
  useSlidingBars()
  useNewPostEvents()
  useEffect(startsListening, []) // after the effects above and those of the components below
  return (
    <>
      <MessageSync userId={userId} />
      <Suspense>{isShared && <IdleSignOut />}</Suspense>
      <Suspense>{isNeeded && <OutboxKeeper />}</Suspense>
      <Suspense>{(receivesPush || pushOffers > 0 || isTurnedOn()) && <PushKeeper offers={pushOffers} />}</Suspense>
      <Suspense>{(isNeeded || isKept || startedOffline) && <OfflineKeeper />}</Suspense>
      <PullToRefresh />
    </>
  )
}
