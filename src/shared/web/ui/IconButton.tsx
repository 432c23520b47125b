import type { ComponentProps } from 'react'

type Props = ComponentProps<'button'> & {
  /** Accessible name and tooltip. */
  label: string
}

/** Classes for links that look like icon buttons. */
export const iconButtonClassName = 'disc size-11 shrink-0 text-soft transition-colors hover:bg-sunken hover:text-ink'

/** A button that is only an icon. */
export function IconButton({ label, className = '', children, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`${iconButtonClassName} disabled:opacity-50 ${className}`}
    >
      {children}
    </button>
  )
}
