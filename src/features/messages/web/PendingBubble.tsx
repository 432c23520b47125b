import { useQueryClient } from '@tanstack/react-query'
import { RotateCcw, Trash2 } from 'lucide-react'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { RichText } from '../../../shared/web/ui/RichText.tsx'
import { bubbleClassName, bubbleColumnClassName } from './bubble-classes.ts'
import { discard, type Pending, retry } from './outbox.ts'

/** A message that is being sent; a failed one can be sent again. */
export function PendingBubble({ item, begins }: { item: Pending; begins: boolean }) {
  const client = useQueryClient()
  const failed = item.state === 'failed'
  return (
    <li
      className={`flex animate-[rise_160ms_ease-out] flex-row-reverse items-center gap-1 ${begins ? 'mt-3' : 'mt-1'}`}
    >
      <div className={`${bubbleColumnClassName} items-end`}>
        <div
          className={`${bubbleClassName} rounded-br-[6px] ${failed ? 'border border-danger bg-sunken text-ink' : 'bg-brand text-on-brand [&_a]:text-inherit'}`}
        >
          {item.preview && <img src={item.preview} alt="" className="block max-h-80 w-72 max-w-full object-cover" />}
          {item.content && <RichText text={item.content} className="px-3.5 py-2 text-body" />}
        </div>
        <p
          role={failed ? 'alert' : 'status'}
          className={`px-1 pt-0.5 text-tiny ${failed ? 'font-medium text-danger' : 'text-faint'}`}
        >
          {failed ? 'Not sent' : 'Sending…'}
        </p>
      </div>
      {failed && (
        <>
          <IconButton label="Try again" onClick={() => retry(client, item)} className="text-brand">
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
