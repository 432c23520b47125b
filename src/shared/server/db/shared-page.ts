import { type Compilable, type OperationNodeSource, sql } from 'kysely'
import { createBatchLoader } from './batch-loader.ts'
import type { Db } from './pools.ts'
import { prepared, type SqlParams } from './prepared.ts'

/** Readers of one statement. */
export const maxReaders = 8

/** Who reads the page. */
type Reader = { readonly school: string; readonly viewer: string }

/**
 * A page of a list that many users of a school read, prepared. Requests for the same page while a statement of the school
 * runs share the next one, which reads the page as each of their viewers sees it: `build` gets the viewer as a column.
 * `order` is the order of the list, since a join promises none.
 */
export function sharedPage<Window extends Record<string, string | number>, R>(
  build: (db: Db, slots: SqlParams<Window & Reader>) => Compilable<R> & OperationNodeSource,
  order: (one: R, other: R) => number,
) {
  type Key = Window & Reader
  type Shared = Omit<Key, 'viewer'> & { readonly viewers: readonly string[] }
  const pages = prepared((db, slots: SqlParams<Shared>) => {
    const ofViewer = new Proxy(slots, {
      get: (_, name) => (name === 'viewer' ? sql.ref('asked.viewer') : slots[name as keyof Shared]),
    })
    return sql<R & { at: number }>`select asked.at, page.*
      from unnest(${slots.viewers}::uuid[]) with ordinality as asked (viewer, at),
      lateral ${build(db, ofViewer as unknown as SqlParams<Key>)} as page`
  })
  const load = createBatchLoader<Key, R[]>({
    groupBy: ({ viewer: _, ...window }) => JSON.stringify(window),
    maxKeys: maxReaders,
    async find(db, _, keys) {
      const { viewer: _first, ...window } = keys[0] as Key
      const rows = await pages(db, { ...window, viewers: keys.map(({ viewer }) => viewer) })
      return keys.map((_key, index) => rows.filter(({ at }) => at === index + 1).sort(order))
    },
  })
  return async (db: Db, key: Key): Promise<R[]> => (await load(db, key)) ?? []
}
