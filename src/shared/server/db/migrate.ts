import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { withAdvisoryLock } from './locks.ts'
import type { Db } from './pools.ts'

const folder = join(import.meta.dirname, '../../../../migrations')

type Migration = {
  readonly version: number
  readonly name: string
  readonly text: string
  readonly checksum: string
}

/** The numbered files in migrations/, in order. */
export function knownMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_.+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      return { version: Number(name.slice(0, 4)), name, text, checksum }
    })
}

/**
 * Milliseconds that a migration waits for a table lock. Every other query of the table queues behind it, so it then
 * gives up, lets them proceed and retries, `lockTries` times.
 */
const lockTimeoutMs = 1500
const maxLockAttempts = 40

/** Checksums of former versions of files that were rewritten to have the same effect without blocking writes. */
const former: Readonly<Record<number, string>> = {
  82: '6067e4a7a713267d2bf98d32329914ab1a8ee4d6d8158dc13bac11228e69e310',
}

/** True when the applied file is this one or a former version of it. */
export const isSame = ({ version, checksum }: Migration, applied: string): boolean =>
  applied === checksum || applied === former[version]

/** The index that a file creates concurrently; such a file contains nothing else. */
export const concurrentIndexName = (text: string): string | undefined =>
  /^create (?:unique )?index concurrently if not exists (\w+)/m.exec(text)?.[1]

/**
 * Migrates the database to this program's schema: each file once, in order, in its own transaction, or without one if
 * it creates an index concurrently, which can take long but does not block writes. Of several programs that start
 * concurrently, one migrates and the others wait. Throws for a database on which this program can no longer work, and when
 * an applied file differs. Stops after file number `last`. Returns how many files ran.
 */
export const migrate = (db: Db, last = Number.POSITIVE_INFINITY): Promise<number> =>
  runMigrations(db, ({ version }) => version <= last)

/** Builds the schema of a database in which these files ran. */
export const migrateLike = (db: Db, applied: readonly AppliedMigration[]): Promise<number> =>
  runMigrations(db, ({ version }) => applied.some((each) => each.version === version))

export type AppliedMigration = {
  readonly version: number
  readonly name: string
  readonly checksum: string
  /** The newest file that a program must know to work on the schema; absent when a program ran it that did not say. */
  readonly min_reader?: number | null
}

const newestVersion = () => Math.max(0, ...knownMigrations().map(({ version }) => version))

/**
 * True for what a newer program has applied and this one can work with: it was restarted during an upgrade, or is used
 * again after one.
 */
export const isReadable = ({ version, min_reader }: AppliedMigration, newest = newestVersion()): boolean =>
  version > newest && min_reader != null && min_reader <= newest

/** Throws when a newer program has migrated the database: it may keep what this one does not know. */
export async function assertNewest(db: Db): Promise<void> {
  const { rows } = await sql<AppliedMigration>`
    select * from migrations where version > ${newestVersion()} order by version limit 1`.execute(db)
  if (rows[0])
    throw new Error(
      `The database has migration ${rows[0].name}, which this program does not know. Use the release that ran it.`,
    )
}

/** By default, any program can work on the schema: a migration adds. One that takes something away says who no longer uses it. */
const toMinReader = (text: string) => Number(/^-- Needs servers that know migration (\d+)\.$/m.exec(text)?.[1] ?? 0)

async function runMigrations(db: Db, isDue: (migration: Migration) => boolean): Promise<number> {
  return withAdvisoryLock(db, 'quad migrations', async (connection) => {
    await sql`create table if not exists migrations
      (version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now(),
        min_reader integer)`.execute(connection)
    await addMinReader(connection)
    const { rows: applied } = await sql<AppliedMigration>`select * from migrations`.execute(connection)
    const newest = newestVersion()
    assertKnown(applied.filter((migration) => !isReadable(migration, newest)))
    let ran = 0
    for (const migration of knownMigrations()) {
      if (!isDue(migration) || applied.some(({ version }) => version === migration.version)) continue
      const index = concurrentIndexName(migration.text)
      if (index) await buildIndex(connection, migration, index)
      else await inOneGo(connection, migration)
      ran++
    }
    return ran
  })
}

/** Throws when a newer program has migrated the database, and when an applied file differs. */
export function assertKnown(applied: readonly AppliedMigration[]): void {
  const ours = knownMigrations()
  const newest = newestVersion()
  for (const { version, name, checksum } of applied) {
    if (version > newest)
      throw new Error(`The database is newer than this program: it has migration ${name}. Please start a newer Quad.`)
    const known = ours.find((migration) => migration.version === version)
    if (known && !isSame(known, checksum))
      throw new Error(`Migration ${known.name} has changed since it was applied; migrations are never edited.`)
  }
}

const inOneGo = (connection: Db, migration: Migration) =>
  withBoundedLock(migration.name, () =>
    connection.transaction().execute(async (trx) => {
      await sql`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true)`.execute(trx)
      await sql.raw(migration.text).execute(trx)
      await note(trx, migration)
    }),
  )

/** Drops an invalid index first: PostgreSQL leaves one behind when the build was interrupted. */
async function buildIndex(connection: Db, migration: Migration, index: string) {
  const { rows } = await sql`
    select from pg_index where indexrelid = to_regclass(${index}) and not indisvalid`.execute(connection)
  if (rows.length > 0) await sql`drop index concurrently ${sql.table(index)}`.execute(connection)
  await sql.raw(migration.text).execute(connection)
  await note(connection, migration)
}

const note = (db: Db, { version, name, checksum, text }: Migration) =>
  sql`insert into migrations (version, name, checksum, min_reader)
    values (${version}, ${name}, ${checksum}, ${toMinReader(text)})`.execute(db)

/** Alters the table only if it must: a backup that runs holds a lock on it for as long as it takes. */
async function addMinReader(connection: Db) {
  const { rows } = await sql`select from pg_attribute
    where attrelid = 'migrations'::regclass and attname = 'min_reader' and not attisdropped`.execute(connection)
  if (rows.length === 0) await sql`alter table migrations add column min_reader integer`.execute(connection)
}

async function withBoundedLock(name: string, run: () => Promise<void>) {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      const { code } = error as { code?: string }
      if (code !== '55P03' && code !== '40P01') throw error
      if (tries === maxLockAttempts)
        throw new Error(
          `Migration ${name} found no moment: something holds its tables for long. Nothing of it was done.`,
        )
      await sleep(lockTimeoutMs)
    }
  }
}
