import { sql } from 'kysely'
import type { Body } from '../../../shared/contract.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { epoch, epochOrNull, newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict, notFound } from '../../../shared/server/http/errors.ts'
import {
  type Alert,
  type listingSearches,
  maxSearches,
  type SavedSearch,
  type SearchFilters,
} from '../searches-contract.ts'

/** The saved searches of this viewer. */
const visibleSearches = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('listing_searches')
    .where('school_id', '=', viewer.schoolId)
    .where('user_id', '=', viewer.id)
    .select(['id', 'name', sql<SearchFilters>`filters`.as('filters'), 'alert'])
    .select([epoch('created_at').as('created_at'), epochOrNull('last_at').as('last_at')])
    .$narrowType<{ alert: Alert }>()

/** Lists the viewer's saved searches, latest first. */
export const listSearches = (db: Db, viewer: Viewer): Promise<SavedSearch[]> =>
  visibleSearches(db, viewer).orderBy('listing_searches.created_at', 'desc').orderBy('id', 'desc').execute()

/** Returns a saved search of the viewer. Throws 404 for all others. */
async function searchOr404(db: Db, viewer: Viewer, id: string): Promise<SavedSearch> {
  const search = await visibleSearches(db, viewer).where('id', '=', id).executeTakeFirst()
  if (!search) throw notFound('Saved search not found')
  return search
}

/** Saves a search in the first free slot of the viewer. Throws 409 when all are taken. */
export async function createSearch(
  trx: Trx,
  viewer: Viewer,
  { name, filters, alert }: Body<typeof listingSearches.create>,
): Promise<SavedSearch> {
  const { id: userId, schoolId } = viewer
  // Two statements: one that waits for the lock keeps the snapshot from before the wait.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`listing searches ${schoolId} ${userId}`}, 0))`.execute(trx)
  const id = newId()
  const { numAffectedRows } = await sql`
    insert into listing_searches (school_id, id, user_id, slot, name, filters, alert)
    select ${schoolId}, ${id}, ${userId}, min(slot), ${name}, ${JSON.stringify(filters)}::jsonb, ${alert}
    from generate_series(1, ${maxSearches}) as slot where not exists (select from listing_searches as taken
      where taken.school_id = ${schoolId} and taken.user_id = ${userId} and taken.slot = slot.slot)
    having min(slot) is not null`.execute(trx)
  if (numAffectedRows !== 1n) throw conflict(`You can keep up to ${maxSearches} saved searches.`)
  return searchOr404(trx, viewer, id)
}

/** Changes the given fields of a saved search. */
export async function updateSearch(
  trx: Trx,
  viewer: Viewer,
  id: string,
  { name, filters, alert }: Body<typeof listingSearches.update>,
): Promise<SavedSearch> {
  await searchOr404(trx, viewer, id)
  await sql`
    update listing_searches set name = coalesce(${name ?? null}, name), alert = coalesce(${alert ?? null}, alert),
      filters = coalesce(${filters ? JSON.stringify(filters) : null}::jsonb, filters)
    where school_id = ${viewer.schoolId} and id = ${id}`.execute(trx)
  return searchOr404(trx, viewer, id)
}

/** Deletes a saved search of the viewer. Throws 404 for all others. */
export async function deleteSearch(trx: Trx, viewer: Viewer, id: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('listing_searches')
    .where('school_id', '=', viewer.schoolId)
    .where('user_id', '=', viewer.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('Saved search not found')
}
