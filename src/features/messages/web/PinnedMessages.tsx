import { useQueryClient } from '@tanstack/react-query'
import { PinOff } from 'lucide'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import type { Conversation } from '../conversation-contract.ts'
import { FoundMessage } from './FoundMessage.tsx'
import { togglePin, usePins } from './pin.ts'

type Props = {
  conversation: Conversation
  /** Shows the message in the conversation. */
  onFind: (id: string) => void
  onClose: () => void
}

/** The pinned messages of a conversation. A press shows one in its place. */
export default function PinnedMessages({ conversation: { id, can }, onFind, onClose }: Props) {
  const client = useQueryClient()
  const list = usePins(id)
  return (
    <Dialog open onClose={onClose} title="Pinned messages" layout="form">
      {list.isPending && (
        <div role="status" aria-label="Loading pinned messages" className="space-y-2">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </div>
      )}
      {list.isError && (
        <ErrorState bare text="Failed to load pinned messages" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data?.data.length === 0 && <p className="py-8 text-center text-soft">No pinned messages</p>}
      {list.data && list.data.data.length > 0 && (
        <ul aria-label="Pinned messages" className="divide-y divide-line">
          {list.data.data.map((message) => (
            <li key={message.id} className="flex items-center gap-1">
              <FoundMessage
                message={message}
                onFind={() => {
                  onFind(message.id)
                  onClose()
                }}
              />
              {can.pin && (
                <IconButton label="Unpin" onClick={() => togglePin(client, message)}>
                  <Icon icon={PinOff} size={18} />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
