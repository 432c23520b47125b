import { useRef, useState } from 'react'
import { maxFiles } from '../contract.gen.ts'
import { PickTile } from './PickTile.tsx'
import { uploadProblems } from './upload.ts'
import type { MediaPickerState } from './useMediaPicker.ts'

/** The media of a new post, with MediaButtons: chosen, dropped or pasted files upload immediately and can be reordered. */
export function MediaPicker({ picker, disabled }: { picker: MediaPickerState; disabled: boolean }) {
  const { uploads, picks } = picker
  const section = useRef<HTMLElement>(null)
  const [said, setSaid] = useState('')
  const [dragged, setDragged] = useState<string>()
  const problem = picker.problem ?? (picker.hasFailed ? uploadProblems.post : undefined)

  const move = (id: string, to: number) => {
    const place = uploads.move(id, to)
    const pick = picks.find((candidate) => candidate.id === id)
    if (pick) setSaid(`${pick.name} moved to position ${place + 1} of ${picks.length}`)
  }

  const remove = (id: string, index: number) => {
    // Moves the focus to a neighbour first. Otherwise it is lost with the button.
    const buttons = [...(section.current?.querySelectorAll<HTMLElement>('[data-side=remove]') ?? [])]
    const next =
      buttons[index + 1] ??
      buttons[index - 1] ??
      section.current?.closest('[role=dialog]')?.querySelector<HTMLElement>('[data-add]')
    next?.focus()
    uploads.remove(id)
  }

  return (
    <section ref={section} aria-label="Photos and videos">
      {picks.length > 0 && (
        <ul className="mt-3 grid grid-cols-3 gap-2 sm:grid-cols-4">
          {picks.map((pick, index) => (
            <PickTile
              key={pick.id}
              pick={pick}
              index={index}
              count={picks.length}
              disabled={disabled}
              isDragged={dragged === pick.id}
              onDrag={setDragged}
              onDragOver={() => dragged && dragged !== pick.id && move(dragged, index)}
              onMove={(to) => move(pick.id, to)}
              onRemove={() => remove(pick.id, index)}
              onRetry={() => uploads.retry(pick.id)}
            />
          ))}
        </ul>
      )}
      {problem && (
        <p
          role="alert"
          ref={(line) => line?.scrollIntoView({ block: 'nearest' })}
          className="mt-2 text-small font-medium text-danger"
        >
          {problem}
        </p>
      )}
      {picks.length > 0 && (
        <p className="mt-2 text-right text-small text-soft tabular-nums">
          {picks.length} / {maxFiles}
        </p>
      )}
      <input {...picker.input} aria-label="Photos or videos" tabIndex={-1} />
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      {picker.isOver && (
        <p className="pointer-events-none absolute inset-2 z-10 centered rounded-card border-2 border-dashed border-brand bg-brand-soft/90 font-display text-card font-semibold text-brand">
          Drop to add
        </p>
      )}
    </section>
  )
}
