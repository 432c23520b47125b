// Destroys the keys of months at schools where authorship ends. Nothing brings a destroyed key back.

import { type RawBuilder, sql } from 'kysely'
import { type Db, sessionDb } from '../db/pools.ts'
import { type Trx, withTransaction } from '../db/transaction.ts'
import { forEachDueSchool } from '../jobs/due-schools.ts'
import type { EpochCalls } from '../keys/keys.ts'
import type { WrappedEpoch } from './anonymity.ts'
import { activationSeconds, authorEnded, createEpoch } from './epoch-store.ts'
import { lastingEpoch, parseEpoch, readSealMonth, toEpoch } from './seal-epochs.ts'

/**
 * Removes from the rows of a feature what leads to an author without the destroyed key: all that is found by a keyed hash of
 * the author. `living` are the months that still have a key. Repeatable.
 */
export type AuthorshipEnding = (trx: Trx, schoolId: string, living: readonly number[]) => Promise<void>

/** SQL condition on `request`: its seal was opened, and the author is not notified yet. */
export const isUnnoticed = sql`request.author_seal is not null and request.opened_at is not null`

/** The job that destroys the keys of expired months, and seals older rows into their months. */
export const authorshipJob = 'end_authorship'

/** Where authorship ends. */
export const endingSchools = sql`select id as school_id from schools where unmaskable_days is not null`

/** SQL: whether the whole month is older at this time than the school allows. False where authorship does not end. */
export const isExpired = (schoolId: string, epoch: RawBuilder<unknown>, now: RawBuilder<unknown>) =>
  sql<boolean>`coalesce((${epoch} + interval '1 month') at time zone 'UTC'
    + make_interval(days => (select unmaskable_days from schools where schools.id = ${schoolId})) <= ${now}, false)`

/**
 * Keeps the key of a seal until the transaction ends, for who is about to open it. Throws 410 when authorship has ended: from
 * the last moment of the span on, also while its key waits for the job.
 */
export async function assertAuthorKnown(trx: Trx, schoolId: string, seal: Buffer): Promise<void> {
  const month = readSealMonth(seal)
  if (month === undefined) return
  const { rows } = await sql`select from seal_epochs
    where school_id = ${schoolId} and epoch = ${toEpoch(month)}::date and wrapped_key is not null
      and not ${isExpired(schoolId, sql`epoch`, sql`now()`)} for share`.execute(trx)
  if (rows.length === 0) throw authorEnded()
}

/** Whether the author of each of these seals of a school can be known, by the same rule. Without a statement where none has a month. */
export async function findKnown(db: Db, schoolId: string, seals: readonly Buffer[]): Promise<readonly boolean[]> {
  const epochs = seals.map((seal) => {
    const month = readSealMonth(seal)
    return month === undefined ? undefined : toEpoch(month)
  })
  const asked = [...new Set(epochs.filter((epoch) => epoch !== undefined))]
  if (asked.length === 0) return seals.map(() => true)
  const { rows } = await sql<{ epoch: string }>`select epoch::text from seal_epochs
    where school_id = ${schoolId} and epoch = any (${asked}::date[]) and wrapped_key is not null
      and not ${isExpired(schoolId, sql`epoch`, sql`now()`)}`.execute(db)
  const known = new Set(rows.map(({ epoch }) => epoch))
  return epochs.map((epoch) => epoch === undefined || known.has(epoch))
}

/** Destroys the expired keys of all schools, for a start or a restoration: before anyone can use them. */
export const destroyExpiredEpochs = (db: Db, endings: readonly AuthorshipEnding[], now = sql`now()`): Promise<void> =>
  forEachDueSchool(db, endingSchools, (schoolId) => destroyEpochs(db, schoolId, endings, now))

/**
 * Destroys the expired keys of a school. A seal that is being opened holds the row of its key, so this waits for it. A key that
 * is needed to notify the author of an opening stays until that is done. Returns the number of keys.
 */
