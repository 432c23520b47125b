import { type AddressInfo, connect } from 'node:net'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestApp, testConfig } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeSchool, makeUser } from '../../../testing/factories/users.ts'
import { openHttp } from './server.ts'

const { app, ada } = await campus({ alone: true, people: { ada: {} } })

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
] as const)('accepts an empty body with a JSON content type: %s %s', async (method, url) => {
  const { cookie } = await makeUser(app, { school: await makeSchool(app) })
  for (const headers of [json, { ...json, 'content-length': '0' }])
    expect((await send(method, url, { headers: { ...headers, cookie } })).statusCode).toBe(200)
})

test('accepts a DELETE with an empty JSON body', async () => {
  const { id } = (await post(hello)).json().data
  expect((await send('DELETE', `/api/posts/${id}/like`, { headers: json })).statusCode).toBe(200)
  expect((await send('DELETE', `/api/posts/${id}`, { headers: json })).statusCode).toBe(200)
})

test('accepts only JSON: another non-empty body gets 415', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'garbage'])
    expect((await post(hello, { 'content-type': type })).statusCode, type).toBe(415)
  expect((await post(hello, json)).statusCode).toBe(201)
  expect((await post(hello, { 'content-type': 'application/json; charset=utf-8' })).statusCode).toBe(201)
})

test('refuses a body that is not JSON at its first bytes, without reading or awaiting the rest', async () => {
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
  await cut // by the server: the client neither sends the rest nor closes the connection
  expect(told).toMatch(/^HTTP\/1.1 415 .*\r\n/)
  expect(told).toContain('Send this as JSON.')
})

test('disconnects a client with slow headers, a slow body, an idle connection or silence', async () => {
  const http = await openHttp(testConfig, { request: 900, slowRequest: 60_000, silence: 1500, betweenRequests: 300 })
  http.post('/echo', async ({ body }) => ({ body }))
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as AddressInfo
  const head = 'POST /echo HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n'
  const whole = head.replace('9000', '2')
  /** Sends the opening, then `more` every 100 ms until disconnected. */
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

test('runs pipelined requests one after the other, and disconnects a client with too many', async () => {
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
    await fetch(`http://127.0.0.1:${port}/fast`) // sent later, on a separate connection
    expect(begun, 'later pipelined requests wait').toBe(number)
    answers.at(-1)?.()
    await expect.poll(() => told).toContain(`{"number":${number}}`)
  }
  const cut = new Promise<void>((resolve) => line.on('close', () => resolve()))
  line.write(ask.repeat(40))
  await cut
  expect(begun).toBe(4)
  await http.close()
})

test('accepts an empty form as no body', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await send('POST', '/api/users/accept-terms', { headers })).statusCode).toBe(200)
})

test('refuses a body that is not a JSON object with a clear message', async () => {
  for (const payload of ['{"content":', '{content:"x"}', 'hello', '\u0000'])
    expect((await post(payload)).json(), payload).toMatchObject({
      success: false,
      error: 'The request body is not valid JSON.',
    })
  for (const payload of ['[]', '"x"', '5', 'null'])
    expect((await post(payload)).json(), payload).toMatchObject({ error: 'The request body must be a JSON object.' })
})

test('ignores keys that would modify a prototype', async () => {
  for (const key of ['__proto__', 'constructor', 'prototype']) {
    const { statusCode } = await post(`{"content":"Hello","${key}":{"prototype":{"role":"admin"},"role":"admin"}}`)
    expect([201, 400], key).toContain(statusCode)
    expect((await send('GET', `/api/posts/feed?${key}=1&${key}[role]=admin`)).statusCode, key).toBe(200)
  }
  expect(({} as { role?: string }).role).toBeUndefined()
})

