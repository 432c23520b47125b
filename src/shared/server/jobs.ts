import { Logger, run } from 'graphile-worker'
import pg from 'pg'
import type { Connection } from './db.ts'

/** Work outside of requests. It may be cut short and run again, so it does no harm when done twice. */
export type Job = {
  readonly name: string
  /** When it runs, as a line of cron in UTC: `0 * * * *`. */
  readonly at: string
  run(): Promise<void>
}

export type Jobs = { stop(): Promise<void> }

/** Runs jobs at their times, each on one of the servers that share this database. One that fails is tried again. */
export async function startJobs(connection: Connection, jobs: readonly Job[]): Promise<Jobs> {
  const pool = new pg.Pool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    max: 3, // one of them listens
    application_name: 'quad jobs',
  })
  pool.on('error', () => {}) // an idle connection was cut; the next query opens a new one
  pool.on('connect', (client) => client.on('error', () => {}))
  const runner = await run({
    pgPool: pool,
    concurrency: 1,
    noHandleSignals: true, // the server stops us, when its requests are done
    logger: new Logger(() => (level, message) => {
      if (level === 'error') console.error(message)
    }),
    taskList: Object.fromEntries(jobs.map(({ name, run }) => [name, () => run()])),
    crontab: jobs.map(({ name, at }) => `${at} ${name} ?max=5`).join('\n'),
  })
  runner.promise.catch(() => {}) // said by the logger
  return {
    async stop() {
      await runner.stop().catch(() => {}) // it had stopped by itself
      await pool.end()
    },
  }
}
