import { type AddressInfo, connect } from 'node:net'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestApp, testConfig } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeSchool, makeUser } from '../../../testing/factories/users.ts'
import { openHttp } from './server.ts'

const { app, ada } = await campus({ people: { ada: {} } })

const send = (
  method: InjectOptions['method'] & string,
  url: string,
  more: Omit<InjectOptions, 'method' | 'url'> = {},
) => app.http.inject({ ...more, method, url, headers: { cookie: ada.cookie, ...more.headers } } as InjectOptions)
const json = { 'content-type': 'application/json' }
const post = (payload: string, headers: Record<string, string> = json) =>
  send('POST', '/api/posts', { payload, headers })
const hello = JSON.stringify({ content: 'Hello' })
const somebody = '00000000-0000-4000-8000-000000000000'

test.each([
  ['GET', '/api/me'],
  ['PUT', '/api/users/me'],
  ['POST', '/api/users/accept-terms'],
  ['POST', '/auth/logout'],
] as const)('an empty body with a JSON content type is taken as no body: %s %s', async (method, url) => {
  const { cookie } = await makeUser(app, { school: await makeSchool(app) })
  for (const headers of [json, { ...json, 'content-length': '0' }])
    expect((await send(method, url, { headers: { ...headers, cookie } })).statusCode).toBe(200)
})

test('an empty DELETE with a JSON content type reaches its route', async () => {
  const { id } = (await post(hello)).json().data
  expect((await send('DELETE', `/api/posts/${id}/like`, { headers: json })).statusCode).toBe(200)
  expect((await send('DELETE', `/api/posts/${id}`, { headers: json })).statusCode).toBe(200)
})

test('only JSON is read: anything else that holds something is 415', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'garbage'])
    expect((await post(hello, { 'content-type': type })).statusCode, type).toBe(415)
  expect((await post(hello, json)).statusCode).toBe(201)
  expect((await post(hello, { 'content-type': 'application/json; charset=utf-8' })).statusCode).toBe(201)
})

test('what is no JSON is refused at its first bytes, and the rest is neither read nor waited for', async () => {
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.http.server.address() as AddressInfo
  const line = connect(port, '127.0.0.1')
  let told = ''
  line.on('data', (bytes) => {
    told += bytes
  })
  const cut = new Promise<void>((resolve) => line.on('close', () => resolve()))
  line.write(`POST /api/posts HTTP/1.1\r\nhost: localhost\r\ncookie: ${ada.cookie}\r\ncontent-type: text/plain\r\n`)
  line.write(`content-length: 900000000\r\n\r\n${'x'.repeat(5000)}`)
  await cut // by the server: we neither send the rest nor hang up
  expect(told).toMatch(/^HTTP\/1.1 415 .*\r\n/)
  expect(told).toContain('Please send JSON.')
})

test('whoever is slow with headers, with a body, with the next request or with anything is cut off', async () => {
  const http = await openHttp(testConfig, { request: 900, slowRequest: 60_000, silence: 1500, betweenRequests: 300 })
  http.post('/echo', async ({ body }) => ({ body }))
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as AddressInfo
  const head = 'POST /echo HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n'
  const whole = head.replace('9000', '2')
  /** Says the opening, and then a byte every 100 ms, until it is cut off. */
  const play = (opening: string, more = '') =>
    new Promise<{ told: string; after: number }>((resolve) => {
      const line = connect(port, '127.0.0.1')
      const began = Date.now()
      let told = ''
      line.on('data', (bytes) => {
        told += bytes
      })
      line.on('error', () => {})
      line.write(opening)
      const dripping = setInterval(() => more && line.write(more), 100)
      line.on('close', () => {
        clearInterval(dripping)
        resolve({ told, after: Date.now() - began })
      })
    })
  const [headers, body, idle, silent, served] = await Promise.all([
    play(head, 'x'),
    play(`${head}\r\n`, ' '),
    play(`${whole}\r\n{}`),
    play(head.slice(0, 5)),
    play(`${whole}connection: close\r\n\r\n{}`),
  ])
  expect(headers.told).toMatch(/^(HTTP\/1.1 408|$)/)
  expect(headers.after).toBeGreaterThanOrEqual(900)
  expect(body.told).toBe('')
  expect(body.after).toBeGreaterThanOrEqual(900)
  expect(idle.told).toContain('HTTP/1.1 200')
  expect(idle.after).toBeGreaterThanOrEqual(300)
  expect(silent.after).toBeGreaterThanOrEqual(900)
  expect(served.told).toContain('HTTP/1.1 200')
  await http.close()
})

