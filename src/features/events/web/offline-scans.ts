import { useCallback, useSyncExternalStore } from 'react'
import { onStorageCleared, ownKey } from '../../../shared/web/user-storage.ts'
import { codeMessage, parseCode, toDigits, toMinute } from '../check-in-codes.ts'
import type { CheckedIn, Scan } from '../check-in-contract.ts'

/** What an organizer's device keeps of an event, to check in without a network. It ends with the session. */
type StoredList = { readonly attendees: readonly CheckedIn[]; readonly closes_at: number }

/** What cannot be stored lives as long as the page. */
const unstored = new Map<string, string>()
const changes = new EventTarget()
const listName = (eventId: string) => `check-in list ${eventId}`
const scansName = (eventId: string) => `check-in scans ${eventId}`

function readText(name: string): string {
  const key = ownKey(name)
  return unstored.get(name) ?? (key === undefined ? '' : (localStorage.getItem(key) ?? ''))
}

function writeText(name: string, text: string): void {
  const key = ownKey(name)
  unstored.delete(name)
  try {
    if (key === undefined) unstored.set(name, text)
    else if (text === '') localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    unstored.set(name, text) // full or refused
  }
  changes.dispatchEvent(new Event('change'))
}

onStorageCleared(() => {
  unstored.clear()
  changes.dispatchEvent(new Event('change'))
})

export const storeList = (eventId: string, list: StoredList): void => writeText(listName(eventId), JSON.stringify(list))

/** The list that this device received last, until it expires. */
export function readList(eventId: string): StoredList | undefined {
  const text = readText(listName(eventId))
  if (text === '') return undefined
  const list = JSON.parse(text) as StoredList
  if (list.closes_at * 1000 > Date.now()) return list
  writeText(listName(eventId), '')
  return undefined
}

const toScans = (text: string): readonly Scan[] => (text === '' ? [] : (JSON.parse(text) as readonly Scan[]))

export const readScans = (eventId: string): readonly Scan[] => toScans(readText(scansName(eventId)))

/** Keeps the first scan of an attendee. */
export function addScan(eventId: string, scan: Scan): void {
  const scans = readScans(eventId)
  if (scans.some(({ user_id }) => user_id === scan.user_id)) return
  writeText(scansName(eventId), JSON.stringify([...scans, scan]))
}

/** Removes scans that the server has. Those that were added meanwhile stay. */
export function removeScans(eventId: string, sent: readonly Scan[]): void {
  const ids = new Set(sent.map(({ user_id, at }) => `${user_id} ${at}`))
  const left = readScans(eventId).filter(({ user_id, at }) => !ids.has(`${user_id} ${at}`))
  writeText(scansName(eventId), left.length === 0 ? '' : JSON.stringify(left))
}

/** The scans that wait for a network. */
export function useWaitingScans(eventId: string): readonly Scan[] {
  const subscribe = useCallback((onChange: () => void) => {
    changes.addEventListener('change', onChange)
    return () => changes.removeEventListener('change', onChange)
  }, [])
  return toScans(useSyncExternalStore(subscribe, () => readText(scansName(eventId))))
}

/** The digits of a key for a minute. */
export async function computeDigits(key: string, minute: number): Promise<string> {
  const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign'])
  const message = new TextEncoder().encode(codeMessage(minute))
  return toDigits(new Uint8Array(await crypto.subtle.sign('HMAC', imported, message)))
}

/** The attendee whose code this is. Undefined for invalid codes, and for digits that two attendees have. */
export async function findByCode(
  attendees: readonly CheckedIn[],
  text: string,
  seconds: number,
): Promise<CheckedIn | undefined> {
  const parsed = parseCode(text)
  if (!parsed) return undefined
  const minute = toMinute(seconds)
  const candidates = attendees.filter(({ id }) => parsed.userId === undefined || id === parsed.userId)
  const found = await Promise.all(
    candidates.map(async (person) => {
      if (person.key === null) return []
      const digits = await Promise.all([computeDigits(person.key, minute), computeDigits(person.key, minute - 1)])
      return digits.includes(parsed.digits) ? [person] : []
    }),
  )
  const [person, other] = found.flat()
  return other === undefined ? person : undefined
}
