import type { Db } from './pools.ts'

/** After this time, waiting keys no longer wait for the query that is running. */
const timeoutMs = 50

type Waiting<K, R> = { readonly key: K; resolve(found: R | undefined): void; reject(error: unknown): void }
type Queue<K, R> = { waiting: Waiting<K, R>[]; isRunning: boolean }

/**
 * Turns lookups of single keys into batched lookups under load: keys requested while a query runs are sent together in
 * the next one. A single key is looked up immediately, and no result is older than its request. `find` returns results
 * in the order of the keys; when it fails, all its lookups fail.
 */
export function createBatchLoader<K, R>(find: (db: Db, keys: readonly K[]) => Promise<readonly (R | undefined)[]>) {
  const queues = new WeakMap<Db, Queue<K, R>>()

  const send = (db: Db, queue: Queue<K, R>) => {
    const batch = queue.waiting
    queue.waiting = []
    queue.isRunning = batch.length > 0
    if (batch.length === 0) return
    let hasContinued = false
    const sendNext = () => {
      if (hasContinued) return
      hasContinued = true
      send(db, queue)
    }
    const timer = setTimeout(sendNext, timeoutMs)
    find(
      db,
      batch.map(({ key }) => key),
    )
      .then(
        (found) => {
          for (const [at, { resolve }] of batch.entries()) resolve(found[at])
        },
        (error) => {
          for (const { reject } of batch) reject(error)
        },
      )
      .finally(() => {
        clearTimeout(timer)
        sendNext()
      })
  }

  return (db: Db, key: K): Promise<R | undefined> =>
    new Promise((resolve, reject) => {
      const queue = queues.get(db) ?? { waiting: [], isRunning: false }
      queues.set(db, queue)
      queue.waiting.push({ key, resolve, reject })
      if (!queue.isRunning) send(db, queue)
    })
}
