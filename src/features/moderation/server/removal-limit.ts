// How many items one moderator removes in bulk per day, and who allows more.

import { sql } from 'kysely'
import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import { currentGrants, currentRole } from '../../../shared/server/auth/powers.ts'
import { findSchoolOfRow } from '../../../shared/server/auth/row-school.ts'
import type { SchoolScope } from '../../../shared/server/auth/school-scope.ts'
import { epoch } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest, conflict, forbidden, limitReached, notFound } from '../../../shared/server/http/errors.ts'
import type { RetentionRule } from '../../../shared/server/jobs/retention-rule.ts'
import { removalsPerDay } from '../content-contract.ts'
import type { FoundItem } from './removal-actions.ts'

const daySeconds = 24 * 60 * 60

export const removalAllowanceRetention: RetentionRule = {
  table: 'removal_allowances',
  column: 'until',
  keptFor: '0 days',
}

/** Throws 429 when the items are more than the moderator may remove within 24 hours. */
export async function assertRemovalsLeft(trx: Trx, by: AuditActor, found: readonly FoundItem[]): Promise<void> {
  // Of two concurrent calls the second one counts what the first one removes.
  await sql`select pg_advisory_xact_lock(hashtextextended('bulk removals ' || ${by.id}, 0))`.execute(trx)
  let removed = 0
  for (const school of new Set(found.map((item) => item.school))) {
    const { rows } = await sql<{ removed: number }>`select count(*)::int8 as removed from moderation_actions
      where school_id = ${school} and created_by = ${by.id} and action_type = 'remove'
        and created_at > now() - interval '24 hours'`.execute(trx)
    removed += rows[0]?.removed ?? 0
  }
  if (removed + found.length <= removalsPerDay) return
  const { rows } = await sql<{ count: number }>`select count(*)::int8 as count from removal_allowances
    where school_id = ${by.schoolId} and user_id = ${by.id} and until > now()`.execute(trx)
  const limit = removalsPerDay * (1 + (rows[0]?.count ?? 0))
  if (removed + found.length <= limit) return
  const text = `One administrator can remove up to ${limit.toLocaleString('en')} items per day. Ask another one to allow ${removalsPerDay} more in Users.`
  throw limitReached(text, daySeconds)
}

/**
 * Allows a moderator in the scope one more batch of removals until the end of the day of their school, and returns that
 * moment in seconds. Throws 403 for oneself, 400 for a user who removes nothing, and 409 when the same administrator
 * allowed it today.
 */
export async function allowRemovals(trx: Trx, by: AuditActor, scope: SchoolScope, id: string): Promise<number> {
  if (id === by.id) throw forbidden('Another administrator has to allow this.')
  const school_id = await findSchoolOfRow(trx, scope, 'users', id)
  if (!school_id) throw notFound('User not found')
  const { rows: people } = await sql<{ can_remove: boolean; until: Date }>`
    select ${currentRole} <> 'student' or coalesce('content' = any(${currentGrants(school_id)}), false) as can_remove,
      (date_trunc('day', now() at time zone schools.timezone) + interval '1 day') at time zone schools.timezone as until
    from users join schools on schools.id = users.school_id
    where users.school_id = ${school_id} and users.id = ${id} and users.deleted_at is null`.execute(trx)
  const [person] = people
  if (!person) throw notFound('User not found')
  if (!person.can_remove) throw badRequest('Only administrators and students with a grant for content remove items.')
  const allowance = { allowed_by: by.id, allowed_by_name: by.name, until: person.until }
  const allowed = await trx
    .insertInto('removal_allowances')
    .values({ school_id, user_id: id, ...allowance })
    .onConflict((old) =>
      old
        .columns(['school_id', 'user_id', 'allowed_by'])
        .doUpdateSet(allowance)
        .where(sql<boolean>`removal_allowances.until <= now()`),
    )
    .returning(epoch('until').as('until'))
    .executeTakeFirst()
  if (!allowed) throw conflict('You already allowed this today. Another administrator can allow more.')
  const detail = { items: removalsPerDay }
  await recordAudit(trx, by, { action: 'user.allow_removals', school: school_id, target: { type: 'user', id }, detail })
  return allowed.until
}
