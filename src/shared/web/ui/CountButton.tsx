import type { ComponentProps } from 'react'
import { type Drawing, Icon } from './Icon.tsx'

export type CountButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  icon: Drawing
  count: number
  /** Shown instead of 0. */
  word?: string | undefined
  /** Accessible name, with the count: '3 comments'. */
  label: string
  /** For rows of small text. */
  small?: boolean
  filled?: boolean
}

/** An icon with a number that does something: opens the comments, reacts. */
export function CountButton({ icon, count, word, label, small, filled, className = '', ...rest }: CountButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={`inline-flex min-h-11 min-w-11 items-center gap-2 rounded-full px-2.5 tabular-nums transition-colors hover:bg-sunken disabled:opacity-50 ${small ? 'text-small' : ''} ${filled ? 'text-brick' : 'text-soft hover:text-ink'} ${className}`}
    >
      <Icon icon={icon} size={small ? 16 : 20} fill={filled ? 'currentColor' : 'none'} />
      {count || word || 0}
    </button>
  )
}
