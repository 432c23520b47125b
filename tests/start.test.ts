import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { drawPortrait } from '../demo/pictures/people.ts'
import { findOpenPaths } from '../src/cli/data-folder.ts'
import { createSession } from '../src/shared/server/auth/session.ts'
import { openDb } from '../src/shared/server/db/pools.ts'
import { newId } from '../src/shared/server/db/sql.ts'
import { freePort } from '../tools/services.ts'

let folder: string
let port: number
const running: ChildProcess[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quad-start-'))
  chmodSync(folder, 0o755)
  port = await freePort()
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  for (const file of globSync('**/postmaster.pid', { cwd: folder })) {
    const pid = Number(readFileSync(join(folder, file), 'utf8').split('\n')[0])
    await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 20_000 }).toBe(false) // PostgreSQL notices that its server is gone
  }
  rmSync(folder, { recursive: true, force: true })
})

type Run = { readonly child: ChildProcess; readonly said: () => string; readonly ended: Promise<number | null> }

function start(more: Record<string, string> = {}): Run {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'silent',
    ...more,
  }
  const child = spawn(process.execPath, ['src/app/main.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  let text = ''
  child.stdout?.on('data', (chunk) => (text += chunk))
  child.stderr?.on('data', (chunk) => (text += chunk))
  return { child, said: () => text, ended: new Promise((resolve) => child.on('exit', resolve)) }
}

async function ready(run: Run) {
  for (let tries = 0; tries < 1200; tries++) {
    if (
      await fetch(`http://localhost:${port}/readyz`).then(
        (response) => response.ok,
        () => false,
      )
    )
      return
    if (run.child.exitCode !== null) throw new Error(run.said())
    await sleep(50)
  }
  throw new Error(`not ready: ${run.said()}`)
}

const sentence = /^[^\n]+\n?$/

test('prints a readable list of invalid variables and exits with code 78', async () => {
  const run = start({ PORT: 'eighty', SUPPORT_EMAIL: 'no-address', LOG_LEVEL: 'loud' })
  expect(await run.ended).toBe(78)
  expect(run.said()).toContain('PORT must be a port number')
  expect(run.said()).toContain('SUPPORT_EMAIL must be an email address')
  expect(run.said()).toContain('LOG_LEVEL must be one of')
  expect(run.said()).not.toMatch(/\n\s+at /)
})

test('refuses the demo in production', async () => {
  const run = start({ NODE_ENV: 'production', DEMO: '1' })
  expect(await run.ended).toBe(78)
  expect(run.said()).toContain('DEMO is refused in production')
})

test('does not start the demo by default with a public URL or an external database', async () => {
  for (const environment of [{ PUBLIC_URL: 'https://quad.harbour.edu' }, { DATABASE_URL: 'postgres://quad@db/quad' }]) {
    const run = start(environment)
    expect(await run.ended).toBe(78)
    expect(run.said()).toMatch(/^Invalid configuration:\n {2}- /)
    expect(run.said()).toContain(`does not start by default here: ${Object.keys(environment)[0]} is `)
  }
})

test('reports a data folder that cannot be created in one sentence', async () => {
  writeFileSync(join(folder, 'file'), '')
  const run = start({ DATA_DIR: join(folder, 'file/data') })
  expect(await run.ended).toBe(1)
  expect(run.said()).toMatch(sentence)
  expect(run.said()).toContain("can't be written")
})

test('reports an unreachable database in one sentence', async () => {
  const run = start({ DEMO: '1', DATABASE_URL: `postgres://quad@localhost:${port}/quad` })
  expect(await run.ended).toBe(1)
  expect(run.said()).toMatch(sentence)
  expect(run.said()).toMatch(/can't be reached: .*ECONNREFUSED/)
})

test('reports an English-only database in one sentence, and leaves it unchanged', async () => {
  const { host, port: at } = inject('cluster')
  const server = openDb({ ...inject('cluster'), database: 'postgres' }, { max: 1 })
  const name = `t_${randomBytes(8).toString('hex')}`
  await sql
    .raw(`create database ${name} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`)
    .execute(server)
  const run = start({
    DEMO: '1',
    DATABASE_URL: `postgres://quad@localhost:${at}/${name}?host=${encodeURIComponent(host)}`,
  })
  expect(await run.ended).toBe(1)
  expect(run.said()).toMatch(sentence)
  expect(run.said()).toContain('is encoded in SQL_ASCII; it has to be UTF8')
  await sql.raw(`drop database ${name} with (force)`).execute(server)
  await server.destroy()
})

test('the demo has all its pictures when it is ready, and a restart completes an interrupted start', {
  timeout: 240_000,
}, async () => {
  const { host, port: at } = inject('cluster')
  const server = openDb({ ...inject('cluster'), database: 'postgres' }, { max: 1 })
  const name = `t_${randomBytes(8).toString('hex')}`
  await sql.raw(`create database ${name} template template0 encoding 'UTF8'`).execute(server)
  const environment = {
    DEMO: '1',
    DATABASE_URL: `postgres://quad@localhost:${at}/${name}?host=${encodeURIComponent(host)}`,
    DATA_DIR: join(folder, 'pictures'),
  }
  const db = openDb({ ...inject('cluster'), database: name }, { max: 1 })
  const users = () => db.selectFrom('users').select(['id', 'school_id', 'name', 'email', 'avatar_url']).execute()
  /** Demo users with a portrait, but without an avatar whose file is stored. */
  const listIncomplete = async () => {
    const stored = new Set(globSync('*/*/*.webp', { cwd: join(folder, 'pictures/files') }))
    return (await users()).filter(({ school_id, name, email, avatar_url }) => {
      const file = avatar_url?.replace('/media/', '') ?? ''
      return drawPortrait({ name, email }) !== null && !stored.has(`${school_id}/${file.slice(0, 2)}/${file}`)
    })
  }
  try {
    const first = start(environment)
    await ready(first)
    expect((await users()).length).toBeGreaterThan(100)
    expect(await listIncomplete()).toEqual([])
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    // The state after an earlier release was stopped while drawing, and a user had uploaded an avatar.
    const ada = (await users()).find(({ email }) => email === 'ada@northfield.example')
    await sql`delete from demo_pictures`.execute(db)
    await sql`delete from uploads where item_id is distinct from ${ada?.id}`.execute(db)
    await sql`update users set avatar_url = null where id <> ${ada?.id}`.execute(db)
    const second = start(environment)
    await ready(second)
    expect(await listIncomplete()).toEqual([])
    expect((await users()).find(({ id }) => id === ada?.id)?.avatar_url).toBe(ada?.avatar_url)
    second.child.kill('SIGTERM')
    expect(await second.ended).toBe(0)
  } finally {
    await db.destroy()
    await sql.raw(`drop database ${name} with (force)`).execute(server)
    await server.destroy()
  }
})

test('a server goes back to the schema of the next release without losing what that has written', {
  timeout: 120_000,
}, async () => {
  const { host, port: at } = inject('cluster')
  const server = openDb({ ...inject('cluster'), database: 'postgres' }, { max: 1 })
  const name = `t_${randomBytes(8).toString('hex')}`
  await sql.raw(`create database ${name} template template_quad`).execute(server)
  const db = openDb({ ...inject('cluster'), database: name }, { max: 1 })
  const environment = {
    DATABASE_URL: `postgres://quad@localhost:${at}/${name}?host=${encodeURIComponent(host)}`,
    DATA_DIR: join(folder, 'going-back'),
    SECRET_KEY: 'only for tests, long enough to be taken',
    GOOGLE_CLIENT_ID: 'test-client',
    GOOGLE_CLIENT_SECRET: 'nothing',
  }
  const person = { schoolId: newId(), id: newId() }
  await sql`insert into schools (id, name, email_domain, country) values
    (${person.schoolId}, 'Harbour', 'harbour.example', 'Nowhere')`.execute(db)
  await sql`insert into users (school_id, id, name, email) values
    (${person.schoolId}, ${person.id}, 'Ada', 'ada@harbour.example')`.execute(db)
  const token = await createSession(db, person, { userAgent: undefined, ip: undefined })
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://localhost:${port}${path}`, {
      method,
      headers: { cookie: `quad=${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true)
    return (await response.json()) as { data: { id: string; content: string } }
  }
  try {
    const first = start(environment)
    await ready(first)
    await call('POST', '/api/users/accept-terms')
    const { data: post } = await call('POST', '/api/posts', { content: 'Before' })
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    await sql`alter table posts add column planted text`.execute(db)
    await sql`create table planted (post_id uuid primary key, note text not null)`.execute(db)
    await sql`insert into migrations (version, name, checksum, min_reader) values (9999, '9999_next.sql', '', 0)`.execute(
      db,
    )
    await sql`update posts set content = 'Between', planted = 'kept' where id = ${post.id}`.execute(db)
    await sql`insert into planted values (${post.id}, 'kept')`.execute(db)

    const second = start(environment)
    await ready(second)
    expect((await call('GET', `/api/posts/${post.id}`)).data.content).toBe('Between')
    await call('PUT', `/api/posts/${post.id}`, { content: 'After' })
    await call('POST', '/api/posts', { content: 'Another' })
    second.child.kill('SIGTERM')
    expect(await second.ended).toBe(0)
    const { rows } =
      await sql`select content, posts.planted, planted.note from posts left join planted on post_id = id order by id`.execute(
        db,
      )
    expect(rows).toEqual([
      { content: 'After', planted: 'kept', note: 'kept' },
      { content: 'Another', planted: null, note: null },
    ])
  } finally {
    await db.destroy()
    await sql.raw(`drop database ${name} with (force)`).execute(server)
    await server.destroy()
  }
})

test('starts, refuses a second server on its data and port, survives kill -9, and stops cleanly', {
  timeout: 240_000,
}, async () => {
  const first = start()
  await ready(first)

  const onSameData = start({ PORT: String(await freePort()) })
  expect(await onSameData.ended).toBe(1)
  expect(onSameData.said()).toMatch(sentence)
  expect(onSameData.said()).toContain('Another Quad is using')

  const onSamePort = start({ DATA_DIR: join(folder, 'other') })
  expect(await onSamePort.ended).toBe(1)
  expect(onSamePort.said()).toContain(`Port ${port} is in use`)
  expect(onSamePort.said()).not.toMatch(/\n\s+at /)

  first.child.kill('SIGKILL')
  await first.ended
  const second = start()
  await ready(second)
  expect(second.said()).not.toContain('Building the demo campus')
  const schools = await fetch(`http://localhost:${port}/api/public/schools`)
  expect(await schools.json()).toMatchObject({ data: [{ name: 'Easton Academy' }, { name: 'Northfield University' }] })

  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
  const third = start()
  await ready(third)
  third.child.kill('SIGINT')
  expect(await third.ended).toBe(0)
  const own = [folder, join(folder, 'file')] // created by the tests
  expect(
    findOpenPaths(folder).filter((path) => !own.includes(path)),
    'everything else is private',
  ).toEqual([])
  expect(findOpenPaths(join(folder, 'other'))).toEqual([])
})
