import { ChevronLeft, ChevronRight, ImagePlus, X } from 'lucide'
import { type PointerEvent, useRef, useState } from 'react'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Picture } from './Picture.tsx'
import { type PicturesProps, usePictureChooser } from './picture-chooser.tsx'
import { TileButton } from './TileButton.tsx'

/** Moves one item of a list. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, index) => index !== from)
  const item = items[from]
  return item === undefined ? rest : rest.toSpliced(to, 0, item)
}

/**
 * The photos of a form as slots: add, sort and remove. The first one is the cover. Photos are sorted by dragging or with
 * their Move buttons.
 */
export function PhotoRow(props: PicturesProps) {
  const { label, max, pictures, onChange } = props
  const { input, choose, remove, isUploading } = usePictureChooser(props)
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<string>()
  const [said, setSaid] = useState('')
  const move = (from: number, to: number) => {
    if (to < 0 || to >= pictures.length || from === to) return
    onChange(moveItem(pictures, from, to))
    setSaid(to === 0 ? 'Moved to the front: this is the cover' : `Moved to place ${to + 1} of ${pictures.length}`)
  }
  /** The dragged photo takes the place that is below the pointer. */
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    if (!dragged) return
    const below = document.elementFromPoint(clientX, clientY)?.closest('[data-place]')
    if (!below || !list.current?.contains(below)) return
    const from = pictures.findIndex(({ url }) => url === dragged)
    move(from, Number((below as HTMLElement).dataset.place))
  }
  const drop = () => setDragged(undefined)
  const free = max - pictures.length
  return (
    <fieldset>
      <legend className="sr-only">{label}</legend>
      <ul
        ref={list}
        aria-label={label}
        onPointerMove={onPointerMove}
        onPointerUp={drop}
        onPointerCancel={drop}
        className="grid grid-cols-3 gap-2 sm:grid-cols-5"
      >
        {pictures.map((picture, index) => (
          <li
            key={picture.url}
            data-place={index}
            className={`group relative aspect-square overflow-hidden rounded-control bg-sunken select-none ${dragged === picture.url ? 'opacity-50' : ''}`}
          >
            <div
              onPointerDown={(event) => {
                if (event.button !== 0 || pictures.length < 2) return
                event.currentTarget.releasePointerCapture(event.pointerId) // a touch would stay with this photo
                setDragged(picture.url)
              }}
              className={`size-full ${pictures.length > 1 ? 'cursor-grab touch-none' : ''}`}
            >
              <Picture media={picture} alt={`Photo ${index + 1}`} sizes="160px" />
            </div>
            {index === 0 && (
              <span className="pointer-events-none absolute top-1.5 left-1.5 rounded-full bg-black/65 px-2 text-tiny font-medium text-white">
                Cover
              </span>
            )}
            <TileButton
              side="remove"
              label={`Remove photo ${index + 1}`}
              onClick={() => remove(picture)}
              disabled={false}
              className="top-0 right-0"
            >
              <Icon icon={X} size={16} strokeWidth={2} />
            </TileButton>
            {pictures.length > 1 && (
              <>
                <TileButton
                  side="left"
                  label={`Move photo ${index + 1} left`}
                  onClick={() => move(index, index - 1)}
                  disabled={index === 0}
                  className="bottom-0 left-0"
                >
                  <Icon icon={ChevronLeft} size={16} strokeWidth={2} />
                </TileButton>
                <TileButton
                  side="right"
                  label={`Move photo ${index + 1} right`}
                  onClick={() => move(index, index + 1)}
                  disabled={index === pictures.length - 1}
                  className="right-0 bottom-0"
                >
                  <Icon icon={ChevronRight} size={16} strokeWidth={2} />
                </TileButton>
              </>
            )}
          </li>
        ))}
        {free > 0 && (
          <li>
            <button
              type="button"
              disabled={isUploading}
              onClick={choose}
              className="centered aspect-square w-full flex-col gap-1 rounded-control border border-dashed border-line p-1 text-small text-soft transition-colors hover:bg-sunken"
            >
              <Icon icon={ImagePlus} />
              {isUploading ? 'Uploading...' : pictures.length === 0 ? 'Add photos' : `${pictures.length} / ${max}`}
            </button>
          </li>
        )}
        {Array.from({ length: Math.max(0, free - 1) }, (_, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: empty slots are all alike
            key={index}
            aria-hidden
            className="aspect-square rounded-control border border-dashed border-line max-sm:hidden"
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
      {input}
    </fieldset>
  )
}
