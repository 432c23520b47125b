import { Popover } from '@base-ui/react/popover'
import { Link } from 'react-router'
import { MarkAllRead } from './MarkAllRead.tsx'
import { NotificationList, type NotificationParts } from './NotificationList.tsx'
import { useNotifications } from './notifications.ts'

type Props = NotificationParts & { anchor: HTMLElement | null; onClose: () => void }

/** The latest notifications below the bell of a desktop. */
export function NotificationsPopover({ anchor, onClose, InvitationAnswer }: Props) {
  const list = useNotifications()
  const hasUnread = list.notifications.some(({ is_read }) => !is_read)
  return (
    <Popover.Root open onOpenChange={(next) => !next && onClose()}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} sideOffset={6} align="end" className="z-50">
          <Popover.Popup
            finalFocus={() => anchor}
            className="flex h-140 max-h-(--available-height) w-95 animate-[fade_120ms_ease-out] flex-col overflow-hidden rounded-card border border-line bg-paper shadow-lifted"
          >
            <div className="flex min-h-14 items-center justify-between gap-2 px-4">
              <Popover.Title className="font-display text-card font-semibold">Notifications</Popover.Title>
              {hasUnread && <MarkAllRead />}
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3">
              <NotificationList list={list} InvitationAnswer={InvitationAnswer} onOpen={onClose} />
            </div>
            <Link
              to="/notifications"
              onClick={onClose}
              className="centered min-h-12 border-t border-line bg-surface font-semibold text-brand -outline-offset-2 hover:underline"
            >
              See all
            </Link>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
