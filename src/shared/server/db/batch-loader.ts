import type { Db } from './pools.ts'

/** After this time, waiting keys no longer wait for the query that is running. */
const timeoutMs = 50

type Waiting<K, R> = { readonly key: K; resolve(found: R | undefined): void; reject(error: unknown): void }
/** `isRunning`: a query runs, or is about to. */
type Queue<K, R> = { waiting: Waiting<K, R>[]; isRunning: boolean }

type Lookup<K, R> = {
  /** Keys of different groups, such as schools, are never looked up together, and do not wait for each other. */
  groupBy(key: K): string
  /**
   * Keys of one query. Without a limit, the server waits for an expensive query, and PostgreSQL then waits for the server. With
   * one, a slow PostgreSQL limits the number of lookups.
   */
  readonly maxKeys?: number
  /** Returns results in the order of the keys. When it fails, all its lookups fail. */
  find(db: Db, group: string, keys: readonly K[]): Promise<readonly (R | undefined)[]>
}

/**
 * Turns lookups of single keys into batched lookups: keys of a group that are requested in the same turn of the event loop, or while a
 * query of the group runs, are sent together. No result is older than its request.
 */
export function createBatchLoader<K, R>({ groupBy, maxKeys = Infinity, find }: Lookup<K, R>) {
  const queuesByDb = new WeakMap<Db, Map<string, Queue<K, R>>>()

  const send = (db: Db, group: string, queue: Queue<K, R>) => {
    const batch = queue.waiting.splice(0, maxKeys)
    queue.isRunning = batch.length > 0
    if (batch.length === 0) {
      queuesByDb.get(db)?.delete(group)
      return
    }
    let hasContinued = false
    const sendNext = () => {
      if (hasContinued) return
      hasContinued = true
      send(db, group, queue)
    }
    const timer = setTimeout(sendNext, timeoutMs)
    find(
      db,
      group,
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
        setImmediate(sendNext)
      })
  }

  return (db: Db, key: K): Promise<R | undefined> =>
    new Promise((resolve, reject) => {
      const group = groupBy(key)
      const queues = queuesByDb.get(db) ?? new Map<string, Queue<K, R>>()
      queuesByDb.set(db, queues)
      const queue = queues.get(group) ?? { waiting: [], isRunning: false }
      queues.set(group, queue)
      queue.waiting.push({ key, resolve, reject })
      if (queue.isRunning) return
      queue.isRunning = true
      setImmediate(send, db, group, queue) // the requests of all connections that are readable come first
    })
}
