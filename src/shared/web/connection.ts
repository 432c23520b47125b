import { useSyncExternalStore } from 'react'

let since: number | undefined
const listeners = new Set<() => void>()

/**
 * When the server last confirmed what the page shows, in milliseconds since 1970, if it cannot be reached now. Undefined
 * while it can.
 */
export const offlineSince = (): number | undefined => since

export function setOfflineSince(next: number | undefined): void {
  since = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useOfflineSince = (): number | undefined => useSyncExternalStore(subscribe, offlineSince)

/** Pages that can be read without a connection: only parts of them are missing. */
const readablePages = /^\/(dashboard|events|messages|settings)/

/** What a part of the page says that could not be loaded because of it. Undefined while the server can be reached. */
export function offlineText(): string | undefined {
  if (since === undefined) return
  return readablePages.test(location.pathname) ? 'This is not available offline' : 'This page is not available offline'
}
