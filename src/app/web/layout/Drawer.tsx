import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { Link } from 'react-router'
import { useMe } from '../../../features/session/web/auth.tsx'
import { useRestoreFocus } from '../../../shared/web/focus.ts'
import { useSwipeToDismiss } from '../../../shared/web/swipe.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { Places } from './LeftRail.tsx'

/** The navigation of narrow screens, sliding in from the side. */
export default function Drawer({ onClose }: { onClose: () => void }) {
  const me = useMe()
  useRestoreFocus()
  const swipe = useSwipeToDismiss(onClose, 'left')
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dim" />
        <Dialog.Popup
          data-sheet
          {...swipe}
          className="fixed inset-y-0 left-0 z-50 flex w-[min(20rem,85vw)] touch-pan-y animate-[slide_180ms_ease-out] flex-col overflow-y-auto bg-surface px-4 pt-[calc(1rem+env(safe-area-inset-top))] pb-[calc(1rem+env(safe-area-inset-bottom))] shadow-lifted"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <div className="flex items-start gap-2 pb-3">
            <Link
              to="/profile"
              onClick={onClose}
              className="flex min-w-0 flex-1 items-center gap-3 rounded-control p-1"
            >
              <Avatar person={me} />
              <span className="min-w-0">
                <span className="block truncate font-semibold">{me.name}</span>
                <span className="block truncate text-small text-soft">{me.school}</span>
              </span>
            </Link>
            <Dialog.Close
              render={
                <IconButton label="Close menu">
                  <Icon icon={X} />
                </IconButton>
              }
            />
          </div>
          <nav aria-label="Main">
            <Places onFollow={onClose} />
          </nav>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
