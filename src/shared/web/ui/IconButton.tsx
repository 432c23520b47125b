import type { ComponentProps } from 'react'

type Props = ComponentProps<'button'> & {
  /** Accessible name and tooltip. */
  label: string
}

/** Classes for links that look like icon buttons. */
export const iconButtonClassName =
  'inline-flex size-11 shrink-0 items-center justify-center rounded-full text-soft transition-colors duration-150 hover:bg-sunken hover:text-ink'

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
