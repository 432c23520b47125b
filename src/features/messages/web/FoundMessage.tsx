import { FileText, Mic } from 'lucide'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { useMe } from '../../session/web/auth.tsx'
import type { Message } from '../contract.ts'
import { listPictures } from './message-pictures.ts'
import { toExcerpt } from './message-states.ts'

/** A message of a list, which leads to its place in the conversation. */
export function FoundMessage({ message, onFind }: { message: Message; onFind: () => void }) {
  const me = useMe()
  const { sender, sender_id, created_at, attachments, voice } = message
  const [image, ...others] = listPictures(message)
  return (
    <button
      type="button"
      onClick={onFind}
      className="flex w-full min-w-0 items-start gap-3 rounded-control px-1 py-2.5 text-left hover:bg-sunken"
    >
      <Avatar person={sender} size={32} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-2">
          <span className="truncate font-semibold">{sender_id === me.id ? 'You' : sender.name}</span>
          <span className="shrink-0 text-small text-faint">
            <Time at={created_at} />
          </span>
        </span>
        <span dir="auto" className="line-clamp-2 wrap-anywhere text-soft">
          {toExcerpt(message)}
        </span>
      </span>
      {(attachments.length > 0 || voice) && (
        <span className="centered size-12 shrink-0 rounded-control bg-sunken text-soft">
          <Icon icon={voice ? Mic : FileText} size={24} />
        </span>
      )}
      {image && (
        <span className="relative size-12 shrink-0 overflow-hidden rounded-control bg-sunken">
          <img src={image.url} alt="" loading="lazy" className="size-full object-cover" />
          {others.length > 0 && (
            <span
              aria-hidden
              className="absolute right-0 bottom-0 rounded-tl-control bg-black/65 px-1 text-tiny font-medium text-white tabular-nums"
            >
              +{others.length}
            </span>
          )}
        </span>
      )}
    </button>
  )
}