test('refuses a deeply nested body without crashing', async () => {
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

test('refuses a body larger than 1 MiB', async () => {
  const reply = await post(JSON.stringify({ content: 'x'.repeat(1024 * 1024) }))
  expect(reply.statusCode).toBe(413)
  expect(reply.json()).toMatchObject({ success: false, code: 'too_large' })
})

test('tolerates repeated query parameters', async () => {
  for (const query of ['page=1&page=2', 'limit=1&limit=2', 'filter=all&filter=friends', 'cursor=a&cursor=b'])
    expect((await send('GET', `/api/posts/feed?${query}`)).statusCode, query).toBe(200)
  expect((await send('GET', '/api/posts/feed?search=a&search=b')).statusCode).toBe(400)
})

test('refuses a search term that cannot be stored', async () => {
  expect((await send('GET', '/api/posts/feed?search=a%00b')).statusCode).toBe(400)
  expect((await send('GET', '/api/posts/feed?search=a%ED%A0%80b')).statusCode).toBe(200) // not UTF-8: read as �
})

test('refuses a write from another site, and stores nothing', async () => {
  const foreign = ['https://evil.example', 'null', 'http://localhost:3001', 'http://localhost.evil.example', 'nonsense']
  for (const origin of foreign) {
    const reply = await post(hello, { ...json, origin, host: 'localhost:3000' })
    expect(reply.statusCode, origin).toBe(403)
    expect(reply.json()).toMatchObject({
      success: false,
      error: 'We blocked this request because it came from another site.',
    })
    expect(reply.json()).not.toHaveProperty('isBlocked')
  }
  expect((await post(hello, { ...json, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  const ours = await makeUser(app, { school: await makeSchool(app) })
  const asOurs = { ...json, cookie: ours.cookie, host: 'quad.example' }
  expect((await post(hello, { ...asOurs, origin: 'https://evil.example' })).statusCode).toBe(403)
  expect((await send('GET', '/api/posts/feed', { headers: { cookie: ours.cookie } })).json().data).toEqual([])
  expect((await post(hello, { ...asOurs, origin: 'https://quad.example' })).statusCode).toBe(201)
})

test('accepts a write from its own site, and from a program that sends no origin', async () => {
  expect((await post(hello, { ...json, origin: 'http://localhost:3000' })).statusCode).toBe(201)
  expect((await post(hello, { ...json, 'sec-fetch-site': 'same-origin' })).statusCode).toBe(201)
  expect((await post(hello)).statusCode).toBe(201)
})

test('accepts a read from any origin, but sends no CORS header, so that browsers block the reply', async () => {
  const reply = await send('GET', '/api/me', { headers: { origin: 'https://evil.example' } })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).not.toHaveProperty('access-control-allow-origin')
})

test.each([
  ['a success reply', 'GET', '/api/me', 200],
  ['an error reply', 'GET', `/api/posts/${somebody}`, 404],
  ['an unknown path', 'GET', '/api/nothing-here', 404],
  ['a refused origin', 'POST', '/api/posts', 403],
] as const)('sends the security headers with %s', async (_what, method, url, status) => {
  const headers = method === 'POST' ? { origin: 'https://evil.example' } : {}
  const reply = await send(method, url, { headers })
  expect(reply.statusCode).toBe(status)
  const policy = String(reply.headers['content-security-policy'])
  for (const rule of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'none'"])
    expect(policy).toContain(rule)
  expect(policy, 'no exception from default-src').not.toMatch(/(script|object|style|img|media|connect)-src/)
  expect(reply.headers).toMatchObject({
    'cache-control': 'private, no-store, no-transform',
    vary: 'Cookie',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
})

test('sends the security headers with a document', async () => {
  const http = await openHttp(testConfig)
  http.get('/page', (_request, reply) => reply.type('text/html').send('<p>Hello</p>'))
  const { headers } = await http.inject('/page')
  const policy = String(headers['content-security-policy'])
  const scripts = policy.split(';').find((rule) => rule.startsWith('script-src'))
  expect(scripts).toBe("script-src 'self'")
  for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"])
    expect(policy).toContain(rule)
  expect(headers).toMatchObject({
    'cache-control': 'private, no-store, no-transform',
    vary: 'Cookie',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=(self), microphone=(self)'),
  })
  await http.close()
})

test.each(['/api/me', '/media/none.webp'])('%s has no header that only a document needs', async (path) => {
  const { headers } = await send('GET', path)
  for (const name of [
    'permissions-policy',
    'cross-origin-opener-policy',
    'origin-agent-cluster',
    'x-dns-prefetch-control',
    'x-download-options',
    'x-permitted-cross-domain-policies',
    'x-xss-protection',
  ])
    expect(headers).not.toHaveProperty(name)
  expect(JSON.stringify(headers).length).toBeLessThan(600)
})

test('returns a JSON 404 for an unknown path below /api, even to a browser', async () => {
  const reply = await send('GET', '/api/nothing-here', { headers: { accept: 'text/html' } })
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toEqual({
    success: false,
    error: 'Not found',
    code: 'not_found',
    request_id: expect.any(String),
  })
})

test('returns 404 for a malformed or very long id, as for an unknown one', async () => {
  for (const id of ['5', 'x'.repeat(301), 'x'.repeat(4000), '%00', "';drop table posts;--", '../me'])
    expect((await send('GET', `/api/posts/${encodeURIComponent(id)}`)).statusCode, id.slice(0, 30)).toBe(404)
})

test('refuses an undecodable URL with the usual error body', async () => {
  const reply = await send('GET', '/api/posts/%E0%A4%A')
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ success: false, error: expect.any(String), request_id: expect.any(String) })
  expect(reply.body).not.toContain('%E0')
})

test('reports a server error without stack, SQL or path', async () => {
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
