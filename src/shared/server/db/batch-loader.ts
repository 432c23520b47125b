import type { Db } from './db.ts'

/** Milliseconds after which the next questions no longer wait for those that are under way. */
const timeoutMs = 50

type Waiting<K, R> = { readonly key: K; resolve(found: R | undefined): void; reject(error: unknown): void }
type Line<K, R> = { waiting: Waiting<K, R>[]; isOut: boolean }

/**
 * A look-up of one thing that under load becomes a look-up of many: what is asked for while a question is under way goes
 * together in the next one. A question alone goes at once, and no answer is older than its question. `find` answers in
 * the order of the keys; when it fails, it fails for all of them.
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
