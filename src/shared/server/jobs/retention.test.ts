import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { retentionRules } from '../../../app/retention-rules.ts'
import { openTestApp } from '../../../testing/app.ts'
import { withTransaction } from '../db/transaction.ts'
import { measureRetentionLag } from './due-schools.ts'
import { deleteExpiredRows } from './retention.ts'
import type { RetentionRule } from './retention-rule.ts'

const { db } = await openTestApp(undefined, { alone: true })
const attempts: RetentionRule = { table: 'sign_in_attempts', ofSite: true, column: 'created_at', keptFor: '10 minutes' }
const broken: RetentionRule = { table: 'sign_in_attempts', ofSite: true, column: 'no_such_column', keptFor: '0' }

const addAttempts = (count: number, age: string) =>
  sql`insert into sign_in_attempts (state_hash, provider, nonce, code_verifier, created_at)
    select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'google', 'n', 'v', now() - ${age}::interval - make_interval(secs => item)
    from generate_series(1, ${count}::int) as item`.execute(db)
const countAttempts = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from sign_in_attempts`.execute(db)
  return rows[0]?.count
}
const loadLag = async () => Math.round((await measureRetentionLag(db, [attempts]))[0]?.seconds ?? -1)

beforeEach(() => sql`truncate sign_in_attempts`.execute(db))

test('deletes all expired rows in batches and keeps the others', async () => {
  await addAttempts(25, '10 minutes')
  await addAttempts(3, '5 minutes')
  await deleteExpiredRows(db, [attempts], { batch: 10 })
  expect(await countAttempts()).toBe(3)
})

test('ends after its deadline, and the next run continues', async () => {
  await addAttempts(25, '10 minutes')
  await deleteExpiredRows(db, [attempts], { batch: 10, deadlineMs: 0 })
  expect(await countAttempts()).toBeGreaterThan(0)
  await deleteExpiredRows(db, [attempts], { batch: 10 })
  expect(await countAttempts()).toBe(0)
})

test('ends when the server stops', async () => {
  await addAttempts(25, '10 minutes')
  await deleteExpiredRows(db, [attempts], { batch: 10, signal: AbortSignal.abort() })
  expect(await countAttempts()).toBe(25)
})

test('deletes the rows of other rules when one fails, and reports the failure', async () => {
  await addAttempts(5, '10 minutes')
  await expect(deleteExpiredRows(db, [broken, attempts])).rejects.toThrow('no_such_column')
  expect(await countAttempts()).toBe(0)
})

test('goes on behind a locked row when there is a backlog', async () => {
  await addAttempts(25, '10 minutes')
  await withTransaction(db, async (trx) => {
    await sql`select from sign_in_attempts order by created_at limit 1 for update`.execute(trx)
    await deleteExpiredRows(db, [attempts], { batch: 10 })
    expect(await countAttempts()).toBe(1)
  })
})

test('leaves rows that another transaction has locked, without waiting', async () => {
  await addAttempts(5, '10 minutes')
  await withTransaction(db, async (trx) => {
    await sql`select from sign_in_attempts order by created_at limit 1 for update`.execute(trx)
    await deleteExpiredRows(db, [attempts])
    expect(await countAttempts()).toBe(1)
  })
  await deleteExpiredRows(db, [attempts])
  expect(await countAttempts()).toBe(0)
})

test('measures how late the oldest row is', async () => {
  expect(await loadLag()).toBe(0)
  await addAttempts(1, '5 minutes')
  expect(await loadLag()).toBe(0)
  await addAttempts(1, '1 hour')
  expect(Math.abs((await loadLag()) - 50 * 60)).toBeLessThan(30)
})

test('each rule reads the oldest rows from an index', async () => {
  const { rows } = await sql<{ tablename: string; indexdef: string }>`
    select tablename, indexdef from pg_indexes where schemaname = 'public'`.execute(db)
  for (const { table, column } of retentionRules) {
    const indexes = rows.filter((row) => row.tablename === table).map(({ indexdef }) => indexdef)
    expect(
      indexes.some((text) => text.includes(`USING btree (${column})`)),
      `${table} (${column})`,
    ).toBe(true)
  }
})
