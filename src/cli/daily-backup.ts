// `quad backup:daily`: takes a backup, restores it on trial, checks those from before, and removes the oldest.
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import type { ArchiveKeys } from '../shared/server/crypto/encrypted-files.ts'
import { withAdvisoryLock } from '../shared/server/db/locks.ts'
import { migrate } from '../shared/server/db/migrate.ts'
import { type ConnectionSettings, type Db, openDb } from '../shared/server/db/pools.ts'
import { migrateJobs } from '../shared/server/jobs/jobs.ts'
import type { Storage } from '../shared/server/storage/storage.ts'
import { backup, createClient } from './backup.ts'
import {
  findMediaFolder,
  findMissingCopies,
  mediaFolderName,
  removeDamagedCopies,
  removeUnnamedCopies,
} from './media-copies.ts'
import { recount } from './recount.ts'
import { restore } from './restore.ts'

/** Where backups are restored on trial. */
type Place = { readonly connection: ConnectionSettings; readonly keys: ArchiveKeys; readonly storage: Storage }
type Source = Place & { readonly db: Db }
type Target = { readonly folder: string; readonly keep: number }
type Outcome = { readonly taken: string; readonly problems: readonly string[]; readonly removed: readonly string[] }

/** Names of the archives in the folder; other files in it are left alone. */
const archiveName = /^quad-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz$/
const toName = (at: string) => `quad-${at.slice(0, 19).replaceAll(':', '')}Z.tar.gz`

/**
 * Takes a backup into the folder and proves it. Resolves with what is wrong with it or with earlier ones; each problem is
 * also stored with its backup, for the metrics. Throws if no backup could be taken. Runs once at a time.
 */
export const backUpDaily = (source: Source, target: Target): Promise<Outcome> =>
  withAdvisoryLock(source.db, 'quad daily backup', async () => {
    const { folder, keep } = target
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removeHalfWritten(folder)
    const problems = await checkKept(source.db, folder)
    const damaged = await removeDamagedCopies(join(folder, mediaFolderName))
    if (damaged.length > 0)
      problems.push(`${damaged.length} copies of files were damaged and removed: ${damaged.slice(0, 5).join(', ')}`)
    await assertRoom(source.db, folder)
    const { name, missing } = await take(source, folder)
    const found = [
      ...(missing.length > 0
        ? [`${missing.length} files are missing from storage: ${missing.slice(0, 5).join(', ')}`]
        : []),
      ...(await proveBackup(source, join(folder, name))),
    ].join(' ')
    await source.db
      .updateTable('backups')
      .set(found ? { problem: found.slice(0, 1000) } : { proved_at: sql<Date>`now()` })
      .where('name', '=', name)
      .execute()
    if (found) problems.push(`${name}: ${found}`)
    problems.push(...(await checkCopies(source.db, folder, name)))
    const removed = await removeOldest(source.db, folder, keep)
    await removeUnnamedCopies(await listArchives(folder), join(folder, mediaFolderName))
    return { taken: name, problems, removed }
  })

/** What a process left that was killed while it wrote. */
async function removeHalfWritten(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith('.new') && archiveName.test(name.slice(0, -4))) await rm(join(folder, name), { force: true })
}

/** Refuses to begin what would fill the disk: as much as the last archive, and the uploads that are not copied yet. */
async function assertRoom(db: Db, folder: string): Promise<void> {
  const { rows } = await sql<{ archive: number; media: number }>`
    select bytes::float as archive,
      greatest(0, (select coalesce(sum(bytes), 0) from uploads) - media_bytes)::float as media
    from backups order by taken_at desc limit 1`.execute(db)
  const [last] = rows
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (last && free < 1.2 * (last.archive + last.media))
    throw new Error(
      `${folder} has ${toMegabytes(free)} MB left. The last archive has ${toMegabytes(last.archive)} MB, and ${toMegabytes(last.media)} MB of uploads are not copied yet.`,
    )
}

const toMegabytes = (bytes: number) => Math.round(bytes / 1_000_000)

async function take({ db, ...source }: Source, folder: string) {
  const { rows } = await sql<{ at: Date }>`select now() as at`.execute(db)
  const name = toName(rows[0]?.at.toISOString() ?? '')
  const file = join(folder, name)
  const { manifest, missing, mediaBytes } = await backup(source, file, { media: findMediaFolder(file) })
  await flush(file)
  await flush(folder)
  const row = {
    name,
    taken_at: new Date(manifest.at),
    bytes: (await stat(file)).size,
    sha256: await digestFile(file),
    media_files: manifest.files,
    media_bytes: mediaBytes,
  }
  await db.insertInto('backups').values(row).execute()
  return { name, missing }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync()
  await handle.close()
}

async function digestFile(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest()
}

