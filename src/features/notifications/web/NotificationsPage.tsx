import { LoadMore } from '../../../shared/web/ui/LoadMore.tsx'
import { Page } from '../../../shared/web/ui/Page.tsx'
import { MarkAllRead } from './MarkAllRead.tsx'
import { NotificationList, type NotificationParts } from './NotificationList.tsx'
import { useNotifications } from './notifications.ts'

export function NotificationsPage({ InvitationAnswer }: NotificationParts) {
  const list = useNotifications()
  const hasUnread = list.notifications.some(({ is_read }) => !is_read)
  return (
    <Page title="Notifications" action={hasUnread && <MarkAllRead />} barAction={hasUnread && <MarkAllRead isIcon />}>
      <NotificationList list={list} InvitationAnswer={InvitationAnswer} />
      <LoadMore label="Load more" list={list} />
    </Page>
  )
}
