import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useUnread } from '../../../features/messages/web/unread.ts'
import { notificationsApi } from '../../../features/notifications/contract.gen.ts'
import { isTurnedOn } from '../../../features/push/web/turned-on.ts'
import { useVisibleReports } from '../../../features/push/web/visible-reports.ts'
import { useMe } from '../../../features/session/web/auth.tsx'
import { query } from '../../../shared/web/api.ts'
import { createCodeLoader } from '../../../shared/web/code-loader.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useLiveEvent } from '../../../shared/web/live.ts'

const OptInSheet = lazyPart(() => import('../../../features/push/web/OptInSheet.tsx'))

/** Loaded only for those who turned push on, or may be offered it. */
const loadDevice = createCodeLoader(() => import('../../../features/push/web/device.ts'))

const closeNotifications = async (isRead: (tag: string) => boolean) => (await loadDevice()).closeNotifications(isRead)

const isOfMessages = (tag: string) => tag.startsWith('/messages/')

/** What failed here is tried again at the next start or event. */
const ignore = () => {}

/** Keeps this device subscribed and its notifications consistent with what was read, and offers push once. */
export default function PushKeeper({ offers }: { offers: number }) {
  const { receives_push: receivesPush } = useMe()
  const [isOffering, setIsOffering] = useState(false)
  const notifications = useQuery(query(notificationsApi.count, { later: true })).data?.data.unread
  const messages = useUnread()
  useVisibleReports(receivesPush)

  useEffect(() => {
    if (isTurnedOn())
      void loadDevice()
        .then((device) => device.keepPushOn(), ignore)
        .catch(ignore)
  }, [])

  useEffect(() => {
    if (!receivesPush) return
    void loadDevice().then((device) => device.showBadge((notifications ?? 0) + messages), ignore)
    if (notifications === 0) void closeNotifications((tag) => !isOfMessages(tag)).catch(ignore)
  }, [receivesPush, notifications, messages])

  useLiveEvent('unread', ({ conversation_id, unread_count }) => {
    if (receivesPush && unread_count === 0)
      void closeNotifications((tag) => tag === `/messages/${conversation_id}`).catch(ignore)
  })

  useEffect(() => {
    if (offers === 0) return
    void loadDevice()
      .then((device) => device.canOffer())
      .then((can) => can && setIsOffering(true), ignore)
  }, [offers])

  if (!isOffering) return null
  return (
    <Suspense>
      <OptInSheet onClose={() => setIsOffering(false)} />
    </Suspense>
  )
}
