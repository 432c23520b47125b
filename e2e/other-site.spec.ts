// Pages of other origins that a signed-in student opens: one on another site, and one on another port of our host, to
// which the browser sends every cookie. Only the server's own checks stop the latter.
import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, newcomer, test } from './kit.ts'
import { picture } from './pictures.ts'

let server: Server
const port = () => (server.address() as AddressInfo).port
/** As the browser sees it: localhost is a different site than 127.0.0.1, and the same site on every port. */
const origins = ['127.0.0.1', 'localhost'] as const

test.beforeAll(async () => {
  server = createServer((_request, reply) => reply.setHeader('content-type', 'text/html').end('<!doctype html><body>'))
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
})
test.afterAll(() => server.close())

/** The attempts of an attacker's page; returns what it could read. */
const tries = (own: string, mine: { post: string; other: string; text: string }) => `(async () => {
  const own = ${JSON.stringify(own)}
  const { post, other, text } = ${JSON.stringify(mine)}
  const body = JSON.stringify({ content: text, post_id: post, name: text, confirm: true })
  const read = []
  const form = (path, enctype, method = 'post') => new Promise((done) => {
    const frame = Object.assign(document.createElement('iframe'), { name: 'f' + Math.random() })
    const form = Object.assign(document.createElement('form'), { action: own + path, method, enctype, target: frame.name })
    // Sent as text/plain, a field is JSON: {"content":"…","x":"="}
    form.append(Object.assign(document.createElement('input'), { name: body.slice(0, -1) + ',"x":"', value: '"}' }))
    frame.onload = () => setTimeout(done, 50)
    document.body.append(frame, form)
    form.submit()
    setTimeout(done, 1500)
  })
  const ask = async (path, options) => {
    try {
      const answer = await fetch(own + path, { credentials: 'include', ...options })
      read.push([path, answer.type, await answer.text()])
    } catch {}
  }
  const writes = [
    ['POST', '/api/posts'], ['POST', '/api/comments'], ['POST', '/api/posts/' + post + '/like'],
    ['DELETE', '/api/posts/' + post], ['PUT', '/api/posts/' + post], ['PUT', '/api/users/me'], ['DELETE', '/api/users/me'],
    ['POST', '/api/friends/request/' + other], ['POST', '/api/friends/block/' + other], ['DELETE', '/api/sessions'],
    ['POST', '/auth/logout'], ['POST', '/api/users/me/export'], ['POST', '/api/confessions'],
  ]
  for (const [method, path] of writes) {
    if (method === 'POST') {
      for (const enctype of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) await form(path, enctype)
      for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
        await ask(path, { method, mode: 'no-cors', body, headers: { 'content-type': type } })
      await ask(path, { method, mode: 'no-cors', body: new Blob([body]) })
      await ask(path, { method, mode: 'no-cors' }) // no body, so nothing to reject as not JSON
      navigator.sendBeacon(own + path, new Blob([body], { type: 'text/plain' }))
    }
    for (const type of ['application/json', 'text/plain']) await ask(path, { method, body, headers: { 'content-type': type } })
    await ask(path, { method, headers: { 'x-http-method-override': method, 'idempotency-key': 'x' } })
    await form(path, 'application/x-www-form-urlencoded', 'get')
    const image = new Image()
    image.src = own + path + '?_method=' + method
  }
  for (const path of ['/api/me', '/api/posts/feed', '/api/posts/' + post, '/api/users/me/export', '/openapi.json']) {
    await ask(path, {})
    await ask(path, { mode: 'no-cors' })
    await new Promise((done) => {
      const script = Object.assign(document.createElement('script'), { src: own + path, onload: done, onerror: done })
      document.body.append(script)
    })
  }
  await new Promise((done) => {
    const stream = new EventSource(own + '/api/live', { withCredentials: true })
    stream.onopen = () => read.push(['/api/live', 'opened', ''])
    stream.onmessage = (event) => read.push(['/api/live', 'heard', event.data])
    setTimeout(() => { stream.close(); done() }, 1500)
  })
  return read.filter(([, type, text]) => type !== 'opaque' || text)
})()`

