import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { clearStorage, onStorageCleared, ownKey, storageOwner } from './user-storage.ts'

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
    if (storageOwner() === undefined) unstored.set(key, text)
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
  const write = (next: string) => {
    if (key === draftKey(name)) writeText(key, lifetime, next) // called too late: another user is signed in
  }
  return [text, write] as const
}

/**
 * The fields of a form. The draft holds those that differ from their first values, so that the others follow a change of
 * what is edited, and of what a later release begins with. Without a name the fields are ordinary state. `rebase` replaces
 * the first values by those that were saved, unless the fields have changed since they were sent.
 */
export function useDraftFields<Fields extends object>(name: string | undefined, initial: () => Fields) {
  const [first, setFirst] = useState(initial)
  const [draft, write] = useDraft(name ?? '')
  const [state, setState] = useState(first)
  const rebase = (saved: Fields, sent: Fields) => {
    setFirst(saved)
    setState((current) => (JSON.stringify(current) === JSON.stringify(sent) ? saved : current))
  }
  if (name === undefined) return { fields: state, setFields: setState, first, rebase }
  return {
    fields: { ...first, ...parseFields<Fields>(draft) } as Fields,
    setFields: (next: Fields) => write(formatChanges(first, next)),
    first,
    rebase,
  }
}

/** None for a draft of an earlier release, which was a text. */
function parseFields<Fields>(draft: string): Partial<Fields> {
  try {
    const fields: unknown = JSON.parse(draft || '{}')
    return typeof fields === 'object' && fields !== null ? (fields as Partial<Fields>) : {}
  } catch {
    return {}
  }
}

/** The changed fields as a draft; empty if none is. */
function formatChanges<Fields extends object>(first: Fields, next: Fields): string {
  const changed = Object.entries(next).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(first[field as keyof Fields]),
  )
  return changed.length > 0 ? JSON.stringify(Object.fromEntries(changed)) : ''
}

/** Stores other values like drafts. */
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
 * State that outlives its component while the page is open, until it is dropped: parts of a draft that are not text.
 * Without a name it is ordinary state.
 */
export function useSessionState<Value>(name: string | undefined, first: Value) {
  const [value, setValue] = useState<Value>(() =>
    name && sessionState.has(name) ? (sessionState.get(name) as Value) : first,
  )
  const keep = (next: Value) => {
    setValue(next)
    if (name) sessionState.set(name, next)
  }
  const drop = () => void (name && sessionState.delete(name))
  return [value, keep, drop] as const
}

/**
 * Parts of a draft that are not text, as JSON: like text, they survive a reload. Dropping the draft keeps the shown value.
 * Without a name it is ordinary state.
 */
export function useStoredState<Value>(name: string | undefined, initial: Value) {
  const [first, setFirst] = useState(initial)
  const [text, write] = useDraft(name ?? '')
  const stored = useMemo(() => (text ? (JSON.parse(text) as Value) : first), [text, first])
  if (name === undefined) return [first, setFirst, () => {}] as const
  const keep = (next: Value) => write(JSON.stringify(next))
  const drop = () => {
    setFirst(stored)
    write('')
  }
  return [stored, keep, drop] as const
}

/** Registers a callback that runs when the drafts are cleared. */
export const onDraftsCleared = onStorageCleared

/** Clears all drafts, so that the next user of this device does not see them. */
export const clearDrafts = clearStorage
