import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** A stored file: its school, and a name of letters, digits, `-`, `_` and one dot. */
export type StoredFile = { readonly schoolId: string; readonly name: string }

/** First and last byte, both included. */
export type ByteRange = { readonly from: number; readonly to: number }

/**
 * Where uploads are kept. A name is written once; what it holds never changes. A store that does not do what it should is
 * 503 for whoever asked, with its own error as the cause.
 */
export type Storage = {
  /** Stores bytes, or the file at a path of `withTempFolder`, which goes. It is there whole or not at all. */
  put(file: StoredFile, source: string | Buffer): Promise<void>
  /** The file, opened; undefined when there is none. Whoever opens it streams it or closes it. */
  open(file: StoredFile): Promise<OpenFile | undefined>
  /** Writes the same bytes again, as if they had been stored now: nothing on the disk tells when they came. */
  renew(file: StoredFile): Promise<void>
  /** Removes it; fine when it is gone already. */
  remove(file: StoredFile): Promise<void>
  /** All files, in no order. */
  list(): AsyncIterable<StoredFile>
  /** Lends an empty folder of this machine, removed with all that is in it when the work ends. */
  withTempFolder<T>(work: (folder: string) => Promise<T>): Promise<T>
  /** Removes everything. */
  clear(): Promise<void>
}

export type OpenFile = {
  readonly size: number
  stream(range?: ByteRange): Readable
  close(): Promise<void>
}

/** Where a file is kept below the root of a store. */
export function storageKey({ schoolId, name }: StoredFile): string {
  if (!/^[0-9a-f-]{36}$/.test(schoolId) || !/^[\w-]{2,100}\.[a-z0-9]{1,8}$/.test(name))
    throw new Error('This is no name of a stored file.')
  return `${schoolId}/${name.slice(0, 2)}/${name}`
}

/** The file of a key; undefined for what is none of ours. */
export function parseStorageKey(key: string): StoredFile | undefined {
  const [, schoolId = '', name = ''] = /^([0-9a-f-]{36})\/[\w-]{2}\/([\w-]{2,100}\.[a-z0-9]{1,8})$/.exec(key) ?? []
  return schoolId ? { schoolId, name } : undefined
}

const tempPath = (dataDir: string) => join(dataDir, 'tmp')
/** Where decoders of uploads exchange files with the server, on the disk of the scratch folder. */
export const decodersPath = (dataDir: string) => join(dataDir, 'decoders')

/** Removes what a killed server left half done; for the one server of a data folder, when it starts. */
export function clearTempFiles(dataDir: string): void {
  for (const folder of [tempPath(dataDir), decodersPath(dataDir)]) rmSync(folder, { recursive: true, force: true })
}

export function openTempFolder(dataDir: string) {
  const passing = () => join(tempPath(dataDir), randomBytes(12).toString('hex'))
  return async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
    const folder = passing()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    try {
      return await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}
