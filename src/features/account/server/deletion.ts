import { sql } from 'kysely'
import { moderationStatusLock, restoreDays } from '../../../shared/server/auth/moderation-status.ts'
import { deleteSessions } from '../../../shared/server/auth/session.ts'
import { listSiteAdministrators } from '../../../shared/server/auth/site-administrators.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import { randomLike } from '../../../shared/server/crypto/random-bytes.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import { conflict, notFound } from '../../../shared/server/http/errors.ts'
import { forEachDueSchool } from '../../../shared/server/jobs/due-schools.ts'
import type { Registry, SealedData, UserRef } from '../../../shared/server/personal-data.ts'
import { deleteUser, setSweptDays, setUserDeleted } from '../../session/server/user-writes.ts'
import { findSealed } from './sealed-queries.ts'

/**
 * Days until a deleted account is removed: one day after the end of the restore period, one day before the promised
 * limit.
 */
const removeDays = restoreDays + 1

/** What happens to the anonymous items of a deleted account. */
type AnonymousItems = 'delete' | 'keep'

/**
 * Marks an account as deleted, which hides everything under its name, and deletes its sessions. Waits for concurrent
 * writes of the user, so that none commits after the deletion.
 */
export const deleteAccount = async (trx: Trx, viewer: Viewer, anonymousItems: AnonymousItems): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${moderationStatusLock(viewer.id)})`.execute(trx)
  if (viewer.role === 'site_admin') await requireAnother(trx, viewer)
  await setUserDeleted(trx, viewer, sql`now()`, sql`deleted_at is null`, anonymousItems)
  await deleteSessions(trx, viewer)
}

/** Reverts a deletion. Does nothing for an active account. Throws 404 after the restore period. */
export const restoreAccount = async (trx: Trx, viewer: Viewer): Promise<void> => {
  const inTime = sql`deleted_at > now() - make_interval(days => ${restoreDays})`
  if (await setUserDeleted(trx, viewer, sql`null`, inTime, null)) return
  const person = await trx
    .selectFrom('users')
    .where('school_id', '=', viewer.schoolId)
    .where('id', '=', viewer.id)
    .select('deleted_at')
    .executeTakeFirst()
  if (!person || person.deleted_at) throw notFound('This account is being deleted.')
}

/** Refuses to delete the last site admin, since no user could appoint another. */
async function requireAnother(trx: Trx, viewer: UserRef) {
  await sql`select pg_advisory_xact_lock(hashtextextended('site administrators', 0))`.execute(trx)
  const others = await listSiteAdministrators(trx, sql`users.id <> ${viewer.id}`)
  if (others.length === 0) throw conflict('You’re the only site administrator. Add another one first.')
}

type DeletedUser = UserRef & {
  /** Days since the deletion. */
  readonly age: number
  /** The age up to which items have been removed. */
  readonly sweptDays: number
  readonly isDue: boolean
  readonly items: AnonymousItems | null
}

/**
 * Continues the removal of deleted accounts. Anonymous items disappear or lose their author one by one, at times that
 * only the server can derive, so that their removal does not reveal the author. Named data follows at the end, the
 * user's row last. Idempotent: an interrupted run is continued by the next one.
 */
export const removeDeletedAccounts = (db: Db, anonymity: Anonymity, registry: Registry): Promise<void> =>
  forEachDueSchool(db, sql`select school_id from users where deleted_at is not null`, (schoolId) =>
    removeDeletedAccountsInSchool(db, anonymity, registry, schoolId),
  )

async function removeDeletedAccountsInSchool(
  db: Db,
  anonymity: Anonymity,
  { named, sealed, eraseSealCopies }: Registry,
  schoolId: string,
): Promise<void> {
  const people = await findLeaving(db, schoolId)
  for (const kind of sealed) {
    const isKeeping = ({ items }: DeletedUser) => items === 'keep' && kind.keyed !== undefined
    const found = await findSealed(db, anonymity, kind, schoolId, async (id) => {
      const share = await toVanishingShare(anonymity, id)
      return people.filter((person) => isVanishing(person, share * (isKeeping(person) ? restoreDays : removeDays)))
    })
    for (const person of people) {
      for (const id of found.get(person.id) ?? []) {
        if (isKeeping(person))
          await withTransaction(db, (trx) => removeAuthor(trx, kind, schoolId, id, eraseSealCopies))
        else await withTransaction(db, (trx) => kind.remove(trx, schoolId, id))
      }
    }
  }
  await setSweptDays(db, schoolId, people)
  for (const person of people.filter(({ isDue }) => isDue)) {
    for (const data of named) await withTransaction(db, async (trx) => data.remove?.(trx, person))
    await deleteUser(db, person)
  }
}

const findLeaving = async (db: Db, schoolId: string): Promise<DeletedUser[]> => {
  const { rows } = await sql<DeletedUser>`
    select school_id as "schoolId", id, extract(epoch from now() - deleted_at)::float8 / 86400 as age,
      coalesce(removal_swept_days, 0) as "sweptDays", deleted_at <= now() - make_interval(days => ${removeDays}) as "isDue", anonymous_items as items
    from users where school_id = ${schoolId} and deleted_at is not null order by deleted_at`.execute(db)
  return rows
}

/** Share of the time until the removal after which an item disappears: pseudo-random per item, and the same in every run. */
const toVanishingShare = async (anonymity: Anonymity, id: string) =>
  (await anonymity.keyedHash('vanishing', id)).readUInt32BE() / 2 ** 32

/**
 * Whether an item of this user would disappear now. Each item is compared with a user once, when its time comes, and again
 * before the user's row is removed; comparing all of them in every run would take hours in a large school.
 */
const isVanishing = ({ age, sweptDays, isDue }: DeletedUser, vanishesAt: number) =>
  vanishesAt <= age && (isDue || vanishesAt >= sweptDays)

/**
 * Keeps an item without its author: overwrites the columns that identify the author with random bytes of the same
 * length.
 */
const removeAuthor = async (
  trx: Trx,
  { table, kind, keyed = [] }: SealedData,
  schoolId: string,
  id: string,
  eraseSealCopies: Registry['eraseSealCopies'],
): Promise<void> => {
  const { rows } = await sql<Readonly<Record<string, Buffer | null>>>`
      select ${sql.join(keyed.map((column) => sql.ref(column)))} from ${sql.table(table)}
      where school_id = ${schoolId} and id = ${id} for update`.execute(trx)
  const [row] = rows
  if (!row) return
  const values = Object.entries(row).flatMap(([column, bytes]) => (bytes ? [[column, randomLike(bytes)] as const] : []))
  await sql`update ${sql.table(table)}
      set ${sql.join(values.map(([column, bytes]) => sql`${sql.ref(column)} = ${bytes}`))}
      where school_id = ${schoolId} and id = ${id}`.execute(trx)
  await eraseSealCopies(trx, schoolId, kind, id)
}
