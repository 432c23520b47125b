import type { Db } from './pools.ts'

const afterwards = new WeakMap<Db, (() => void)[]>()

/** Runs `work` in one transaction, or in the current one if `db` is one. A deadlock is retried, twice. */
export async function withTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  for (let tries = 1; ; tries++) {
    const later: (() => void)[] = []
    try {
      const result = await db.transaction().execute((trx) => {
        afterwards.set(trx, later)
        return work(trx)
      })
      for (const act of later) act()
      return result
    } catch (error) {
      const { code } = error as { code?: string }
      if (tries === 3 || (code !== '40P01' && code !== '40001')) throw error
    }
  }
}

/**
 * Runs `act` after the transaction `db` has committed, never if it is rolled back; immediately outside a transaction.
 */
export function afterCommit(db: Db, act: () => void): void {
  const later = afterwards.get(db)
  if (later) later.push(act)
  else act()
}
