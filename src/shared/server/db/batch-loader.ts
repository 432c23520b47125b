import type { Db } from './pools.ts'

/** After this time, waiting keys no longer wait for the query that is running. */
const timeoutMs = 50

type Waiting<K, R> = { readonly key: K; resolve(found: R | undefined): void; reject(error: unknown): void }
type Line<K, R> = { waiting: Waiting<K, R>[]; isOut: boolean }

/**
 * Turns lookups of single keys into batched lookups under load: keys requested while a query runs are sent together in
 * the next one. A single key is looked up immediately, and no result is older than its request. `find` returns results
 * in the order of the keys; when it fails, all its lookups fail.
 */
export function createBatchLoader<K, R>(find: (db: Db, keys: readonly K[]) => Promise<readonly (R | undefined)[]>) {
  const lines = new WeakMap<Db, Line<K, R>>()

  const send = (db: Db, line: Line<K, R>) => {
    const asked = line.waiting
    line.waiting = []
    line.isOut = asked.length > 0
    if (asked.length === 0) return
    let isOver = false
    const goOn = () => {
      if (isOver) return
      isOver = true
      send(db, line)
    }
    const timer = setTimeout(goOn, timeoutMs)
    find(
      db,
      asked.map(({ key }) => key),
    )
      .then(
        (found) => {
          for (const [at, { resolve }] of asked.entries()) resolve(found[at])
        },
        (error) => {
          for (const { reject } of asked) reject(error)
        },
      )
      .finally(() => {
        clearTimeout(timer)
        goOn()
      })
  }

  return (db: Db, key: K): Promise<R | undefined> =>
    new Promise((resolve, reject) => {
      const line = lines.get(db) ?? { waiting: [], isOut: false }
      lines.set(db, line)
      line.waiting.push({ key, resolve, reject })
      if (!line.isOut) send(db, line)
    })
}
