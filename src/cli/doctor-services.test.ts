import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { freePort, startPostgres, startRedis } from '../../tools/services.ts'
import { readConfig } from '../shared/server/config.ts'
import { openDb } from '../shared/server/db/pools.ts'
import { openTestApp } from '../testing/app.ts'
import { testWith } from '../testing/requirements.ts'
import { openTraceCollector } from '../testing/trace-collector.ts'
import {
  examineDisks,
  examineExtensions,
  examinePooler,
  examineRedis,
  examineStandbys,
  examineTraces,
} from './doctor-services.ts'

const { db } = await openTestApp(undefined, { alone: true })

test('names both disks, once the folder of the backups is there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quad-disks-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const backups = { keep: 14, time: '02:15' }
  const both = await examineDisks({ dataDir: folder, backups: { ...backups, folder: tmpdir() } })
  expect(both).toMatch(/^[\d.]+ GB free in .*quad-disks-.*, [\d.]+ GB free in /)
  const one = await examineDisks({ dataDir: folder, backups: { ...backups, folder: join(folder, 'later') } })
  expect(one.match(/GB free/g)).toHaveLength(1)
  await expect(examineDisks({ dataDir: '/proc', backups: undefined })).rejects.toThrow('Only 0.0 GB free in /proc')
})

test('names a missing extension, and how to create it', async () => {
  expect(await examineExtensions(db)).toMatch(/^btree_gin [\d.]+, pg_trgm [\d.]+$/)
  const rollback = new Error('rolled back')
  const dropping = db.transaction().execute(async (trx) => {
    await sql`drop extension pg_trgm cascade`.execute(trx)
    await expect(examineExtensions(trx)).rejects.toThrow('Missing: pg_trgm. As a superuser')
    throw rollback
  })
  await expect(dropping).rejects.toBe(rollback)
})

test('names connected standbys, and fails on a database that accepts no writes', async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const options = { ...inject('cluster'), database: rows[0]?.name, replication: 'database', application_name: 'north' }
  const standby = new pg.Client(options as pg.ClientConfig)
  await standby.connect()
  expect(await examineStandbys(db)).toContain('north startup, async')
  await standby.end()
  await db.connection().execute(async (connection) => {
    await sql`set transaction_read_only = on`.execute(connection)
    await sql`set default_transaction_read_only = on`.execute(connection)
    await expect(examineStandbys(connection)).rejects.toThrow('It accepts no writes')
    await sql`reset default_transaction_read_only`.execute(connection)
  })
})

testWith('redis-server')('fails on a Redis that may drop live events', { timeout: 30_000 }, async () => {
  const redis = await startRedis(await freePort(), ['--maxmemory', '64mb', '--maxmemory-policy', 'allkeys-lru'])
  onTestFinished(async () => void (await redis.stop()))
  await expect(examineRedis(redis.url)).rejects.toThrow('maxmemory-policy is allkeys-lru')
  const other = await startRedis(await freePort(), ['--maxmemory', '64mb'])
  onTestFinished(async () => void (await other.stop()))
  expect(await examineRedis(other.url)).toMatch(/^Redis [\d.]+, at most 64 MB, noeviction$/)
})

test('sends an empty request to the collector of traces, and says what is wrong', async () => {
  const collector = await openTraceCollector()
  onTestFinished(() => collector.close())
  const { tracing } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=secret',
  })
  expect(await examineTraces(undefined)).toContain('not exported')
  expect(await examineTraces(tracing)).toBe(
    `the collector at ${collector.url} accepts them (parentbased_traceidratio 0.02)`,
  )
  expect(collector.headers.at(-1)).toMatchObject({ authorization: 'secret', 'content-type': 'application/x-protobuf' })
  collector.state.answer = 'refuse'
  await expect(examineTraces(tracing)).rejects.toThrow('replied with status 400. Check OTEL_EXPORTER_OTLP_ENDPOINT')
  collector.state.answer = 'hang'
  const impatient = tracing && { ...tracing, timeoutMs: 300 } // a busy machine needs longer for the replies above
  await expect(examineTraces(impatient)).rejects.toThrow('timeout')
})

/** PgBouncer in front of a PostgreSQL. It refuses to run as root. */
async function startPooler(target: number, mode: 'session' | 'transaction') {
  const folder = mkdtempSync(join(tmpdir(), 'quad-pooler-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const settings = `[databases]\n* = host=127.0.0.1 port=${target} user=quad\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}
unix_socket_dir =\nauth_type = any\npool_mode = ${mode}\nignore_startup_parameters = options,statement_timeout,extra_float_digits\n`
  writeFileSync(join(folder, 'pgbouncer.ini'), settings)
  const run = ['pgbouncer', '-q', join(folder, 'pgbouncer.ini')]
  const [program = '', ...words] =
    process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', ...run] : run
  const pooler = spawn(program, words, { stdio: 'ignore' })
  const ended = once(pooler, 'exit')
  onTestFinished(async () => {
    pooler.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true })
  })
  return port
}

testWith('postgres', 'pgbouncer')(
  'recognizes a pooler, and fails on one in transaction mode',
  { timeout: 60_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quad-pooled-'))
    chmodSync(folder, 0o755)
    const target = await freePort()
    const postgres = await startPostgres(folder, target)
    onTestFinished(async () => {
      await postgres.stop()
      rmSync(folder, { recursive: true })
    })
    const open = async (port: number) => {
      const opened = openDb(`postgres://quad@127.0.0.1:${port}/quad`, { max: 2 })
      onTestFinished(() => opened.destroy())
      await expect.poll(() => sql`select 1`.execute(opened).then(() => true, String), { timeout: 20_000 }).toBe(true)
      return opened
    }
    expect(await examinePooler(await open(target))).toBe('none')
    const session = await open(await startPooler(target, 'session'))
    expect(await examinePooler(session)).toContain('a pooler or proxy')
    const transaction = await open(await startPooler(target, 'transaction'))
    await expect(examinePooler(transaction)).rejects.toThrow('A pooler in transaction mode')

    const direct = await open(target)
    for (const name of ['quad_prepared', 'quad_searches']) await sql`create database ${sql.id(name)}`.execute(direct)
    const port = await startPooler(target, 'transaction')
    await open(port)
    const bare = { address: `postgres://quad@127.0.0.1:${port}/quad`, hasNamedStatements: false }
    await expect(examinePooler(direct, bare)).rejects.toThrow(
      /does not set .*plan_cache_mode of quad_prepared, .*statement_timeout of quad_searches/,
    )
  },
)
