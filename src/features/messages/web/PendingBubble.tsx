import { FileText, Mic, RotateCcw, Trash2, X } from 'lucide'
import { useRef } from 'react'
import { describeState } from '../../../shared/web/outbox-state.ts'
import { useTransferredShare } from '../../../shared/web/outbox-transfers.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { RichText } from '../../../shared/web/ui/RichText.tsx'
import { FileLabel } from '../../media/web/FileLabel.tsx'
import { bubbleClassName, bubbleColumnClassName, bubbleTextClassName } from './bubble-classes.ts'
import { PendingPictures } from './PendingPictures.tsx'
import { cancel, discard, type Pending, retry } from './pending-messages.ts'
import { QuotedMessage } from './QuotedMessage.tsx'

/** A message that is not sent yet; one that waits for the user can be sent again. */
export function PendingBubble({ item, begins }: { item: Pending; begins: boolean }) {
  const share = useTransferred(item)
  const failed = item.state === 'refused' || item.state === 'old'
  const cancelButton = useRef<HTMLButtonElement>(null)
  return (
    <li
      className={`flex animate-[rise_160ms_ease-out] flex-row-reverse items-center gap-1 ${begins ? 'mt-3' : 'mt-1'}`}
    >
      <div className={`${bubbleColumnClassName} items-end`}>
        <div
          className={`${bubbleClassName} rounded-br-[6px] ${failed ? 'border border-danger bg-sunken text-ink' : 'bg-brand text-on-brand [&_a]:text-inherit'}`}
        >
          {item.replyTo && <QuotedMessage quote={item.replyTo} onBrand={!failed} />}
          {item.pictures.length > 0 && (
            <PendingPictures item={item} isUploading={share !== undefined} cancelButton={cancelButton} />
          )}
          {item.file && (
            <p className="flex min-h-14 w-72 max-w-full items-center gap-3 px-3.5 py-2">
              <FileLabel name={item.file.name} bytes={item.file.bytes} icon={item.file.isVoice ? Mic : FileText} />
            </p>
          )}
          {share !== undefined && (
            <progress
              aria-label="Sent so far"
              value={share}
              className="block h-1 w-full appearance-none [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-current [&::-moz-progress-bar]:bg-current"
            />
          )}
          {item.content && <RichText text={item.content} className={bubbleTextClassName(item.pictures.length > 0)} />}
        </div>
        <p
          role={failed ? 'alert' : 'status'}
          className={`px-1 pt-0.5 text-tiny ${failed ? 'font-medium text-danger' : 'text-faint'}`}
        >
          {describeState(item.item)}
          {share !== undefined && ` ${Math.floor(share * 100)} %`}
        </p>
      </div>
      {share !== undefined && share < 1 && (
        <IconButton ref={cancelButton} label="Cancel" onClick={() => cancel(item)}>
          <Icon icon={X} size={18} />
        </IconButton>
      )}
      {item.state !== 'sending' && (
        <>
          <IconButton label="Try again" onClick={() => retry(item)} className="text-brand">
            <Icon icon={RotateCcw} size={18} />
          </IconButton>
          <IconButton label="Delete unsent message" onClick={() => discard(item)}>
            <Icon icon={Trash2} size={18} />
          </IconButton>
        </>
      )}
    </li>
  )
}

/** How much of all files is uploaded, from 0 to 1; undefined while none is being uploaded in this tab. */
function useTransferred({ key, pictures }: Pending): number | undefined {
  const share = useTransferredShare(key)
  const done = pictures.filter(({ state }) => state === 'uploaded').length
  return share === undefined ? undefined : Math.min(1, (done + share) / Math.max(1, pictures.length))
}
