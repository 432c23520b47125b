// Who works on a case. A claim informs the other moderators; it refuses nothing but a second claim.

import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict, conflictWith } from '../../../shared/server/http/errors.ts'
import { forEachDueSchool } from '../../../shared/server/jobs/due-schools.ts'
import { cases, type OwnClaim } from '../case-contract.ts'
import type { Claim } from '../report-contract.ts'
import type { ReportedItem } from './case-queries.ts'

/** Minutes for which a claim lasts after the last activity. */
const claimMinutes = 15
/** Seconds for which a claim lasts while the settlement waits in the page. */
const settlingSeconds = 30
/** Per moderator and school, besides the cases whose settlement waits. */
const maxClaims = 3
/** Characters of a case in the list of claims. */
const maxWords = 60

type CaseItem = Pick<ReportedItem, 'school_id' | 'kind' | 'content_id'>

/**
 * Claims a case or renews the claim, and returns until when. Throws 409 while someone else has this one, and for a moderator
 * who has claimed three others in the school.
 */
export async function claimCase(
  trx: Trx,
  by: Viewer,
  item: CaseItem,
  { takesOver = false, isSettling = false }: { takesOver?: boolean | undefined; isSettling?: boolean | undefined },
): Promise<number> {
  const { school_id, kind, content_id } = item
  const seconds = isSettling ? settlingSeconds : claimMinutes * 60
  await sql`select pg_advisory_xact_lock(hashtextextended('case claims ' || ${by.id}, 0))`.execute(trx)
  const claims = isSettling ? [] : await listOtherClaims(trx, by, item)
  if (claims.length >= maxClaims)
    throw conflictWith(cases.claim, 'You have claimed three cases. Release one first.', { claims })
  // One statement: of two concurrent claims the second one waits for the row, and then finds it taken.
  const { rows } = await sql<{ until: number }>`
    insert into case_claims as claim (school_id, kind, content_id, claimed_by, claimed_by_name, claimed_until, is_settling)
    values (${school_id}, ${kind}, ${content_id}, ${by.id}, ${by.name}, now() + make_interval(secs => ${seconds}), ${isSettling})
    on conflict (school_id, kind, content_id) do update
      set claimed_by = excluded.claimed_by, claimed_by_name = excluded.claimed_by_name,
        claimed_until = excluded.claimed_until, is_settling = excluded.is_settling
      where ${takesOver}::boolean or claim.claimed_by = excluded.claimed_by or claim.claimed_until <= clock_timestamp()
    returning floor(extract(epoch from claimed_until))::int8 as until`.execute(trx)
  if (rows[0]) return rows[0].until
  const claim = await findClaim(trx, by, item)
  throw conflict(`${claim?.claimed_by ?? 'Someone else'} is working on this.`)
}

/** The claims of a moderator of other cases in its school, without those whose settlement waits, latest first. */
async function listOtherClaims(trx: Trx, by: Viewer, { school_id, kind, content_id }: CaseItem): Promise<OwnClaim[]> {
  const { rows } = await sql<OwnClaim>`
    select report.id, claim.kind as content_type, left(report.content, ${maxWords}) as content
    from case_claims as claim cross join lateral (
      select id, content from reports where reports.school_id = ${school_id} and reports.kind = claim.kind
        and reports.content_id = claim.content_id order by status = 'pending' desc, created_at desc limit 1) as report
    where claim.school_id = ${school_id} and claim.claimed_by = ${by.id} and not is_settling and claimed_until > now()
      and (claim.kind, claim.content_id) <> (${kind}::text, ${content_id}::uuid)
    order by claimed_until desc limit ${maxClaims}`.execute(trx)
  return rows
}

/** Ends the claim of a settled case, also that of another moderator. */
export const endClaim = (trx: Trx, { school_id, kind, content_id }: CaseItem) =>
  trx
    .deleteFrom('case_claims')
    .where('school_id', '=', school_id)
    .where('kind', '=', kind)
    .where('content_id', '=', content_id)
    .execute()

/** Ends the moderator's own claim. False when there is none. */
export async function releaseCase(trx: Trx, by: Viewer, item: CaseItem): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('case_claims')
    .where('school_id', '=', item.school_id)
    .where('kind', '=', item.kind)
    .where('content_id', '=', item.content_id)
    .where('claimed_by', '=', by.id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Who works on the case now. */
export async function findClaim(db: Db, viewer: Viewer, item: CaseItem): Promise<Claim | null> {
  const { rows } = await sql<Claim>`select claimed_by_name as claimed_by, claimed_by = ${viewer.id} as is_own,
      floor(extract(epoch from claimed_until))::int8 as claimed_until
    from case_claims where school_id = ${item.school_id} and kind = ${item.kind} and content_id = ${item.content_id}
      and claimed_until > now()`.execute(db)
  return rows[0] ?? null
}

export const deleteOldClaims = (db: Db): Promise<void> => {
  const isOver = sql<boolean>`claimed_until < now()`
  return forEachDueSchool(db, sql`select school_id from case_claims where ${isOver}`, (schoolId) =>
    db.deleteFrom('case_claims').where('school_id', '=', schoolId).where(isOver).execute(),
  )
}