/** Reads all archives again. One that its operator has removed after a problem is forgotten. */
async function checkKept(db: Db, folder: string): Promise<string[]> {
  const problems: string[] = []
  for (const { name, sha256, problem } of await db.selectFrom('backups').selectAll().orderBy('name').execute()) {
    const digest = await digestFile(join(folder, name)).catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? 'missing' : 'unreadable',
    )
    if (digest === 'missing' && problem !== null) {
      await db.deleteFrom('backups').where('name', '=', name).execute()
      continue
    }
    const found =
      digest === 'missing'
        ? `is not in ${folder} any more`
        : digest === 'unreadable' || !digest.equals(sha256)
          ? 'is damaged: its content has changed since it was taken'
          : undefined
    if (!found) continue
    problems.push(`${name} ${found}.`)
    await db.updateTable('backups').set({ problem: found }).where('name', '=', name).execute()
  }
  return problems
}

const listArchives = async (folder: string) =>
  (await readdir(folder)).filter((name) => archiveName.test(name)).map((name) => join(folder, name))

/** Whether the files that earlier archives name are still beside them. Runs after damaged copies were replaced. */
async function checkCopies(db: Db, folder: string, taken: string): Promise<string[]> {
  const problems: string[] = []
  const sound = db.selectFrom('backups').select('name').where('problem', 'is', null).where('name', '<>', taken)
  for (const { name } of await sound.orderBy('name').execute()) {
    const missing = await findMissingCopies(join(folder, name))
    if (missing.length === 0) continue
    const problem = `lacks ${missing.length} of its files: ${missing.slice(0, 3).join(', ')}`
    problems.push(`${name} ${problem}.`)
    await db.updateTable('backups').set({ problem }).where('name', '=', name).execute()
  }
  return problems
}

async function removeOldest(db: Db, folder: string, keep: number): Promise<string[]> {
  const old = await db.selectFrom('backups').select('name').orderBy('taken_at', 'desc').offset(keep).execute()
  for (const { name } of old) {
    await rm(join(folder, name), { force: true })
    await db.deleteFrom('backups').where('name', '=', name).execute()
  }
  return [...old.map(({ name }) => name), ...(await removeUnlisted(db, folder, keep))]
}

/** After a recovery or a restore, the table does not list the archives of before; their days are counted by their names. */
async function removeUnlisted(db: Db, folder: string, keep: number): Promise<string[]> {
  const listed = new Set((await db.selectFrom('backups').select('name').execute()).map(({ name }) => name))
  const oldest = toName(new Date(Date.now() - keep * 86_400_000).toISOString())
  const names = (await listArchives(folder)).map((path) => basename(path))
  const expired = names.filter((name) => !listed.has(name) && name < oldest)
  for (const name of expired) await rm(join(folder, name))
  return expired.sort()
}

const scratchPrefix = 'quad_proof_'

/**
 * Restores an archive into a scratch database of the same PostgreSQL, which compares the digest of every table, and
 * recounts all counters. Resolves with what is wrong. Files are unpacked, but not kept.
 */
export async function proveBackup({ connection, keys, storage }: Place, file: string): Promise<string[]> {
  // Both wait for a checkpoint, longer than the pools allow a statement to take.
  const client = createClient(connection)
  await client.connect()
  try {
    const prefix = await findScratchPrefix(client)
    await dropScratch(client, prefix)
    const name = `${prefix}${randomBytes(6).toString('hex')}`
    try {
      await client.query(`create database ${name} encoding 'UTF8' locale 'C.UTF-8' template template0`)
    } catch (error) {
      return [`It could not be restored on trial: ${toMessage(error)}. Allow it: alter role … createdb.`]
    }
    const problems = await restoreOnTrial(toDatabase(connection, name), { keys, storage }, file)
    await dropScratch(client, prefix)
    return problems
  } finally {
    await client.end()
  }
}

async function restoreOnTrial(
  connection: ConnectionSettings,
  { keys, storage }: Omit<Place, 'connection'>,
  file: string,
): Promise<string[]> {
  const db = openDb(connection, { max: 4 })
  try {
    await migrate(db)
    await migrateJobs(db, connection)
    const discard = async () => {}
    const nowhere: Storage = { ...storage, put: discard, putMany: (work) => work(discard) }
    await restore({ db, connection, keys, storage: nowhere }, file, { isTrial: true })
    const wrong = await recount(db)
    return wrong.map(({ what, rows }) => `${rows} rows of ${what} are counted wrongly.`)
  } catch (error) {
    return [`It could not be restored: ${toMessage(error)}`]
  } finally {
    await db.destroy()
  }
}

const toMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Another Quad in the same PostgreSQL, such as another cell, may have a trial at the same time. */
async function findScratchPrefix(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ oid: number }>('select oid from pg_database where datname = current_database()')
  return `${scratchPrefix}${rows[0]?.oid}_`
}

/** Also those of a killed process. Names of the previous release do not tell whose they are: only those that no one uses. */
async function dropScratch(client: pg.Client, prefix: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where starts_with(datname, $1) or datname ~ $2
      and not exists (select from pg_stat_activity where pg_stat_activity.datname = pg_database.datname)`,
    [prefix, `^${scratchPrefix}[0-9a-f]{12}$`],
  )
  for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`)
}

function toDatabase(connection: ConnectionSettings, database: string): ConnectionSettings {
  if (typeof connection !== 'string') return { ...connection, database }
  const url = new URL(connection)
  url.pathname = `/${database}`
  return url.href
}
