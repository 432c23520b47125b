import { Dialog } from '@base-ui/react/dialog'
import { CloudOff, Settings, X } from 'lucide'
import { Link } from 'react-router'
import { useMe } from '../../../features/session/web/auth.tsx'
import { BackCloses } from '../../../shared/web/BackCloses.tsx'
import { useRestoreFocus } from '../../../shared/web/focus.ts'
import { site } from '../../../shared/web/site.ts'
import { useSwipeToDismiss } from '../../../shared/web/swipe.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { Logo } from '../../../shared/web/ui/Logo.tsx'
import { useUnsentCount } from '../../../shared/web/unsent.ts'
import { Places } from './LeftRail.tsx'
import type { NavItem } from './navigation.ts'
import { PlaceLink } from './PlaceLink.tsx'

const notSent = { path: '/not-sent', icon: CloudOff, key: '' }
const settings: NavItem = { path: '/settings', label: 'Settings', icon: Settings, key: '' }

/** The navigation of narrow screens, sliding in from the side. */
export default function Drawer({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const unsent = useUnsentCount()
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
          <BackCloses onClose={onClose} />
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <div className="flex items-center gap-2">
            <Link
              to="/dashboard"
              onClick={onClose}
              className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 rounded-control px-1 font-display text-[1.375rem] font-semibold tracking-tight"
            >
              <Logo />
              {site.productName}
            </Link>
            <Dialog.Close
              render={
                <IconButton label="Close menu">
                  <Icon icon={X} />
                </IconButton>
              }
            />
          </div>
          <Link
            to="/profile"
            onClick={onClose}
            className="mb-3 flex items-center gap-3 rounded-control border-b border-line px-1 py-3"
          >
            <Avatar person={me} />
            <span className="min-w-0">
              <span className="block font-semibold">{me.name}</span>
              <span className="block text-small text-soft">{me.school}</span>
            </span>
          </Link>
          <nav aria-label="Main">
            <Places onFollow={onClose}>
              {unsent > 0 && <PlaceLink place={{ ...notSent, label: `Not sent yet (${unsent})` }} onFollow={onClose} />}
              <PlaceLink place={settings} onFollow={onClose} />
            </Places>
          </nav>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
