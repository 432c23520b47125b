import { useCallback, useState, useSyncExternalStore } from 'react'
import { clearStorage, onStorageCleared, ownKey } from './person-storage.ts'

type Lifetime = 'in this tab' | 'for longer'

const storeOf = (lifetime: Lifetime) => (lifetime === 'for longer' ? localStorage : sessionStorage)

/** Drafts that are shown now, by key: the fallback where the browser refuses to store, and what keeps all forms in step. */
const texts = new Map<string, string>()
const changes = new EventTarget()

function readText(key: string | undefined, lifetime: Lifetime): string {
  if (key === undefined) return ''
  return texts.get(key) ?? storeOf(lifetime).getItem(key) ?? ''
}

function writeText(key: string | undefined, lifetime: Lifetime, text: string): void {
  if (key === undefined) return // nobody is signed in: there is nobody to keep it for
  try {
    if (text) storeOf(lifetime).setItem(key, text)
    else storeOf(lifetime).removeItem(key)
    texts.delete(key)
  } catch {
    texts.set(key, text) // full or forbidden: it lives as long as the page
  }
  changes.dispatchEvent(new Event('change'))
}

/**
 * Text that survives a failed call, a closed dialog and a reload. It belongs to the signed-in user, ends with the session,
 * and unless it is kept `for longer` with its tab. An empty text leaves nothing behind. `clear` removes it after it was
 * sent, but only while it is still what was sent.
 */
export function useDraft(name: string, lifetime: Lifetime = 'in this tab') {
  const key = ownKey(name)
  const subscribe = useCallback((onChange: () => void) => {
    changes.addEventListener('change', onChange)
    return () => changes.removeEventListener('change', onChange)
  }, [])
  const text = useSyncExternalStore(subscribe, () => readText(key, lifetime))
  const write = (next: string) => {
    if (key === ownKey(name)) writeText(key, lifetime, next) // else it was called too late: somebody else is signed in
  }
  const clear = (sent: string) => {
    if (readText(key, lifetime) === sent) write('')
  }
  return [text, write, clear] as const
}

/** Keeps a value as a draft is kept, for what is no field of a form. */
export const storedDraft = {
  read: (name: string): string | undefined => readText(ownKey(name), 'in this tab') || undefined,
  write: (name: string, value: string | undefined) => writeText(ownKey(name), 'in this tab', value ?? ''),
}

const kept = new Map<string, unknown>()

onStorageCleared(() => {
  texts.clear()
  kept.clear()
  changes.dispatchEvent(new Event('change'))
})

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
export const endWithDrafts = onStorageCleared

/** Nothing that one person wrote waits for the next one at this device. */
export const forgetDrafts = clearStorage
