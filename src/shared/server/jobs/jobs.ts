import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, type Runner, run, runMigrations, type Task, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { withAdvisoryLock } from '../db/locks.ts'
import type { ConnectionSettings, Db } from '../db/pools.ts'
import type { Trx } from '../db/transaction.ts'
import { runInTrace, startTrace, toErrorType, unlinkPayload } from '../tracing/trace.ts'

/** Background work. It may be interrupted and run again, so it must be idempotent. */
export type Job = {
  readonly name: string
  /** Cron schedule in UTC: `0 * * * *`. Absent: runs only when enqueued. */
  readonly cron?: string
  readonly queue?: JobQueue
  /** Its traces have no steps: it writes or opens sealed items, and how many steps it takes tells about their authors. */
  readonly hidesSteps?: boolean
  /**
   * `payload` is the one given to `enqueue`. The signal aborts when the server stops. For a payload that is an array, an array of
   * promises in the same order repeats only what failed.
   */
  run(payload?: unknown, signal?: AbortSignal): Promise<unknown>
}

/**
 * Concurrent jobs of each server, per kind: a backlog of mails or pushes, a long deletion or the export of a large account delays
 * no job of another kind. Retention has one for each of its jobs.
 */
const concurrency = { general: 1, mail: 4, push: 8, retention: 3, export: 1, backup: 1 } as const
type JobQueue = keyof typeof concurrency
const queues = Object.keys(concurrency) as JobQueue[]

export type Jobs = { stop(): Promise<void> }

/** Creates the job tables, so that jobs can be enqueued before a worker runs. */
export async function migrateJobs(db: Db, connection: ConnectionSettings): Promise<void> {
  await withAdvisoryLock(db, 'quad jobs', async () => {
    // Not as a server: `restore`, which migrates before it looks for servers, may still see a connection that was just closed.
    const pool = openJobPool(connection, 1, 'quad migrations')
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
  const pools = new Set<string>()
  const report = () => pool.query(reportPools(pools)).catch(() => {}) // repeated soon
  const running = await Promise.all(
    queues.map((queue) =>
      keepRunning(
        pool,
        queue,
        jobs.filter((job) => (job.queue ?? 'general') === queue),
        { signal: stopping.signal, pools },
      ),
    ),
  )
  await report()
  const reporting = setInterval(report, reportIntervalMs).unref()
  return {
    async stop() {
      clearInterval(correcting)
      clearInterval(reporting)
      stopping.abort()
      await Promise.all(running.map((queue) => queue.stop()))
      await pool.end()
    },
  }
}

type Running = {
  readonly signal: AbortSignal
  /** Ids of the worker pools of this server. Jobs are locked with them. */
  readonly pools: Set<string>
}

/**
 * Starts the workers of a queue, and starts them again when they end because the result of a job could not be written:
 * otherwise that job would stay locked for hours.
 */
async function keepRunning(pool: pg.Pool, queue: JobQueue, jobs: readonly Job[], running: Running) {
  const start = () => startQueue(pool, queue, jobs, running)
  let current = await start()
  const { signal, pools } = running
  const restart = async () => {
    while (!signal.aborted) {
      await current.runner.promise.catch(() => {}) // already logged
      if (signal.aborted) return
      await sleep(restartDelayMs, undefined, { signal }).catch(() => {}) // the server stops
      try {
        await pool.query(`select graphile_worker.force_unlock_workers($1)`, [[current.id]])
        pools.delete(current.id)
        if (signal.aborted) return
        current = await start()
        if (signal.aborted) await current.runner.stop() // `stop` has met the former runner
      } catch {} // the database is still away
    }
  }
  const ended = restart()
  return {
    async stop() {
      await current.runner.stop().catch(() => {}) // already stopped
      await ended
    },
  }
}

const restartDelayMs = 1000

async function startQueue(pool: pg.Pool, queue: JobQueue, jobs: readonly Job[], { signal, pools }: Running) {
  let id = ''
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id
    pools.add(id)
  })
  const runner: Runner = await run({
    events,
    pgPool: pool,
    noHandleSignals: true, // the server stops the runners after its last request
    logger: silentLogger,
    preset: {
      worker: {
        concurrentJobs: concurrency[queue],
        // Without a delay, even of 0, a result that cannot be written is an unhandled rejection, which ends the process.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
    taskList: Object.fromEntries(
      jobs.map((job) => [job.name, (payload: unknown) => runTraced(job, payload, signal) as ReturnType<Task>]),
    ),
    crontab: jobs.flatMap(({ name, cron }) => (cron ? `${cron} ${name} ?max=5` : [])).join('\n'),
  })
  runner.promise.catch(() => {}) // already logged
  return { runner, id }
}

/** Runs a job in a trace of its own, which is linked with what enqueued it. */
export async function runTraced(job: Job, given: unknown, signal?: AbortSignal): Promise<unknown> {
  const { payload, link } = unlinkPayload(given)
  const { name, hidesSteps = false } = job
  const attributes = { 'messaging.system': 'graphile_worker', 'messaging.destination.name': name }
  const trace = startTrace({ name: `job ${name}`, kind: 'consumer', attributes, link, hidesSteps })
  if (!trace) return job.run(payload, signal)
  try {
    const result = await runInTrace(trace, () => job.run(payload, signal))
    trace.end()
    return result
  } catch (error) {
    trace.end({ error: toErrorType(error) })
    throw error
  }
}

/** How often a server reports that its worker pools are alive, and after how long one that does not has died. */
const reportIntervalMs = 15_000
const deadAfter = `interval '60 seconds'`

/**
 * Reports the worker pools of this server, and frees the jobs of those that have died. Pools of former versions report
 * nothing, and keep their jobs.
 */
const reportPools = (pools: ReadonlySet<string>) => `
  insert into job_workers (id) select unnest('{${[...pools].join(',')}}'::text[])
    on conflict (id) do update set seen_at = now();
  with dead as (delete from job_workers where seen_at < now() - ${deadAfter} returning id)
  select graphile_worker.force_unlock_workers(array(select id from dead order by id))`

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

/** By its name, `restore` recognizes that a server runs. */
const serverName = 'quad jobs'

function openJobPool(connection: ConnectionSettings, max: number, name = serverName) {
  const pool = new pg.Pool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    max,
    application_name: name,
  })
  pool.on('error', () => {}) // an idle connection was lost; the next query opens a new one
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
