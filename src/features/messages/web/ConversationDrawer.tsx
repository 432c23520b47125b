import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide'
import { BackCloses } from '../../../shared/web/BackCloses.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { Sidebar } from './Sidebar.tsx'

/** On a phone, the conversation list as a drawer over an open conversation. */
export default function ConversationDrawer({ chosen, onClose }: { chosen: string; onClose: () => void }) {
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dim" />
        <Dialog.Popup className="fixed inset-y-0 left-0 z-50 flex w-84 max-w-[88vw] animate-[slide_180ms_ease-out] flex-col bg-surface pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] shadow-lifted">
          <BackCloses onClose={onClose} />
          <header className="flex items-center justify-between pt-2 pr-2 pl-4">
            <Dialog.Title className="font-display text-card font-semibold">All conversations</Dialog.Title>
            <Dialog.Close
              render={
                <IconButton label="Close">
                  <Icon icon={X} />
                </IconButton>
              }
            />
          </header>
          <Sidebar chosen={chosen} onChosen={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
