// `quad recover`: brings the embedded PostgreSQL back to a point in time, from a base backup and the archived log.
import { chownSync, createReadStream, createWriteStream, existsSync, lstatSync, readdirSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { type ArchiveKeys, decryptStream } from '../shared/server/crypto/encrypted-files.ts'
import { openDb } from '../shared/server/db/pools.ts'
import { isRunning, startForRecovery } from '../shared/server/embedded-postgres/cluster.ts'
import { atFolder, type ClusterPaths, recoveringPath, toKeptPath } from '../shared/server/embedded-postgres/paths.ts'
import { findPreviousPrograms } from '../shared/server/embedded-postgres/programs.ts'
import {
  flush,
  isSegment,
  listSegments,
  nextSegment,
  outboxPath,
  readSegment,
  readSegmentTime,
  readSystemId,
  recoveryFolder,
  unlessMissing,
  walFolder,
} from '../shared/server/embedded-postgres/wal-archive.ts'
import { type Base, listBases } from './base-backup.ts'
import { settle } from './settle.ts'

type Source = { readonly place: ClusterPaths; readonly folder: string; readonly keys: ArchiveKeys }
type Recovery = {
  /** The commit up to which rows are there; undefined when nothing was written after the base backup. */
  readonly recoveredTo: Date | undefined
  /** True when the archive ends before the given time. */
  readonly isShort: boolean
  /** Where the former data folder is now, if there was one. */
  readonly keptAs: string | undefined
}

/** In a folder whose recovery is complete; it only has to take its place. */
const doneFile = 'quad-recovery.json'

/**
 * Recovers into a fresh folder, which takes the place of the data folder at the end; the former one is kept. Undefined as the time:
 * everything that is archived. Can be repeated after an interruption at any point.
 */
export async function recover(source: Source, to: Date | undefined, say: (line: string) => void): Promise<Recovery> {
  const { place } = source
  if (isRunning(place)) throw new Error('A server runs on this data folder. Stop it first.')
  const fresh = recoveringPath(place)
  const done = await readDone(fresh, to)
  if (done) say('An earlier recovery to this time is complete and takes its place now.')
  const recoveredTo = done ? done.recoveredTo : await recoverFresh(source, to, say)
  const keptAs = await takePlace(place, fresh)
  return { recoveredTo, isShort: to !== undefined && (done?.isShort ?? (await isShort(source, to))), keptAs }
}

async function readDone(fresh: string, to: Date | undefined) {
  const text = await readFile(join(fresh, doneFile), 'utf8').catch(unlessMissing)
  if (!text) return undefined
  const { to: target, recoveredTo, isShort } = JSON.parse(text)
  if (target !== (to?.toISOString() ?? null)) return undefined
  return { recoveredTo: recoveredTo ? new Date(recoveredTo) : undefined, isShort: isShort === true }
}

async function recoverFresh(source: Source, to: Date | undefined, say: (line: string) => void) {
  const { place, folder } = source
  const base = chooseBase(await listBases(folder), to)
  const binaries = findBinaries(place, base)
  const fresh = recoveringPath(place)
  const wal = `${fresh}-wal`
  for (const path of [fresh, wal]) {
    await rm(path, { recursive: true, force: true })
    await mkdir(path, { recursive: true, mode: 0o700 })
  }
  const segments = await planSegments(source, base, to)
  say(`Unpacking ${base.name} …`)
  await unpack(source, base, fresh)
  if ((await readFile(join(fresh, 'PG_VERSION'), 'utf8')).trim() !== base.version)
    throw new Error(`${base.name} is damaged: it has another version of PostgreSQL than its description.`)
  say(`Decrypting ${segments.length} segments of the log …`)
  for (const segment of segments) await placeSegment(segment, source.keys, join(wal, segment.name))
  await reserveTimelines(folder, base, wal)
  for (const path of [fresh, wal]) give(path, place)
  say(`Replaying the log${to ? ` up to ${to.toISOString()}` : ''} …`)
  const cluster = await startForRecovery({ ...atFolder(place, fresh), binaries }, { wal, to })
  const recoveredTo = await settleCluster(cluster.connection)
  await cluster.stop()
  const result = {
    to: to?.toISOString() ?? null,
    recoveredTo: recoveredTo?.toISOString(),
    isShort: to !== undefined && (await isShort(source, to)),
  }
  await writeFile(join(fresh, doneFile), JSON.stringify(result), { flush: true })
  await flush(fresh)
  await rm(wal, { recursive: true, force: true })
  return recoveredTo
}

/** A base backup from before an upgrade needs the programs of its time; the next start upgrades what is recovered. */
function findBinaries(place: ClusterPaths, { name, version }: Base): string {
  if (Number(version) === place.major) return place.binaries
  const previous = findPreviousPrograms(place.home, place.account)
  if (Number(version) === previous?.major) return previous.folder
  throw new Error(
    `${name} is of PostgreSQL ${version}, whose programs are not part of this Quad. Use the one that ran at that time.`,
  )
}

/** The newest one that was complete before the time. */
function chooseBase(bases: readonly Base[], to: Date | undefined): Base {
  const base = bases.findLast(({ stoppedAt }) => !to || Date.parse(stoppedAt) <= to.getTime())
  if (base) return base
  const [oldest] = bases
  throw new Error(
    oldest
      ? `The oldest base backup is from ${oldest.stoppedAt}; an earlier time can’t be recovered.`
      : 'This BACKUP_DIR has no base backup.',
  )
}

type Segment = { readonly name: string; readonly path: string; readonly isArchived: boolean; readonly at: number }

/** The segments that the recovery reads. Throws when one of them is missing. */
async function planSegments(source: Source, base: Base, to: Date | undefined): Promise<Segment[]> {
  const found = await findSegments(source, base)
  const last =
    [...found.keys()]
      .filter((name) => found.get(name)?.isArchived)
      .sort()
      .at(-1) ?? ''
  const segments: Segment[] = []
  for (let name = base.startSegment; ; name = nextSegment(name)) {
    const segment = found.get(name)
    if (!segment) {
      if (name > last && name > base.stopSegment) return segments
      const until = segments.at(-1)?.at
      throw new Error(
        `Segment ${name} is missing in ${walFolder(base.history)}.${
          until && name > base.stopSegment
            ? ` The log is complete up to ${new Date(until).toISOString()}: recover to a time before.`
            : ' Recover to a time before this base backup, or restore an archive of quad backup:daily.'
        }`,
      )
    }
    segments.push(segment)
    if (to && name >= base.stopSegment && segment.at >= to.getTime()) return segments
  }
}

/** Those of the archive, and those that a former data folder still has and could not archive. */
async function findSegments({ place }: Source, base: Base): Promise<Map<string, Segment>> {
  const found = new Map<string, Segment>()
  if (existsSync(join(place.data, 'global/pg_control')) && readSystemId(place.data) === base.systemId)
    for (const folder of [join(place.data, 'pg_wal'), outboxPath(place)])
      for (const name of (await readdir(folder).catch(unlessMissing)) ?? [])
        if (isSegment(name) && name.startsWith(base.timeline))
          found.set(name, { name, path: join(folder, name), isArchived: false, at: Number.POSITIVE_INFINITY })
  const wal = walFolder(base.history)
  for (const name of await listSegments(base.history))
    if (name >= base.startSegment)
      found.set(name, { name, path: wal, isArchived: true, at: (await readSegmentTime(wal, name)).getTime() })
  return found
}

/** Segments are mostly zeros, which take no room. */
async function placeSegment({ name, path, isArchived }: Segment, keys: ArchiveKeys, target: string) {
  const bytes = isArchived ? await readSegment(path, name, keys) : await readFile(path)
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0) end -= 1
  await writeFile(target, bytes.subarray(0, end), { mode: 0o600 })
  await truncate(target, bytes.length)
}

