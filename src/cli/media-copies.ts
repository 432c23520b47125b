// The uploads of daily backups: each file is copied once into a folder beside the archives, which only name it.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { unlessMissing } from '../shared/server/embedded-postgres/wal-archive.ts'
import { parseStorageKey, type Storage, type StoredFile, storageKey } from '../shared/server/storage/storage.ts'

/** A file that an archive names. */
export type MediaEntry = { readonly key: string; readonly bytes: number; readonly sha256: string }
/** A copy in the folder; `size` is what the disk has. */
type Copy = MediaEntry & { readonly size: number }

/** The entry of an archive with its files, one JSON object per line; the second one, so that it is read without the tables. */
export const mediaListName = 'files.jsonl'

/** Beside the archives. */
export const mediaFolderName = 'media'
export const findMediaFolder = (archive: string) => join(dirname(archive), mediaFolderName)

/** A listing of the folder says what every file has to contain. */
const toPath = ({ key, bytes, sha256 }: MediaEntry) => `${key}.${bytes}-${sha256}`
const copyName = /^(.+)\.(\d+)-([0-9a-f]{64})$/

/** Each waits for a disk, and for the bucket. */
const concurrency = 8

async function forEachConcurrently<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const iterator = items[Symbol.iterator]()
  const next = async () => {
    for (let step = iterator.next(); !step.done; step = iterator.next()) await work(step.value)
  }
  await Promise.all(Array.from({ length: concurrency }, next))
}

/** Also removes what a killed process left half written: one backup runs at a time, and lists before it copies. */
async function listCopies(folder: string): Promise<Copy[]> {
  const copies: Copy[] = []
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true }).catch(unlessMissing)) ?? []
  await forEachConcurrently(entries, async (entry) => {
    if (!entry.isFile()) return
    if (entry.name.endsWith('.new')) return rm(join(entry.parentPath, entry.name))
    const [, name = '', bytes, sha256 = ''] = copyName.exec(entry.name) ?? []
    if (!name) return
    const { size } = await stat(join(entry.parentPath, entry.name))
    copies.push({ key: join(relative(folder, entry.parentPath), name), bytes: Number(bytes), sha256, size })
  })
  return copies
}

/**
 * Copies the files that are not in the folder yet: the content of a name never changes. Returns what the archive names, and the
 * files that are missing from storage, also those of which there is a copy. Everything is on disk when it resolves.
 */
export async function copyMedia(
  storage: Storage,
  files: readonly StoredFile[],
  folder: string,
): Promise<{ entries: MediaEntry[]; missing: string[] }> {
  const copies = new Map((await listCopies(folder)).map(({ key, bytes, sha256 }) => [key, { key, bytes, sha256 }]))
  const stored = new Set<string>()
  if (copies.size > 0) for await (const file of storage.list()) stored.add(storageKey(file))
  const entries: MediaEntry[] = []
  const missing: string[] = []
  const changed = new Set<string>()
  await forEachConcurrently(files, async (file) => {
    const key = storageKey(file)
    const known = copies.get(key)
    const entry = known ?? (await copyFile(storage, file, folder))
    if (!entry || (known && !stored.has(key))) missing.push(file.name)
    if (entry) entries.push(entry)
    if (entry && !known) changed.add(dirname(join(folder, key)))
  })
  for (const path of changed) await flush(path)
  return { entries, missing }
}

async function copyFile(storage: Storage, file: StoredFile, folder: string): Promise<MediaEntry | undefined> {
  const stored = await storage.open(file)
  if (!stored) return undefined
  const key = storageKey(file)
  const half = join(folder, `${key}.new`)
  await mkdir(dirname(half), { recursive: true, mode: 0o700 })
  try {
    const { bytes, sha256 } = await digest(stored.stream(), { path: half, flush: true })
    const entry = { key, bytes, sha256 }
    await rename(half, join(folder, toPath(entry)))
    return entry
  } catch (error) {
    await rm(half, { force: true })
    throw error
  }
}

