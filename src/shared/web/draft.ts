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

/** Nothing that one person wrote waits for the next one at this device. */
export function forgetDrafts(): void {
  for (const store of [sessionStorage, localStorage])
    for (const key of Object.keys(store)) if (key.startsWith(prefix)) store.removeItem(key)
  navigator.serviceWorker?.controller?.postMessage('forget') // it keeps nothing of a person; so it stays
}
