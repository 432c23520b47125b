import { type ReactNode, useState } from 'react'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'

type Props = {
  /** What a press does: 'Add Friend', 'Join'. */
  verb: string
  name: string
  picture: ReactNode
  note: string
  /** Shown before and after the press. */
  labels: readonly [before: string, after: string]
  isDisabled?: boolean
  turnOn: () => Promise<unknown>
  turnOff: () => Promise<unknown>
  onError: (error: Error | undefined) => void
}

/** A user or a group as a toggle button. The press shows immediately, and reverts on failure. */
export function Tile({ verb, name, picture, note, labels, isDisabled = false, turnOn, turnOff, onError }: Props) {
  const [isOn, setIsOn] = useState(false)
  const { mutate } = useLockedMutation<unknown, boolean>({
    mutationFn: (next) => (next ? turnOn() : turnOff()),
    onMutate: (next) => {
      setIsOn(next)
      onError(undefined)
    },
    onError: (error, next) => {
      setIsOn(!next)
      onError(error)
    },
  })
  return (
    <button
      type="button"
      aria-pressed={isOn}
      disabled={isDisabled}
      onClick={() => mutate(!isOn)}
      className="flex h-full w-full flex-col items-center rounded-card border border-line px-1.5 py-3 text-center transition-colors hover:bg-sunken disabled:opacity-50 aria-pressed:bg-brand-soft"
    >
      {picture}
      <span className="mt-2 line-clamp-2 font-semibold wrap-anywhere">
        <span className="sr-only">{verb}: </span>
        {name}
      </span>
      <span className="mb-1 text-small text-soft">{note}</span>
      <span className="mt-auto text-small font-semibold text-brand">{labels[Number(isOn)]}</span>
    </button>
  )
}
