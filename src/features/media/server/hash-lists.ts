// External lists of files that may not be uploaded, from an organisation with which the operator has a contract.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** The hash functions by the number of their hexadecimal digits. */
const algorithms: Readonly<Record<number, string>> = { 32: 'md5', 40: 'sha1', 64: 'sha256' }

/** How often the folder is looked at. */
const intervalMs = 10 * 60_000

export type HashLists = {
  /** The name of a list that has the content of this file, if any. */
  find(path: string): Promise<string | undefined>
  /** Reads the lists again if one of them has changed, as every ten minutes. */
  refresh(): Promise<void>
  close(): void
}

type List = { readonly name: string; readonly hashes: ReadonlySet<string>; readonly algorithms: ReadonlySet<string> }

type Log = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/**
 * Reads the lists of a folder, and reads them again when one of them changes: files `*.txt` with one hash per line, of
 * the whole file as it is uploaded, as MD5, SHA-1 or SHA-256 in hexadecimal digits. What follows after a space, comma or
 * semicolon is ignored, and so are lines that begin with #. Rejects if the folder cannot be read.
 */
export async function openHashLists(folder: string, log: Log): Promise<HashLists> {
  let version = await findVersion(folder)
  let lists = await readLists(folder, log)
  let isReading = false

  const refresh = async () => {
    if (isReading) return
    isReading = true
    try {
      const next = await findVersion(folder)
      if (next === version) return
      lists = await readLists(folder, log)
      version = next
    } catch (err) {
      log.warn({ err }, 'the hash lists could not be read again; the former ones stay in force')
    } finally {
      isReading = false
    }
  }
  const timer = setInterval(() => void refresh(), intervalMs).unref()

  return {
    async find(path) {
      const held = lists
      const needed = new Set(held.flatMap((list) => [...list.algorithms]))
      const found = await hashFile(path, needed)
      return held.find(({ hashes }) => found.some((hash) => hashes.has(hash)))?.name
    },
    refresh,
    close: () => clearInterval(timer),
  }
}

const listNames = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith('.txt')).toSorted()

/** Changes when a list is added, removed or written. */
async function findVersion(folder: string): Promise<string> {
  const files = (await listNames(folder)).map(async (name) => {
    const { size, mtimeMs } = await stat(join(folder, name))
    return `${name} ${size} ${mtimeMs}`
  })
  return (await Promise.all(files)).join('\n')
}

async function readLists(folder: string, log: Log): Promise<readonly List[]> {
  const lists: List[] = []
  for (const name of await listNames(folder)) lists.push(await readList(folder, name, log))
  log.info({ lists: lists.map(({ name, hashes }) => ({ name, hashes: hashes.size })) }, 'hash lists in force')
  return lists
}

async function readList(folder: string, name: string, log: Log): Promise<List> {
  const hashes = new Set<string>()
  const used = new Set<string>()
  const faulty: number[] = []
  const file = await open(join(folder, name))
  let number = 0
  for await (const line of file.readLines()) {
    number++
    const [hash = ''] = line
      .replace('\uFEFF', '')
      .trim()
      .split(/[\s,;]/, 1)
    if (hash === '' || hash.startsWith('#')) continue
    const algorithm = algorithms[hash.length]
    if (!algorithm || !/^[0-9a-f]+$/i.test(hash)) {
      faulty.push(number)
      continue
    }
    used.add(algorithm)
    hashes.add(toKey(hash))
  }
  if (faulty.length > 0)
    log.warn({ list: name, lines: faulty.slice(0, 10), count: faulty.length }, 'lines of a hash list hold no hash')
  return { name, hashes, algorithms: used }
}

/** Half as long as the digits: a list has a million of them. */
const toKey = (hex: string): string => Buffer.from(hex, 'hex').toString('latin1')

async function hashFile(path: string, needed: ReadonlySet<string>): Promise<string[]> {
  if (needed.size === 0) return []
  const hashes = [...needed].map((algorithm) => createHash(algorithm))
  await pipeline(createReadStream(path), async (chunks) => {
    for await (const chunk of chunks) for (const hash of hashes) hash.update(chunk as Buffer)
  })
  return hashes.map((hash) => hash.digest().toString('latin1'))
}
