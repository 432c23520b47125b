import { Search } from 'lucide'
import { createPortal } from 'react-dom'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { frame } from './frame.ts'

type Props = {
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly onClose: () => void
}

/** Placeholder of the palette that accepts input while the palette's code loads. */
export function EarlyField({ typed, onType, onClose }: Props) {
  return createPortal(
    <div
      role="dialog"
      aria-modal
      aria-label="Search"
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      className={frame.place}
    >
      <div aria-hidden className="dim -z-1" onClick={onClose} />
      <div className={frame.popup}>
        <div className={frame.line}>
          <Icon icon={Search} className="shrink-0 text-faint" />
          <input
            {...frame.field}
            value={typed}
            onChange={({ target }) => onType(target.value)}
            // biome-ignore lint/a11y/noAutofocus: the user has opened the search to type
            autoFocus
          />
          <button type="button" onClick={onClose} className={frame.close}>
            Close
          </button>
        </div>
        <div className="p-2 pt-9">
          {Array.from({ length: frame.offered }, (_, index) => (
            <div key={String(index)} className="flex min-h-11 items-center gap-3 px-3">
              <Skeleton className="size-8 rounded-full" />
              <Skeleton className="h-4 w-32" />
            </div>
          ))}
        </div>
      </div>
    </div>,
    document.body,
  )
}