test('requests that come at once on one line begin one after the other, and too many of them cut it', async () => {
  const http = await openHttp(testConfig)
  let begun = 0
  const answers: (() => void)[] = []
  http.get('/fast', async () => 'done')
  http.get('/slow', async () => {
    begun++
    await new Promise<void>((answer) => answers.push(answer))
    return { number: begun }
  })
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as AddressInfo
  const line = connect(port, '127.0.0.1')
  let told = ''
  line.on('data', (bytes) => {
    told += bytes
  })
  const ask = 'GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n'
  line.write(ask.repeat(3))
  for (const number of [1, 2, 3]) {
    await expect.poll(() => answers.length).toBe(number)
    await fetch(`http://127.0.0.1:${port}/fast`) // sent later, on a connection of its own
    expect(begun, 'whoever is behind waits').toBe(number)
    answers.at(-1)?.()
    await expect.poll(() => told).toContain(`{"number":${number}}`)
  }
  const cut = new Promise<void>((resolve) => line.on('close', () => resolve()))
  line.write(ask.repeat(40))
  await cut
  expect(begun).toBe(4)
  await http.close()
})

test('an empty form is taken as no body', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await send('POST', '/api/users/accept-terms', { headers })).statusCode).toBe(200)
})

test('a body that is no JSON object is refused in words', async () => {
  for (const payload of ['{"content":', '{content:"x"}', 'hello', '\u0000'])
    expect((await post(payload)).json(), payload).toMatchObject({
      success: false,
      error: 'The request body is not valid JSON.',
    })
  for (const payload of ['[]', '"x"', '5', 'null'])
    expect((await post(payload)).json(), payload).toMatchObject({ error: 'The request body must be a JSON object.' })
})

test('keys that would reach a prototype do no harm', async () => {
  for (const key of ['__proto__', 'constructor', 'prototype']) {
    const { statusCode } = await post(`{"content":"Hello","${key}":{"prototype":{"role":"admin"},"role":"admin"}}`)
    expect([201, 400], key).toContain(statusCode)
    expect((await send('GET', `/api/posts/feed?${key}=1&${key}[role]=admin`)).statusCode, key).toBe(200)
  }
  expect(({} as { role?: string }).role).toBeUndefined()
})

test('a very deep body is refused, not stumbled over', async () => {
  const deep = 100_000
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const value = `${open.repeat(deep)}1${close.repeat(deep)}`
    expect((await post(`{"content":${value}}`)).statusCode).toBe(400)
    expect((await post(`{"content":"Hello","more":${value}}`)).statusCode).toBe(201)
  }
})

test('a body of more than a megabyte is too large', async () => {
  const reply = await post(JSON.stringify({ content: 'x'.repeat(1024 * 1024) }))
  expect(reply.statusCode).toBe(413)
  expect(reply.json()).toMatchObject({ success: false, code: 'too_large' })
})

test('a query key that comes twice is no fault of the server', async () => {
  for (const query of ['page=1&page=2', 'limit=1&limit=2', 'filter=all&filter=friends', 'cursor=a&cursor=b'])
    expect((await send('GET', `/api/posts/feed?${query}`)).statusCode, query).toBe(200)
  expect((await send('GET', '/api/posts/feed?search=a&search=b')).statusCode).toBe(400)
})

test('a search that cannot be stored is refused', async () => {
  expect((await send('GET', '/api/posts/feed?search=a%00b')).statusCode).toBe(400)
  expect((await send('GET', '/api/posts/feed?search=a%ED%A0%80b')).statusCode).toBe(200) // no UTF-8: read as �
})

