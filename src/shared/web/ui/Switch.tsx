import type { ReactNode } from 'react'

type Props = {
  /** Accessible name. Visible words are the children: they may change with the state, the name does not. */
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  children?: ReactNode
}

// In forced colours the track is a border, and the thumb has the colour of text.
const track =
  'relative h-5 w-9 shrink-0 rounded-full bg-faint transition-colors group-aria-checked:bg-brand forced-colors:border'
const thumb =
  'absolute top-0.5 left-0.5 size-4 rounded-full bg-surface transition-[left] group-aria-checked:left-4.5 forced-colors:bg-[ButtonText]'

/** Turns something on or off immediately. A checkbox is for what is sent with a form. */
export const Switch = ({ label, checked, onChange, disabled = false, children }: Props) => (
  <button
    type="button"
    role="switch"
    aria-checked={checked}
    aria-label={label}
    disabled={disabled}
    onClick={() => onChange(!checked)}
    className="group inline-flex min-h-11 min-w-11 items-center gap-2 text-left disabled:opacity-50"
  >
    <span aria-hidden className={track}>
      <span className={thumb} />
    </span>
    {children}
  </button>
)
