// After a recovery to a point in time, of the embedded PostgreSQL or of the operator's own.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { keepPastDue } from '../features/messages/server/scheduled.ts'
import type { Db } from '../shared/server/db/pools.ts'
import { excludedTables } from './backup.ts'
import { assertNoServerRuns } from './restore.ts'

const pollIntervalMs = 500

/**
 * As after `quad restore`: all users sign in again, no mail or push is sent a second time, and no personal export comes
 * back. Resolves with the time of the newest commit. The schema may be an older one.
 */
export async function settle(db: Db): Promise<Date | undefined> {
  const exists = async (name: string) => {
    const { rows } = await sql<{ name: string | null }>`select to_regclass(${name})::text as name`.execute(db)
    return rows[0]?.name != null
  }
  const { rows } = await sql<{ at: Date | null }>`select pg_last_xact_replay_timestamp() as at`.execute(db)
  for (const name of excludedTables)
    if (name !== 'migrations' && (await exists(name))) await sql`delete from ${sql.table(name)}`.execute(db)
  if (await exists('graphile_worker._private_jobs')) await sql`delete from graphile_worker._private_jobs`.execute(db)
  if (await exists('scheduled_messages')) {
    await sql`update notifications set due = null where due is not null`.execute(db)
    await keepPastDue(db)
  }
  return rows[0]?.at ?? undefined
}

/** The same for a PostgreSQL that another program recovers, once that has ended. Throws while a server runs. */
export async function settleOwn(db: Db): Promise<Date | undefined> {
  await assertNoServerRuns(db)
  for (;;) {
    const { rows } = await sql<{ recovers: boolean }>`select pg_is_in_recovery() as recovers`.execute(db)
    if (rows[0]?.recovers === false) return settle(db)
    await sleep(pollIntervalMs)
  }
}
