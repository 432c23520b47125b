import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { freePort, startPostgres } from '../../../../tools/services.ts'
import { testWith } from '../../../testing/requirements.ts'
import { toHttpError } from '../http/errors.ts'
import { openDb, openHealthCheck } from './pools.ts'

test('keeps the options of a database URL and adds its own settings', async () => {
  const { host, port, user } = inject('cluster')
  const options = encodeURIComponent('-c work_mem=8MB -c jit=on')
  const db = openDb(`postgres://${user}@localhost:${port}/postgres?host=${encodeURIComponent(host)}&options=${options}`)
  const { rows } = await sql`select current_setting('work_mem') as work_mem, current_setting('jit') as jit,
    current_setting('quad.counted_by', true) as counted_by`.execute(db)
  await db.destroy()
  expect(rows).toEqual([{ work_mem: '8MB', jit: 'off', counted_by: 'triggers' }])
})

test('is unreachable while the pooler accepts no connections, or says nothing', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => void sockets.push(socket))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const check = async (pooler?: string) => {
    const settings = pooler ? { pooler: { address: pooler, hasNamedStatements: false } } : {}
    const db = openDb({ ...inject('cluster'), database: 'postgres' }, settings)
    const probe = openHealthCheck(db)
    onTestFinished(async () => {
      await probe.close()
      await db.destroy()
    })
    return probe.check()
  }
  expect(await check()).toBe('ready')
  const address = `postgres://quad@127.0.0.1:${port}/quad`
  expect(await check(address)).toBe('unreachable')
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => silent.close(resolve))
  expect(await check(address)).toBe('unreachable')
})

testWith('postgres')(
  'does not acknowledge a commit whose wait for the standby was cancelled',
  { timeout: 60_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quad-standby-'))
    chmodSync(folder, 0o755)
    const postgres = await startPostgres(folder, await freePort())
    const [db, admin] = [
      openDb(postgres.url, { max: 1 }),
      openDb(`${postgres.url}?options=-c%20synchronous_commit%3Dlocal`, { max: 1 }),
    ]
    onTestFinished(async () => {
      await Promise.all([db.destroy(), admin.destroy()])
      await postgres.stop('SIGQUIT') // an ordinary stop waits for the standby
      rmSync(folder, { recursive: true })
    })
    await sql`alter system set synchronous_standby_names = 'absent'`.execute(admin)
    await sql`select pg_reload_conf()`.execute(admin)
    const isSet = sql<{ names: string }>`select current_setting('synchronous_standby_names') as names`
    await expect.poll(async () => (await isSet.execute(db)).rows[0]?.names).toBe('absent')
    const writing = sql`create table kept (number int)`.execute(db).catch((error: unknown) => error)
    const cancelling = sql<{
      done: boolean
    }>`select pg_cancel_backend(pid) as done from pg_stat_activity where wait_event = 'SyncRep'`
    await expect.poll(async () => (await cancelling.execute(admin)).rows).toEqual([{ done: true }])
    expect(toHttpError(await writing)?.status).toBe(503)
  },
)
