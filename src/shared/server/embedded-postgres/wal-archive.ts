// The archive of the write-ahead log of the embedded PostgreSQL, for `quad recover`. PostgreSQL copies each complete segment into
// a folder beside its data, because its account may not enter BACKUP_DIR; from there the server moves it, compressed and encrypted.
import { randomUUID } from 'node:crypto'
import { chownSync, createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { sql } from 'kysely'
import { type ArchiveKeys, decryptStream, encryptStream, headerBytes, readTime } from '../crypto/encrypted-files.ts'
import type { Db } from '../db/pools.ts'
import type { ClusterPaths } from './paths.ts'

/** PostgreSQL completes a segment after this time, however little is in it. With the move below, at most a minute is lost. */
export const archiveTimeoutSeconds = 30
const moveIntervalMs = 2000

/** Timeline, log and segment: of 16 MB each. */
export const isSegment = (name: string) => /^[0-9A-F]{24}$/.test(name)

export const outboxPath = ({ data }: ClusterPaths) => `${data}-wal`

/** Starts PostgreSQL with an archive. The command never overwrites, and repeats what a crash has interrupted. */
export function archiveSettings(place: ClusterPaths): string[] {
  const outbox = outboxPath(place)
  mkdirSync(outbox, { recursive: true, mode: 0o700 })
  if (place.account) chownSync(outbox, place.account.uid, place.account.gid)
  const folder = outbox.replaceAll('%', '%%').replaceAll("'", `'\\''`)
  const [target, half] = [`'${folder}/%f'`, `'${folder}/%f.new'`]
  const command = `if [ -f ${target} ]; then cmp -s %p ${target}; else cp %p ${half} && sync ${half} && mv ${half} ${target} && sync '${folder}'; fi`
  return ['archive_mode=on', `archive_timeout=${archiveTimeoutSeconds}`, `archive_command=${command}`]
}

/** What identifies a cluster for good: written by initdb, and kept by copies. */
export const readSystemId = (data: string) => readFileSync(join(data, 'global/pg_control')).readBigUInt64LE().toString()

export const recoveryFolder = (backupDir: string) => join(backupDir, 'recovery')
/** A recovery begins a new timeline, and with it a folder of its own: the old future stays readable. */
export const historyFolder = (backupDir: string, systemId: string, timeline: string) =>
  join(recoveryFolder(backupDir), `${systemId}-${timeline}`)
export const walFolder = (history: string) => join(history, 'wal')

type Target = { readonly folder: string; readonly keys: ArchiveKeys }

/** Moves the segments that wait beside the data into the archive, oldest first. Safe beside another process that does it. */
export async function moveSegments(place: ClusterPaths, target: Target): Promise<number> {
  const outbox = outboxPath(place)
  const names = (await readdir(outbox).catch(unlessMissing))?.filter(isSegment).sort() ?? []
  if (names.length === 0) return 0
  const systemId = readSystemId(place.data)
  for (const name of names) {
    const wal = walFolder(historyFolder(target.folder, systemId, name.slice(0, 8)))
    await mkdir(wal, { recursive: true, mode: 0o700 })
    const source = join(outbox, name)
    const bytes = await readFile(source).catch(unlessMissing)
    if (!bytes) continue // another process was faster
    const at = (await stat(source).catch(unlessMissing))?.mtime
    if (at) await storeSegment(wal, { name, bytes, at }, target)
    await rm(source, { force: true })
  }
  return names.length
}

async function storeSegment(wal: string, segment: { name: string; bytes: Buffer; at: Date }, target: Target) {
  const { name, bytes, at } = segment
  const half = join(wal, `${name}.new-${randomUUID()}`) // the same process may store it twice: regularly, and before a base
  try {
    await pipeline(
      [bytes],
      createGzip({ level: 1 }), // most segments are zeros, and speed is what counts
      encryptStream(target.keys, { name, at }),
      createWriteStream(half, { mode: 0o600 }),
    )
    await flush(half)
    await link(half, join(wal, name)) // fails when the name exists
    await flush(wal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const there = await readSegment(wal, name, target.keys)
    if (!there.equals(bytes)) throw new Error(`${name} is in the archive already, with another content.`)
  } finally {
    await rm(half, { force: true })
  }
}

export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export const readSegment = (wal: string, name: string, keys: ArchiveKeys): Promise<Buffer> =>
  pipeline(createReadStream(join(wal, name)), decryptStream(keys, name), createGunzip(), (source) => buffer(source))

/** When PostgreSQL completed a segment. */
export async function readSegmentTime(wal: string, name: string): Promise<Date> {
  const handle = await open(join(wal, name), 'r')
  try {
    const header = Buffer.alloc(headerBytes)
    await handle.read(header, 0, headerBytes, 0)
    return readTime(header)
  } finally {
    await handle.close()
  }
}

/** The names of the segments of a history, in their order. */
export const listSegments = async (history: string): Promise<string[]> =>
  ((await readdir(walFolder(history)).catch(unlessMissing)) ?? []).filter(isSegment).sort()

/** The segment after this one. */
export function nextSegment(name: string): string {
  const [timeline, log, segment] = [name.slice(0, 8), name.slice(8, 16), name.slice(16)]
  const next = Number.parseInt(log, 16) * 256 + Number.parseInt(segment, 16) + 1
  const toHex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')
  return `${timeline}${toHex(Math.floor(next / 256))}${toHex(next % 256)}`
}

export type WalArchive = {
  /** Moves what PostgreSQL has written at its end, too. */
  stop(): Promise<void>
}

/** Keeps the archive up to date until it is stopped. A failure is reported, and tried again. */
export function startWalArchive(place: ClusterPaths, target: Target, onError: (error: unknown) => void): WalArchive {
  let isStopping = false
  const stopped = new AbortController()
  const work = async () => {
    let isFailing = false
    while (!isStopping) {
      try {
        await moveSegments(place, target)
        isFailing = false
      } catch (error) {
        if (!isFailing) onError(error) // once per outage
        isFailing = true
      }
      await sleep(moveIntervalMs, undefined, { signal: stopped.signal, ref: false }).catch(() => {})
    }
  }
  const working = work()
  return {
    stop: async () => {
      isStopping = true
      stopped.abort()
      await working
      await moveSegments(place, target).catch(onError)
    },
  }
}

export type ArchiveState = {
  /**
   * Seconds since the newest segment in the archive was completed; 0 while all complete segments are in it, because the one
   * that PostgreSQL writes to is completed in time. Infinite before the first one.
   */
  readonly ageSeconds: number
  /** Segments that wait beside the data. */
  readonly waiting: number
}

/** The state of the archive of the cluster in a data folder. `current` is the segment that PostgreSQL writes to. */
export async function readArchiveState(place: ClusterPaths, backupDir: string, current: string): Promise<ArchiveState> {
  const waiting = ((await readdir(outboxPath(place)).catch(unlessMissing)) ?? []).filter(isSegment).length
  const history = await findNewestHistory(place, backupDir)
  const newest = history && (await listSegments(history)).at(-1)
  if (!newest) return { ageSeconds: Number.POSITIVE_INFINITY, waiting }
  if (current <= nextSegment(newest)) return { ageSeconds: 0, waiting }
  const archivedAt = await readSegmentTime(walFolder(history), newest)
  return { ageSeconds: (Date.now() - archivedAt.getTime()) / 1000, waiting }
}

/** The segment that PostgreSQL writes to. */
export async function findCurrentSegment(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select pg_walfile_name(pg_current_wal_lsn()) as name`.execute(db)
  return rows[0]?.name ?? ''
}

/** The folder of the newest timeline of this cluster. */
async function findNewestHistory({ data }: ClusterPaths, backupDir: string): Promise<string | undefined> {
  if (!existsSync(join(data, 'global/pg_control'))) return undefined
  const systemId = readSystemId(data)
  const names = (await readdir(recoveryFolder(backupDir)).catch(unlessMissing)) ?? []
  const newest = names
    .filter((name) => name.startsWith(`${systemId}-`))
    .sort()
    .at(-1)
  return newest && join(recoveryFolder(backupDir), newest)
}

/** True when there is a base backup of the timeline of this cluster: without one, its log is of no use. */
export async function hasBase(place: ClusterPaths, backupDir: string): Promise<boolean> {
  const history = await findNewestHistory(place, backupDir)
  return history !== undefined && (await readdir(history)).some((name) => /^base-.*\.json$/.test(name))
}

export function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
