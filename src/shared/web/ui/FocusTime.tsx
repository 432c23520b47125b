import { useState } from 'react'
import { formatFullDate, formatRelativeTime } from '../time.ts'
import { Time } from './Time.tsx'

/** A Time that is a button and shows the full date while it has the focus. Not inside links. */
export function FocusTime({ at, className }: { at: number; className?: string }) {
  const [isFull, setIsFull] = useState(false)
  return (
    <button
      type="button"
      aria-label={`${formatRelativeTime(at)}, ${formatFullDate(at)}`}
      onFocus={() => setIsFull(true)}
      onBlur={() => setIsFull(false)}
      className={className}
    >
      <Time at={at} {...(isFull ? { format: formatFullDate } : {})} />
    </button>
  )
}
