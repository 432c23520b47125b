import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let counts = { stored: 0, waiting: 0 }

/** How many items the outbox of the current user holds. */
export const countUnsent = (): number => counts.stored

/** Called by the outbox. `waiting` are those that are not just being sent. */
export function setUnsentCounts(next: typeof counts): void {
  counts = next
  for (const listener of listeners) listener()
}

/** Calls back when the counts have changed. Returns the unsubscribe function. */
export const onUnsentChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** How many items the user should know of. */
export const useUnsentCount = (): number => useSyncExternalStore(onUnsentChange, () => counts.waiting)
