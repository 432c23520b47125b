import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { openDb } from './pools.ts'
import { withTransaction } from './transaction.ts'

const db = openDb({ ...inject('cluster'), database: 'postgres' }, { max: 1 })
afterAll(() => db.destroy())

const failing = 'select 1 / 0'
const failure = { code: '22012' }

test('fails with the error of the first statement, not with those that follow from it', async () => {
  await expect(withTransaction(db, (trx) => sql`select 1`.execute(trx), failing)).rejects.toMatchObject(failure)
  await expect(withTransaction(db, () => Promise.reject(new Error('Not found')), failing)).rejects.toMatchObject(
    failure,
  )
})

test('fails with the error of the first statement when the work ignores errors or runs no statement', async () => {
  const ignore = (error: unknown) => error
  await expect(withTransaction(db, (trx) => sql`select 1`.execute(trx).catch(ignore), failing)).rejects.toMatchObject(
    failure,
  )
  await expect(withTransaction(db, async () => 'done', failing)).rejects.toMatchObject(failure)
})

test('gives the work no row after a first statement that failed, and uses the connection again', async () => {
  const seen: unknown[] = []
  const look = async (trx: Parameters<Parameters<typeof withTransaction>[1]>[0]) =>
    void seen.push(await sql`select 1`.execute(trx))
  await expect(withTransaction(db, look, failing)).rejects.toMatchObject(failure)
  expect(seen).toEqual([])
  await withTransaction(db, look, 'select 2')
  expect(seen).toMatchObject([{ rows: [{ '?column?': 1 }] }])
})

test('sends the next statement before the first one is answered', async () => {
  let isSent = false
  const before = performance.now()
  const took = await withTransaction(
    db,
    async (trx) => {
      isSent = performance.now() - before < 500
      await sql`select 1`.execute(trx)
      return performance.now() - before
    },
    'select pg_sleep(1)',
  )
  expect({ isSent, waited: took >= 1000 }).toEqual({ isSent: true, waited: true })
})
