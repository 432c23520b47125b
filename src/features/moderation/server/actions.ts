import { sql } from 'kysely'
import { moderationStatusLock } from '../../../shared/server/auth/moderation-status.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'

/** A moderator, or the demo's seed. */
type Actor = { readonly id: string | null; readonly name: string }
type Person = { readonly id: string; readonly schoolId: string }
export type Sanction =
  | { readonly type: 'warn' | 'ban'; readonly reason: string }
  | { readonly type: 'suspend'; readonly reason: string; readonly days: number }
/** `about` is the reported text, which the notice shows. */
type NewAction = Sanction & { readonly about?: string | null }

const hoursPerDay = 24

/** Warns, suspends or bans a user and updates their moderation status. Returns the id of the action. */
export const moderate = async (trx: Trx, actor: Actor, person: Person, sanction: NewAction): Promise<string> => {
  await lockModerationStatus(trx, person)
  const id = newId()
  const hours = sanction.type === 'suspend' ? sanction.days * hoursPerDay : null
  await trx
    .insertInto('moderation_actions')
    .values({
      school_id: person.schoolId,
      id,
      user_id: person.id,
      action_type: sanction.type,
      reason: sanction.reason,
      report_content: sanction.about ?? null,
      duration_hours: hours,
      expires_at: hours === null ? null : sql<Date>`clock_timestamp() + make_interval(hours => ${hours})`,
      created_by: actor.id,
      created_by_name: actor.name,
      created_at: sql`clock_timestamp()`, // read after the lock wait: no write of the user commits with a later time
    })
    .execute()
  await syncModerationStatus(trx, person)
  return id
}

/** Reverses one action; other active actions stay in force. Returns false when it is unknown or already reversed. */
export const reverse = async (
  trx: Trx,
  actor: Actor,
  person: Person,
  actionId: string,
  reason: string,
): Promise<boolean> => {
  await lockModerationStatus(trx, person)
  const { numUpdatedRows } = await trx
    .updateTable('moderation_actions')
    .set({ reversed_at: sql`now()`, reversed_by: actor.id, reversed_by_name: actor.name, reversal_reason: reason })
    .where('school_id', '=', person.schoolId)
    .where('user_id', '=', person.id)
    .where('id', '=', actionId)
    .where('reversed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await syncModerationStatus(trx, person)
  return true
}

/**
 * Waits for the user's writes in progress. Later writes wait for this transaction and then see the new moderation
 * status.
 */
const lockModerationStatus = (trx: Trx, person: Person) =>
  sql`select pg_advisory_xact_lock(${moderationStatusLock(person.id)})`.execute(trx)

/** A ban takes precedence over a suspension. Of several suspensions, the one that ends last applies. */
const syncModerationStatus = (trx: Trx, person: Person) =>
  sql`
  update users set (blocked_as, blocked_until, blocked_reason) = (
    select case action_type when 'ban' then 'banned' else 'suspended' end, expires_at, reason
    from moderation_actions as action
    where action.school_id = users.school_id and action.user_id = users.id
      and action.reversed_at is null and action.action_type in ('suspend', 'ban')
      and (action.expires_at is null or action.expires_at > now())
    order by action.expires_at desc nulls first, action.created_at desc
    limit 1)
  where school_id = ${person.schoolId} and id = ${person.id}`.execute(trx)
