// Upgrades the data folder of the embedded PostgreSQL to the major version of the installed programs. The programs of npm contain no
// pg_upgrade: the database is copied from the PostgreSQL of the former version into a new folder, which takes the place at the end.
import { createHash } from 'node:crypto'
import { existsSync, statfsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { ArchiveKeys } from '../crypto/encrypted-files.ts'
import { isRunning, logPath, startClusterAt, stopPostgres, syncData } from './cluster.ts'
import { copyDatabase, type DatabaseSize, fillSettings, measureDatabase } from './copy-database.ts'
import { atFolder, type ClusterPaths, readMajor, toKeptPath, upgradedFile, upgradingPath } from './paths.ts'
import { findPreviousPrograms } from './programs.ts'
import { flush, hasBase, moveSegments, outboxPath, unlessMissing } from './wal-archive.ts'

type Options = {
  readonly say: (line: string) => void
  /** Where the log of PostgreSQL is archived, if it is. */
  readonly archive?: { readonly folder: string; readonly keys: ArchiveKeys } | undefined
  /** Of the disk of the data folder. */
  readonly findFreeBytes?: (folder: string) => number
}

/** Content of the file that ends an upgrade, in the new folder. */
type Upgraded = {
  /** Of pg_control of the former folder: every start of PostgreSQL writes to it. */
  readonly control: string
  /** Name of the former folder from now on. */
  readonly keptAs: string
}

/** The privacy policy promises that deleted data is gone after this time. */
const maxKeptDays = 30

/**
 * For a place whose upgrade is due. Throws a sentence when it cannot be upgraded; then the data are as before. May be
 * interrupted at any moment: the next call completes or repeats it.
 */
export async function upgradeCluster(place: ClusterPaths, options: Options): Promise<void> {
  const fresh = atFolder(place, upgradingPath(place))
  const major = readMajor(place)
  if (major === undefined) return takePlace(place, fresh, options.say)
  if (major > place.major)
    throw new Error(
      `The data in ${place.data} are of PostgreSQL ${major}, and this Quad has PostgreSQL ${place.major}. Start a newer Quad.`,
    )
  const previous = findPreviousPrograms(place.home, place.account)
  if (!previous)
    throw new Error(
      `The data in ${place.data} are of PostgreSQL ${major}, and the programs that upgrade them are not installed: run npm ci --ignore-scripts, with its optional packages.`,
    )
  if (major !== previous.major)
    throw new Error(
      `The data in ${place.data} are of PostgreSQL ${major}, and this Quad upgrades from ${previous.major} to ${place.major}. Start the releases in between first, or restore an archive of quad backup into a new DATA_DIR.`,
    )
  if (!(await isComplete(place, fresh))) {
    options.say(
      `The data in ${place.data} are of PostgreSQL ${major}. They are copied for PostgreSQL ${place.major} now, and stay as they are. You may interrupt this.`,
    )
    await fill({ ...place, binaries: previous.folder, major }, fresh, options)
  }
  await takePlace(place, fresh, options.say)
}

async function fill(former: ClusterPaths, fresh: ClusterPaths, { say, archive, findFreeBytes }: Options) {
  const began = Date.now()
  const isArchived = archive !== undefined && (await hasBase(former, archive.folder))
  // Its lock keeps other servers out until the end. Without autovacuum and writes, the rows stay as they are.
  const source = await startClusterAt(former, {
    settings: ['default_transaction_read_only=on', 'autovacuum=off'],
    isArchived,
  })
  let megabytes = 0
  try {
    await clear(fresh)
    const size = await measureDatabase(source.connection)
    if (size) assertRoom(former, size, findFreeBytes)
    const target = await startClusterAt(fresh, { settings: fillSettings })
    try {
      if (size) for (const line of await copyDatabase(source.connection, target.connection, say)) say(line)
    } finally {
      await target.stop()
    }
    syncData(fresh)
    await (await startClusterAt(fresh)).stop() // with its own settings, and those that were copied
    megabytes = toMegabytes(size?.bytes ?? 0)
  } catch (error) {
    await source.stop()
    await clear(fresh)
    throw new Error(
      `${toSentence(error)} The upgrade to PostgreSQL ${fresh.major} was ended; the data in ${former.data} are as before.`,
    )
  }
  await source.stop()
  if (isArchived) await archiveRest(former, archive, say)
  const upgraded: Upgraded = {
    control: await digestControl(former),
    keptAs: basename(toKeptPath(former, new Date())),
  }
  await writeFile(join(fresh.data, upgradedFile), JSON.stringify(upgraded), { mode: 0o600, flush: true })
  await flush(fresh.data)
  say(`${megabytes} MB are copied, and every row was compared, in ${Math.round((Date.now() - began) / 1000)} s.`)
}

const toSentence = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replace(/([^.])$/, '$1.')

/** Removes what an interrupted upgrade has left. */
async function clear(fresh: ClusterPaths) {
  await stopPostgres(fresh)
  await rm(fresh.data, { recursive: true, force: true, maxRetries: 5 })
  await rm(logPath(fresh), { force: true })
}

/** The new database is at most as large. The largest table is sorted for its indexes; PostgreSQL itself takes the rest. */
function assertRoom({ data }: ClusterPaths, { bytes, largestTableBytes }: DatabaseSize, findFreeBytes = findFree) {
  const needed = bytes + largestTableBytes + 300_000_000
  const free = findFreeBytes(dirname(data))
  if (free < needed)
    throw new Error(
      `There is too little room in ${dirname(data)}: ${toMegabytes(free)} MB are free, ${toMegabytes(needed)} MB are needed. Free some, and start again.`,
    )
}

function findFree(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

const toMegabytes = (bytes: number) => Math.round(bytes / 1_000_000)

/** What the former PostgreSQL wrote last, so that a recovery to the time before the upgrade remains possible. */
async function archiveRest(former: ClusterPaths, archive: NonNullable<Options['archive']>, say: Options['say']) {
  await moveSegments(former, archive).catch((error: Error) =>
    say(`The last part of the former log was not archived, and stays beside the former folder: ${error.message}`),
  )
}

const digestControl = async ({ data }: ClusterPaths) =>
  createHash('sha256')
    .update(await readFile(join(data, 'global/pg_control')))
    .digest('hex')

async function readUpgraded(fresh: ClusterPaths): Promise<Upgraded | undefined> {
  const text = await readFile(join(fresh.data, upgradedFile), 'utf8').catch(unlessMissing)
  return text ? (JSON.parse(text) as Upgraded) : undefined
}

/** False as well when the former release has run on the former folder since. */
async function isComplete(place: ClusterPaths, fresh: ClusterPaths): Promise<boolean> {
  const upgraded = await readUpgraded(fresh)
  return upgraded !== undefined && !isRunning(place) && upgraded.control === (await digestControl(place))
}

/**
 * Three renames, which the next start continues. The former folder gets a name that no other start chooses and that no
 * rename replaces, so two starts cannot move the new data away.
 */
async function takePlace(place: ClusterPaths, fresh: ClusterPaths, say: Options['say']) {
  if (isRunning(place)) throw new Error(`Another Quad is using ${place.home}. Stop it first.`)
  const upgraded = await readUpgraded(fresh)
  if (!upgraded) throw new Error(`Another Quad has completed the upgrade of ${place.home}. Start again.`)
  const kept = join(dirname(place.data), upgraded.keptAs)
  const outbox = outboxPath(place)
  if (existsSync(outbox)) await rename(outbox, `${kept}-wal`)
  if (existsSync(place.data)) await rename(place.data, kept)
  await rename(fresh.data, place.data)
  await flush(dirname(place.data))
  await rm(join(place.data, upgradedFile), { force: true })
  await rm(logPath(fresh), { force: true })
  const until = new Date(Date.now() + maxKeptDays * 86_400_000).toISOString().slice(0, 10)
  say(
    `The database is of PostgreSQL ${place.major} now. The former data are in ${kept}. Remove that folder when all is well, at the latest on ${until}: it keeps what people delete from now on.`,
  )
}
