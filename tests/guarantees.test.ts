// Guarantees that involve several features.
import { expect, test } from 'vitest'
import { allRoutes } from '../src/app/contract.ts'
import { buildServer } from '../src/app/server.ts'
import { moderation } from '../src/features/moderation/contract.ts'
import { comments, posts } from '../src/features/posts/contract.ts'
import { session } from '../src/features/session/contract.ts'
import { as, openTestApp, openTestKeys, testConfig } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { makeUpload } from '../src/testing/factories/media.ts'
import { makePost, makeReport } from '../src/testing/factories/posts.ts'
import { samples } from '../src/testing/samples/all.ts'
import { openStream } from '../src/testing/streams.ts'

test('a ban on one server applies on another from the next request', async () => {
  const { app, ada, dean } = await campus({ people: { ada: {}, dean: { role: 'admin' } } })
  const other = await buildServer(app.config, app.db, await openTestKeys())
  await other.http.ready()
  expect((await as(other, ada)(session.me)).status).toBe(200)
  const ban = { params: { id: ada.id }, body: { reason: 'Harassment' } }
  expect((await as(app, dean)(moderation.ban, ban)).status).toBe(200)
  const { status, body } = await as(other, ada)(posts.create, { body: { content: 'Still here' } })
  expect([status, body]).toMatchObject([403, { isBlocked: true, blockReason: 'banned' }])
  await other.http.close()
})

test('the same picture in a signed and an anonymous post is two files with different names and bytes', async () => {
  const { app, ada } = await campus({ people: { ada: {} } })
  const media = [await makeUpload(app, ada), await makeUpload(app, ada)] as const
  const named = await makePost(app, ada, { media: [media[0]] })
  const secret = await makePost(app, ada, { media: [media[1]], anonymous: true })
  const fetched = await Promise.all(
    [named, secret].map((post) =>
      app.http.inject({ url: String(post.media_urls[0]), headers: { cookie: ada.cookie } }),
    ),
  )
  expect(fetched.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(named.media_urls[0]).not.toBe(secret.media_urls[0])
  const [one, other] = fetched.map(({ headers }) => headers)
  for (const mark of ['etag', 'last-modified'])
    for (const headers of [one, other]) expect(headers).not.toHaveProperty(mark)
})

test('a reported user is notified, but not of the reporter', async () => {
  const { app, ada, grace, dean } = await campus({
    people: { ada: {}, grace: { name: 'Zebulon Quill' }, dean: { role: 'admin' } },
  })
  const stream = await openStream(app, ada)
  const post = await makePost(app, ada)
  await as(app, ada)(comments.create, { body: { post_id: post.id, content: 'More' } })
  const { id: reportId } = await makeReport(app, grace, post, { description: 'It hurts me' })
  const warning = { type: 'warn', reason: 'A word', userId: ada.id, reportId }
  expect((await as(app, dean)(moderation.act, { body: warning })).status).toBe(200)
  await stream.next('notice')
  const seen = [JSON.stringify(stream.heard)]
  for (const { name, route } of allRoutes) {
    if (
      route.method !== 'GET' ||
      !route.reply ||
      (route.access ?? 'active') !== 'active' ||
      /^(friends|people)\./.test(name)
    )
      continue
    const ask = (await samples[name]?.(app, ada)) ?? {}
    seen.push(JSON.stringify((await as(app, ada)(route, ask as object)).body))
  }
  expect(seen.length).toBeGreaterThan(40)
  for (const text of seen)
    for (const trace of [grace.id, grace.name, grace.email, 'It hurts me', reportId]) expect(text).not.toContain(trace)
})

test('every connection has a timeout', async () => {
  const { http } = await openTestApp()
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = http.server
  expect({ headersTimeout, requestTimeout, keepAliveTimeout, timeout }).toEqual({
    headersTimeout: 30_000,
    requestTimeout: 15 * 60_000,
    keepAliveTimeout: 10_000,
    timeout: 60_000,
  })
})

test('over https, sends HSTS for a year, and forbids framing', async () => {
  const app = await openTestApp({ ...testConfig, publicUrl: 'https://quad.example', secure: true })
  const { headers } = await app.http.inject({ url: '/login', headers: { accept: 'text/html' } })
  expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/)
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['permissions-policy'], 'for codes at the entrance of events').toContain('camera=(self)')
  expect(headers['permissions-policy'], 'for voice notes').toContain('microphone=(self)')
  expect(headers['permissions-policy']).toContain('geolocation=()')
  expect(headers['content-security-policy']).toContain("script-src 'self';")
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
})