test('a write that comes from another site is refused, and leaves nothing', async () => {
  const foreign = ['https://evil.example', 'null', 'http://localhost:3001', 'http://localhost.evil.example', 'nonsense']
  for (const origin of foreign) {
    const reply = await post(hello, { ...json, origin, host: 'localhost:3000' })
    expect(reply.statusCode, origin).toBe(403)
    expect(reply.json()).toMatchObject({ success: false, error: 'This request came from another site.' })
    expect(reply.json()).not.toHaveProperty('isBlocked')
  }
  expect((await post(hello, { ...json, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  const ours = await makeUser(app, { school: await makeSchool(app) })
  const asOurs = { ...json, cookie: ours.cookie, host: 'quad.example' }
  expect((await post(hello, { ...asOurs, origin: 'https://evil.example' })).statusCode).toBe(403)
  expect((await send('GET', '/api/posts/feed', { headers: { cookie: ours.cookie } })).json().data).toEqual([])
  expect((await post(hello, { ...asOurs, origin: 'https://quad.example' })).statusCode).toBe(201)
})

test('a write from our own pages, or from a program that names no origin, is taken', async () => {
  expect((await post(hello, { ...json, origin: 'http://localhost:3000' })).statusCode).toBe(201)
  expect((await post(hello, { ...json, 'sec-fetch-site': 'same-origin' })).statusCode).toBe(201)
  expect((await post(hello)).statusCode).toBe(201)
})

test('a read may be asked for from anywhere; the browser keeps the answer from others', async () => {
  const reply = await send('GET', '/api/me', { headers: { origin: 'https://evil.example' } })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).not.toHaveProperty('access-control-allow-origin')
})

test.each([
  ['an answer', 'GET', '/api/me', 200],
  ['a refusal', 'GET', `/api/posts/${somebody}`, 404],
  ['an unknown path', 'GET', '/api/nothing-here', 404],
  ['a refused origin', 'POST', '/api/posts', 403],
] as const)('%s carries the headers that keep browsers safe', async (_what, method, url, status) => {
  const headers = method === 'POST' ? { origin: 'https://evil.example' } : {}
  const reply = await send(method, url, { headers })
  expect(reply.statusCode).toBe(status)
  const policy = String(reply.headers['content-security-policy'])
  const scripts = policy.split(';').find((rule) => rule.startsWith('script-src'))
  expect(scripts).toBe("script-src 'self'")
  for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"])
    expect(policy).toContain(rule)
  expect(reply.headers).toMatchObject({
    'cache-control': 'private, no-store',
    vary: 'Cookie',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
})

test('an unknown path below /api is a JSON 404, even for a browser', async () => {
  const reply = await send('GET', '/api/nothing-here', { headers: { accept: 'text/html' } })
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toEqual({
    success: false,
    error: 'Not found',
    code: 'not_found',
    request_id: expect.any(String),
  })
})

test('an id that is none, or is very long, is answered like one that nobody has', async () => {
  for (const id of ['5', 'x'.repeat(301), 'x'.repeat(4000), '%00', "';drop table posts;--", '../me'])
    expect((await send('GET', `/api/posts/${encodeURIComponent(id)}`)).statusCode, id.slice(0, 30)).toBe(404)
})

test('an address that cannot be decoded is refused in the shape of every refusal', async () => {
  const reply = await send('GET', '/api/posts/%E0%A4%A')
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ success: false, error: expect.any(String), request_id: expect.any(String) })
  expect(reply.body).not.toContain('%E0')
})

test('a fault of ours is told without stack, SQL or path', async () => {
  const broken = await openTestApp()
  const { cookie } = await makeUser(broken, { school: await makeSchool(broken) })
  await sql`drop table events cascade`.execute(broken.db)
  const reply = await broken.http.inject({ method: 'GET', url: '/api/events/upcoming', headers: { cookie } })
  expect(reply.statusCode).toBe(500)
  expect(reply.json()).toEqual({
    success: false,
    error: 'An error occurred',
    code: 'error',
    request_id: expect.any(String),
  })
})
