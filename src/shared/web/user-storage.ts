import { authEvents } from './api.ts'

/** Browser storage that belongs to one user: every key contains the user's id. */
const prefix = 'quad draft '

let owner: string | undefined
const clearedCallbacks = new Set<() => void>()

/** The user whose data this page may store. Undefined until `/api/me` has returned, and after the session has ended. */
export const storageOwner = (): string | undefined => owner

/** The key of a value of the current user, or undefined when no user is known: then nothing may be stored. */
export const ownKey = (name: string): string | undefined =>
  owner === undefined ? undefined : `${prefix}${owner} ${name}`

/** Registers a callback for when the data of the current user is removed, so that copies in memory are removed too. */
export const onStorageCleared = (callback: () => void): void => void clearedCallbacks.add(callback)

/**
 * Makes `userId` the owner and removes the data of all other users, including data of old releases whose keys had no
 * user. Returns true if this page belonged to another user before.
 */
export function claimStorage(userId: string): boolean {
  const before = owner
  const isOther = before !== undefined && before !== userId
  if (isOther) clearStorage()
  owner = userId
  adoptNamedDrafts(userId)
  removeKeys((key) => !key.startsWith(`${prefix}${userId} `))
  if (before !== userId) sessionChannel?.postMessage({ user: userId } satisfies SessionWord)
  return isOther
}

/** Keys of message drafts contained their user before all keys did. */
function adoptNamedDrafts(userId: string): void {
  const former = `${prefix}message ${userId} `
  for (const key of Object.keys(localStorage))
    if (key.startsWith(former))
      localStorage.setItem(`${prefix}${userId} message ${key.slice(former.length)}`, localStorage.getItem(key) ?? '')
}

/** Removes the data of all users. Nothing is stored until a user claims the storage. */
export function clearStorage(): void {
  owner = undefined
  removeKeys(() => true)
  for (const callback of clearedCallbacks) callback()
  navigator.serviceWorker?.controller?.postMessage('forget') // the worker stores no user data, so it stays installed
}

function removeKeys(isRemoved: (key: string) => boolean): void {
  for (const store of [sessionStorage, localStorage])
    for (const key of Object.keys(store)) if (key.startsWith(prefix) && isRemoved(key)) store.removeItem(key)
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
