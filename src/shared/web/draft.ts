import { useCallback, useState, useSyncExternalStore } from 'react'
import { clearStorage, onStorageCleared, ownKey, storageOwner } from './user-storage.ts'

type Lifetime = 'in this tab' | 'for longer'

const storageFor = (lifetime: Lifetime) => (lifetime === 'for longer' ? localStorage : sessionStorage)

/** What cannot be stored, because nobody is signed in or the browser refuses: it lives as long as the page. */
const unstored = new Map<string, string>()
const changes = new EventTarget()

const draftKey = (name: string) => ownKey(name) ?? name

function readText(key: string, lifetime: Lifetime): string {
  return unstored.get(key) ?? storageFor(lifetime).getItem(key) ?? ''
}

function writeText(key: string, lifetime: Lifetime, text: string): void {
  unstored.delete(key)
  try {
    if (storageOwner() === undefined) unstored.set(key, text)
    else if (text) storageFor(lifetime).setItem(key, text)
    else storageFor(lifetime).removeItem(key)
  } catch {
    unstored.set(key, text)
  }
  changes.dispatchEvent(new Event('change'))
}

/**
 * Text that survives a failed call, a closed dialog and a reload. It belongs to the signed-in user, ends with the session,
 * and unless it is kept `for longer` with its tab. An empty text leaves nothing behind.
 */
export function useDraft(name: string, lifetime: Lifetime = 'in this tab') {
  const key = draftKey(name)
  const subscribe = useCallback((onChange: () => void) => {
    changes.addEventListener('change', onChange)
    return () => changes.removeEventListener('change', onChange)
  }, [])
  const text = useSyncExternalStore(subscribe, () => readText(key, lifetime))
  const write = (next: string) => {
    if (key === draftKey(name)) writeText(key, lifetime, next) // else it was called too late: somebody else is signed in
  }
  return [text, write] as const
}

/**
 * The fields of a form, kept as a draft; without a name they are ordinary state. A draft of an earlier release may lack
 * fields, which are `initial` then.
 */
export function useDraftFields<Fields extends object>(name: string | undefined, initial: () => Fields) {
  const [first] = useState(initial)
  const [draft, write] = useDraft(name ?? '')
  const [state, setState] = useState(first)
  if (name === undefined) return [state, setState] as const
  return [
    draft ? { ...first, ...(JSON.parse(draft) as Partial<Fields>) } : first,
    (next: Fields) => write(JSON.stringify(next)),
  ] as const
}

/** Keeps a value as a draft is kept, for what is no field of a form. */
export const storedDraft = {
  read: (name: string): string | undefined => readText(draftKey(name), 'in this tab') || undefined,
  write: (name: string, value: string | undefined) => writeText(draftKey(name), 'in this tab', value ?? ''),
}

const sessionState = new Map<string, unknown>()

onStorageCleared(() => {
  unstored.clear()
  sessionState.clear()
  changes.dispatchEvent(new Event('change'))
})

/**
 * State that outlives its component while the page is open, until it is dropped: what belongs to a draft and is no text.
 * Without a name it is ordinary state.
 */
export function useSessionState<Value>(name: string | undefined, first: Value) {
  const [value, set] = useState<Value>(() =>
    name && sessionState.has(name) ? (sessionState.get(name) as Value) : first,
  )
  const keep = (next: Value) => {
    set(next)
    if (name) sessionState.set(name, next)
  }
  const drop = () => void (name && sessionState.delete(name))
  return [value, keep, drop] as const
}

/** Has something else end together with the drafts. */
export const onDraftsCleared = onStorageCleared

/** Nothing that one person wrote waits for the next one at this device. */
export const clearDrafts = clearStorage
