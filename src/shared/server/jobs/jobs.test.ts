import { createServer, connect as dial, type Socket } from 'node:net'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { openTestApp } from '../../../testing/app.ts'
import { startJobs } from './jobs.ts'

/** The cluster of the tests behind a TCP port that can be closed, as if PostgreSQL was away. */
async function openGate() {
  const { host, port } = inject('cluster')
  const open = new Set<Socket>()
  const keep = (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => {}).on('close', () => open.delete(socket))
  }
  const server = createServer((incoming) => {
    const outgoing = dial(`${host}/.s.PGSQL.${port}`)
    keep(incoming)
    keep(outgoing)
    incoming.pipe(outgoing).pipe(incoming)
  })
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const address = server.address()
  const chosen = address && typeof address === 'object' ? address.port : 0
  return {
    port: chosen,
    open: () => listen(chosen),
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

test.each(['complete', 'fail'])(
  'runs a job again whose result it could not write because the database was away: %s',
  async (result) => {
    const { db } = await openTestApp()
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
    const gate = await openGate()
    const connection = { ...inject('cluster'), host: '127.0.0.1', port: gate.port, database: rows[0]?.name ?? '' }
    const runs: unknown[] = []
    const { promise: isAway, resolve: away } = Promise.withResolvers<void>()
    const run = async (payload: unknown) => {
      runs.push(payload)
      if (runs.length > 1) return
      gate.close()
      away()
      if (result === 'fail') throw new Error('the database is away')
    }
    const jobs = await startJobs(connection, [{ name: 'note', run }])
    await sql`select graphile_worker.add_job('note', '{"number": 1}')`.execute(db)
    await isAway
    await expect
      .poll(() =>
        sql`select 1 from pg_stat_activity where application_name = 'quad jobs'
    and datname = current_database()`
          .execute(db)
          .then(({ rows }) => rows.length),
      )
      .toBe(0)
    await gate.open()
    await expect.poll(() => runs, { timeout: 30_000 }).toEqual([{ number: 1 }, { number: 1 }])
    await expect
      .poll(() => sql`select 1 from graphile_worker._private_jobs`.execute(db).then(({ rows }) => rows.length))
      .toBe(0)
    await sql`select graphile_worker.add_job('note', '{"number": 2}')`.execute(db)
    await expect.poll(() => runs, { timeout: 30_000 }).toHaveLength(3)
    await jobs.stop()
    gate.close()
  },
)

test('locks jobs with the name under which it reports', async () => {
  const { db } = await openTestApp()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const connection = { ...inject('cluster'), database: rows[0]?.name ?? '' }
  const begun = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const run = () => {
    begun.resolve()
    return go.promise
  }
  const jobs = await startJobs(connection, [{ name: 'note', run }])
  await sql`select graphile_worker.add_job('note', '{}')`.execute(db)
  await begun.promise
  const { rows: locks } = await sql`select job_workers.id is not null as is_reported
    from graphile_worker._private_jobs as job left join job_workers on job_workers.id = job.locked_by`.execute(db)
  go.resolve()
  await jobs.stop()
  expect(locks).toEqual([{ is_reported: true }])
})

test('runs scheduled jobs although the clock of another server was ahead', async () => {
  const { db } = await openTestApp()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const connection = { ...inject('cluster'), database: rows[0]?.name ?? '' }
  await sql`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('ahead', now(), now() + interval '31 days'), ('well', now(), now() + interval '1 minute')`.execute(db)
  const jobs = await startJobs(connection, [])
  const { rows: known } = await sql`select identifier, last_execution > now() as is_ahead
    from graphile_worker._private_known_crontabs order by identifier`.execute(db)
  await jobs.stop()
  expect(known).toEqual([
    { identifier: 'ahead', is_ahead: false },
    { identifier: 'well', is_ahead: true }, // small differences between clocks are tolerated
  ])
})

test('releases the jobs of a server that was killed, and no others', async () => {
  const { db } = await openTestApp()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const connection = { ...inject('cluster'), database: rows[0]?.name ?? '' }
  const done: unknown[] = []
  const job = { name: 'note', run: async (payload: unknown) => done.push(payload) }
  for (const [worker, age] of [
    ['killed', '2 minutes'],
    ['alive', '10 seconds'],
    ['former version', undefined],
  ] as const) {
    if (age) await sql`insert into job_workers (id, seen_at) values (${worker}, now() - ${age}::interval)`.execute(db)
    await sql`select graphile_worker.add_job('note', json_build_object('of', ${worker}::text))`.execute(db)
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = ${worker}
      where locked_at is null and payload ->> 'of' = ${worker}`.execute(db)
  }
  const jobs = await startJobs(connection, [job])
  await expect.poll(() => done, { timeout: 20_000 }).toEqual([{ of: 'killed' }])
  const { rows: seen } = await sql<{ count: number }>`
    select count(*)::int as count from job_workers where seen_at > now() - interval '5 seconds'`.execute(db)
  expect(seen[0]?.count, 'the workers of this server report').toBeGreaterThan(5)
  await jobs.stop()
  expect(done).toHaveLength(1)
})
