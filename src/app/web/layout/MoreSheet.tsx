import { Dialog } from '@base-ui/react/dialog'
import { Link } from 'react-router'
import { useMe } from '../../../features/session/web/auth.tsx'
import { BackCloses } from '../../../shared/web/BackCloses.tsx'
import { useRestoreFocus } from '../../../shared/web/focus.ts'
import { useSwipeToDismiss } from '../../../shared/web/swipe.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { SiteFooter } from '../../../shared/web/ui/SiteFooter.tsx'
import { canVisit, moreItems } from './navigation.ts'

/** All pages without a tab, in a sheet that rises from the bottom edge. */
export default function MoreSheet({ onClose }: { onClose: () => void }) {
  const me = useMe()
  useRestoreFocus()
  const swipe = useSwipeToDismiss(onClose)
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dim" />
        <Dialog.Popup
          data-sheet
          {...swipe}
          className="fixed inset-x-0 bottom-0 z-50 mx-auto max-w-lg touch-none animate-[lift_180ms_ease-out] rounded-t-card bg-surface px-3 pt-2 pb-[calc(1rem+env(safe-area-inset-bottom))] shadow-lifted"
        >
          <BackCloses onClose={onClose} />
          <span aria-hidden className="mx-auto mb-2 block h-1 w-10 rounded-full bg-line" />
          <Dialog.Title className="sr-only">More</Dialog.Title>
          <ul className="grid grid-cols-3 gap-1">
            {moreItems
              .filter((place) => canVisit(place, me))
              .map(({ path, label, icon }) => (
                <li key={path}>
                  <Link
                    to={path}
                    onClick={onClose}
                    className="flex h-full min-h-22 flex-col items-center gap-2 rounded-control px-2 pt-4 pb-2 text-center text-small font-medium hover:bg-sunken"
                  >
                    <Icon icon={icon} size={22} className="text-brand" />
                    {label}
                  </Link>
                </li>
              ))}
          </ul>
          <SiteFooter className="mt-1 text-center" onFollow={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
