// What is due in all schools: the only statements of jobs and metrics that name no school.
import { type RawBuilder, sql } from 'kysely'
import { schoolsElsewhere, unwritableSchools } from '../cells/school-moves.ts'
import type { Db } from '../db/pools.ts'
import { isExpired, type RetentionRule } from './retention-rule.ts'

/**
 * Runs the work of a job for each school that has some and may be written here, by statements that name the school. `due` selects the `school_id`
 * of rows of all schools. A school that fails does not stop the others.
 */
export async function forEachDueSchool(
  db: Db,
  due: RawBuilder<unknown>,
  work: (schoolId: string) => Promise<unknown>,
): Promise<void> {
  await forEachSchool(await listSchoolsWith(db, due, unwritableSchools), work)
}

/** The same for work that only reads, which goes on while the last rows of a school leave for another cell. */
export const forEachReadSchool = async (
  db: Db,
  some: RawBuilder<unknown>,
  work: (schoolId: string) => Promise<unknown>,
): Promise<void> => forEachSchool(await listSchoolsWith(db, some, schoolsElsewhere), work)

async function listSchoolsWith(db: Db, some: RawBuilder<unknown>, without: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ school_id: string }>`
    select distinct school_id from (${some}) as found where school_id not in (${without}) order by school_id`.execute(
    db,
  )
  return rows.map(({ school_id }) => school_id)
}

/** The same for given schools. */
export async function forEachSchool(
  schools: Iterable<string>,
  work: (schoolId: string) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (const school of schools) await work(school).catch((error: unknown) => failures.push(error))
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, `The work of ${failures.length} schools failed.`)
}

/** The number of rows in all schools that are due, for metrics. `due` selects them. */
export async function countDueRows(db: Db, due: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${due}) as due`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Expired rows of one school; null for a table whose rows belong to no school. `addresses` is an array of PostgreSQL, as its text: thousands
 * of addresses that JavaScript reads would delay requests.
 */
type ExpiredRows = { readonly school_id: string | null; readonly count: number; readonly addresses: string }

/** The oldest expired rows of a table from a time on, by school. */
export async function findExpiredRows(
  db: Db,
  rule: RetentionRule,
  from: Date | null,
  limit: number,
): Promise<ExpiredRows[]> {
  const column = sql.ref(rule.column)
  const school = rule.ofSite ? sql`null::uuid` : sql.ref('school_id')
  const { rows } = await sql<ExpiredRows>`
    select school_id, count(*)::int as count, array_agg(address)::text as addresses from (
      select ${school} as school_id, ctid as address from ${sql.table(rule.table)}
      where ${isExpired(rule)} ${rule.ofSite ? sql`` : sql`and school_id not in (${unwritableSchools})`} ${from ? sql`and ${column} >= ${from}` : sql``} order by ${column} limit ${limit}) as expired
    group by school_id`.execute(db)
  return rows
}

/** Seconds since the oldest row of each rule should have been deleted, 0 if none is. One look at an index per rule. */
export async function measureRetentionLag(
  db: Db,
  rules: readonly RetentionRule[],
): Promise<{ readonly table: string; readonly part: string; readonly seconds: number }[]> {
  const parts = rules.map(({ table, column, keptFor, part = '', condition }) => {
    const oldest = sql`select min(${sql.ref(column)}) from ${sql.table(table)} ${condition ? sql`where ${condition}` : sql``}`
    return sql`select ${table}::text as table, ${part}::text as part,
      greatest(0, coalesce(extract(epoch from now() - ((${oldest}) + ${keptFor}::interval)), 0))::float8 as seconds`
  })
  if (parts.length === 0) return []
  const { rows } = await sql<{
    table: string
    part: string
    seconds: number
  }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows
}
