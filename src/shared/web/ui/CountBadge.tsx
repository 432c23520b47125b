import type { ReactNode } from 'react'

type Props = {
  /** The number; from 100 as '99+'. */
  count: number
  /** A calm one, for what the user has muted. */
  muted?: boolean
  className?: string
  /** Words for screen readers before and after the number. */
  before?: ReactNode
  after?: ReactNode
}

/** How many things are unread. Its words make it part of the label beside it: 'Messages, 6 unread'. */
export const CountBadge = ({ count, muted = false, className = '', before, after }: Props) => (
  <span
    className={`disc h-5 min-w-5 px-1.5 text-tiny font-semibold tabular-nums ${muted ? 'bg-sunken text-soft' : 'bg-brick text-on-brick'} ${className}`}
  >
    {before && <span className="sr-only">{before}</span>}
    {count > 99 ? '99+' : count}
    {after && <span className="sr-only">{after}</span>}
  </span>
)
