import { sql } from 'kysely'
import type { Db } from '../db/pools.ts'
import { prepared, type SqlParam, type SqlParams } from '../db/prepared.ts'
import { epochOrNull } from '../db/sql.ts'
import { type Trx, withTransaction } from '../db/transaction.ts'
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

/** SQLSTATE of `begin_user_write` for a user who is blocked, deleted or unknown. */
const refusedWriteCode = 'QU001'

/**
 * Runs `work` in one transaction holding a shared lock on the user's moderation status: no write commits after a ban,
 * because the ban waits for this transaction, or this transaction fails. Begin, lock and check take one round trip. For a
 * site administrator of another cell, that cell holds the lock until this one has replied.
 */
export async function withUserTransaction<T>(
  db: Db,
  user: Pick<Viewer, 'id' | 'schoolId' | 'vouched'>,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  if (db.isTransaction) throw new Error('A transaction is guarded where it begins; this one has begun already.')
  if (user.vouched) return withTransaction(db, work)
  const guard = `select begin_user_write(${quoteUuid(user.schoolId)}, ${quoteUuid(user.id)})`
  try {
    return await withTransaction(db, work, guard)
  } catch (error) {
    if ((error as { code?: string }).code !== refusedWriteCode) throw error
    const [person] = await findModerationStatus(db, { schoolId: user.schoolId, id: user.id })
    if (!person) throw unauthorized()
    const status = toModerationStatus(person)
    if (status) throw blockedError(status)
    return withUserTransaction(db, user, work) // unblocked in the meantime
  }
}

/**
 * SQL condition of a statement that is a transaction by itself, without `begin` and `commit`: takes the lock and checks the
 * user before it writes, as `withUserTransaction` does.
 */
export const canWrite = (schoolId: SqlParam<string>, id: SqlParam<string>) =>
  sql<boolean>`exists (select from begin_user_write(${schoolId}, ${id}))`

/** SQL expression for each row that needs further statements in the same transaction: fails with QU002. */
export const needsTransaction = sql`needs_transaction()`

const leftToTransaction = [refusedWriteCode, 'QU002', '40P01', '40001']

/**
 * Runs a write that is usually one statement, which contains `canWrite`. `work` runs instead, in a transaction, when the
 * statement returns undefined, or fails because of `canWrite`, `needsTransaction` or a deadlock.
 */
export async function writeInOneStatement<T>(
  db: Db,
  user: Pick<Viewer, 'id' | 'schoolId' | 'vouched'>,
  statement: (db: Db) => Promise<T | undefined>,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  try {
    const result = await statement(db)
    if (result !== undefined) return result
  } catch (error) {
    if (!leftToTransaction.includes(String((error as { code?: string }).code))) throw error
  }
  return withUserTransaction(db, user, work)
}

/**
 * `withUserTransaction` for what several users write in one transaction. Returns undefined, and writes nothing, if one of them is blocked,
 * deleted or unknown.
 */
export async function withTransactionOfUsers<T>(
  db: Db,
  users: readonly Pick<Viewer, 'id' | 'schoolId'>[],
  work: (trx: Trx) => Promise<T>,
): Promise<T | undefined> {
  if (db.isTransaction) throw new Error('A transaction is guarded where it begins; this one has begun already.')
  const guards = [...Map.groupBy(users, ({ schoolId }) => schoolId)].map(([schoolId, some]) => {
    const ids = [...new Set(some.map(({ id }) => id))].sort().map(quoteUuid) // in one order, against deadlocks
    return `select begin_user_write(${quoteUuid(schoolId)}, writer) from unnest(array[${ids.join()}]::uuid[]) as writer`
  })
  try {
    return await withTransaction(db, work, guards.sort().join('; '))
  } catch (error) {
    if ((error as { code?: string }).code === refusedWriteCode) return undefined
    throw error
  }
}

/**
 * The same for the writes that a blocked user may make, such as an appeal. A user who deleted the account may not.
 */
export async function withSessionTransaction<T>(
  db: Db,
  user: Pick<Viewer, 'id' | 'schoolId'>,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  if (db.isTransaction) throw new Error('A transaction is guarded where it begins; this one has begun already.')
  const lock = `select begin_session_write(${quoteUuid(user.schoolId)}, ${quoteUuid(user.id)})`
  try {
    return await withTransaction(db, work, lock)
  } catch (error) {
    if ((error as { code?: string }).code === refusedWriteCode) throw unauthorized()
    throw error
  }
}

function quoteUuid(id: string): string {
  if (!/^[0-9a-f-]{36}$/i.test(id)) throw new Error('An id is not a UUID.')
  return `'${id}'`
}

/**
 * Shared by a user's writes, exclusive for changes of their moderation status. Advisory locks are granted in order of
 * arrival; with row locks, a flood of writes could keep a ban waiting for as long as it lasts. `begin_user_write` takes
 * the same key.
 */
export const moderationStatusLock = (id: SqlParam<string>) => sql`hashtextextended('standing ' || ${id}::text, 0)`

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
