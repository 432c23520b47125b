import type { ReactNode } from 'react'

type Props = {
  id?: string
  length: number
  max: number
  /** Above this length the counter is orange, above `alertAbove` red. Without them it is red above `max`. */
  warnAbove?: number
  alertAbove?: number
  /** Words after the number, for example what is missing. */
  children?: ReactNode
  spaced?: boolean
  className?: string
}

/** The length of a text and its limit, in a live region. Its field names it by `aria-describedby`. */
export function TextCounter({ id, length, max, children, spaced = false, className = '', ...limits }: Props) {
  const { alertAbove = max, warnAbove = alertAbove } = limits
  const tone = length > alertAbove ? 'text-danger' : length > warnAbove ? 'text-orange' : 'text-soft'
  return (
    <span id={id} aria-live="polite" className={`text-small tabular-nums ${tone} ${className}`}>
      {length}
      {spaced ? ' / ' : '/'}
      {max}
      {children}
    </span>
  )
}
