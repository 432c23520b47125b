import { useState } from 'react'

const prefix = 'quad draft '

/**
 * Text that survives a failed call, a closed dialog and a reload, but not the end of the session. An empty text
 * leaves nothing behind.
 */
export function useDraft(name: string): readonly [string, (text: string) => void] {
  const key = prefix + name
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '')
  const write = (next: string) => {
    setText(next)
    if (next) sessionStorage.setItem(key, next)
    else sessionStorage.removeItem(key)
  }
  return [text, write]
}

/** Nothing that one person wrote waits for the next one at this device. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
}
