// What leaves the server: connections and secrets.

import { AsyncLocalStorage } from 'node:async_hooks'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { allRoutes } from '../src/app/contract.ts'
import { buildJobs } from '../src/app/jobs.ts'
import { readConfig } from '../src/shared/server/config.ts'
import { as, testEnvironment } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { listFreeTextFields } from '../src/testing/free-text-fields.ts'
import { captureLog } from '../src/testing/log.ts'
import { samples } from '../src/testing/samples/all.ts'
import type { SampleRequest } from '../src/testing/samples/sample.ts'

/**
 * Connections that are caused by the code that runs with this list, other than to its database and Redis. A client of
 * an earlier test file in the same process that still tries to reconnect is not in it.
 */
const recorded = new AsyncLocalStorage<string[]>()
const { connect } = Socket.prototype

beforeAll(() => {
  const own = inject('cluster')
  const redis = inject('redis')
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    const [first, host] = args.flat() as [string | number | { path?: string; host?: string; port?: number }, unknown]
    const asked =
      typeof first === 'object' ? first : { path: Number(first) ? undefined : String(first), port: first, host }
    const where = asked.path ?? `${asked.host ?? 'localhost'}:${asked.port}`
    const isOurs =
      where.startsWith(`${own.host}/`) || where === `${own.host}:${own.port}` || (redis ?? '').includes(where)
    if (!isOurs) recorded.getStore()?.push(where)
    return connect.apply(this, args as never)
  } as never
})
afterAll(() => {
  Socket.prototype.connect = connect
})

test('no URL that a user enters makes the server connect to it, in a request or in a job', {
  timeout: 300_000,
}, async () => {
  const reached: string[] = []
  await recorded.run(reached, () => enterUrls(reached))
})

async function enterUrls(reached: string[]) {
  const { app, owner } = await campus({ alone: true, people: { owner: { role: 'site_admin' } } })
  let visits = 0
  const sink = createServer((_, reply) => {
    visits++
    reply.end('caught')
  })
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve))
  const { port } = sink.address() as AddressInfo
  await fetch(`http://127.0.0.1:${port}/`)
  expect([visits, reached.splice(0)], 'a connection would be recorded').toEqual([1, [`127.0.0.1:${port}`]])

  const addresses = [
    `http://127.0.0.1:${port}/a.png`,
    `http://localhost:${port}/`,
    `http://[::1]:${port}/`,
    `//127.0.0.1:${port}/`,
    'http://169.254.169.254/latest/meta-data/',
    `![a](http://127.0.0.1:${port}/a.png) <img src=http://127.0.0.1:${port}/a.png>`,
    `http://2130706433:${port}/`,
  ]
  await app.db.updateTable('users').set({ can_manage_ads: true }).where('id', '=', owner.id).execute()
  let taken = 0
  for (const { name, route } of allRoutes) {
    if (route.access === 'public') continue
    for (const { field, max, isList } of listFreeTextFields(route)) {
      // One URL that is valid but leads nowhere, and one that leads to the local network.
      for (const address of ['https://sink.example/a.png', addresses[taken % addresses.length] ?? '']) {
        const { params, body }: SampleRequest = (await samples[name]?.(app, owner)) ?? {}
        const text = address.slice(0, max)
        const hostile = { ...body, [field]: isList ? [text] : text }
        const { status } = await as(app, owner)(route, { params, body: hostile } as never)
        expect(status, `${name} ${field}`).toBeLessThan(500)
        if (status < 300) taken++
      }
    }
  }
  expect(taken, 'many are accepted as text').toBeGreaterThan(80)

  const jobs = new Map(buildJobs(app).map((job) => [job.name, job]))
  for (const job of jobs.values()) if (job.cron) await job.run({})
  const { rows } = await sql<{ name: string; payload: unknown }>`
    select identifier as name, payload from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id`.execute(app.db)
  for (const { name, payload } of rows) await jobs.get(name)?.run(payload)
  expect(rows.length, 'mails were sent').toBeGreaterThan(0)
  expect({ visits, reached: reached.join('\n') }).toEqual({ visits: 1, reached: '' })
  sink.close()
}

test('no reply and no page contains a secret of the configuration', { timeout: 120_000 }, async () => {
  const secrets = [
    'k3y-of-the-server-that-stays-secret',
    'client-s3cret-google',
    'client-s3cret-microsoft',
    'smtp-passw0rd',
  ]
  const [key = '', google = '', microsoft = '', smtp = ''] = secrets
  const { app, owner } = await campus({
    config: {
      ...readConfig({
        ...testEnvironment,
        SECRET_KEY: key,
        GOOGLE_CLIENT_ID: 'g',
        GOOGLE_CLIENT_SECRET: google,
        MICROSOFT_CLIENT_ID: 'm',
        MICROSOFT_CLIENT_SECRET: microsoft,
        SMTP_URL: `smtp://quad:${smtp}@localhost:2525`,
      }),
      logLevel: 'trace',
    },
    people: { owner: { role: 'site_admin' } },
  })
  const lines = captureLog(app)
  const said: string[] = []
  for (const { name, route } of allRoutes) {
    if (route.method !== 'GET' || ['live.stream', 'session.signOut'].includes(name)) continue
    const ask = (await samples[name]?.(app, owner)) ?? {}
    const { body, headers } = await as(app, owner)(route, ask as never)
    said.push(JSON.stringify([body, headers]))
  }
  for (const url of [
    '/healthz',
    '/readyz',
    '/metrics',
    '/openapi.json',
    '/docs',
    '/login',
    '/no/such',
    '/api/nothing-here',
    '/auth/google',
  ])
    said.push(JSON.stringify(await app.http.inject({ url }).then(({ body, headers }) => [body, headers])))
  expect(said.length).toBeGreaterThan(60)
  expect(lines.length).toBeGreaterThan(60)
  const bytes = [key, Buffer.from(key).toString('base64'), Buffer.from(key).toString('hex')]
  for (const text of [...said, ...lines])
    for (const secret of [...secrets, ...bytes]) expect(text.includes(secret), text.slice(0, 200)).toBe(false)
})
