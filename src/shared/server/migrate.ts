import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { alone, type Db } from './db.ts'

const folder = join(import.meta.dirname, '../../../migrations')

type Migration = {
  readonly version: number
  readonly name: string
  readonly text: string
  readonly checksum: string
}

/** The numbered files of migrations/, in order. */
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
 * Milliseconds that a migration waits for a lock, and with it everybody who comes after it: then it lets them go first and
 * tries again, so many times.
 */
const lockPatience = 1500
const lockTries = 40

/**
 * Brings the database to this program's schema: each file once, in order, in a transaction of its own. Several
 * programs may start at once; one migrates, the others wait. Refuses a database that a newer program has migrated,
 * and one whose applied files differ from ours. Goes no further than the file number `last`. Returns how many files ran.
 */
export async function migrate(db: Db, last = Number.POSITIVE_INFINITY): Promise<number> {
  return alone(db, 'quad migrations', async (connection) => {
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
      const { checksum } = migration
      const before = applied.find(({ version }) => version === migration.version)
      if (before && before.checksum !== checksum) {
        throw new Error(`Migration ${migration.name} has changed since it was applied; migrations are never edited.`)
      }
      if (before || migration.version > last) continue
      await withBoundedLock(migration.name, () =>
        connection.transaction().execute(async (trx) => {
          await sql`select set_config('lock_timeout', ${`${lockPatience}ms`}, true)`.execute(trx)
          await sql.raw(migration.text).execute(trx)
          await sql`insert into migrations (version, name, checksum) values (${migration.version}, ${migration.name}, ${checksum})`.execute(
            trx,
          )
        }),
      )
      ran++
    }
    return ran
  })
}

async function withBoundedLock(name: string, run: () => Promise<void>) {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error
      if (tries === lockTries)
        throw new Error(
          `Migration ${name} found no moment: something holds its tables for long. Nothing of it was done.`,
        )
      await sleep(lockPatience)
    }
  }
}
