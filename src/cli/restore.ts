// `quad restore`: restores an archive of `quad backup` into an empty database.
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { extract } from 'tar-stream'
import { isEmpty } from '../app/bootstrap.ts'
import { personalDataRegistry } from '../app/registries.ts'
import { keepPastDue } from '../features/messages/server/scheduled.ts'
import type { ArchiveKeys } from '../shared/server/crypto/encrypted-files.ts'
import { type AuthorshipEnding, destroyExpiredEpochs } from '../shared/server/crypto/epoch-destruction.ts'
import { isSame, knownMigrations, migrate } from '../shared/server/db/migrate.ts'
import type { ConnectionSettings, Db } from '../shared/server/db/pools.ts'
import { digestRows, digestSettings, quoteIdentifier } from '../shared/server/db/row-digest.ts'
import { migrateJobs } from '../shared/server/jobs/jobs.ts'
import { parseStorageKey, type Storage } from '../shared/server/storage/storage.ts'
import { type BackupManifest, createClient, isPersonalExport } from './backup.ts'
import {
  compareSizes,
  findMediaFolder,
  type MediaEntry,
  mediaListName,
  parseMediaList,
  restoreMedia,
} from './media-copies.ts'

type RestoreTarget = {
  readonly db: Db
  readonly connection: ConnectionSettings
  readonly keys: ArchiveKeys
  readonly storage: Storage
}

/**
 * Fills an empty database and the storage from an archive; all tables or none. Waiting jobs are not part of it, and due
 * mails are dropped, so that a copy notifies no user again. All users must sign in again. Authorship that has ended since the backup ends before a server can use it. A trial only compares the sizes of
 * files beside the archive.
 */
export async function restore(app: RestoreTarget, source: string, { isTrial = false } = {}): Promise<BackupManifest> {
  const { db, connection, keys, storage } = app
  if (!(await isEmpty(db))) throw new Error('There is a Quad in this database already. Restore into an empty one.')
  await assertNoServerRuns(db)
  const client = createClient(connection)
  await client.connect()
  try {
    let manifest: BackupManifest | undefined
    let finish = async () => {}
    let media: MediaEntry[] = []
    const archive = extract()
    const reading = pipeline(createReadStream(source), createGunzip(), archive)
    const read = async (put: Storage['put']) => {
      for await (const entry of archive) {
        const { name } = entry.header
        if (!manifest) {
          if (name !== 'manifest.json') throw new Error('This file is not a Quad backup.')
          manifest = JSON.parse(await text(entry as unknown as Readable)) as BackupManifest
          await assertRestorable(manifest, keys)
          await buildSchema(db, manifest)
          finish = await openTables(client)
        } else if (name === mediaListName) {
          media = await parseMediaList(entry as unknown as Readable)
        } else if (name.startsWith('tables/')) {
          await copyIntoTable(client, manifest, name.slice('tables/'.length), entry as unknown as Readable)
        } else {
          const file = parseStorageKey(name.slice('files/'.length))
          if (file && isPersonalExport(file.name)) {
            entry.resume() // in a backup of a version that did not exclude them
            continue
          }
          if (!file) throw new Error(`${name} does not belong into a backup.`)
          await storage.withTempFolder(async (folder) => {
            const path = join(folder, file.name)
            await pipeline(entry, createWriteStream(path))
            await put(file, path)
          })
        }
      }
    }
    const filled = storage.putMany(read).catch((error) => {
      archive.destroy(error)
      throw error
    })
    await Promise.all([filled, reading])
    if (!manifest) throw new Error('This file is not a Quad backup.')
    if (isTrial) await assertCopies(media, source)
    else await restoreMedia(media, findMediaFolder(source), storage)
    await finish()
    await migrate(db)
    await migrateJobs(db, connection)
    await keepPastDue(db)
    if (!isTrial) await destroyExpiredEpochs(db, [...personalDataRegistry.endings, deleteSealedNotices])
    await client.query('analyze') // on a connection without a timeout
    return manifest
  } finally {
    await client.end()
  }
}

/** Without the keys of servers, no notice says which item it is about. */
const deleteSealedNotices: AuthorshipEnding = async (trx, schoolId) => {
  await sql`delete from notifications where school_id = ${schoolId} and inbox is not null`.execute(trx)
}

