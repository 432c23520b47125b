import type { Transaction } from 'kysely'
import { firstStatement } from './driver.ts'
import type { Db } from './pools.ts'
import type { DB } from './schema.gen.ts'

/** An open transaction. What changes data takes one, so that the caller decides what commits together. */
export type Trx = Transaction<DB>

const afterwards = new WeakMap<Db, (() => void)[]>()

/**
 * Runs `work` in one transaction, or in the current one if `db` is one. A deadlock is retried, twice. `first` is a
 * statement without parameters that is sent together with `begin`; its rows are
 * dropped.
 */
export async function withTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>, first?: string): Promise<T> {
  if (isTransaction(db)) return work(db)
  for (let tries = 1; ; tries++) {
    const later: (() => void)[] = []
    try {
      const run = (trx: Trx) => {
        afterwards.set(trx, later)
        return work(trx)
      }
      const result = first
        ? await firstStatement.run(first, () => db.transaction().execute((trx) => firstStatement.exit(() => run(trx))))
        : await db.transaction().execute(run)
      for (const act of later) act()
      return result
    } catch (error) {
      const { code } = error as { code?: string }
      if (tries === 3 || (code !== '40P01' && code !== '40001')) throw error
    }
  }
}

const isTransaction = (db: Db): db is Trx => db.isTransaction

/**
 * Runs `act` after the transaction `db` has committed, never if it is rolled back; immediately outside a transaction.
 */
export function afterCommit(db: Db, act: () => void): void {
  const later = afterwards.get(db)
  if (later) later.push(act)
  else act()
}
