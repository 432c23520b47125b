import { Bell as BellIcon } from 'lucide'
import { type ComponentType, type MouseEvent, Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { CountBadge } from '../../../shared/web/ui/CountBadge.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { useUnreadNotifications } from './notifications.ts'

type Props = {
  /** Shows the notifications in place, on a desktop. */
  Popover?: ComponentType<{ anchor: HTMLElement | null; onClose: () => void }> | undefined
}

/** A link to the notifications with the unread count. */
export function Bell({ Popover }: Props) {
  const unread = useUnreadNotifications()
  const count = unread > 99 ? '99+' : unread
  const isHere = useLocation().pathname === '/notifications'
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const isExpandable = Popover && !isHere
  const [isOpen, setIsOpen] = useState(false)
  const open = (event: MouseEvent) => {
    if (!isExpandable || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setIsOpen(true)
  }
  return (
    <>
      <Link
        ref={setAnchor}
        to="/notifications"
        onClick={open}
        aria-label={unread > 0 ? `Notifications, ${count} unread` : 'Notifications'}
        {...(isHere ? { 'aria-current': 'page' as const } : {})}
        {...(isExpandable ? { 'aria-haspopup': 'dialog' as const, 'aria-expanded': isOpen } : {})}
        className="relative disc size-[min(2.75rem,12vw)] shrink-0 text-soft transition-colors hover:bg-sunken hover:text-ink aria-[current]:text-brand"
      >
        <Icon icon={BellIcon} size={22} />
        {unread > 0 && <CountBadge count={unread} className="absolute top-1 left-1/2" />}
      </Link>
      {isOpen && isExpandable && (
        <Suspense>
          <Popover anchor={anchor} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
