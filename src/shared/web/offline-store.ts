import { hashKey, type QueryKey } from '@tanstack/react-query'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { listDatabases, onStorageCleared, ownKey, storageOwner } from './user-storage.ts'

/** The reply of a read, as the query cache holds it. */
export type KeptReply = { readonly queryKey: QueryKey; readonly data: unknown }

/** What is known of all replies together. */
export type KeptState = {
  /** The reply of `GET /api/me`. */
  readonly me: unknown
  /** When the server last confirmed the replies, in milliseconds since 1970. */
  readonly confirmed_at: number
}

/** The files of the app that are stored, of one release. */
export type KeptCode = { readonly build: string; readonly bytes: number }

interface Schema extends DBSchema {
  replies: { key: string; value: KeptReply }
  facts: { key: string; value: KeptState | KeptCode | Readonly<Record<string, number>> }
}

// All names end with the id of the user: `deleteStores` finds what belongs to others by that.
const prefix = 'quad offline '
const databaseName = (userId: string): string => prefix + userId
export const picturesName = (userId: string): string => `pictures ${userId}`
export const codeName = (userId: string): string => `code ${userId}`

/** The user whose content this browser keeps. */
export async function findKeptUser(): Promise<string | undefined> {
  const [name, ...others] = (await listDatabases()).filter((database) => database.startsWith(prefix))
  return others.length > 0 ? undefined : name?.slice(prefix.length)
}

let opened: { readonly userId: string; readonly database: Promise<IDBPDatabase<Schema>> } | undefined

/** Deleting a database waits until its connections are closed. */
function close(database: Promise<IDBPDatabase<Schema>>): void {
  if (opened?.database === database) opened = undefined
  database.then(
    (connection) => connection.close(),
    () => {},
  )
}

onStorageCleared(() => {
  if (!opened) return
  const { userId, database } = opened
  close(database)
  indexedDB.deleteDatabase(databaseName(userId)) // one that is being created is in no list of databases yet
})

function open(userId: string): Promise<IDBPDatabase<Schema>> {
  if (storageOwner() !== userId || ownKey('') === undefined)
    return Promise.reject(new Error('Nothing may be stored for this user'))
  if (opened?.userId === userId) return opened.database
  const database: Promise<IDBPDatabase<Schema>> = openDB<Schema>(databaseName(userId), 1, {
    upgrade(created) {
      created.createObjectStore('replies')
      created.createObjectStore('facts')
    },
    blocking: () => close(database),
    terminated: () => close(database),
  })
  opened = { userId, database }
  database.catch(() => close(database))
  return database
}

export async function readKept(
  userId: string,
): Promise<{ readonly state: KeptState | undefined; readonly replies: readonly KeptReply[] }> {
  const transaction = (await open(userId)).transaction(['replies', 'facts'])
  const [state, replies] = await Promise.all([
    transaction.objectStore('facts').get('state'),
    transaction.objectStore('replies').getAll(),
  ])
  return { state: state as KeptState | undefined, replies }
}

/** Replaces everything: what the server does not return any more is gone. */
export async function replaceKept(userId: string, state: KeptState, replies: readonly KeptReply[]): Promise<void> {
  const transaction = (await open(userId)).transaction(['replies', 'facts'], 'readwrite')
  const store = transaction.objectStore('replies')
  await Promise.all([
    store.clear(),
    ...replies.map((reply) => store.put(reply, hashKey(reply.queryKey))),
    transaction.objectStore('facts').put(state, 'state'),
    transaction.done,
  ])
}

/** Writes and deletes some replies, in one transaction. */
export async function patchKept(
  userId: string,
  state: KeptState,
  { written, deleted }: { readonly written: readonly KeptReply[]; readonly deleted: readonly QueryKey[] },
): Promise<void> {
  const transaction = (await open(userId)).transaction(['replies', 'facts'], 'readwrite')
  const store = transaction.objectStore('replies')
  await Promise.all([
    ...written.map((reply) => store.put(reply, hashKey(reply.queryKey))),
    ...deleted.map((queryKey) => store.delete(hashKey(queryKey))),
    transaction.objectStore('facts').put(state, 'state'),
    transaction.done,
  ])
}

export const readKeptCode = async (userId: string): Promise<KeptCode | undefined> =>
  (await (await open(userId)).get('facts', 'code')) as KeptCode | undefined

export const writeKeptCode = async (userId: string, code: KeptCode): Promise<void> =>
  void (await (await open(userId)).put('facts', code, 'code'))

/** The size of each stored picture in bytes, by its path. */
export const readPictureSizes = async (userId: string): Promise<Readonly<Record<string, number>>> =>
  ((await (await open(userId)).get('facts', 'pictures')) as Readonly<Record<string, number>> | undefined) ?? {}

export const writePictureSizes = async (userId: string, sizes: Readonly<Record<string, number>>): Promise<void> =>
  void (await (await open(userId)).put('facts', sizes, 'pictures'))

/** Bytes that are stored for reading without a connection, roughly. */
export async function measureKept(userId: string): Promise<{ readonly bytes: number; readonly isComplete: boolean }> {
  const [{ replies }, code, sizes] = await Promise.all([
    readKept(userId),
    readKeptCode(userId),
    readPictureSizes(userId),
  ])
  const pictures = Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0)
  const bytes = JSON.stringify(replies).length + (code?.bytes ?? 0) + pictures
  return { bytes, isComplete: code !== undefined } // the code is stored last
}

/** Deletes what a user reads without a connection. What they have written stays. */
export async function deleteKept(userId: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const deletion = indexedDB.deleteDatabase(databaseName(userId))
  deletion.onsuccess = () => resolve()
  deletion.onerror = () => reject(deletion.error)
  await Promise.all([promise, ...[picturesName, codeName].map((toName) => globalThis.caches?.delete(toName(userId)))])
}
