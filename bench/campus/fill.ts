import { sql } from 'kysely'
import { createSessionToken } from '../../src/shared/server/auth/session.ts'
import type { Db } from '../../src/shared/server/db/pools.ts'
import { newId } from '../../src/shared/server/db/sql.ts'
import type { Person } from '../server.ts'
import { type Size, statementsFor } from './areas.ts'

export type CampusSize = { readonly schools: number; readonly each: Size }

/**
 * 'small' is the size of typical benchmarks; 'large' is a hundred times as much, in ten schools like 'school'; 'one' is
 * sixty times as much, in a single school.
 */
export const campusSizes: Readonly<Record<string, CampusSize>> = {
  tiny: { schools: 1, each: { people: 200, posts: 1000 } },
  small: { schools: 1, each: { people: 1000, posts: 10_000 } },
  school: { schools: 1, each: { people: 10_000, posts: 100_000 } },
  large: { schools: 10, each: { people: 10_000, posts: 100_000 } },
  one: { schools: 1, each: { people: 60_000, posts: 1_000_000, messages: 3_000_000, files: 200_000, isUneven: true } },
}

/**
 * Fills an empty database with schools, in SQL; returns their ids. Creates indexes after the rows, disables triggers
 * except those that keep tallies, and does not check foreign keys: not for real data.
 */
export async function fillCampus(
  db: Db,
  { schools, each }: CampusSize,
  say: (what: string) => void,
): Promise<string[]> {
  const ids = Array.from({ length: schools }, () => newId())
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`set session_replication_role = replica`.execute(connection)
    await sql`set synchronous_commit = off`.execute(connection)
    await sql`set maintenance_work_mem = '256MB'`.execute(connection)
    await keepTallies(connection, 'always')
    const remake = await dropIndexes(connection)
    for (const [at, id] of ids.entries()) {
      say(`school ${at + 1} of ${schools}`)
      for (const statement of statementsFor(id, each)) await statement.execute(connection)
      await dropHelpers(connection)
    }
    say(`${remake.length} indexes`)
    for (const make of remake) await sql.raw(make).execute(connection)
    await keepTallies(connection, 'origin')
    await sql`reset session_replication_role`.execute(connection)
    say('statistics')
    await sql`vacuum (analyze, freeze)`.execute(connection)
    await sql`checkpoint`.execute(connection)
  })
  return ids
}

/** Creates sessions for users of a school, an admin first. */
export async function signInPeople(db: Db, schoolId: string, count: number): Promise<Person[]> {
  const rows = await db
    .selectFrom('users')
    .where('school_id', '=', schoolId)
    .orderBy('role')
    .orderBy('created_at')
    .limit(count)
    .select('id')
    .execute()
  const people = rows.map(({ id }) => ({ id, ...createSessionToken(schoolId) }))
  const expires_at = new Date(Date.now() + 86_400_000)
  for (let done = 0; done < people.length; done += 1000)
    await db
      .insertInto('sessions')
      .values(
        people
          .slice(done, done + 1000)
          .map(({ id, hash }) => ({ school_id: schoolId, token_hash: hash, id: newId(), user_id: id, expires_at })),
      )
      .execute()
  return people.map(({ id, token }) => ({ id, schoolId, cookie: `quad=${token}` }))
}

/** Drops the indexes without constraints, and returns the statements that recreate them. */
async function dropIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    join pg_class on pg_class.oid = indrelid join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = 'public' and not exists (select from pg_constraint where conindid = indexrelid)
      and not indisunique`.execute(db)
  for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(db)
  return rows.map(({ definition }) => definition)
}

/** Enables the tally triggers even while other triggers are disabled. */
async function keepTallies(db: Db, when: 'always' | 'origin') {
  const { rows } = await sql<{ on: string; name: string }>`
    select tgrelid::regclass::text as on, tgname as name from pg_trigger where tgname like 'tally%gains'`.execute(db)
  for (const trigger of rows)
    await sql
      .raw(`alter table ${trigger.on} enable ${when === 'always' ? 'always ' : ''}trigger ${trigger.name}`)
      .execute(db)
}

async function dropHelpers(db: Db) {
  const { rows } = await sql<{
    name: string
  }>`select tablename as name from pg_tables where tablename like 'bench\\_%'`.execute(db)
  for (const { name } of rows) await sql.raw(`drop table ${name}`).execute(db)
}
