import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { toHttpError } from './errors.ts'

test('converts a lost connection to 503, during a statement and afterwards', async () => {
  const connection = { ...inject('cluster'), database: 'postgres' }
  const [victim, other] = [new pg.Client(connection), new pg.Client(connection)]
  victim.on('error', () => {})
  await Promise.all([victim.connect(), other.connect()])
  const { rows } = await victim.query('select pg_backend_pid() as pid')
  const cut = victim.query('select pg_sleep(20)').catch((error: Error) => error)
  await other.query('select pg_terminate_backend($1)', [rows[0].pid])
  for (const error of [await cut, await victim.query('select 1').catch((error: Error) => error)])
    expect(toHttpError(error)).toMatchObject({ status: 503, cause: error })
  expect(toHttpError(new Error('Connection terminated unexpectedly'))?.status).toBe(503)
  expect(toHttpError(new Error('anything else'))).toBeUndefined()
  await other.end()
})

test('converts a full, read-only, out-of-memory or deadlocked PostgreSQL to 503', () => {
  const refusals = ['53100', '53200', '58030', '25006', '40P01', '55P03', 'ETIMEDOUT', 'EAI_AGAIN']
  for (const code of refusals) expect(toHttpError({ code }), code).toMatchObject({ status: 503 })
  expect(toHttpError({ code: '42P01' })).toBeUndefined()
})

test('asks to repeat a write to a school that is moving', () => {
  expect(toHttpError({ code: 'QM001' })).toMatchObject({ status: 503, code: 'moving', extra: { retry_after: 1 } })
})
