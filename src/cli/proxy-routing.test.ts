// Where the shipped HAProxy sends the requests of a school. docs/operations.md describes it.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { freePort, startProxy } from '../../tools/services.ts'
import { createSessionToken } from '../shared/server/auth/session.ts'
import { newId } from '../shared/server/db/sql.ts'
import { bucketCount, toBucket } from '../shared/server/live/buckets.ts'
import { testWith } from '../testing/requirements.ts'

const closers: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

/** A server that answers its name after `slow` was released, and is ready as long as `isReady` says so. */
async function startNode(name: string, port = 0) {
  const state = { isReady: true, open: 0, release: () => {} }
  const released = new Promise<void>((resolve) => {
    state.release = resolve
  })
  const server: Server = createServer(async (request, response) => {
    if (request.url === '/readyz') return void response.writeHead(state.isReady ? 200 : 503).end()
    state.open++
    if (request.url === '/slow') await released
    response.end(name)
    state.open--
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  closers.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  return { name, state, server, port: (server.address() as AddressInfo).port }
}

/** Ids of schools in different buckets. */
const schools = Array.from(
  { length: 60 },
  (_, index) => newId().slice(0, -2) + (index * 4).toString(16).padStart(2, '0'),
)

testWith('haproxy')('the shipped HAProxy sends each school to one server', { timeout: 60_000 }, async () => {
  const nodes = await Promise.all(['a', 'b', 'c'].map((name) => startNode(name)))
  const folder = mkdtempSync(join(tmpdir(), 'quad-proxy-'))
  closers.push(() => rmSync(folder, { recursive: true }))
  const { url, stop } = await startProxy(folder, await freePort(), nodes)
  closers.push(() => stop())

  const askOnce = async (cookie: string, path = '/') => (await fetch(url + path, { headers: { cookie } })).text()
  /** The server of two requests in a row: HAProxy counts a request a moment longer than the client, and may send the next one elsewhere. */
  const ask = async (cookie: string) => {
    let [last, server] = ['', await askOnce(cookie)]
    while (last !== server) [last, server] = [server, await askOnce(cookie)]
    return server
  }
  const cookie = (schoolId: string, name = 'quad') => `theme=dark; ${name}=${createSessionToken(schoolId).token}`
  const route = async () => {
    const found = new Map<string, string>()
    for (const school of schools) found.set(school, await ask(cookie(school)))
    return found
  }
  await expect.poll(async () => new Set((await route()).values()).size).toBe(3) // all servers are checked
  const before = await route()

  // Every user of a school, under both names of the cookie, and all schools of a bucket.
  for (const school of schools) {
    expect(await ask(cookie(school))).toBe(before.get(school))
    expect(await ask(cookie(school, '__Host-quad'))).toBe(before.get(school))
    const sibling = newId().slice(0, -2) + school.slice(-2)
    expect(toBucket(sibling)).toBe(toBucket(school))
    expect(await ask(cookie(sibling))).toBe(before.get(school))
  }
  for (const name of ['a', 'b', 'c'])
    expect([...before.values()].filter((server) => server === name).length, `schools of ${name}`).toBeGreaterThan(8)

  // Without a session, or with a cookie that is none, requests are answered and spread.
  const anonymous = await Promise.all(Array.from({ length: 30 }, () => askOnce('theme=dark')))
  expect(new Set(anonymous).size).toBe(3)
  for (const strange of ['quad=', 'quad=a', 'quad=%%%', '__Host-quad="'])
    expect(['a', 'b', 'c']).toContain(await askOnce(strange))
  expect((await fetch(`${url}/readyz`)).status).toBe(404)

  // A server that drains hands its schools over; the others stay where they are, and all return.
  const [gone] = nodes
  if (!gone) throw new Error('A server is missing.')
  gone.state.isReady = false
  await expect.poll(async () => [...(await route()).values()].includes('a'), { timeout: 10_000 }).toBe(false)
  const during = await route()
  for (const [school, server] of before) if (server !== 'a') expect(during.get(school)).toBe(server)
  expect(new Set([...before].filter(([, server]) => server === 'a').map(([school]) => during.get(school))).size).toBe(2)
  gone.state.isReady = true
  await expect.poll(route, { timeout: 10_000 }).toEqual(before)

  // A large school takes more than one server, but no server more than half above the average.
  const [large = ''] = schools
  const waiting = Array.from({ length: 90 }, () => askOnce(cookie(large), '/slow'))
  await expect.poll(() => nodes.reduce((sum, { state }) => sum + state.open, 0), { timeout: 10_000 }).toBe(90)
  const loads = nodes.map(({ state }) => state.open).sort((one, two) => two - one)
  expect(loads[0]).toBeGreaterThan(40)
  expect(loads[0]).toBeLessThanOrEqual(46)
  for (const { state } of nodes) state.release()
  await Promise.all(waiting)
  expect(bucketCount, 'one byte of the token').toBe(256)
})
