import { type ReactNode, useId } from 'react'

type Props = {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  /** A second line, which is part of the accessible name. */
  hint?: ReactNode
  /** Replaces the label for screen readers, where the visible one needs its surroundings. */
  accessibleName?: string
  disabled?: boolean
  error?: string | undefined
  /** Ticks something that destroys. */
  danger?: boolean
  /** Aligns the box with the first line, where the label has several. */
  top?: boolean
  className?: string
}

/** A native checkbox with its label beside it. The whole label is the target. */
export function Checkbox({ label, checked, onChange, hint, accessibleName, disabled, error, ...look }: Props) {
  const { danger = false, top = false, className = '' } = look
  const note = useId()
  const box = (
    <label className={`flex min-h-11 cursor-pointer gap-3 ${top ? 'items-start' : 'items-center'} ${className}`}>
      <input
        type="checkbox"
        aria-label={accessibleName}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? note : undefined}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className={`size-5 shrink-0 ${top ? 'mt-0.5' : ''} ${danger ? 'accent-danger' : 'accent-brand'}`}
      />
      <span className="min-w-0">
        {label}
        {hint && <span className="block text-small text-soft">{hint}</span>}
      </span>
    </label>
  )
  if (!error) return box
  return (
    <div>
      {box}
      <p id={note} role="alert" className="text-small font-medium text-danger">
        {error}
      </p>
    </div>
  )
}
