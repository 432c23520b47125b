import { authEvents } from './api.ts'

/** Browser storage that belongs to one user: every key contains the user's id. */
const prefix = 'quad draft '

let owner: string | undefined
/** Others use this computer too: nothing is stored. */
let isShared = false
const clearedCallbacks = new Set<() => void>()

/** The user whose data this page may store. Undefined until `/api/me` has returned, and after the session has ended. */
export const storageOwner = (): string | undefined => owner

/** The key of a value of the current user. Undefined when nothing may be stored: without a user, and on shared computers. */
export const ownKey = (name: string): string | undefined =>
  owner === undefined || isShared ? undefined : `${prefix}${owner} ${name}`

/** Registers a callback for when the data of the current user is removed, so that copies in memory are removed too. */
export const onStorageCleared = (callback: () => void): void => void clearedCallbacks.add(callback)

/**
 * Makes `userId` the owner and removes the data of all other users, including data of old releases whose keys had no
 * user; on a shared computer also theirs. Returns true if this page belonged to another user before.
 */
export function claimStorage(userId: string, isSharedComputer = false): boolean {
  const before = owner
  const isOther = before !== undefined && before !== userId
  if (isOther || isExpired(userId)) clearStorage()
  owner = userId
  isShared = isSharedComputer
  removeKeys((key) => isShared || !key.startsWith(`${prefix}${userId} `))
  deleteStores(isShared ? undefined : userId)
  if (before !== userId) sessionChannel?.postMessage({ user: userId } satisfies SessionWord)
  return isOther
}

/** Removes the data of all users. Nothing is stored until a user claims the storage. */
export function clearStorage(): void {
  owner = undefined
  removeKeys(() => true)
  for (const callback of clearedCallbacks) callback()
  deleteStores(undefined)
  navigator.serviceWorker?.controller?.postMessage('forget') // the worker stores no user data, so it stays installed
}

function removeKeys(isRemoved: (key: string) => boolean): void {
  for (const store of [sessionStorage, localStorage])
    for (const key of Object.keys(store)) if (key.startsWith(prefix) && isRemoved(key)) store.removeItem(key)
}

/** Without contact to the server for longer, the data of a user is deleted. */
const maxContactAgeMs = 7 * 24 * 3_600_000
const contactKey = (userId: string) => `${prefix}${userId} contact`

/** The server has just confirmed the session of the user. */
export function noteContact(): void {
  if (ownKey('') !== undefined) localStorage.setItem(contactKey(owner ?? ''), String(Date.now()))
}

export const isExpired = (userId: string): boolean =>
  Date.now() - Number(localStorage.getItem(contactKey(userId)) ?? Date.now()) > maxContactAgeMs

/** The name of a user's database. */
export const databaseName = (userId: string): string => `quad ${userId}`

/** The names of the databases of this site. */
export const listDatabases = async (): Promise<readonly string[]> =>
  ((await globalThis.indexedDB?.databases?.()) ?? []).flatMap(({ name }) => name ?? [])

/** Whether this browser stores a database for a user. */
export const hasDatabase = (userId: string): Promise<boolean> =>
  listDatabases().then(
    (names) => names.includes(databaseName(userId)),
    () => false,
  )

/** Deletes the databases and caches of all users but one. The caches of the worker hold no user data. */
function deleteStores(exceptId: string | undefined): void {
  const isDeleted = (name: string) => exceptId === undefined || !name.endsWith(` ${exceptId}`)
  listDatabases().then(
    (names) => {
      for (const name of names) if (name.startsWith('quad ') && isDeleted(name)) indexedDB.deleteDatabase(name)
    },
    () => {},
  )
  globalThis.caches?.keys().then(
    (names) => {
      for (const name of names) if (!name.startsWith('quad ') && isDeleted(name)) void caches.delete(name)
    },
    () => {},
  )
}

authEvents.addEventListener('unauthorized', clearStorage)

/** Message between tabs about their shared session cookie; null: the session has ended. */
type SessionWord = { readonly user: string | null }

const sessionChannel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('quad session')

/** Notifies the other tabs of this browser that the session has ended. */
export const announceSignOut = (): void => sessionChannel?.postMessage({ user: null } satisfies SessionWord)

/** Calls back when another tab has signed out, or another user has signed in. Returns the unsubscribe function. */
export function onOtherTab(handlers: { onSignedOut: () => void; onOtherUser: () => void }): () => void {
  const hear = ({ data }: MessageEvent<SessionWord>) => {
    if (data.user === null) handlers.onSignedOut()
    else if (owner !== undefined && data.user !== owner) handlers.onOtherUser()
  }
  sessionChannel?.addEventListener('message', hear)
  return () => sessionChannel?.removeEventListener('message', hear)
}
