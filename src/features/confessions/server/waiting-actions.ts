import { sql } from 'kysely'
import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import { findSchoolOfRow } from '../../../shared/server/auth/row-school.ts'
import type { SchoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict, notFound } from '../../../shared/server/http/errors.ts'
import type { App } from '../../../shared/server/services.ts'
import type { ContentType } from '../../moderation/server/content-types.ts'
import { removeItem } from '../../moderation/server/removal-actions.ts'

const alreadyRead = () => conflict('Another moderator has already read this confession.')

/**
 * The ids of those that a student with a grant wrote: they do not decide about their own. Compares the tags, also in a session
 * that hides the own items; nothing else is learned about an author.
 */
export const findOwnOfStudent = async (
  anonymity: Anonymity,
  viewer: Viewer,
  rows: readonly { readonly id: string; readonly author_tag: Buffer }[],
): Promise<ReadonlySet<string>> =>
  viewer.role === 'student' ? anonymity.findOwn(viewer, 'confession', rows) : new Set()

/** Locks a waiting confession in the scope and returns its school. Throws 404 outside it, 409 when it was read already. */
export async function lockWaiting(
  trx: Trx,
  anonymity: Anonymity,
  viewer: Viewer,
  scope: SchoolScope,
  id: string,
): Promise<string> {
  const school = await findSchoolOfRow(trx, scope, 'confessions', id)
  if (!school) throw notFound('Confession not found')
  const found = await trx
    .selectFrom('confessions')
    .where('school_id', '=', school)
    .where('id', '=', id)
    .select(['id', 'school_id', 'author_tag', 'state', 'withheld_at'])
    .forUpdate()
    .executeTakeFirst()
  if (!found || (await findOwnOfStudent(anonymity, viewer, [found])).has(id)) throw notFound('Confession not found')
  if (found.state !== 'waiting' || found.withheld_at !== null) throw alreadyRead()
  return found.school_id
}

/** Shows a waiting confession with the next number of its school and the present minute. The caller has locked it. */
export async function showConfession(trx: Trx, schoolId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    with waiting as (select from confessions where school_id = ${schoolId} and id = ${id} and state = 'waiting'),
    number as (
      insert into confession_numbers (school_id, last) select ${schoolId}::uuid, 1 from waiting
      on conflict (school_id) do update set last = confession_numbers.last + 1 returning last)
    update confessions set state = 'shown', confession_number = number.last, created_at = date_trunc('minute', now())
    from number where confessions.school_id = ${schoolId} and confessions.id = ${id} returning 1`.execute(trx)
  return rows.length > 0
}

/** Shows a confession that the caller has locked, with an audit line that names no author. */
export async function approveConfession(trx: Trx, by: AuditActor, schoolId: string, id: string): Promise<void> {
  await showConfession(trx, schoolId, id)
  const target = { type: 'confession', id }
  await recordAudit(trx, by, { action: 'confession.approve', school: schoolId, target })
}

type Rejection = { readonly reason?: string | null | undefined; readonly rule_id?: string | null | undefined }

/** Removes a confession that the caller has locked, with a statement to its author. */
export async function rejectConfession(
  app: App,
  trx: Trx,
  kind: ContentType,
  by: AuditActor,
  { school, id }: { readonly school: string; readonly id: string },
  { reason, rule_id: ruleId }: Rejection,
): Promise<void> {
  await removeItem(app, trx, by, { kind, school, id }, { ruleId, facts: reason ?? undefined })
}
