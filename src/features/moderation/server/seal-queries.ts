import { sql } from 'kysely'
import {
  comparePlaces,
  listSchools,
  readEachSchool,
  type SchoolScope,
} from '../../../shared/server/auth/school-scope.ts'
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
  const lists = await readEachSchool(db, scope, (school) => listOpeningsOfSchool(db, school))
  return lists.flat().sort((one, other) => comparePlaces(toOpeningPlace(one), toOpeningPlace(other)))
}

/** What the list is sorted by: latest week first, then most openings first. */
export const toOpeningPlace = ({ week, openings, administrator_name, school_id }: SealOpenings) => [
  -Date.parse(week),
  -openings,
  administrator_name,
  school_id,
]

async function listOpeningsOfSchool(db: Db, school: string): Promise<SealOpenings[]> {
  const { rows } = await sql<SealOpenings>`
    select date_trunc('week', opened_at)::date::text as week, requested_by as administrator_id,
      max(requested_by_name) as administrator_name, school_id, schools.name as school, count(*)::int8 as openings
    from seal_requests join schools on schools.id = school_id
    where school_id = ${school} and opened_at >= date_trunc('week', now()) - make_interval(weeks => ${shownWeeks - 1})
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
  const bySchool = Map.groupBy(reports, ({ school_id }) => school_id)
  const found = await Promise.all(
    [...bySchool].map(async ([school, ofSchool]) => {
      const ids = ofSchool.map(({ id }) => id)
      const pseudonyms = await anonymity.keyedIds(['reported author', school], ids)
      return ids.map((id, at) => [id, pseudonyms[at]?.[0] as string] as const)
    }),
  )
  const byReport = new Map(found.flat())
  return reports.map(({ id }) => byReport.get(id) as string)
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
  for (const school_id of scope === null ? await listSchools(db) : [scope]) {
    let last: string | undefined = lowest
    while (last) {
      const { rows } = await sql<{ id: string }>`select id from reports
        where author_seal is not null and school_id = ${school_id} and id > ${last}::uuid
        order by id limit ${comparisons}`.execute(db)
      const pseudonyms = await toPseudonyms(
        anonymity,
        rows.map(({ id }) => ({ school_id, id })),
      )
      const found = rows[pseudonyms.indexOf(wanted)]
      if (found) return { school_id, id: found.id }
      last = rows.length < comparisons ? undefined : rows.at(-1)?.id
      if (last) await new Promise((turn) => setImmediate(turn))
    }
  }
  return undefined
}
const lowest = '00000000-0000-0000-0000-000000000000'
