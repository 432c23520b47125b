import { sql } from 'kysely'
import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import { findSchoolOfRow } from '../../../shared/server/auth/row-school.ts'
import type { SchoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict, conflictWith, notFound } from '../../../shared/server/http/errors.ts'
import type { RetentionRule } from '../../../shared/server/jobs/retention-rule.ts'
import { type Case, cases } from '../case-contract.ts'
import { type LockedReport, lockReports } from './report-actions.ts'

/** Settled cases are kept for two years. */
export const caseRetention: RetentionRule = {
  table: 'cases',
  column: 'settled_at',
  keptFor: '2 years',
  condition: sql<boolean>`state = 'settled'`,
}

export type LockedCase = {
  readonly id: string
  readonly school_id: string
  readonly kind: string
  readonly content_id: string
  readonly version: number
}

/**
 * Locks an open case in the scope, and then its pending reports. Throws 404 outside it, and 409 with who settled it when
 * this is not the version that the moderator saw.
 */
export async function lockCase(
  trx: Trx,
  scope: SchoolScope,
  id: string,
  version: number,
): Promise<{ readonly found: LockedCase; readonly reports: readonly LockedReport[] }> {
  const school = await findSchoolOfRow(trx, scope, 'cases', id)
  if (!school) throw notFound('Report not found')
  const found = await trx
    .selectFrom('cases')
    .where('school_id', '=', school)
    .where('id', '=', id)
    .select(['id', 'school_id', 'kind', 'content_id', 'version', 'state', 'outcome', 'settled_by_name'])
    .$narrowType<Pick<Case, 'state' | 'outcome'>>()
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw notFound('Report not found')
  const { state, outcome, settled_by_name: settled_by } = found
  if (state === 'settled') {
    const text = `${settled_by ?? 'Another moderator'} settled this case: ${outcome}.`
    throw conflictWith(cases.settle, text, { settled_by, outcome })
  }
  if (found.version !== version) {
    const text = 'The priority of this case changed. Please look at it again.'
    throw conflictWith(cases.settle, text, { settled_by: null, outcome: null })
  }
  const pending = await trx
    .selectFrom('reports')
    .where('school_id', '=', found.school_id)
    .where('case_id', '=', id)
    .where('status', '=', 'pending')
    .select('id')
    .execute()
  const ids = pending.map((report) => report.id)
  return { found, reports: await lockReports(trx, school, ids) }
}

/** Sets the priority of an open case. The deadline counts from now; one that was missed stays missed. Throws 404 outside the scope, 409 when it was settled. */
export async function prioritize(
  trx: Trx,
  by: AuditActor,
  { school_id, case_id }: { readonly school_id: string; readonly case_id: string | null },
  priority: Case['priority'],
): Promise<number> {
  const { rows } = await sql<{ version: number }>`update cases set priority = ${priority}, version = version + 1,
      due_at = now() + case_deadline(${priority}, false),
      late_at = case when late_at <= now() then late_at else now() + case_deadline(${priority}, true) end
    where school_id = ${school_id} and id = ${case_id} and state = 'open' returning version`.execute(trx)
  if (!rows[0]) throw conflict('This case is already settled.')
  const target = { type: 'case', id: case_id ?? '' }
  await recordAudit(trx, by, { action: 'case.prioritize', school: school_id, target, detail: { priority } })
  return rows[0].version
}
