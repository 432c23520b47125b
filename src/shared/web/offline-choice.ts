import { useSyncExternalStore } from 'react'
import { ownKey } from './user-storage.ts'

const listeners = new Set<() => void>()

/**
 * Whether this device keeps content of the user for reading without a connection: as the user has chosen, else in the
 * installed app. Never on a shared computer.
 */
export function isKeptOffline(): boolean {
  const key = ownKey('keep')
  if (key === undefined) return false
  const choice = localStorage.getItem(key)
  return choice === null ? matchMedia('(display-mode: standalone)').matches : choice === 'on'
}

export function chooseKeptOffline(isKept: boolean): void {
  const key = ownKey('keep')
  if (key !== undefined) localStorage.setItem(key, isKept ? 'on' : 'off')
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useKeptOffline = (): boolean => useSyncExternalStore(subscribe, isKeptOffline)
