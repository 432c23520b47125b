import { Logger, run, runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { withAdvisoryLock } from '../db/locks.ts'
import type { ConnectionSettings, Db } from '../db/pools.ts'
import type { Trx } from '../db/transaction.ts'

/** Background work. It may be interrupted and run again, so it must be idempotent. */
export type Job = {
  readonly name: string
  /** Cron schedule in UTC: `0 * * * *`. Absent: runs only when enqueued. */
  readonly cron?: string
  /** `payload` is the one given to `enqueue`. */
  run(payload?: unknown): Promise<void>
}

export type Jobs = { stop(): Promise<void> }

/** Creates the job tables, so that jobs can be enqueued before a worker runs. */
export async function migrateJobs(db: Db, connection: ConnectionSettings): Promise<void> {
  await withAdvisoryLock(db, 'quad jobs', async () => {
    const pool = openJobPool(connection, 1)
    await runMigrations({ pgPool: pool, logger: silentLogger })
    await pool.end()
  })
}

/**
 * Enqueues a job in this transaction, to run at least `seconds` after it commits. A failed job is retried with growing
 * delays.
 */
export const enqueue = (trx: Trx, name: string, payload: object, seconds = 0) =>
  sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    run_at := now() + make_interval(secs => ${seconds}))`.execute(trx)

/** The same for many payloads, in one statement. */
export const enqueueAll = (trx: Trx, name: string, payloads: readonly object[]) =>
  sql`select graphile_worker.add_job(${name}, payload) from json_array_elements(${JSON.stringify(payloads)}::json) as payload`.execute(
    trx,
  )

/** Runs jobs at their times, each on one of the servers that share this database. Failed jobs are retried. */
export async function startJobs(connection: ConnectionSettings, jobs: readonly Job[]): Promise<Jobs> {
  const pool = openJobPool(connection, 3) // one connection listens
  const correct = () => pool.query(resetCrontabs).catch(() => {}) // retried a minute later
  await correct()
  const correcting = setInterval(correct, 60_000).unref()
  const runner = await run({
    pgPool: pool,
    concurrency: 1,
    noHandleSignals: true, // the server stops the runner after its last request
    logger: silentLogger,
    taskList: Object.fromEntries(jobs.map(({ name, run }) => [name, (payload: unknown) => run(payload)])),
    crontab: jobs.flatMap(({ name, cron }) => (cron ? `${cron} ${name} ?max=5` : [])).join('\n'),
  })
  runner.promise.catch(() => {}) // already logged
  return {
    async stop() {
      clearInterval(correcting)
      await runner.stop().catch(() => {}) // already stopped
      await pool.end()
    },
  }
}

/**
 * Cron uses the clock of the first server and records the last execution. If its clock was far ahead, no server would
 * run the jobs until that time has come; comparing with the database's clock repairs that.
 */
const resetCrontabs = `update graphile_worker._private_known_crontabs set last_execution = now()
  where last_execution > now() + interval '5 minutes'`

const silentLogger = new Logger(() => (level, message) => {
  if (level === 'error') console.error(message)
})

function openJobPool(connection: ConnectionSettings, max: number) {
  const pool = new pg.Pool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    max,
    application_name: 'quad jobs',
  })
  pool.on('error', () => {}) // an idle connection was lost; the next query opens a new one
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
