import { beforeAll, expect, test } from 'vitest'
import { allRoutes } from '../../../app/contract.ts'
import type { Post } from '../../../features/posts/contract.ts'
import { openTestApp, testConfig } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makePost } from '../../../testing/factories/posts.ts'
import { makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { openRateLimits } from './rate-limits.ts'
import { routePaths } from './serve.ts'

let post: Post

const { app, ada, grace } = await campus({ people: { ada: {}, grace: {} } })
beforeAll(async () => {
  post = await makePost(app, ada, { content: 'Hello' })
})

const send = ({ cookie }: { cookie: string }, method: 'GET' | 'POST' | 'PUT', url: string, more: object = {}) =>
  app.http.inject({ method, url, headers: { cookie, ...more } })
/** Concurrently, but no more than a busy server answers before a request has waited too long for a connection. */
const maxConcurrent = 200
async function times<T>(count: number, work: (turn: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  while (results.length < count) {
    const { length: done } = results
    const turns = Array.from({ length: Math.min(maxConcurrent, count - done) }, (_, at) => done + at)
    results.push(...(await Promise.all(turns.map(work))))
  }
  return results
}

test('serves every route under /api, and a route declared without /api there too', async () => {
  for (const url of ['/api/activity/recent', '/activity/recent', '/api/events/upcoming', '/events/upcoming'])
    expect((await send(ada, 'GET', url)).json(), url).toMatchObject({ success: true, data: expect.any(Array) })
  expect((await send(ada, 'GET', '/posts/feed')).statusCode).toBe(404)
  for (const { route } of allRoutes) expect(routePaths(route).some((path) => path.startsWith('/api/'))).toBe(true)
})

test('sends no data to a browser that navigates to a path without /api, but does below /api', async () => {
  const navigation = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const reply = await send(ada, 'GET', '/activity/recent', { accept: navigation })
  expect(reply.body).not.toContain(post.id)
  expect(reply.body).not.toContain('"data"')
  for (const accept of [navigation, 'application/json', '*/*'])
    expect((await send(ada, 'GET', '/api/activity/recent', { accept })).body).toContain(post.id)
  for (const accept of ['application/json', '*/*', 'application/json, text/html;q=0.5'])
    expect((await send(ada, 'GET', '/activity/recent', { accept })).body, accept).toContain(post.id)
})

test('limits a user to 120 writes of one kind per minute, and then returns 429', async () => {
  const like = (person: TestUser) => send(person, 'POST', `/api/posts/${post.id}/like`)
  const replies = await times(123, () => like(ada))
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(120)
  const refused = replies.filter(({ statusCode }) => statusCode === 429)
  expect(refused).toHaveLength(3)
  for (const reply of refused) {
    expect(reply.json()).toMatchObject({ success: false, code: 'too_many_requests', error: expect.any(String) })
    const seconds = Number(reply.headers['retry-after'])
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
  }
  expect((await like(grace)).statusCode).toBe(200)
  expect((await send(ada, 'GET', '/api/posts/feed')).statusCode).toBe(200)
  expect((await send(ada, 'PUT', `/api/posts/${post.id}`)).statusCode).toBe(200)
})

test('counts both paths of a route together', async () => {
  const alan = await makeUser(app, { school: { id: ada.schoolId, domain: 'x.example' } })
  const paths = ['/events/upcoming', '/api/events/upcoming']
  const replies = await times(601, (turn) => send(alan, 'GET', paths[turn % 2] ?? ''))
  expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
})

test('replays do not count against the write limit', async () => {
  const alan = await makeUser(app, { school: { id: ada.schoolId, domain: 'x.example' } })
  const accept = (key: object) => send(alan, 'POST', '/api/users/accept-terms', key)
  const replays = await times(130, () => accept({ 'idempotency-key': 'once' }))
  expect(new Set(replays.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect((await accept({})).statusCode).toBe(200)
})

test('limits replays too', async () => {
  const alan = await makeUser(app, { school: { id: ada.schoolId, domain: 'x.example' } })
  const replay = () => send(alan, 'POST', '/api/users/accept-terms', { 'idempotency-key': 'once' })
  expect((await replay()).statusCode).toBe(200)
  const statuses = (await times(1204, replay)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1199)
  expect((await send(alan, 'POST', '/api/users/accept-terms')).statusCode).toBe(200)
})

test('counts by the real address: only trusted proxies can forward another one', async () => {
  const behind = await openTestApp({ ...testConfig, trustedProxies: ['10.0.0.1'] })
  const ask = (remoteAddress: string, forwarded: string) =>
    behind.http.inject({ url: '/api/public/schools', remoteAddress, headers: { 'x-forwarded-for': forwarded } })
  const answered = async (remoteAddress: string, forwarded: (turn: number) => string) =>
    (await times(1210, (turn) => ask(remoteAddress, forwarded(turn)))).filter(({ statusCode }) => statusCode === 200)
  const madeUp = (turn: number) => `198.51.${turn >> 8}.${turn & 255}`
  expect(await answered('203.0.113.7', madeUp), 'from any client').toHaveLength(1200)
  expect(
    await answered('10.0.0.1', (turn) => `${madeUp(turn)}, 203.0.113.8`),
    'through the trusted proxy',
  ).toHaveLength(1200)
  expect((await ask('10.0.0.1', '203.0.113.9')).statusCode, 'another client behind it').toBe(200)
})

test('counts a signed-out client by its /64, and one that keeps changing it by its /48', async () => {
  const ask = (remoteAddress: string) => app.http.inject({ url: '/api/public/schools', remoteAddress })
  const answered = async (address: (turn: number) => string) =>
    (await times(1260, (turn) => ask(address(turn)))).filter(({ statusCode }) => statusCode === 200).length
  expect(await answered((turn) => `2001:db8:7:7::${turn.toString(16)}`)).toBe(1200)
  expect((await ask('2001:db8:7:8::1')).statusCode, 'another /64').toBe(200)
  const changing = await answered((turn) => `2001:db8:9:${turn.toString(16)}::1`)
  expect(changing, '16 separate networks on each server').toBeLessThanOrEqual(1232)
  expect((await ask('2001:db8:9:ffff::1')).statusCode).toBe(429)
  expect((await ask('2001:db8:a:1::1')).statusCode, 'another site').toBe(200)
})

test('limits a user to 30 confessions per day, not counting refused requests and replays', async () => {
  const alan = await makeUser(app, { school: { id: ada.schoolId, domain: 'x.example' } })
  const confess = (content: string, key?: string) =>
    app.http.inject({
      method: 'POST',
      url: '/api/confessions',
      headers: { cookie: alan.cookie, ...(key ? { 'idempotency-key': key } : {}) },
      body: { content },
    })
  for (let count = 0; count < 5; count++) expect((await confess('')).statusCode).toBe(400)
  for (let count = 0; count < 5; count++)
    expect((await confess('Said once and for all', 'the same')).statusCode).toBe(201)
  const replies = await times(33, (turn) => confess(`I skipped the class, number ${turn}`))
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(29)
  const refused = replies.find(({ statusCode }) => statusCode === 429)
  expect(refused?.json()).toMatchObject({
    code: 'too_many_requests',
    error: 'You’ve reached the limit of 30 confessions per day. Try again tomorrow.',
  })
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await send(alan, 'POST', `/api/posts/${post.id}/like`)).statusCode).toBe(200)
})

test('limits a user to 50 reports per day', async () => {
  const [alan, writer] = [
    await makeUser(app, { school: { id: ada.schoolId, domain: 'x.example' } }),
    await makeUser(app, { school: { id: ada.schoolId, domain: 'x.example' } }),
  ]
  const made = await times(52, () => makePost(app, writer))
  const report = (id: string) =>
    app.http.inject({
      method: 'POST',
      url: `/api/posts/${id}/report`,
      headers: { cookie: alan.cookie },
      body: { reason: 'spam' },
    })
  const statuses = await Promise.all(made.map(async ({ id }) => (await report(id)).statusCode))
  expect(statuses.filter((status) => status === 201)).toHaveLength(50)
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
})

test('limits all users of a school together, without affecting other schools', async () => {
  const limits = await openRateLimits(Buffer.from('a key of the tests'))
  const spend = (school: string) => limits.consumeForSchool('write', school)
  for (let count = 0; count < 150_000; count++) await spend('one')
  await expect(spend('one')).rejects.toMatchObject({ status: 429 })
  await spend('another')
})
