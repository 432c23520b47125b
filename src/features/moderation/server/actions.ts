import { sql } from 'kysely'
import { moderationStatusLock } from '../../../shared/server/auth/moderation-status.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest } from '../../../shared/server/http/errors.ts'
import { type Actor, insertDecision, type NewDecision, type Statement, type StoredDecision } from './decisions.ts'

type Person = { readonly id: string; readonly schoolId: string }
export type Sanction = Statement &
  (
    | { readonly type: 'warn' | 'ban'; readonly reason: string }
    | { readonly type: 'suspend'; readonly reason: string; readonly days: number }
  )
type NewAction = Sanction & Pick<NewDecision, 'about' | 'item' | 'source' | 'replaces'>

const noDays = 'Please specify a valid suspension duration'

/** The sanction that a request asks for. Throws 400 for a suspension without days. */
export function toSanction(
  type: Sanction['type'],
  input: { reason: string; rule_id?: string | null | undefined; facts?: string | null | undefined },
  days: number | null | undefined,
): Sanction {
  const { reason, rule_id: ruleId, facts } = input
  if (type !== 'suspend') return { type, reason, ruleId, facts }
  if (!days) throw badRequest(noDays, { duration: noDays })
  return { type, reason, ruleId, facts, days }
}

const hoursPerDay = 24

/** Warns, suspends or bans a user. Returns the id of the decision. */
export const moderate = async (trx: Trx, actor: Actor, person: Person, sanction: NewAction): Promise<string> =>
  (await imposeSanction(trx, actor, person, sanction)).id

/** Warns, suspends or bans a user and updates their moderation status. */
export const imposeSanction = async (
  trx: Trx,
  actor: Actor,
  person: Person,
  sanction: NewAction,
): Promise<StoredDecision> => {
  await lockModerationStatus(trx, person)
  const stored = await insertDecision(trx, actor, {
    ...sanction,
    schoolId: person.schoolId,
    userId: person.id,
    hours: sanction.type === 'suspend' ? sanction.days * hoursPerDay : null,
    snapshot: sanction.about ?? null,
  })
  await syncModerationStatus(trx, person)
  return stored
}

/**
 * Reverses one decision; other decisions about the user stay in force. The user of a decision about a sealed item is
 * null. Returns false when it is unknown or already reversed.
 */
export const reverse = async (
  trx: Trx,
  actor: Actor,
  { id: userId, schoolId }: { readonly id: string | null; readonly schoolId: string },
  decisionId: string,
  reason: string,
): Promise<boolean> => {
  const person = userId === null ? undefined : { id: userId, schoolId }
  if (person) await lockModerationStatus(trx, person)
  const { numUpdatedRows } = await trx
    .updateTable('moderation_actions')
    .set({ reversed_at: sql`now()`, reversed_by: actor.id, reversed_by_name: actor.name, reversal_reason: reason })
    .where('school_id', '=', schoolId)
    .where('user_id', 'is not distinct from', userId)
    .where('id', '=', decisionId)
    .where('reversed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (person) await syncModerationStatus(trx, person)
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
