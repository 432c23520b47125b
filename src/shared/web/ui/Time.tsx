import { useSyncExternalStore } from 'react'
import { formatFullDate, formatRelativeTime } from '../time.ts'

const updateIntervalMs = 60_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let minutes = 0

/** One timer for all times of a page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    minutes++
    for (const notify of listeners) notify()
  }, updateIntervalMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

type Props = {
  /** Seconds since 1970. */
  at: number
  /** By default the age: '3 h'. It is brought up to date every minute. */
  format?: (seconds: number) => string
  className?: string | undefined
}

/** A timestamp as its age, with the full date as a tooltip for the mouse. */
export function Time({ at, format = formatRelativeTime, className }: Props) {
  useSyncExternalStore(subscribe, () => minutes)
  return (
    <time
      dateTime={new Date(at * 1000).toISOString()}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = formatFullDate(at)
      }}
      className={className}
    >
      {format(at)}
    </time>
  )
}