for (const [at, host] of origins.entries()) {
  const where = at === 0 ? 'another site' : 'a neighbouring port'
  test(`a page on ${where} cannot write or read with a student’s cookies`, async ({ page, db, baseURL }) => {
    const me = await newcomer(page, 'Csrf')
    const other = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'grace@northfield.example')
      .executeTakeFirstOrThrow()
    const text = `Forged by ${randomUUID()}`
    const answer = await page.request.post('/api/posts', { data: { content: 'Mine' } })
    const { data: post } = (await answer.json()) as { data: { id: string } }
    const state = async () => {
      const { data } = (await (await page.request.get(`/api/posts/${post.id}`)).json()) as { data: object }
      const own = await (await page.request.get('/api/me')).json()
      return [data, own, (await (await page.request.get('/api/sessions')).json()).data.length]
    }
    const before = await state()
    await page.goto(`http://${host}:${port()}/`)
    const read = await page.evaluate(tries(baseURL ?? '', { post: post.id, other: other.id, text }))
    expect(read, 'data that the attacker could read').toEqual([])
    expect(await state()).toEqual(before)
    for (const table of ['posts', 'comments', 'confessions'] as const) {
      const found = await db.selectFrom(table).select('id').where('content', '=', text).execute()
      expect(found, table).toEqual([])
    }
    const made = await db.selectFrom('friend_requests').select('id').where('requester_id', '=', me.id).execute()
    const blocked = await db.selectFrom('blocks').select('blocked_id').where('blocker_id', '=', me.id).execute()
    const copies = await db.selectFrom('exports').select('user_id').where('user_id', '=', me.id).execute()
    expect([made, blocked, copies]).toEqual([[], [], []])
  })

  test(`a page on ${where} can neither frame our pages nor keep a handle to their window`, async ({
    page,
    baseURL,
  }) => {
    await newcomer(page, 'Framed')
    await page.goto(`http://${host}:${port()}/`)
    const held = await page.evaluate(`(async () => {
      for (const path of ['/dashboard', '/settings', '/login', '/api/me', '/docs', '/messages'])
        for (const tag of ['iframe', 'object', 'embed']) {
          const frame = document.createElement(tag)
          frame[tag === 'object' ? 'data' : 'src'] = ${JSON.stringify(baseURL)} + path
          document.body.append(frame)
        }
      const opened = window.open(${JSON.stringify(baseURL)} + '/dashboard')
      for (let tries = 0; tries < 150 && !opened.closed; tries++) await new Promise((done) => setTimeout(done, 100))
      return { closed: opened.closed, frames: opened.length }
    })()`)
    expect(held, 'the window is isolated from its opener').toEqual({ closed: true, frames: 0 })
    const framed = () =>
      page
        .frames()
        .slice(1)
        .map((frame) => frame.url())
    expect(framed().length).toBeGreaterThanOrEqual(6)
    await expect.poll(() => framed().filter((address) => !address.startsWith('chrome-error:'))).toEqual([])
    for (const frame of page.frames().slice(1)) {
      const text = await readFrameText(frame)
      expect(text, frame.url()).not.toMatch(/Quad|Feed|Northfield|email|Framed/)
    }
  })
}

const readFrameText = (frame: ReturnType<Page['frames']>[number]) =>
  frame.evaluate('document.documentElement.innerText').then(String, () => '')

test('uploads run no script when opened, and executable files are refused', async ({ page, browser, baseURL }) => {
  await newcomer(page, 'Uploader')
  const png = await picture(40, 30)
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('<html><script>alert(1)</script>')])
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
  const upload = async (name: string, mimeType: string, buffer: Buffer) => {
    const file = { name, mimeType, buffer }
    const answer = await page.request.post('/api/upload', { multipart: { type: 'post', file } })
    return { status: answer.status(), url: ((await answer.json()) as { data?: { url: string } }).data?.url }
  }
  for (const [name, type, bytes] of [
    ['a.svg', 'image/svg+xml', Buffer.from(svg)],
    ['a.png', 'image/png', Buffer.from(svg)],
    ['a.png', 'image/png', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a.html', 'text/html', Buffer.from('<script>alert(1)</script>')],
    ['a.gif', 'image/gif', Buffer.from('GIF89a/*<script>alert(1)</script>*/=1;alert(1)')],
    ['a.jpg', 'image/jpeg', jpeg],
    ['a.pdf', 'application/pdf', Buffer.from('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>')],
    [
      'a.xml',
      'text/xml',
      Buffer.from('<?xml version="1.0"?><x xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></x>'),
    ],
  ] as const)
    expect((await upload(name, type, bytes)).status, `${name} ${type}`).toBe(400)

  // Images that are valid as another format too: their extra bytes are not in the served file.
  const urls: string[] = []
  for (const tail of ['<script>alert(1)</script>', '</script><svg onload=alert(1)>', '*/=alert(1);/*'])
    for (const [name, type] of [
      ['a.html', 'text/html'],
      ['a.png', 'image/png'],
    ] as const)
      urls.push((await upload(name, type, Buffer.concat([png, Buffer.from(tail)]))).url ?? 'not taken')

  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    bypassCSP: true,
    storageState: await page.context().storageState(),
  })
  const opened = await context.newPage()
  const ran: string[] = []
  opened.on('dialog', async (dialog) => {
    ran.push(dialog.message())
    await dialog.dismiss()
  })
  for (const address of urls) {
    const answer = await opened.goto(address)
    expect(answer?.headers()).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
    expect(String(await answer?.body())).not.toContain('alert')
    const asScript = await page.evaluate(`new Promise((done) => {
      const script = Object.assign(document.createElement('script'), { src: ${JSON.stringify(address)} })
      script.onload = () => done('ran')
      script.onerror = () => done('refused')
      document.body.append(script)
    })`)
    expect(asScript).toBe('refused')
  }
  expect(ran).toEqual([])
  await context.close()
})

test('the built client contains no secret and no path of the server', () => {
  const files = globSync('dist/client/**/*.{js,css,html,webmanifest,map}')
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
  // The library for QR codes names the home folder of the emulated file system of WebAssembly.
  const inside =
    /SECRET_KEY|CLIENT_SECRET|DATABASE_URL|REDIS_URL|SMTP_URL|postgres(ql)?:\/\/|rediss?:\/\/|BEGIN [A-Z ]*PRIVATE KEY|AKIA[0-9A-Z]{16}|process\.env\.(?!NODE_ENV)|\/home\/(?!web_user)|\/root\/|\/Users\//
  for (const file of files) expect(inside.exec(readFileSync(file, 'utf8'))?.[0], file).toBeUndefined()
})
