import { useMemo, useState } from 'react'
import { useDraft } from './draft.ts'
import { onStorageCleared } from './user-storage.ts'

const sessionState = new Map<string, unknown>()
onStorageCleared(() => sessionState.clear())

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
