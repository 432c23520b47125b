import { useCallback, useReducer, useSyncExternalStore } from 'react'
import { clearStorage, onStorageCleared, ownKey } from './user-storage.ts'

type Lifetime = 'in this tab' | 'for longer'

const storageFor = (lifetime: Lifetime) => (lifetime === 'for longer' ? localStorage : sessionStorage)

/** Drafts that cannot be stored, because no user is signed in or the browser refuses; they live as long as the page. */
const unstored = new Map<string, string>()
const changes = new EventTarget()

const draftKey = (name: string) => ownKey(name) ?? name

function readText(key: string, lifetime: Lifetime): string {
  return unstored.get(key) ?? storageFor(lifetime).getItem(key) ?? ''
}

function writeText(key: string, lifetime: Lifetime, text: string): void {
  unstored.delete(key)
  try {
    if (ownKey('') === undefined) unstored.set(key, text)
    else if (text) storageFor(lifetime).setItem(key, text)
    else storageFor(lifetime).removeItem(key)
  } catch {
    unstored.set(key, text)
  }
  changes.dispatchEvent(new Event('change'))
}

/**
 * Text that survives a failed call, a closed dialog and a reload. It belongs to the signed-in user and ends with the
 * session, and also with the tab unless `lifetime` is 'for longer'. An empty text is not stored.
 */
export function useDraft(name: string, lifetime: Lifetime = 'in this tab') {
  const key = draftKey(name)
  const subscribe = useCallback((onChange: () => void) => {
    changes.addEventListener('change', onChange)
    return () => changes.removeEventListener('change', onChange)
  }, [])
  const text = useSyncExternalStore(subscribe, () => readText(key, lifetime))
  const [, render] = useReducer((count: number) => count + 1, 0)
  const write = (next: string) => {
    if (key !== draftKey(name)) return // called too late: another user is signed in
    writeText(key, lifetime, next)
    render() // React subscribes some time after it has shown a field: what is typed before would be ignored until then
  }
  return [text, write] as const
}

/** Stores other values like drafts. */
export const storedDraft = {
  read: (name: string): string | undefined => readText(draftKey(name), 'in this tab') || undefined,
  write: (name: string, value: string | undefined) => writeText(draftKey(name), 'in this tab', value ?? ''),
}

/** Writes a draft back, so that its form shows it again. Keeps what was typed there meanwhile. */
export function restoreDraft(name: string, value: string, lifetime: Lifetime): void {
  const current = readText(draftKey(name), lifetime)
  const isText = !value.startsWith('{')
  writeText(draftKey(name), lifetime, current && isText && current !== value ? `${value}\n${current}` : value)
}

onStorageCleared(() => {
  unstored.clear()
  changes.dispatchEvent(new Event('change'))
})

/** Registers a callback that runs when the drafts are cleared. */
export const onDraftsCleared = onStorageCleared

/** Clears all drafts, so that the next user of this device does not see them. */
export const clearDrafts = clearStorage
