import { Link } from 'react-router'
import { Button, buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { LoadMore } from '../../../shared/web/ui/LoadMore.tsx'
import { Page } from '../../../shared/web/ui/Page.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { NotificationRow } from './NotificationRow.tsx'
import { useMarkRead, useNotifications } from './notifications.ts'

export default function NotificationsPage() {
  const list = useNotifications()
  const mark = useMarkRead()
  const hasUnread = list.notifications.some(({ is_read }) => !is_read)
  return (
    <Page
      title="Notifications"
      action={
        hasUnread && (
          <Button onClick={() => mark.mutate(undefined)} pendingLabel={mark.isPending && 'Marking...'}>
            Mark all as read
          </Button>
        )
      }
    >
      {list.isPending && (
        <div className="card space-y-4 px-4.5 py-4.5">
          {[1, 2, 3, 4].map((n) => (
            <Skeleton key={n} className="h-12" />
          ))}
        </div>
      )}
      {list.isError && (
        <ErrorState
          text="We couldn’t load your notifications."
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isSuccess && list.notifications.length === 0 && (
        <EmptyState
          illustration={<LawnIllustration />}
          title="You’re all caught up"
          text="Comments, likes, replies and invites will show up here."
          action={
            <Link to="/settings#notifications" className={buttonClassName('secondary')}>
              Notification settings
            </Link>
          }
        />
      )}
      {list.notifications.length > 0 && (
        <ul className="card divide-y divide-line overflow-hidden">
          {list.notifications.map((notification) => (
            <li key={notification.id}>
              <NotificationRow
                notification={notification}
                onOpen={() => !notification.is_read && mark.mutate(notification.id)}
              />
            </li>
          ))}
        </ul>
      )}
      <LoadMore label="Load more" list={list} />
    </Page>
  )
}
