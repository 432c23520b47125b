import { ChevronLeft, ChevronRight, RotateCw, X } from 'lucide'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { PickPreview } from './PickPreview.tsx'
import { TileButton } from './TileButton.tsx'
import { isRunning, type PickedFile } from './uploads.ts'

type Props = {
  pick: PickedFile
  /** Position, counted from 0. */
  index: number
  count: number
  disabled: boolean
  isDragged: boolean
  /** Called with the id when a drag of this tile begins, and with undefined when it ends. */
  onDrag: (id: string | undefined) => void
  onDragOver: () => void
  onMove: (to: number) => void
  onRemove: () => void
  onRetry: () => void
}

/** One chosen file with its preview, upload progress and buttons. */
export function PickTile({
  pick,
  index,
  count,
  disabled,
  isDragged,
  onDrag,
  onDragOver,
  onMove,
  onRemove,
  onRetry,
}: Props) {
  const tile = useRef<HTMLLIElement>(null)
  const moved = useRef<'left' | 'right'>(undefined)
  const { name } = pick

  const find = (side: string) => tile.current?.querySelector<HTMLElement>(`[data-side=${side}]:not(:disabled)`)
  const move = (side: 'left' | 'right') => {
    const to = side === 'left' ? index - 1 : index + 1
    if (disabled || to < 0 || to >= count) return
    moved.current = side
    onMove(to)
  }
  // The moved tile keeps the focus. At the end of the row, the other button gets it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run after each change of position
  useLayoutEffect(() => {
    if (!moved.current) return
    const button = find(moved.current) ?? find('left') ?? find('right') ?? find('remove')
    moved.current = undefined
    button?.focus()
  }, [index])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    move(event.key === 'ArrowLeft' ? 'left' : 'right')
  }

  return (
    <li
      ref={tile}
      aria-label={`${name}, ${index + 1} of ${count}`}
      draggable={!disabled}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        onDrag(pick.id)
      }}
      onDragEnter={onDragOver}
      onDragEnd={() => onDrag(undefined)}
      onKeyDown={onKeyDown}
      className={`group relative aspect-square cursor-grab overflow-hidden rounded-control bg-sunken ${isDragged ? 'opacity-50' : ''}`}
    >
      <PickPreview pick={pick} />
      {isRunning(pick) && (
        <div
          role="progressbar"
          aria-label={`Uploading ${name}`}
          aria-valuenow={Math.round(pick.progress * 100)}
          className="absolute inset-x-2 bottom-2 h-1.5 overflow-hidden rounded-full bg-black/60"
        >
          <div
            className="h-full rounded-full bg-white transition-[width]"
            style={{ width: `${Math.max(4, pick.progress * 100)}%` }}
          />
        </div>
      )}
      {pick.state === 'failed' && (
        <div className="absolute inset-0 flex flex-col items-center justify-end bg-black/70 px-1 pb-1 text-center text-tiny text-white">
          <span className="line-clamp-2">{pick.problem}</span>
          <button
            type="button"
            onClick={() => {
              onRetry()
              find('remove')?.focus() // this button has been removed
            }}
            aria-label={`Retry ${name}`}
            className="inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 text-small font-semibold outline-white"
          >
            <Icon icon={RotateCw} size={14} strokeWidth={2} />
            Retry
          </button>
        </div>
      )}
      <TileButton
        side="remove"
        label={isRunning(pick) ? `Cancel upload of ${name}` : `Remove ${name}`}
        onClick={onRemove}
        disabled={disabled && !isRunning(pick)}
        className="top-0 right-0"
      >
        <Icon icon={X} size={16} strokeWidth={2} />
      </TileButton>
      {count > 1 && pick.state === 'done' && (
        <>
          <TileButton
            side="left"
            label={`Move ${name} left`}
            onClick={() => move('left')}
            disabled={disabled || index === 0}
            className="bottom-0 left-0"
          >
            <Icon icon={ChevronLeft} size={16} strokeWidth={2} />
          </TileButton>
          <TileButton
            side="right"
            label={`Move ${name} right`}
            onClick={() => move('right')}
            disabled={disabled || index === count - 1}
            className="right-0 bottom-0"
          >
            <Icon icon={ChevronRight} size={16} strokeWidth={2} />
          </TileButton>
        </>
      )}
    </li>
  )
}
