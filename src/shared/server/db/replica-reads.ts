// Which reads a replica serves: searches, analytics and exports. All others use the primary.
import { type Compilable, type RawBuilder, sql } from 'kysely'
import { replicaFallbacks } from '../metrics.ts'
import { type Db, searchDb } from './pools.ts'
import { executePrepared } from './prepared.ts'
import { openReplica, type Replica, type ReplicaSettings } from './replica.ts'

type Link = { readonly replica: Replica; readonly primary: Db; searches?: Db }

/** By the primary, and by its connections for searches that a replica may serve. */
const links = new WeakMap<Db, Link>()

/** Lets the reads of this file use a replica of an open database, until it is closed. */
export function attachReplica(db: Db, settings: ReplicaSettings): Replica {
  const replica = openReplica(db, settings)
  links.set(db, { replica, primary: db })
  const close = async () => {
    links.delete(db)
    await replica.close()
  }
  return { ...replica, close }
}

export const findReplica = (db: Db): Replica | undefined => links.get(db)?.replica

/** The database for a search. `isCurrent`: the viewer has just written, and must find it. */
export function openSearchDb(db: Db, { isCurrent }: { readonly isCurrent: boolean }): Db {
  const link = links.get(db)
  if (!link || isCurrent) return searchDb(db)
  if (!link.searches) {
    link.searches = searchDb(db).withoutPlugins() // the same connections, as another object
    links.set(link.searches, link)
  }
  return link.searches
}

type Row = { readonly id: string }

/** SQL condition: the row is one of these. */
export const isAmong = (column: string, rows: readonly Row[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(${rows.map(({ id }) => id)}::uuid[])`

/**
 * The rows of a search with the database of `openSearchDb`. A replica only finds candidates: `reread` selects them again from the primary, under the same conditions, so that a
 * block, a ban, a removal and an edit apply immediately. If the primary lacks one of them, it searches itself: pages stay full.
 */
export async function findRows<R extends Row>(
  db: Db,
  find: (db: Db) => Promise<R[]>,
  reread: (primary: Db, candidates: readonly R[]) => Compilable<R> | RawBuilder<R>,
): Promise<R[]> {
  const link = links.get(db)
  const candidates = link?.searches === db ? await link.replica.tryRead('search', find) : undefined
  if (!link || !candidates) return find(db)
  if (candidates.length === 0) return candidates
  const rows = new Map(
    (await executePrepared(link.primary, reread(link.primary, candidates))).map((row) => [row.id, row]),
  )
  const current = candidates.flatMap(({ id }) => rows.get(id) ?? [])
  if (current.length === candidates.length) return current
  replicaFallbacks.count('changed')
  return find(db)
}

/** Reads numbers that identify no row and may be some seconds old. */
export const readAggregates = async <T extends object>(db: Db, read: (db: Db) => Promise<T>): Promise<T> =>
  (await links.get(db)?.replica.tryRead('analytics', read)) ?? read(db)

/** Reads what must be complete when the call begins: from a replica only after it has caught up with that. */
export async function readComplete<T extends object>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  const replica = findReplica(db)
  if (!replica) return read(db)
  if (await replica.catchUp()) return (await replica.tryRead('export', read)) ?? read(db)
  replicaFallbacks.count('behind')
  return read(db)
}
