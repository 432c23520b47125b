import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, sessionDb } from './pools.ts'

/**
 * Interval between attempts to take the lock. A statement waiting for it inside PostgreSQL would in turn block `create
 * index concurrently`.
 */
const lockRetryMs = 100

async function tryLock(connection: Db, what: string): Promise<boolean> {
  const { rows } = await sql<{ ours: boolean }>`select pg_try_advisory_lock(hashtext(${what})) as ours`.execute(
    connection,
  )
  return rows[0]?.ours ?? false
}

/**
 * Runs `work` under an advisory lock. Waiting callers run it too: check first if it is still needed. `connection` holds
 * the lock and has no statement timeout. It passes a pooler by, in which a session has no connection of its own.
 */
export async function withAdvisoryLock<T>(db: Db, what: string, work: (connection: Db) => Promise<T>): Promise<T> {
  return sessionDb(db)
    .connection()
    .execute(async (connection) => {
      await sql`set statement_timeout = 0`.execute(connection)
      while (!(await tryLock(connection, what))) await sleep(lockRetryMs)
      try {
        return await work(connection)
      } finally {
        await sql`select pg_advisory_unlock(hashtext(${what}))`.execute(connection)
        await sql`reset statement_timeout`.execute(connection)
      }
    })
}