/** Reads a stream to its end, and writes it to `target`, if given: to the disk with `flush`. */
async function digest(
  content: Readable,
  target?: { readonly path: string; readonly flush: boolean },
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  const count = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      if (target) yield chunk
    }
  }
  if (target) await pipeline(content, count, createWriteStream(target.path, { mode: 0o600, flush: target.flush }))
  else for await (const _ of count(content)); // yields nothing
  return { bytes, sha256: hash.digest('hex') }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync()
  await handle.close()
}

export const parseMediaList = async (content: Readable): Promise<MediaEntry[]> =>
  (await text(content))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as MediaEntry)

/** The files that an archive names; none in those of former versions, which contain them. Reads only its beginning. */
async function readMediaList(archive: string): Promise<MediaEntry[]> {
  const parts = extract()
  const reading = pipeline(createReadStream(archive), createGunzip(), parts)
  reading.catch(() => {}) // thrown by the loop, except for the end that the return causes
  let isFirst = true
  for await (const part of parts) {
    if (!isFirst) return part.header.name === mediaListName ? parseMediaList(part as unknown as Readable) : []
    isFirst = false
    part.resume()
  }
  return []
}

/** Compares the files that an archive names with the folder, by their sizes. Returns what is wrong. */
export async function findMissingCopies(archive: string): Promise<string[]> {
  return compareSizes(await readMediaList(archive), findMediaFolder(archive))
}

export async function compareSizes(entries: readonly MediaEntry[], folder: string): Promise<string[]> {
  const wrong: string[] = []
  await forEachConcurrently(entries, async (entry) => {
    const found = await stat(join(folder, toPath(entry))).catch(unlessMissing)
    if (found?.size !== entry.bytes) wrong.push(entry.key)
  })
  return wrong.sort()
}

/** Every copy is read again within so many days. */
const checkDays = 30

/**
 * Removes copies with another size than they had, and those with another content among a thirtieth that it reads, another one
 * each day: the next backup copies them again from storage. Returns their keys.
 */
export async function removeDamagedCopies(
  folder: string,
  day = Math.floor(Date.now() / 86_400_000),
): Promise<string[]> {
  const damaged: string[] = []
  const isDue = ({ sha256 }: Copy) => Number.parseInt(sha256.slice(0, 8), 16) % checkDays === day % checkDays
  await forEachConcurrently(await listCopies(folder), async (copy) => {
    const path = join(folder, toPath(copy))
    if (copy.size === copy.bytes) {
      if (!isDue(copy)) return
      const found = await digest(createReadStream(path)).catch(() => undefined) // the disk cannot read it
      if (found?.sha256 === copy.sha256) return
    }
    damaged.push(copy.key)
    await rm(path)
  })
  return damaged.sort()
}

/** Removes the copies that none of these archives names. Does nothing while one of them cannot be read. */
export async function removeUnnamedCopies(archives: readonly string[], folder: string): Promise<number> {
  const named = new Set<string>()
  for (const archive of archives) {
    const entries = await readMediaList(archive).catch(() => undefined)
    if (!entries) return 0
    for (const entry of entries) named.add(toPath(entry))
  }
  const unnamed = (await listCopies(folder)).filter((copy) => !named.has(toPath(copy)))
  await forEachConcurrently(unnamed, (copy) => rm(join(folder, toPath(copy))))
  return unnamed.length
}

/**
 * Puts the files that an archive names into storage. Throws for one that is missing or has another content. Everything is on disk when it
 * resolves.
 */
export function restoreMedia(entries: readonly MediaEntry[], folder: string, storage: Storage): Promise<void> {
  const copyWith = (put: Storage['put'], temp: string) =>
    forEachConcurrently(entries, async (entry) => {
      const file = parseStorageKey(entry.key)
      if (!file) throw new Error(`${entry.key} does not belong into a backup.`)
      const path = join(temp, file.name)
      const source = join(folder, toPath(entry))
      const isThere = await stat(source).catch(unlessMissing)
      const found = isThere && (await digest(createReadStream(source), { path, flush: false })) // `putMany` does
      if (found?.sha256 !== entry.sha256)
        throw new Error(
          `${source} is ${found ? 'damaged' : 'missing'}. Copy the folder media together with the archives.`,
        )
      await put(file, path)
    })
  return storage.withTempFolder((temp) => storage.putMany((put) => copyWith(put, temp)))
}
