import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { OutboxItem } from './outbox-item.ts'
import { databaseName, hasDatabase, onStorageCleared, ownKey, storageOwner } from './user-storage.ts'

interface Schema extends DBSchema {
  outbox: { key: number; value: OutboxItem; indexes: { key: string; target: string } }
}

/** Per user. */
export const maxOutboxItems = 200
const maxOutboxBytes = 50 * 1024 * 1024

/** The outbox has no room for another item. */
export class OutboxFullError extends Error {
  constructor() {
    super('Too much is waiting to be sent. Send or discard some of it first.')
  }
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

function open(userId: string): Promise<IDBPDatabase<Schema>> {
  if (storageOwner() !== userId || ownKey('') === undefined)
    return Promise.reject(new Error('Nothing may be stored for this user'))
  if (opened?.userId === userId) return opened.database
  const database: Promise<IDBPDatabase<Schema>> = openDB<Schema>(databaseName(userId), 1, {
    upgrade(created) {
      const store = created.createObjectStore('outbox', { autoIncrement: true })
      store.createIndex('key', 'key', { unique: true })
      store.createIndex('target', 'target')
    },
    blocking: () => close(database),
    terminated: () => close(database),
  })
  opened = { userId, database }
  database.catch(() => close(database))
  return database
}

onStorageCleared(() => {
  if (!opened) return
  const { userId, database } = opened
  close(database)
  indexedDB.deleteDatabase(databaseName(userId)) // one that is being created is in no list of databases yet
})

/** A transaction that has ended only when its changes are on the disk, so that a killed browser keeps them. */
const begin = async (userId: string) =>
  (await open(userId)).transaction('outbox', 'readwrite', { durability: 'strict' })

/** The user's items in the order in which they were added. */
export async function readItems(userId: string): Promise<OutboxItem[]> {
  if (opened?.userId !== userId && !(await hasDatabase(userId))) return []
  return (await open(userId)).getAll('outbox')
}

/** Adds one item, or throws OutboxFullError. A wish replaces the earlier one for its target. */
export async function addItem(item: OutboxItem): Promise<void> {
  const transaction = await begin(item.by)
  const { store } = transaction
  if (item.wish) for (const former of await store.index('target').getAllKeys(item.target)) await store.delete(former)
  const kept = await store.getAll()
  const bytes = kept.reduce((sum, other) => sum + weigh(other), weigh(item))
  if (kept.length < maxOutboxItems && bytes <= maxOutboxBytes) {
    await store.add(item)
    return transaction.done
  }
  const aborted = transaction.done.catch(() => {})
  transaction.abort()
  await aborted
  throw new OutboxFullError()
}

/** Changes one item, from what is stored of it. Returns false if it is gone. */
export async function patchItem(
  userId: string,
  key: string,
  change: (stored: OutboxItem) => Partial<OutboxItem>,
): Promise<boolean> {
  const transaction = await begin(userId)
  const cursor = await transaction.store.index('key').openCursor(key)
  if (cursor) await cursor.update({ ...cursor.value, ...change(cursor.value) })
  await transaction.done
  return cursor !== null
}

export async function removeItem(userId: string, key: string): Promise<void> {
  const transaction = await begin(userId)
  const found = await transaction.store.index('key').getKey(key)
  if (found !== undefined) await transaction.store.delete(found)
  await transaction.done
}

/** Bytes on the disk, roughly: texts are small beside files. */
const weigh = ({ files = [], text }: OutboxItem): number =>
  files.reduce((sum, { file }) => sum + (file?.size ?? 0), 2 * text.length)
