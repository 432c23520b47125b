import { sql } from 'kysely'
import type { Db } from '../db/pools.ts'
import { withTransaction } from '../db/transaction.ts'
import { HttpError } from '../http/errors.ts'
import { forEachReadSchool } from '../jobs/due-schools.ts'
import type { EpochCalls } from '../keys/keys.ts'
import type { EpochKeys, WrappedEpoch } from './anonymity.ts'
import { lastingEpoch, toEpoch, toMonth } from './seal-epochs.ts'

/** How often the wrapped keys are read again. */
const refreshMs = 20_000
/** Keys that could not be read again within this time are dropped, so that no server uses a destroyed one for long. */
const keepMs = 50_000
/** Time after which a new lasting key is active: every server has read it by then, and ended what it wrote without it. */
export const activationSeconds = 120

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
  /** Whether what is written now gets a month. */
  readonly ends: boolean
  /** Whether the lasting key makes new tags. */
  readonly isActive: boolean
  /** By epoch; null once destroyed. */
  readonly keys: ReadonlyMap<string, Buffer | null>
  readonly loadedAt: number
}

/** Of a month whose key is destroyed. */
export const authorEnded = () => new HttpError(410, 'gone', 'The author of this can no longer be known.')

/**
 * Adds a key to a school unless it has one for this epoch, destroyed or not. Callers lock the school or do not care which of
 * two concurrent keys stays.
 */
export async function createEpoch(db: Db, { createEpochKey }: EpochCalls, schoolId: string, epoch: string) {
  const wrapped = await createEpochKey(schoolId, epoch)
  const activeAt = epoch === lastingEpoch ? sql`now() + make_interval(secs => ${activationSeconds})` : sql`null`
  await sql`insert into seal_epochs (school_id, epoch, wrapped_key, active_at)
    values (${schoolId}, ${epoch}::date, ${wrapped}, ${activeAt}) on conflict do nothing`.execute(db)
}

export function openEpochStore(db: Db, calls: EpochCalls): EpochStore {
  /** A change of the system clock must not make old keys look new. */
  const now = () => performance.now()
  /** Schools with keys. Others are never looked up: they write and read as if there were none anywhere. */
  const schools = new Map<string, SchoolKeys>()
  let refreshing: Promise<void> | undefined
  let refreshedAt = Number.NEGATIVE_INFINITY

  const load = async (schoolId: string): Promise<SchoolKeys> => {
    const loadedAt = now()
    const { rows } = await sql<{ ends: boolean; epoch: string | null; wrapped_key: Buffer | null; is_active: boolean }>`
      select schools.unmaskable_days is not null as ends, seal_epochs.epoch::text, wrapped_key,
        coalesce(active_at <= now(), false) as is_active
      from schools left join seal_epochs on seal_epochs.school_id = ${schoolId}
      where schools.id = ${schoolId}`.execute(db)
    const keys = new Map(rows.flatMap(({ epoch, wrapped_key }) => (epoch ? [[epoch, wrapped_key] as const] : [])))
    const isActive = rows.some(({ is_active }) => is_active)
    const loaded = { ends: isActive && (rows[0]?.ends ?? false), isActive, keys, loadedAt }
    if ((schools.get(schoolId)?.loadedAt ?? loadedAt) <= loadedAt) schools.set(schoolId, loaded)
    return loaded
  }
  const refresh = async () => {
    const startedAt = now()
    const found = new Set<string>()
    await forEachReadSchool(db, sql`select school_id from seal_epochs`, (schoolId) => {
      found.add(schoolId)
      return load(schoolId)
    })
    // One that arrived meanwhile was loaded by a later round.
    for (const [schoolId, { loadedAt }] of schools)
      if (!found.has(schoolId) && loadedAt < startedAt) schools.delete(schoolId)
    refreshedAt = startedAt
  }
  const refreshOnce = () => {
    refreshing ??= refresh().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }
  const isOld = (loadedAt: number) => loadedAt < now() - keepMs
  const dropOld = () => {
    for (const [schoolId, school] of schools)
      if (isOld(school.loadedAt))
        schools.set(schoolId, { ...school, keys: new Map(), loadedAt: Number.NEGATIVE_INFINITY })
  }

  /** A value where the answer is known, so that the calls for a page stay in one turn of the event loop. */
  const findSchool = (schoolId: string): SchoolKeys | undefined | Promise<SchoolKeys | undefined> => {
    const known = schools.get(schoolId)
    if (known) return isOld(known.loadedAt) ? load(schoolId) : known
    return isOld(refreshedAt) ? refreshOnce().then(() => schools.get(schoolId)) : undefined
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
      if (school?.keys.has(epoch)) return toKey(school, schoolId, epoch)
      return load(schoolId).then((again) => toKey(again, schoolId, epoch)) // another server has just created it
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
        return then(findTime?.() ?? new Date(), (writtenAt) => findOrCreate(schoolId, school, writtenAt))
      }),
    findLasting: (schoolId) =>
      then(findSchool(schoolId), (school) => {
        const epoch = toKey(school, schoolId, lastingEpoch)
        return epoch && { epoch, isActive: school?.isActive ?? false }
      }),

    async hold(schoolId, month, work) {
      const epoch = toEpoch(month)
      let isDestroyed = false
      try {
        return await withTransaction(db, async (trx) => {
          const { rows } = await sql<{ wrapped: Buffer | null }>`select wrapped_key as wrapped from seal_epochs
            where school_id = ${schoolId} and epoch = ${epoch}::date for share`.execute(trx)
          const wrapped = rows[0]?.wrapped
          isDestroyed = !wrapped
          return work(wrapped ? { schoolId, epoch, wrapped } : undefined)
        })
      } finally {
        if (isDestroyed) await load(schoolId)
      }
    },

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
