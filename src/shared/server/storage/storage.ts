import type { Readable } from 'node:stream'

/** A stored file: its school, and a name of letters, digits, `-`, `_` and one dot. */
export type StoredFile = { readonly schoolId: string; readonly name: string }

/** First and last byte, both included. */
export type ByteRange = { readonly from: number; readonly to: number }

/**
 * Storage of uploads. A name is written once; its content never changes. A failing store throws 503, with the original
 * error as the cause.
 */
export type Storage = {
  /** Stores bytes, or moves the file at a path of `withTempFolder`. Atomic. */
  put(file: StoredFile, source: string | Buffer): Promise<void>
  /** Runs `work` with a `put` for many files, which are on disk when this resolves: a power failure before that may lose any of them. */
  putMany<T>(work: (put: Storage['put']) => Promise<T>): Promise<T>
  /** Opens the file; undefined when it does not exist. The caller must stream or close it. */
  open(file: StoredFile): Promise<OpenFile | undefined>
  /** Where the shipped proxy configurations send the file from; an address inside of the proxy. Does not look whether the file exists. */
  toProxyPath(file: StoredFile): string | Promise<string>
  /** Rewrites the same bytes, so that the file's timestamps do not reveal when it was uploaded. */
  renew(file: StoredFile): Promise<void>
  /** Removes the file if it exists. */
  remove(file: StoredFile): Promise<void>
  /** All files, in no order. */
  list(): AsyncIterable<StoredFile>
  /** Runs `work` with an empty local folder, which is removed with its content afterwards. */
  withTempFolder<T>(work: (folder: string) => Promise<T>): Promise<T>
  /** Removes everything. */
  clear(): Promise<void>
}

export type OpenFile = {
  readonly size: number
  stream(range?: ByteRange): Readable
  close(): Promise<void>
}

/** The key of a file below the root of the store. */
export function storageKey({ schoolId, name }: StoredFile): string {
  if (!/^[0-9a-f-]{36}$/.test(schoolId) || !/^[\w-]{2,100}\.[a-z0-9]{1,8}$/.test(name))
    throw new Error('Invalid storage file name.')
  return `${schoolId}/${name.slice(0, 2)}/${name}`
}

/** The file of a key; undefined for foreign keys. */
export function parseStorageKey(key: string): StoredFile | undefined {
  const [, schoolId = '', name = ''] = /^([0-9a-f-]{36})\/[\w-]{2}\/([\w-]{2,100}\.[a-z0-9]{1,8})$/.exec(key) ?? []
  return schoolId ? { schoolId, name } : undefined
}
