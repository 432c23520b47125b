import { randomBytes } from 'node:crypto'
import { createReadStream, mkdirSync, rmSync } from 'node:fs'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** A stored file: its school, and a name of letters, digits, `-`, `_` and one dot. */
export type StoredFile = { readonly schoolId: string; readonly name: string }

/** First and last byte, both included. */
export type Range = { readonly from: number; readonly to: number }

/** Files on the local disk. A name is written once; what it holds never changes. */
export type Storage = {
  /** Stores bytes, or the file at a path of `inScratch`, which is moved. It is there whole or not at all. */
  put(file: StoredFile, source: string | Buffer): Promise<void>
  /** The file, opened; undefined when there is none. Whoever opens it streams it or closes it. */
  open(file: StoredFile): Promise<OpenFile | undefined>
  /** Removes it; fine when it is gone already. */
  remove(file: StoredFile): Promise<void>
  /** Lends an empty folder on the same disk, removed with all that is in it when the work ends. */
  inScratch<T>(work: (folder: string) => Promise<T>): Promise<T>
  /** Removes everything. */
  clear(): Promise<void>
}

export type OpenFile = {
  readonly size: number
  stream(range?: Range): Readable
  close(): Promise<void>
}

/** The store below a data folder. Removes what a killed server left half done, so one server has one data folder. */
export function openStorage(dataDir: string): Storage {
  const files = join(dataDir, 'files')
  const scratch = join(dataDir, 'tmp')
  rmSync(scratch, { recursive: true, force: true })
  mkdirSync(scratch, { recursive: true })
  const passing = () => join(scratch, randomBytes(12).toString('hex'))
  const pathOf = ({ schoolId, name }: StoredFile) => {
    if (!/^[0-9a-f-]{36}$/.test(schoolId) || !/^[\w-]{2,100}\.[a-z0-9]{1,8}$/.test(name))
      throw new Error('This is no name of a stored file.')
    return join(files, schoolId, name.slice(0, 2), name)
  }

  return {
    async put(file, source) {
      const path = pathOf(file)
      const whole = typeof source === 'string' ? source : passing()
      if (typeof source !== 'string') await writeFile(whole, source)
      await onDisk(whole)
      await mkdir(dirname(path), { recursive: true })
      await rename(whole, path)
    },
    async open(file) {
      const handle = await open(pathOf(file)).catch(unlessMissing)
      if (!handle) return undefined
      const { size } = await handle.stat()
      return {
        size,
        stream: (range) => createReadStream('', { fd: handle, ...(range && { start: range.from, end: range.to }) }),
        close: () => handle.close(),
      }
    },
    remove: (file) => rm(pathOf(file), { force: true }),
    async inScratch(work) {
      const folder = passing()
      await mkdir(folder)
      try {
        return await work(folder)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    clear: () => rm(files, { recursive: true, force: true }),
  }
}

/** A name must not outlive a power cut without its bytes. */
async function onDisk(path: string) {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
