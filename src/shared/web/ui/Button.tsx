import type { ComponentProps } from 'react'

const variants = {
  primary: 'bg-brand text-on-brand hover:bg-brand-strong font-semibold',
  secondary: 'border border-line bg-surface text-ink hover:bg-sunken font-medium',
  ghost: 'text-soft hover:bg-sunken hover:text-ink font-medium',
  danger: 'bg-danger text-on-danger hover:opacity-90 font-semibold',
}

type Props = ComponentProps<'button'> & {
  /** At most one primary button per screen. */
  variant?: keyof typeof variants
  /** Replaces the label while pending; the button is then disabled. */
  pendingLabel?: string | false
}

/** 44 px high, as a touch target. */
export function Button({
  variant = 'secondary',
  pendingLabel = false,
  className = '',
  children,
  disabled,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || pendingLabel !== false}
      className={`${buttonShape} ${variants[variant]} ${className}`}
    >
      {pendingLabel === false ? children : pendingLabel}
    </button>
  )
}

/** Classes for links that look like buttons. */
export const buttonClassName = (look: keyof typeof variants) => `${buttonShape} ${variants[look]}`

const buttonShape =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-4 text-base transition-colors disabled:opacity-50 disabled:pointer-events-none'
