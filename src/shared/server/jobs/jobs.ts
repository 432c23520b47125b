import { Logger, run, runMigrations, type Task } from 'graphile-worker'
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
  readonly queue?: JobQueue
  /**
   * `payload` is the one given to `enqueue`. The signal aborts when the server stops. For a payload that is an array, an array of
   * promises in the same order repeats only what failed.
   */
  run(payload?: unknown, signal?: AbortSignal): Promise<unknown>
}

/**
 * Concurrent jobs of each server, per kind: a backlog of mails, a long deletion or the export of a large account delays no job of
 * another kind. Retention has one for each of its jobs.
 */
const concurrency = { general: 1, mail: 4, retention: 3, export: 1 } as const
type JobQueue = keyof typeof concurrency
const queues = Object.keys(concurrency) as JobQueue[]

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
  const pool = openJobPool(connection, queues.length + 2) // one of each queue listens
  const stopping = new AbortController()
  const correct = () => pool.query(repairQueue).catch(() => {}) // retried a minute later
  await correct()
  const correcting = setInterval(correct, 60_000).unref()
  const runners = await Promise.all(
    queues.map((queue) =>
      runQueue(
        queue,
        pool,
        jobs.filter((job) => (job.queue ?? 'general') === queue),
        stopping.signal,
      ),
    ),
  )
  return {
    async stop() {
      clearInterval(correcting)
      stopping.abort()
      await Promise.all(runners.map((runner) => runner.stop().catch(() => {}))) // already stopped
      await pool.end()
    },
  }
}

async function runQueue(queue: JobQueue, pool: pg.Pool, jobs: readonly Job[], signal: AbortSignal) {
  const runner = await run({
    pgPool: pool,
    concurrency: concurrency[queue],
    noHandleSignals: true, // the server stops the runners after its last request
    logger: silentLogger,
    taskList: Object.fromEntries(
      jobs.map(({ name, run }) => [name, (payload: unknown) => run(payload, signal) as ReturnType<Task>]),
    ),
    crontab: jobs.flatMap(({ name, cron }) => (cron ? `${cron} ${name} ?max=5` : [])).join('\n'),
  })
  runner.promise.catch(() => {}) // already logged
  return runner
}

/**
 * Cron uses the clock of the first server and records the last execution. If its clock was far ahead, no server would
 * run the jobs until that time has come; comparing with the database's clock repairs that.
 */
const resetCrontabs = `update graphile_worker._private_known_crontabs set last_execution = now()
  where last_execution > now() + interval '5 minutes';`

/** Jobs of former versions that no worker knows; a server of the former version would have run them within the hour. */
const retiredJobs = [
  'forget_ad_sightings',
  'forget_old_answers',
  'forget_old_attempts',
  'forget_old_notifications',
  'forget_old_sessions',
  'release_unattached_uploads',
]
const repairQueue = `${resetCrontabs}
  delete from graphile_worker._private_jobs as job using graphile_worker._private_tasks as task
  where task.id = job.task_id and task.identifier in (${retiredJobs.map((name) => `'${name}'`).join(', ')})
    and job.run_at < now() - interval '1 hour' and job.locked_at is null`

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
