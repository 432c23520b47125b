import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { openDb } from './pools.ts'

test('keeps the options of a database URL and adds its own settings', async () => {
  const { host, port, user } = inject('cluster')
  const options = encodeURIComponent('-c work_mem=8MB -c jit=on')
  const db = openDb(`postgres://${user}@localhost:${port}/postgres?host=${encodeURIComponent(host)}&options=${options}`)
  const { rows } = await sql`select current_setting('work_mem') as work_mem, current_setting('jit') as jit,
    current_setting('quad.counted_by', true) as counted_by`.execute(db)
  await db.destroy()
  expect(rows).toEqual([{ work_mem: '8MB', jit: 'off', counted_by: 'triggers' }])
})
