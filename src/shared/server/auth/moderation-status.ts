import { sql } from 'kysely'
import type { Db } from '../db/pools.ts'
import { prepared, type SqlParam, type SqlParams } from '../db/prepared.ts'
import { epochOrNull } from '../db/sql.ts'
import { withTransaction } from '../db/transaction.ts'
import { HttpError, unauthorized } from '../http/errors.ts'
import type { Viewer } from './viewer.ts'

export type ModerationStatus = {
  /** 'deleted': by the user, who can restore the account until it is removed. */
  readonly blockedAs: 'suspended' | 'banned' | 'deleted'
  /** When the suspension ends, or when a deleted account can no longer be restored. */
  readonly until: number | null
  readonly reason: string | null
}

/** Days within which a user can restore their deleted account. */
export const restoreDays = 28

/** SQL condition: the row of `users` is banned or suspended now, by the database's clock. */
export const isBlocked = sql<boolean>`(users.blocked_as is not null and (users.blocked_until is null or users.blocked_until > now()))`

export type ModerationStatusRow = {
  is_blocked: boolean
  blocked_as: string | null
  blocked_until: number | null
  blocked_reason: string | null
  deleted_at?: number | null
}

/** The moderation status of a row of `users`; undefined for an active account. */
export const toModerationStatus = (row: ModerationStatusRow): ModerationStatus | undefined => {
  if (row.is_blocked)
    return {
      blockedAs: row.blocked_as as ModerationStatus['blockedAs'],
      until: row.blocked_until,
      reason: row.blocked_reason,
    }
  if (row.deleted_at) return { blockedAs: 'deleted', until: row.deleted_at + restoreDays * 24 * 3600, reason: null }
  return undefined
}

/** The error for every request of a banned (403) or suspended (423) user, and of a user who deleted their account. */
export function blockedError({ blockedAs, until, reason }: ModerationStatus): HttpError {
  if (blockedAs === 'deleted') {
    const message = 'You deleted this account.'
    const extra = { isBlocked: true, blockReason: blockedAs, message, suspendedUntil: null, restoreUntil: until }
    return new HttpError(403, 'account_deleted', message, { extra })
  }
  const [status, sentence] =
    blockedAs === 'banned' ? [403, 'Your account has been banned.'] : [423, 'Your account is suspended.']
  const message = reason ? `${sentence} Reason: ${reason}` : sentence
  return new HttpError(status, 'account_blocked', message, {
    extra: { isBlocked: true, blockReason: blockedAs, message, suspendedUntil: until },
  })
}

/**
 * Runs `work` in one transaction (or the current one) holding a shared lock on the viewer's moderation status. No write
 * commits after a ban: the ban waits for this transaction, or this transaction fails.
 */
export const withUserTransaction = <T>(db: Db, viewer: Viewer, work: (trx: Db) => Promise<T>): Promise<T> =>
  withTransaction(db, async (trx) => {
    await shareModerationStatus(trx, { id: viewer.id })
    const [person] = await findModerationStatus(trx, { schoolId: viewer.schoolId, id: viewer.id })
    if (!person) throw unauthorized()
    const standing = toModerationStatus(person)
    if (standing) throw blockedError(standing)
    return work(trx)
  })

/**
 * Shared by a user's writes, exclusive for changes of their moderation status. Advisory locks are granted in order of
 * arrival; with row locks, a flood of writes could keep a ban waiting for as long as it lasts.
 */
export const moderationStatusLock = (id: SqlParam<string>) => sql`hashtextextended('standing ' || ${id}::text, 0)`

const shareModerationStatus = prepared((db, { id }: SqlParams<{ id: string }>) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock_shared(${moderationStatusLock(id)})`.as('held')),
)

// Two statements: one that waits for the lock keeps the snapshot from before the wait and reads a stale status.
const findModerationStatus = prepared((db, { schoolId, id }: SqlParams<{ schoolId: string; id: string }>) =>
  db
    .selectFrom('users')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select([
      'blocked_as',
      'blocked_reason',
      epochOrNull('blocked_until').as('blocked_until'),
      isBlocked.as('is_blocked'),
    ]),
)