/** A recovery never takes the number of a timeline whose log is in the archive. */
async function reserveTimelines(folder: string, { systemId, timeline }: Base, wal: string) {
  for (const name of await readdir(recoveryFolder(folder))) {
    const [id, other = ''] = name.split('-')
    if (id === systemId && other > timeline) await writeFile(join(wal, `${other}.history`), '')
  }
}

async function unpack({ keys }: Source, { history, name, bytes }: Base, target: string) {
  const path = join(history, name)
  if ((await stat(path).catch(unlessMissing))?.size !== bytes) throw new Error(`${name} is missing or damaged.`)
  const archive = extract()
  const reading = pipeline(createReadStream(path), decryptStream(keys, name), createGunzip(), archive)
  const read = async () => {
    for await (const entry of archive) {
      const inner = entry.header.name
      if (inner.split('/').includes('..')) throw new Error(`${name} is damaged.`)
      if (entry.header.type === 'directory') {
        await mkdir(join(target, inner), { recursive: true, mode: 0o700 })
        entry.resume()
      } else await pipeline(entry, createWriteStream(join(target, inner), { mode: 0o600 }))
    }
  }
  const filled = read().catch((error) => {
    archive.destroy(error)
    throw error
  })
  await Promise.all([filled, reading])
}

/** To PostgreSQL's account. */
function give(path: string, { account }: ClusterPaths) {
  if (!account) return
  chownSync(path, account.uid, account.gid)
  if (lstatSync(path).isDirectory())
    for (const name of readdirSync(path)) give(join(path, name), { account } as ClusterPaths)
}

async function settleCluster(connection: { host: string; port: number; user: string }): Promise<Date | undefined> {
  const db = openDb({ ...connection, database: 'quad' }, { max: 1 })
  try {
    return await settle(db)
  } finally {
    await db.destroy()
  }
}

/** True when nothing was archived after the time. */
async function isShort({ folder }: Source, to: Date): Promise<boolean> {
  const base = chooseBase(await listBases(folder), to)
  const last = (await listSegments(base.history)).at(-1)
  return !last || (await readSegmentTime(walFolder(base.history), last)).getTime() < to.getTime()
}

/** Two renames; between them a start refuses, and another recovery continues here. */
async function takePlace({ data }: ClusterPaths, fresh: string): Promise<string | undefined> {
  let keptAs: string | undefined
  if (existsSync(data)) {
    keptAs = toKeptPath({ data }, new Date())
    await rename(data, keptAs)
    // Segments of the former cluster, which the archive may not have.
    const outbox = `${data}-wal`
    if (existsSync(outbox)) await rename(outbox, `${keptAs}-wal`)
  }
  await rename(fresh, data)
  await flush(dirname(data))
  await rm(join(data, doneFile), { force: true })
  return keptAs
}
