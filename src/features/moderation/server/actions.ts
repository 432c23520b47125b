import { sql } from 'kysely'
import { moderationStatusLock } from '../../../shared/server/auth/viewer.ts'
import { type Db, newId, withTransaction } from '../../../shared/server/db/db.ts'

/** Somebody who acts on a person: a moderator, or the demo's seed. */
type Actor = { readonly id: string | null; readonly name: string }
type Person = { readonly id: string; readonly schoolId: string }
export type Sanction =
  | { readonly type: 'warn' | 'ban'; readonly reason: string }
  | { readonly type: 'suspend'; readonly reason: string; readonly days: number }
/** With the words that it is about, which the notice shows. */
type Measure = Sanction & { readonly about?: string | null }

const hoursPerDay = 24

/** Warns, suspends or bans a person and brings their standing in step. Returns the action's id. */
export const moderate = (db: Db, actor: Actor, person: Person, sanction: Measure): Promise<string> =>
  withTransaction(db, async (trx) => {
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
        created_at: sql`clock_timestamp()`, // after the wait: no write of the person is younger
      })
      .execute()
    await syncModerationStatus(trx, person)
    return id
  })

/** Takes back one action; whatever else is active stays. False when it is unknown or was reversed before. */
export const reverse = (db: Db, actor: Actor, person: Person, actionId: string, reason: string): Promise<boolean> =>
  withTransaction(db, async (trx) => {
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
  })

/** Waits for the person's writes that are under way; later ones wait for us and then see the new standing. */
const lockModerationStatus = (trx: Db, person: Person) =>
  sql`select pg_advisory_xact_lock(${moderationStatusLock(person.id)})`.execute(trx)

/** A ban outweighs a suspension; of several suspensions the one that ends last counts. */
const syncModerationStatus = (trx: Db, person: Person) =>
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
