import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { type Db, openDb } from '../src/shared/server/db/pools.ts'
import { freePort } from '../tools/services.ts'

/** Makes the server throw an uncaught error on SIGUSR2. */
const crashOnSignal = `data:text/javascript,${encodeURIComponent(
  "process.on('SIGUSR2', () => { throw new Error('planted crash') })",
)}`

let postgres: Db
let folder: string
let database: string
let address: string
let server: ChildProcess
let ended: Promise<{ code: number | null; signal: string | null }>

beforeAll(() => {
  postgres = openDb({ ...inject('cluster'), database: 'postgres' }, { max: 1 })
})
afterAll(() => postgres.destroy())

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quad-log-'))
  database = `t_${randomBytes(8).toString('hex')}`
  await sql.raw(`create database ${database} template template_quad`).execute(postgres)
})
afterEach(async () => {
  server.kill('SIGKILL')
  await ended
  await sql.raw(`drop database ${database} with (force)`).execute(postgres)
  rmSync(folder, { recursive: true, force: true })
})

async function start(output: number | 'pipe') {
  const { host, port: at } = inject('cluster')
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: `postgres://quad@localhost:${at}/${database}?host=${encodeURIComponent(host)}`,
    SECRET_KEY: 'k'.repeat(40),
    GOOGLE_CLIENT_ID: 'test-client',
    GOOGLE_CLIENT_SECRET: 'nothing',
  }
  server = spawn(process.execPath, ['--import', crashOnSignal, 'src/app/main.ts'], {
    env,
    stdio: ['ignore', output, 'ignore'],
  })
  ended = new Promise((resolve) => server.on('exit', (code, signal) => resolve({ code, signal })))
  await expect.poll(() => fetch(`${address}/readyz`).then(({ ok }) => ok, String), { timeout: 60_000 }).toBe(true)
}

async function startWithLogFile(file = join(folder, 'log')) {
  const log = openSync(file, 'a')
  await start(log)
  closeSync(log)
}

type Line = { level: number; time: number; msg?: string; id?: string; route?: string; err?: { message: string } }

const readLog = (written = readFileSync(join(folder, 'log'), 'utf8')): Line[] =>
  written
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

/** Returns the ids that the log lines of these requests must have. */
async function sendRequests(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let sent = 0; sent < count; sent += 10)
    await Promise.all(
      Array.from({ length: Math.min(10, count - sent) }, async () => {
        const { request_id } = (await (await fetch(`${address}/api/me`)).json()) as { request_id: string }
        ids.push(request_id)
      }),
    )
  return ids
}

const loggedIds = (lines: readonly Line[]) =>
  new Set(lines.flatMap(({ id, route }) => (id && route === '/api/me' ? [id] : [])))
const findMissing = (ids: readonly string[], lines = readLog()) => {
  const logged = loggedIds(lines)
  return ids.filter((id) => !logged.has(id))
}

test('a server that is stopped has written the line of every request', async () => {
  await startWithLogFile()
  const ids = await sendRequests(333)
  server.kill('SIGTERM')
  expect(await ended).toEqual({ code: 0, signal: null })
  expect(findMissing(ids)).toEqual([])
  expect(loggedIds(readLog()).size).toBe(333)
})

test('a server that is stopped waits until a slow reader has taken the line of every request', async () => {
  await start('pipe') // nothing reads it yet, and it is full long before the last request
  const ids = await sendRequests(3000)
  server.kill('SIGTERM')
  await expect.poll(() => fetch(`${address}/readyz`).then(({ ok }) => ok, String), { timeout: 30_000 }).not.toBe(true)
  const lines = readLog(await text(server.stdout as Readable))
  expect(await ended).toEqual({ code: 0, signal: null })
  expect(findMissing(ids, lines)).toEqual([])
})

test('a killed server has written every line that is older than a second', async () => {
  await startWithLogFile()
  const earlier = await sendRequests(7)
  const begin = Date.now()
  await expect.poll(() => findMissing(earlier), { timeout: 30_000, interval: 20 }).toEqual([])
  expect(Date.now() - begin).toBeLessThan(3000) // a second, on a busy machine
  await sendRequests(7)
  server.kill('SIGKILL')
  expect(await ended).toEqual({ code: null, signal: 'SIGKILL' })
  expect(findMissing(earlier)).toEqual([])
})

test('a server that an uncaught error ends has written that error and the line of every request', async () => {
  await startWithLogFile()
  const ids = await sendRequests(33)
  server.kill('SIGUSR2')
  expect(await ended).toMatchObject({ signal: null, code: 1 })
  expect(findMissing(ids)).toEqual([])
  expect(readLog().filter(({ level }) => level === 60)).toMatchObject([
    { msg: 'crashed', err: { message: 'planted crash' } },
  ])
})

test('a server whose log cannot be written because the disk is full serves requests and stops', async () => {
  await startWithLogFile('/dev/full')
  expect(await sendRequests(333)).toHaveLength(333)
  server.kill('SIGTERM')
  expect(await ended).toEqual({ code: 0, signal: null })
})
