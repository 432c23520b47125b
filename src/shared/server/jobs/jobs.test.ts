import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { openTestApp } from '../../../testing/app.ts'
import { startJobs } from './jobs.ts'

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
