import type { Transaction } from 'kysely'
import { firstStatement } from './driver.ts'
import type { Db } from './pools.ts'
import type { DB } from './schema.gen.ts'

/** An open transaction. What changes data takes one, so that the caller decides what commits together. */
export type Trx = Transaction<DB>

type Afterwards = { readonly committed: (() => void)[]; readonly rolledBack: (() => Promise<void>)[] }

const afterwards = new WeakMap<Db, Afterwards>()

/**
 * Runs `work` in one transaction, or in the current one if `db` is one. A deadlock is retried, twice. `first` is a
 * statement without parameters that is sent together with `begin`; its rows are
 * dropped.
 */
export async function withTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>, first?: string): Promise<T> {
  if (isTransaction(db)) return work(db)
  for (let tries = 1; ; tries++) {
    const later: Afterwards = { committed: [], rolledBack: [] }
    try {
      const run = (trx: Trx) => {
        afterwards.set(trx, later)
        return work(trx)
      }
      const result = first
        ? await firstStatement.run(first, () => db.transaction().execute((trx) => firstStatement.exit(() => run(trx))))
        : await db.transaction().execute(run)
      for (const act of later.committed) act()
      return result
    } catch (error) {
      await Promise.all(later.rolledBack.map((act) => act()))
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
  if (later) later.committed.push(act)
  else act()
}

/** Runs `act`, which does not throw, after the transaction `trx` was rolled back, also before a deadlock is retried. */
export const afterRollback = (trx: Trx, act: () => Promise<void>): void =>
  void afterwards.get(trx)?.rolledBack.push(act)
