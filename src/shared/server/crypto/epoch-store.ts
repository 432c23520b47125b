import { sql } from 'kysely'
import type { Db } from '../db/pools.ts'
import { withTransaction } from '../db/transaction.ts'
import { HttpError } from '../http/errors.ts'
import { forEachDueSchool } from '../jobs/due-schools.ts'
import type { EpochCalls } from '../keys/keys.ts'
import type { EpochKeys, WrappedEpoch } from './anonymity.ts'
import { lastingEpoch, toEpoch, toMonth } from './seal-epochs.ts'

/** How often the wrapped keys are read again. */
const refreshMs = 20_000
/** Keys that could not be read again within this time are dropped, so that no server uses a destroyed one for long. */
const keepMs = 50_000
/** An unknown month makes a server read again at most this often. */
const recheckMs = 1000

/** The wrapped keys of this server, for schools where authorship ends. */
export type EpochStore = EpochKeys & {
  /** What creates keys and seals with them. */
  readonly calls: EpochCalls
  /** Reads the keys of all schools again. */
  refresh(): Promise<void>
  /** Refreshes periodically until stopped. */
  start(onProblem: (error: unknown) => void): { stop(): void }
}

type SchoolKeys = {
  readonly ends: boolean
  /** By epoch; null once destroyed. */
  readonly keys: ReadonlyMap<string, Buffer | null>
  readonly loadedAt: number
}

/** What was written in a month whose key is destroyed cannot get an author again. */
export const authorEnded = () => new HttpError(410, 'gone', 'The author of this can no longer be known.')

/**
 * Adds a key to a school unless it has one for this epoch, destroyed or not. Callers lock the school or do not care which of
 * two concurrent keys stays.
 */
export async function createEpoch(db: Db, { createEpochKey }: EpochCalls, schoolId: string, epoch: string) {
  const wrapped = await createEpochKey(schoolId, epoch)
  await sql`insert into seal_epochs (school_id, epoch, wrapped_key) values (${schoolId}, ${epoch}::date, ${wrapped})
    on conflict do nothing`.execute(db)
}

export function openEpochStore(db: Db, calls: EpochCalls, now = Date.now): EpochStore {
  /** Schools with keys. Others are never looked up: they write and read as if there were none anywhere. */
  const schools = new Map<string, SchoolKeys>()
  let first: Promise<void> | undefined
  let isReady = false

  const load = async (schoolId: string): Promise<SchoolKeys> => {
    const loadedAt = now()
    const { rows } = await sql<{ ends: boolean; epoch: string | null; wrapped_key: Buffer | null }>`
      select schools.unmaskable_days is not null as ends, seal_epochs.epoch::text, wrapped_key
      from schools left join seal_epochs on seal_epochs.school_id = ${schoolId}
      where schools.id = ${schoolId}`.execute(db)
    const keys = new Map(rows.flatMap(({ epoch, wrapped_key }) => (epoch ? [[epoch, wrapped_key] as const] : [])))
    const loaded = { ends: rows[0]?.ends ?? false, keys, loadedAt }
    schools.set(schoolId, loaded)
    return loaded
  }
  const refresh = async () => {
    const found = new Set<string>()
    await forEachDueSchool(db, sql`select school_id from seal_epochs`, (schoolId) => {
      found.add(schoolId)
      return load(schoolId)
    })
    for (const schoolId of schools.keys()) if (!found.has(schoolId)) schools.delete(schoolId)
    isReady = true
  }
  const refreshFirst = () => {
    first ??= refresh().finally(() => {
      first = undefined
    })
    return first
  }
  const dropOld = () => {
    for (const [schoolId, { ends, loadedAt }] of schools)
      if (loadedAt < now() - keepMs) schools.set(schoolId, { ends, keys: new Map(), loadedAt: 0 })
  }

  /** A value where the answer is known, so that the calls for a page stay in one turn of the event loop. */
  const findSchool = (schoolId: string): SchoolKeys | undefined | Promise<SchoolKeys | undefined> => {
    if (!isReady) return refreshFirst().then(() => schools.get(schoolId))
    const known = schools.get(schoolId)
    return known && known.loadedAt < now() - keepMs ? load(schoolId) : known
  }
  const then = <T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> =>
    value instanceof Promise ? value.then(next) : next(value)
  const toKey = (school: SchoolKeys | undefined, schoolId: string, epoch: string): WrappedEpoch | undefined => {
    const wrapped = school?.keys.get(epoch)
    return wrapped ? { schoolId, epoch, wrapped } : undefined
  }

  const find: EpochKeys['find'] = (schoolId, month) =>
    then(findSchool(schoolId), (school) => {
      const epoch = toEpoch(month)
      const isUnknown = !school?.keys.has(epoch) && (school?.loadedAt ?? 0) < now() - recheckMs
      return isUnknown ? load(schoolId).then((again) => toKey(again, schoolId, epoch)) : toKey(school, schoolId, epoch)
    })
  /** The key of a month, which is created with the first item of it. */
  const findOrCreate = (schoolId: string, school: SchoolKeys, writtenAt: Date) => {
    const epoch = toEpoch(toMonth(writtenAt))
    return toKey(school, schoolId, epoch) ?? create(schoolId, epoch)
  }
  const create = async (schoolId: string, epoch: string): Promise<WrappedEpoch> => {
    await createEpoch(db, calls, schoolId, epoch)
    const key = toKey(await load(schoolId), schoolId, epoch)
    if (!key) throw authorEnded() // it was destroyed
    return key
  }

  return {
    calls,
    find,
    findForWriting: (schoolId, findTime) =>
      then(findSchool(schoolId), (school) => {
        if (!school?.ends) return undefined
        return then(findTime?.() ?? new Date(now()), (writtenAt) => findOrCreate(schoolId, school, writtenAt))
      }),
    findLasting: (schoolId) => then(findSchool(schoolId), (school) => toKey(school, schoolId, lastingEpoch)),

    hold: (schoolId, month, work) =>
      withTransaction(db, async (trx) => {
        const epoch = toEpoch(month)
        const { rows } = await sql<{ wrapped: Buffer | null }>`select wrapped_key as wrapped from seal_epochs
          where school_id = ${schoolId} and epoch = ${epoch}::date for share`.execute(trx)
        const wrapped = rows[0]?.wrapped
        return work(wrapped ? { schoolId, epoch, wrapped } : undefined)
      }),

    refresh,
    start(onProblem) {
      const timer = setInterval(() => {
        dropOld()
        refresh().catch(onProblem)
      }, refreshMs).unref()
      return { stop: () => clearInterval(timer) }
    },
  }
}
