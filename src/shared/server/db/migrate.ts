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
 * concurrently, one migrates and the others wait. Throws for a database migrated by a newer program, and when an
 * applied file differs. Stops after file number `last`. Returns how many files ran.
 */
export async function migrate(db: Db, last = Number.POSITIVE_INFINITY): Promise<number> {
  return withAdvisoryLock(db, 'quad migrations', async (connection) => {
    await sql`create table if not exists migrations
      (version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`.execute(
      connection,
    )
    const { rows: applied } = await sql<{
      version: number
      name: string
      checksum: string
    }>`select * from migrations`.execute(connection)
    const ours = knownMigrations()
    const newest = Math.max(0, ...ours.map(({ version }) => version))
    const unknown = applied.find(({ version }) => version > newest)
    if (unknown) {
      throw new Error(
        `The database is newer than this program: it has migration ${unknown.name}. Please start a newer Quad.`,
      )
    }
    let ran = 0
    for (const migration of ours) {
      const before = applied.find(({ version }) => version === migration.version)
      if (before && !isSame(migration, before.checksum)) {
        throw new Error(`Migration ${migration.name} has changed since it was applied; migrations are never edited.`)
      }
      if (before || migration.version > last) continue
      const index = concurrentIndexName(migration.text)
      if (index) await buildIndex(connection, migration, index)
      else await inOneGo(connection, migration)
      ran++
    }
    return ran
  })
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

const note = (db: Db, { version, name, checksum }: Migration) =>
  sql`insert into migrations (version, name, checksum) values (${version}, ${name}, ${checksum})`.execute(db)

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
