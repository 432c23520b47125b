import { Bell as BellIcon } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { CountBadge } from '../../../shared/web/ui/CountBadge.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { useUnreadNotifications } from './notifications.ts'

/** A link to the notifications with the unread count. */
export function Bell() {
  const unread = useUnreadNotifications()
  const count = unread > 99 ? '99+' : unread
  const isHere = useLocation().pathname === '/notifications'
  return (
    <Link
      to="/notifications"
      aria-label={unread > 0 ? `Notifications, ${count} unread` : 'Notifications'}
      {...(isHere ? { 'aria-current': 'page' as const } : {})}
      className="relative inline-flex size-[min(2.75rem,12vw)] shrink-0 items-center justify-center rounded-full text-soft transition-colors duration-150 hover:bg-sunken hover:text-ink aria-[current]:text-brand"
    >
      <Icon icon={BellIcon} size={22} />
      {unread > 0 && <CountBadge count={unread} className="absolute top-1 left-1/2" />}
    </Link>
  )
}