export const destroyEpochs = (
  db: Db,
  schoolId: string,
  endings: readonly AuthorshipEnding[],
  now: RawBuilder<unknown>,
): Promise<number> =>
  withTransaction(db, async (trx) => {
    const { rows } = await sql<{ epoch: string }>`
      select epoch::text from seal_epochs where school_id = ${schoolId} and wrapped_key is not null
        and epoch <> ${lastingEpoch}::date and ${isExpired(schoolId, sql`epoch`, now)} order by epoch for update`.execute(
      trx,
    )
    if (rows.length === 0) return 0
    // A statement of its own: an opening that held a key has committed by now.
    const { rows: destroyed } = await sql`update seal_epochs set wrapped_key = null, destroyed_at = ${now}
      where school_id = ${schoolId} and epoch = any (${rows.map(({ epoch }) => epoch)}::date[])
        and not exists (select from seal_requests as request where request.school_id = ${schoolId}
          and seal_epoch(request.author_seal) = seal_epochs.epoch and ${isUnnoticed}) returning 1`.execute(trx)
    if (destroyed.length > 0) await runEndings(trx, schoolId, endings)
    return destroyed.length
  })

/** Runs the endings for all destroyed months of a school. */
export async function runEndings(trx: Trx, schoolId: string, endings: readonly AuthorshipEnding[]): Promise<void> {
  const { rows } = await sql<{ epoch: string }>`select epoch::text from seal_epochs
    where school_id = ${schoolId} and wrapped_key is not null and epoch <> ${lastingEpoch}::date`.execute(trx)
  const living = rows.map(({ epoch }) => parseEpoch(epoch))
  for (const end of endings) await end(trx, schoolId, living)
}

/** The lasting key of a school, and the seconds until every server writes with months. */
export async function openLastingEpoch(
  db: Db,
  calls: EpochCalls,
  schoolId: string,
): Promise<{ readonly lasting: WrappedEpoch; readonly waitSeconds: number }> {
  const lasting = (await readKey(db, schoolId, lastingEpoch)) ?? (await createLasting(db, calls, schoolId))
  const { rows } = await sql<{ wait: number }>`
    select greatest(0, ceil(extract(epoch from active_at - now()) + ${activationSeconds}))::int as wait
    from seal_epochs where school_id = ${schoolId} and epoch = ${lastingEpoch}::date`.execute(db)
  return { lasting, waitSeconds: rows[0]?.wait ?? activationSeconds }
}

async function createLasting(db: Db, calls: EpochCalls, schoolId: string): Promise<WrappedEpoch> {
  await createEpoch(db, calls, schoolId, lastingEpoch)
  const lasting = await readKey(db, schoolId, lastingEpoch)
  if (!lasting) throw new Error('The lasting key of a school was not created.')
  return lasting
}

/** The key of a month for older rows, read from the database. Undefined for a month that has ended, which gets no key. */
export async function openPastEpoch(
  db: Db,
  calls: EpochCalls,
  schoolId: string,
  epoch: string,
  now: RawBuilder<unknown>,
): Promise<WrappedEpoch | undefined> {
  const { rows } = await sql`insert into seal_epochs (school_id, epoch, destroyed_at)
    select ${schoolId}::uuid, ${epoch}::date, ${now} where ${isExpired(schoolId, sql`${epoch}::date`, now)}
    on conflict do nothing returning 1`.execute(db)
  if (rows.length === 0) await createEpoch(db, calls, schoolId, epoch)
  return readKey(db, schoolId, epoch)
}

async function readKey(db: Db, schoolId: string, epoch: string): Promise<WrappedEpoch | undefined> {
  const { rows } = await sql<{ wrapped: Buffer | null }>`select wrapped_key as wrapped from seal_epochs
    where school_id = ${schoolId} and epoch = ${epoch}::date`.execute(db)
  const wrapped = rows[0]?.wrapped
  return wrapped ? { schoolId, epoch, wrapped } : undefined
}

/** Time that the rewriting of the table waits for other statements; the next run tries again. */
const lockTimeout = '2s'

/** Rewrites the table of keys: destroyed ones would otherwise stay in its file, and in copies of it, for a long time. */
export const rewriteKeys = (db: Db): Promise<void> =>
  sessionDb(db)
    .connection()
    .execute(async (connection) => {
      await sql`select set_config('lock_timeout', ${lockTimeout}, false)`.execute(connection)
      try {
        await sql`vacuum full seal_epochs`.execute(connection)
      } catch (error) {
        if ((error as { code?: string }).code !== '55P03') throw error // a reader holds it, such as a backup
      } finally {
        await sql`reset lock_timeout`.execute(connection)
      }
    })