async function assertRestorable({ format, key, migrations }: BackupManifest, keys: ArchiveKeys) {
  if (format !== 1 && format !== 2)
    throw new Error('This backup has a form that this program does not know. Please use a newer Quad.')
  if (key !== (await keys.fingerprint()))
    throw new Error(
      'This backup was sealed with another SECRET_KEY. Set that one; in the demo, copy secret.key of its data folder.',
    )
  const ours = new Map(knownMigrations().map((migration) => [migration.version, migration]))
  for (const { version, checksum } of migrations) {
    const known = ours.get(version)
    if (!known || !isSame(known, checksum))
      throw new Error(
        `This program does not have migration ${version} of the backup. Please use the Quad that made it, or a newer one.`,
      )
  }
}

async function assertCopies(media: readonly MediaEntry[], source: string) {
  const wrong = await compareSizes(media, findMediaFolder(source))
  if (wrong.length > 0)
    throw new Error(
      `${wrong.length} files are missing or cut off in ${findMediaFolder(source)}: ${wrong.slice(0, 3).join(', ')}`,
    )
}

/** PostgreSQL lists a closed connection for a moment, on a busy machine for seconds: that of the migration before a trial. */
const closedWithinMs = 10_000
const pollIntervalMs = 100

/** Only servers keep job connections open. */
export async function assertNoServerRuns(db: Db) {
  for (const end = Date.now() + closedWithinMs; ; await sleep(pollIntervalMs)) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and application_name = 'quad jobs'`.execute(db)
    if (rows.length === 0) return
    if (Date.now() > end) throw new Error('A server runs on this database. Stop it first.')
  }
}

/**
 * Migrates to the schema of the backup, whatever this program's is; the remaining migrations run after the rows are
 * copied.
 */
async function buildSchema(db: Db, { migrations }: BackupManifest) {
  await sql`drop schema public cascade`.execute(db)
  await sql`drop schema if exists graphile_worker cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await migrate(db, migrations.at(-1)?.version)
}

/**
 * Begins the transaction that fills the tables: without triggers, which would count rows again, without foreign keys, which
 * would require an order, and without indexes, which take a fraction of the time when they are built at the end. The returned
 * function restores them, which checks every row, and commits.
 */
async function openTables(client: pg.Client): Promise<() => Promise<void>> {
  await client.query('begin')
  await client.query('set local statement_timeout = 0')
  await client.query(digestSettings)
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  const { rows: tables } = await client.query<{ table: string }>(
    `select oid::regclass::text as table from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${quoteIdentifier(name)}`)
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class on pg_class.oid = indrelid
     where relkind = 'r' and relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid)`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const { table } of tables) await client.query(`alter table ${table} disable trigger user`)
  return async () => {
    await client.query('update notifications set due = null where due is not null')
    await client.query(`set local maintenance_work_mem = '256MB'`)
    for (const { definition } of indexes) await client.query(definition)
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${quoteIdentifier(name)} ${definition}`)
    for (const { table } of tables) await client.query(`alter table ${table} enable trigger user`)
    await continueSequences(client)
    await client.query('commit')
  }
}

async function copyIntoTable(client: pg.Client, { tables }: BackupManifest, name: string, content: Readable) {
  const table = tables.find((each) => each.name === name)
  if (!table) throw new Error(`The table ${name} does not belong into this backup.`)
  if (name === 'exports') {
    content.resume()
    return
  }
  await client.query(`delete from ${quoteIdentifier(name)}`) // rows inserted by migrations are in the backup too
  const into = client.query(
    copyFrom(`copy ${quoteIdentifier(name)} (${table.columns.map(quoteIdentifier).join(', ')}) from stdin`),
  )
  await pipeline(content, into)
  if (into.rowCount !== table.rows)
    throw new Error(`${name} has ${into.rowCount} rows instead of ${table.rows}: the backup is damaged.`)
  if (table.digest === undefined) return
  const rows = `select ${table.columns.map(quoteIdentifier).join(', ')} from ${quoteIdentifier(name)}`
  if ((await digestRows(client, rows)) !== table.digest)
    throw new Error(`The rows of ${name} differ from those that were backed up: the backup is damaged.`)
}

async function continueSequences(client: pg.Client) {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and is_identity = 'YES'`,
  )
  for (const { table, column } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), (select coalesce(max(${quoteIdentifier(column)}), 0) + 1 from ${quoteIdentifier(table)}), false)`,
      [quoteIdentifier(table), column],
    )
}
