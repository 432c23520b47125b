import { sql } from 'kysely'
import { inScope, type SchoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { SealOpenings } from '../seal-contract.ts'

/** Weeks to list, including the current one. */
const shownWeeks = 26

/**
 * Counts the seals that each administrator in the scope opened, per week, latest first. Reveals neither items nor
 * reasons.
 */
export async function listOpenings(db: Db, scope: SchoolScope): Promise<SealOpenings[]> {
  const { rows } = await sql<SealOpenings>`
    select date_trunc('week', opened_at)::date::text as week, requested_by as administrator_id,
      max(requested_by_name) as administrator_name, school_id, schools.name as school, count(*)::int8 as openings
    from seal_requests join schools on schools.id = school_id
    where ${inScope(scope, 'school_id')} and opened_at >= date_trunc('week', now()) - make_interval(weeks => ${shownWeeks - 1})
    group by 1, requested_by, school_id, schools.name order by 1 desc, openings desc, administrator_name, school_id`.execute(
    db,
  )
  return rows
}

/** Pseudonyms of the authors of these sealed reports. Each report has another, also of the same author. */
export async function toPseudonyms(
  anonymity: Anonymity,
  reports: readonly { readonly school_id: string; readonly id: string }[],
): Promise<readonly string[]> {
  const ids = await anonymity.keyedIds(reports.map(({ school_id, id }) => ['reported author', school_id, id]))
  return ids.map(([newest]) => newest as string)
}

/** Reports to compare per batch; takes a few milliseconds. */
const comparisons = 2000

/**
 * Finds the report in the scope that this pseudonym belongs to. Pseudonyms are not stored: each sealed report is
 * compared.
 */
export async function findReportByPseudonym(
  db: Db,
  anonymity: Anonymity,
  scope: SchoolScope,
  pseudonym: string,
): Promise<{ readonly school_id: string; readonly id: string } | undefined> {
  if (pseudonym[14] !== '8') return undefined // not a UUID version that the server generates
  const wanted = pseudonym.toLowerCase()
  for (let last = { school_id: lowest, id: lowest }; ; ) {
    const { rows } = await sql<{ school_id: string; id: string }>`
      select school_id, id from reports where author_seal is not null and ${inScope(scope, 'school_id')}
        and (school_id, id) > (${last.school_id}::uuid, ${last.id}::uuid)
      order by school_id, id limit ${comparisons}`.execute(db)
    const pseudonyms = await toPseudonyms(anonymity, rows)
    const found = rows[pseudonyms.indexOf(wanted)]
    const end = rows.at(-1)
    if (found || !end || rows.length < comparisons) return found
    last = end
    await new Promise((turn) => setImmediate(turn))
  }
}
const lowest = '00000000-0000-0000-0000-000000000000'
