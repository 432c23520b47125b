import { Logger, run, runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { type ConnectionSettings, type Db, withAdvisoryLock } from '../db/db.ts'

/** Work outside of requests. It may be cut short and run again, so it does no harm when done twice. */
export type Job = {
  readonly name: string
  /** When it runs by itself, as a line of cron in UTC: `0 * * * *`. Absent: only when it is asked for. */
  readonly cron?: string
  /** `payload` is what `enqueue` was given. */
  run(payload?: unknown): Promise<void>
}

export type Jobs = { stop(): Promise<void> }

/** Makes room for jobs in the database, so that they can be enqueued before anybody works on them. */
export async function migrateJobs(db: Db, connection: ConnectionSettings): Promise<void> {
  await withAdvisoryLock(db, 'quad jobs', async () => {
    const pool = openJobPool(connection, 1)
    await runMigrations({ pgPool: pool, logger: silentLogger })
    await pool.end()
  })
}

/**
 * Has a job done after this transaction, and only if it commits, not before so many seconds. One that fails is tried
 * again, ever more slowly.
 */
export const enqueue = (trx: Db, name: string, payload: object, seconds = 0) =>
  sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    run_at := now() + make_interval(secs => ${seconds}))`.execute(trx)

/** The same for many payloads, in one statement. */
export const enqueueAll = (trx: Db, name: string, payloads: readonly object[]) =>
  sql`select graphile_worker.add_job(${name}, payload) from json_array_elements(${JSON.stringify(payloads)}::json) as payload`.execute(
    trx,
  )

/** Runs jobs at their times, each on one of the servers that share this database. One that fails is tried again. */
export async function startJobs(connection: ConnectionSettings, jobs: readonly Job[]): Promise<Jobs> {
  const pool = openJobPool(connection, 3) // one of them listens
  const correct = () => pool.query(resetCrontabs).catch(() => {}) // a minute later it is tried again
  await correct()
  const correcting = setInterval(correct, 60_000).unref()
  const runner = await run({
    pgPool: pool,
    concurrency: 1,
    noHandleSignals: true, // the server stops us, when its requests are done
    logger: silentLogger,
    taskList: Object.fromEntries(jobs.map(({ name, run }) => [name, (payload: unknown) => run(payload)])),
    crontab: jobs.flatMap(({ name, cron }) => (cron ? `${cron} ${name} ?max=5` : [])).join('\n'),
  })
  runner.promise.catch(() => {}) // said by the logger
  return {
    async stop() {
      clearInterval(correcting)
      await runner.stop().catch(() => {}) // it had stopped by itself
      await pool.end()
    },
  }
}

/**
 * Times are taken from the clock of whichever server is first, and noted as done up to then. After one whose clock ran far
 * ahead, all others would do nothing at its time until that day has come; by the database's clock they go on at once.
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
  pool.on('error', () => {}) // an idle connection was cut; the next query opens a new one
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
