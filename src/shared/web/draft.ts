import { useState } from 'react'

const prefix = 'quad draft '

/**
 * Text that survives a failed call, a closed dialog and a reload. It ends with the session, and unless it is kept `for
 * longer` with its tab. An empty text leaves nothing behind.
 */
export function useDraft(name: string, kept: 'in this tab' | 'for longer' = 'in this tab') {
  const store = kept === 'for longer' ? localStorage : sessionStorage
  const key = prefix + name
  const [held, hold] = useState({ key, text: store.getItem(key) ?? '' })
  const text = held.key === key ? held.text : (store.getItem(key) ?? '')
  const write = (next: string) => {
    hold({ key, text: next })
    if (next) store.setItem(key, next)
    else store.removeItem(key)
  }
  return [text, write] as const
}

/** Keeps a value as a draft is kept, for what is no field of a form. */
export const storedDraft = {
  read: (name: string) => sessionStorage.getItem(prefix + name),
  write: (name: string, value: string | undefined) =>
    value === undefined ? sessionStorage.removeItem(prefix + name) : sessionStorage.setItem(prefix + name, value),
}

const kept = new Map<string, unknown>()
const endings = new Set<() => void>()

/**
 * State that outlives its component while the page is open, until it is dropped: what belongs to a draft and is no text.
 * Without a name it is ordinary state.
 */
export function useKept<Value>(name: string | undefined, first: Value) {
  const [value, set] = useState<Value>(() => (name && kept.has(name) ? (kept.get(name) as Value) : first))
  const keep = (next: Value) => {
    set(next)
    if (name) kept.set(name, next)
  }
  const drop = () => void (name && kept.delete(name))
  return [value, keep, drop] as const
}

/** Has something else end together with the drafts. */
export const endWithDrafts = (end: () => void) => void endings.add(end)

/** Nothing that one person wrote waits for the next one at this device. */
export function forgetDrafts(): void {
  for (const store of [sessionStorage, localStorage])
    for (const key of Object.keys(store)) if (key.startsWith(prefix)) store.removeItem(key)
  kept.clear()
  for (const end of endings) end()
  navigator.serviceWorker?.controller?.postMessage('forget') // it keeps nothing of a person; so it stays
}
