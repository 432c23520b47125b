import type { ReactNode } from 'react'

type Props = {
  label: string
  side: 'left' | 'right' | 'remove'
  onClick: () => void
  disabled: boolean
  className: string
  children: ReactNode
}

/**
 * A small round button on an image with a larger touch target. Move buttons appear on hover, and always on touch
 * screens.
 */
export function TileButton({ label, side, onClick, disabled, className, children }: Props) {
  const shy =
    side !== 'remove'
      ? 'disabled:invisible transition-opacity [@media(hover:hover)]:opacity-0 group-hover:opacity-100 group-focus-within:opacity-100'
      : ''
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      data-side={side}
      onClick={onClick}
      disabled={disabled}
      className={`absolute disc size-11 -outline-offset-4 outline-white ${shy} ${className}`}
    >
      <span className="disc size-7 bg-black/65 text-white">{children}</span>
    </button>
  )
}
