import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { poolStats } from '../shared/server/db/pools.ts'
import { prepared } from '../shared/server/db/prepared.ts'
import { withTransaction } from '../shared/server/db/transaction.ts'
import { enqueue } from '../shared/server/jobs/jobs.ts'
import type { App } from '../shared/server/services.ts'
import { openTestApp, testConfig } from '../testing/app.ts'

let figures: string
const app = await openTestApp(
  { ...testConfig, backups: { folder: '/backups', keep: 14, time: '02:15', recoveryDays: 7 } },
  { alone: true },
)
beforeAll(async () => {
  await withTransaction(app.db, (trx) => enqueue(trx, 'send_mail', { to: 'no-address' }))
  await app.http.inject('/auth/google/callback?error=access_denied')
  await app.http.inject('/api/me')
  figures = (await app.http.inject('/metrics')).body
})

test('reports requests, streams, connections, jobs and sign-ins as metrics', () => {
  expect(figures).toMatch(/quad_http_request_seconds_count\{method="GET",route="\/api\/me",status="401"\} 1/)
  expect(figures).toContain('quad_live_streams 0')
  expect(figures).toMatch(/quad_database_connections\{state="open"\} [1-9]/)
  expect(figures).toContain('quad_jobs{state="due"} 1')
  expect(figures).toContain('quad_jobs{state="failing"} 0')
  expect(figures).toContain('quad_sign_ins_total{outcome="oauth_cancelled"} 1')
})

test('stays ready and serves frequent reads while all general connections are busy', async () => {
  const busy = await openTestApp(undefined, { alone: true })
  const { promise, resolve } = Promise.withResolvers<void>()
  const work = Array.from({ length: 40 }, () => busy.db.connection().execute(() => promise))
  await expect.poll(() => poolStats(busy.db).waiting).toBeGreaterThan(0)
  const began = Date.now()
  expect((await busy.http.inject('/readyz')).json()).toEqual({ status: 'ready' })
  expect(await howPlanned(busy.db, {})).toEqual([{ mode: 'force_generic_plan' }])
  expect(Date.now() - began).toBeLessThan(5000)
  resolve()
  await Promise.all(work)
})

const howPlanned = prepared((db) => db.selectNoFrom(sql<string>`current_setting('plan_cache_mode')`.as('mode')))

test('is not ready while the database accepts no writes', async () => {
  const demoted = await openTestApp(undefined, { alone: true })
  const ask = async () => {
    const { statusCode, body } = await demoted.http.inject('/readyz')
    return { statusCode, body }
  }
  expect((await ask()).statusCode).toBe(200)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(demoted.db)
  const setReadOnly = (value: string) =>
    sql`alter database ${sql.id(rows[0]?.name ?? '')} set default_transaction_read_only = ${sql.raw(value)}`.execute(
      demoted.db,
    )
  await setReadOnly('on')
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    demoted.db,
  )
  await expect.poll(async () => (await ask()).body).toContain('accepts no writes')
  expect((await ask()).statusCode).toBe(503)
  expect((await demoted.http.inject('/metrics')).body).toContain('\nquad_database_read_only 1\n')
  await demoted.db.connection().execute(async (connection) => {
    await sql`set default_transaction_read_only = off`.execute(connection)
    await sql`alter database ${sql.id(rows[0]?.name ?? '')} reset default_transaction_read_only`.execute(connection)
  })
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    demoted.db,
  )
  await expect.poll(async () => (await ask()).statusCode).toBe(200)
})

test('reports how late expired rows are deleted', () => {
  expect(figures).toContain('quad_retention_lag_seconds{table="sessions",part=""} 0')
  expect(figures).toContain('quad_retention_lag_seconds{table="notifications",part="sealed"} 0')
})

test('reports the age of the newest proved backup, and backups with problems', async () => {
  expect(figures).toContain('quad_backup_age_seconds +Inf')
  const backup = { bytes: 1, sha256: Buffer.alloc(32) }
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  await app.db
    .insertInto('backups')
    .values([
      { ...backup, name: 'proved', taken_at: ago(10), proved_at: ago(9) },
      { ...backup, name: 'damaged since', taken_at: ago(5), proved_at: ago(4), problem: 'is damaged' },
      { ...backup, name: 'not proved', taken_at: ago(1), bytes: 7, media_files: 2, media_bytes: 5 },
    ])
    .execute()
  const now = (await app.http.inject('/metrics')).body
  const [, age] = /^quad_backup_age_seconds (\S+)$/m.exec(now) ?? []
  expect(Math.round(Number(age) / 3600)).toBe(10)
  expect(now).toContain('quad_backups_with_problems 1')
  expect(now).toContain('quad_backup_bytes{part="archive"} 7')
  expect(now).toContain('quad_backup_bytes{part="media"} 5')
})

test('reports an archive of the log that has no segment yet as infinitely old', () => {
  expect(figures).toContain('quad_wal_archive_age_seconds +Inf')
  expect(figures).toContain('quad_wal_archive_waiting 0')
  expect(figures).toMatch(/quad_wal_archive_failures \d/)
})

test('alerts and dashboard use only existing metrics', () => {
  const known = new Set([...figures.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  for (const file of ['alerts.yaml', 'slo.yaml', 'dashboard.json']) {
    const text = readFileSync(`deploy/monitoring/${file}`, 'utf8')
    const asked = [...text.matchAll(/\b((?:quad|nodejs|process)_[a-z0-9_]+)\b/g)].map(([, name = '']) => name)
    expect(asked.length).toBeGreaterThan(5)
    for (const name of asked) expect(known, `${name} of ${file}`).toContain(name.replace(/_(count|bucket|sum)$/, ''))
  }
})

test('serves metrics to this machine or the bearer of the token, and health checks to every client', async () => {
  const token = 'a token of sixteen or more'.replaceAll(' ', '-')
  const [plain, guarded] = [app, await openTestApp({ ...app.config, metricsToken: token }, { alone: true })]
  const ask = async (target: App, more: { remoteAddress?: string; headers?: Record<string, string>; url?: string }) =>
    (await target.http.inject({ url: '/metrics', ...more })).statusCode
  const remote = { remoteAddress: '203.0.113.9' }
  const bearer = (text: string) => ({ headers: { authorization: `Bearer ${text}` } })
  for (const remoteAddress of ['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1']) {
    expect(await ask(plain, { remoteAddress }), remoteAddress).toBe(200)
    for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
      expect(await ask(plain, { remoteAddress, headers: { [header]: '127.0.0.1' } }), header).toBe(401)
  }
  for (const remoteAddress of ['203.0.113.9', '10.0.0.5', '::ffff:10.0.0.5', '2001:db8::1'])
    expect(await ask(plain, { remoteAddress }), remoteAddress).toBe(401)
  expect(await ask(plain, { ...remote, ...bearer(token) }), 'no token is configured').toBe(401)
  expect(await ask(guarded, { ...remote, ...bearer(token) })).toBe(200)
  for (const wrong of [`${token}x`, token.slice(1), 'undefined', ''])
    expect(await ask(guarded, { ...remote, ...bearer(wrong) }), wrong).toBe(401)
  for (const url of ['/healthz', '/readyz']) expect(await ask(plain, { ...remote, url })).toBe(200)
})
