import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../shared/server/db/pools.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import type { TransparencyReport } from '../contract.ts'

/** The published numbers of the schools that the caller can read. Every read starts here. */
const visibleReports = (schools: RawBuilder<unknown>) => sql`
  select schools.id as school_id, schools.name as school, schools.transparency_public as is_public,
    report.quarter, report.body, report.published_at
  from (${schools}) as schools join transparency_reports as report on report.school_id = schools.id`

async function findReport(
  db: Db,
  schools: RawBuilder<unknown>,
  period: string | undefined,
): Promise<TransparencyReport> {
  const { rows } = await sql<TransparencyReport>`
    with visible as (${visibleReports(schools)})
    select school_id, school, is_public, quarter as period, body -> 'numbers' as numbers,
      floor(extract(epoch from published_at))::int8 as published_at,
      array(select quarter from visible order by quarter desc) as periods,
      (select seq || ':' || encode(seal, 'hex') from audit_seals order by seq desc limit 1) as audit_head
    from visible where ${period ?? null}::text is null or quarter = ${period ?? null}::text
    order by quarter desc limit 1`.execute(db)
  if (!rows[0]) throw notFound('No numbers have been published for this quarter.')
  return rows[0]
}

/** A quarter of a school, the newest by default. Throws 404 before its publication. */
export const reportOr404 = (db: Db, schoolId: string, period: string | undefined) =>
  findReport(db, sql`select * from schools where id = ${schoolId}`, period)

/** The same for signed-out readers. Throws 404 unless the school publishes its numbers to everyone. */
export const publicReportOr404 = (db: Db, schoolId: string, period: string | undefined) =>
  findReport(db, sql`select * from schools where id = ${schoolId} and is_active and transparency_public`, period)
