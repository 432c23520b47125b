// Access to uploads, items that show them, and cleanup.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildJobs } from '../../../app/jobs.ts'
import { as, signedOut } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makePost } from '../../../testing/factories/posts.ts'
import { makeBlock, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { friends } from '../../people/contract.ts'
import { posts } from '../../posts/contract.ts'
import { session } from '../../session/contract.ts'
import type { Media } from '../contract.ts'

const { app, ada, grace, stranger } = await campus({
  people: { ada: {}, grace: {} },
  foreign: { people: { stranger: {} } },
})

const get = (url: string, { cookie }: { cookie: string } = ada, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.http.inject({ method, url, headers: { cookie, ...headers } })
const statusFor = async (person: { cookie: string }, { url }: Media) => (await get(url, person)).statusCode
const findUpload = ({ url }: Media) =>
  app.db.selectFrom('uploads').selectAll().where('name', '=', url.slice(7, 39)).executeTakeFirst()
const post = (urls: readonly string[], person = ada) =>
  as(app, person)(posts.create, { body: { content: 'Look', media_urls: urls } })
const refusal = [400, 'You can only attach files you uploaded.', { media_urls: expect.any(String) }]
const stored = () =>
  readdirSync(join(app.config.dataDir, 'files'), { recursive: true, encoding: 'utf8' }).filter((f) => f.includes('.'))
const runJobs = async () => {
  for (const { cron, run } of buildJobs(app)) if (cron) await run({})
}

test('shows an upload to its owner only, to the school once a post shows it, and to no user after the post is deleted', async () => {
  const upload = await makeUpload(app, ada)
  expect(await statusFor(ada, upload)).toBe(200)
  for (const other of [grace, stranger]) expect(await statusFor(other, upload)).toBe(404)
  expect(await statusFor(signedOut, upload)).toBe(401)
  const shown = await makePost(app, ada, { media: [upload] })
  expect(await statusFor(grace, upload)).toBe(200)
  expect(await statusFor(stranger, upload)).toBe(404)
  await as(app, ada)(posts.remove, { params: { id: shown.id } })
  for (const person of [ada, grace]) expect(await statusFor(person, upload)).toBe(404)
})

test('hides images between blocked users in both directions, except faces and anonymous items, but not from moderators', async () => {
  const school = { id: ada.schoolId, domain: 'blocks.example' }
  const [alan, dean] = [await makeUser(app, { school }), await makeUser(app, { school, role: 'admin' })]
  const named = await makeUpload(app, ada)
  const secret = await makeUpload(app, ada)
  const face = await makeUpload(app, ada, { type: 'avatar' })
  await makePost(app, ada, { media: [named] })
  await makePost(app, ada, { media: [secret], anonymous: true })
  await as(app, ada)(session.updateMe, { body: { avatar_url: face.url } })
  const seenBy = async (person: TestUser) => Promise.all([named, secret, face].map((each) => statusFor(person, each)))
  for (const [blocker, blocked] of [
    [alan, ada],
    [ada, alan],
  ] as const) {
    expect(await seenBy(alan)).toEqual([200, 200, 200])
    await makeBlock(app, blocker, blocked)
    expect(await seenBy(alan)).toEqual([404, 200, 200])
    await as(app, blocker)(friends.unblock, { params: { id: blocked.id } })
  }
  await makeBlock(app, dean, ada)
  expect(await seenBy(dean)).toEqual([200, 200, 200])
  expect(await seenBy(grace), 'a user who is not involved').toEqual([200, 200, 200])
})

test('answers concurrent requests of different users for the same files each by what that user may see', async () => {
  const school = { id: ada.schoolId, domain: 'batches.example' }
  const [blocked, dean] = [await makeUser(app, { school }), await makeUser(app, { school, role: 'admin' })]
  await makeBlock(app, blocked, ada)
  const [banned, suspended] = [await makeUser(app, { school }), await makeUser(app, { school })]
  const block = (person: TestUser, blocked_as: 'banned' | 'suspended', blocked_until: Date | null) =>
    app.db.updateTable('users').set({ blocked_as, blocked_until }).where('id', '=', person.id).execute()
  await block(banned, 'banned', null)
  await block(suspended, 'suspended', new Date(Date.now() + 3_600_000))
  const shown = await makeUpload(app, ada)
  await makePost(app, ada, { media: [shown] })
  const own = await makeUpload(app, ada)
  const missing = { ...shown, url: `/media/${'x'.repeat(32)}.webp` }
  const expected: [{ cookie: string }, Media, number][] = [
    [ada, shown, 200],
    [grace, shown, 200],
    [blocked, shown, 404],
    [dean, shown, 200],
    [stranger, shown, 404],
    [ada, own, 200],
    [grace, own, 404],
    [blocked, own, 404],
    [stranger, own, 404],
    [ada, missing, 404],
    [grace, missing, 404],
    [banned, shown, 403],
    [suspended, shown, 423],
    [signedOut, shown, 401],
  ]
  const many = Array.from({ length: 8 }, () => expected).flat()
  const statuses = await Promise.all(many.map(([person, upload]) => statusFor(person, upload)))
  expect(statuses).toEqual(many.map(([, , status]) => status))
})

test('sends a file as immutable, without script execution and not embeddable by other sites', async () => {
  const { url } = await makeUpload(app, ada)
  for (const method of ['GET', 'HEAD'] as const) {
    const { headers, rawPayload } = await get(url, ada, {}, method)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-disposition': 'inline',
      'accept-ranges': 'bytes',
      vary: 'Cookie',
    })
    expect(headers.etag ?? headers['last-modified']).toBeUndefined()
    expect(rawPayload.length).toBe(method === 'GET' ? Number(headers['content-length']) : 0)
    expect(Number(headers['content-length'])).toBeGreaterThan(0)
  }
  for (const lost of ['/media/x.webp', `${url}x`, '/media/..%2f..%2fsecret.key', url.replace('webp', 'mp4')])
    expect((await get(lost)).statusCode, lost).toBe(404)
  expect((await get(lostPage, ada, { accept: 'text/html' })).headers['content-type']).toContain('json')
})
const lostPage = '/media/x.webp'

test('serves a range of a file', async () => {
  const { url } = await makeUpload(app, ada)
  const whole = (await get(url)).rawPayload
  const size = whole.length
  const part = async (range: string, more = {}) => {
    const { statusCode, headers, rawPayload } = await get(url, ada, { range, ...more })
    return [statusCode, headers['content-range'], rawPayload]
  }
  expect(await part('bytes=0-9')).toEqual([206, `bytes 0-9/${size}`, whole.subarray(0, 10)])
  expect(await part('bytes=10-')).toEqual([206, `bytes 10-${size - 1}/${size}`, whole.subarray(10)])
  expect(await part('bytes=-5')).toEqual([206, `bytes ${size - 5}-${size - 1}/${size}`, whole.subarray(-5)])
  expect(await part(`bytes=5-${size + 99}`)).toEqual([206, `bytes 5-${size - 1}/${size}`, whole.subarray(5)])
  for (const beyond of [`bytes=${size}-`, 'bytes=-0'])
    expect((await part(beyond)).slice(0, 2), beyond).toEqual([416, `bytes */${size}`])
  for (const odd of ['bytes=9-2', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=-'])
    expect(await part(odd), odd).toEqual([200, undefined, whole])
  expect((await part('bytes=0-9', { 'if-range': '"x"' }))[0]).toBe(200)
})

test('answers 404 for a file missing from the store', async () => {
  const upload = await makeUpload(app, ada)
  await app.storage.remove({ schoolId: ada.schoolId, name: upload.url.slice(7) })
  expect(await statusFor(ada, upload)).toBe(404)
})

test('shows the media of a post in order in every list and can change them', async () => {
  const [one, two, three] = [await makeUpload(app, ada), await makeUpload(app, ada), await makeUpload(app, ada)]
  const made = await makePost(app, ada, { media: [two, one] })
  expect(made).toMatchObject({ type: 'image', media: [two, one], media_urls: [two.url, one.url] })
  const feed = await as(app, grace)(posts.feed)
  expect(feed.body.data.find(({ id }) => id === made.id)?.media).toEqual([two, one])
  const change = async (body: object) => (await as(app, ada)(posts.update, { params: { id: made.id }, body })).body.data
  expect(await change({ content: 'Changed' })).toMatchObject({ media: [two, one] })
  expect(await change({ media_urls: [three.url, two.url] })).toMatchObject({ content: 'Changed', media: [three, two] })
  expect(await findUpload(one)).toBeUndefined()
  expect(await change({ media_urls: [] })).toMatchObject({ type: 'text', media: [] })
  expect(await statusFor(ada, two)).toBe(404)
})

test('attaches only own uploads with a matching purpose, each once', async () => {
  const mine = await makeUpload(app, ada)
  const used = await makeUpload(app, ada)
  await makePost(app, ada, { media: [used] })
  const wrong = await makeUpload(app, ada, { type: 'avatar' })
  const [hers, theirs] = [await makeUpload(app, grace), await makeUpload(app, stranger)]
  const bad = [hers, theirs, used, wrong].map(({ url }) => url)
  const urls = [...bad, 'https://evil.example/a.png', 'javascript:alert(1)', '', mine.url.replace('webp', 'mp4')]
  for (const url of [...urls, `http://x${mine.url}`]) {
    const { status, body } = await post([mine.url, url])
    expect([status, body.error, body.fields], url).toEqual(refusal)
  }
  expect((await post([mine.url, mine.url])).status).toBe(400)
  expect(await findUpload(mine)).toMatchObject({ item_id: null, owner_id: ada.id })
  const together = await Promise.all(Array.from({ length: 8 }, () => post([mine.url])))
  expect(together.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(400)])
})

test('keeps no trace of the uploader of an anonymous post', async () => {
  const upload = await makeUpload(app, ada)
  const made = await makePost(app, ada, { anonymous: true, media: [upload] })
  const row = await findUpload(upload)
  expect(row).toMatchObject({ owner_id: null, item_id: made.id })
  expect(Number(row?.created_at) % 60_000).toBe(0)
  expect(JSON.stringify(row)).not.toContain(ada.id)
  expect(await statusFor(grace, upload)).toBe(200)
  const more = await makeUpload(app, ada)
  const change = { params: { id: made.id }, body: { media_urls: [upload.url, more.url] } }
  expect((await as(app, ada)(posts.update, change)).body.data.media).toEqual([upload, more])
  expect((await findUpload(more))?.owner_id).toBeNull()
})

test('deletes uploads that no item has shown for a day, and their files', async () => {
  const [old, fresh, shown, gone] = [
    await makeUpload(app, ada, { width: 400 }),
    await makeUpload(app, ada),
    await makeUpload(app, ada),
    await makeUpload(app, ada),
  ]
  const keeper = await makePost(app, ada, { media: [shown] })
  const goner = await makePost(app, ada, { media: [gone] })
  for (const { url } of [old, shown])
    await sql`update uploads set created_at = now() - interval '25 hours' where name = ${url.slice(7, 39)}`.execute(
      app.db,
    )
  await as(app, ada)(posts.remove, { params: { id: goner.id } })
  await app.db
    .insertInto('abandoned_files')
    .values({ school_id: ada.schoolId, file: fresh.url.slice(7), due_at: sql`now() + interval '1 hour'` })
    .execute()
  await runJobs()
  await runJobs()
  const files = stored().join()
  const isStored = ({ url }: Media) => files.includes(url.slice(7, 39))
  expect([old, fresh, shown, gone].map(isStored)).toEqual([false, true, true, false])
  expect(await findUpload(old)).toBeUndefined()
  expect((await as(app, grace)(posts.show, { params: { id: keeper.id } })).body.data.media).toEqual([shown])
})

test('deletes the uploads of a deleted account', async () => {
  const alan = await makeUser(app, { school: { id: ada.schoolId, domain: 'x.example' } })
  const upload = await makeUpload(app, alan)
  await makePost(app, alan, { media: [upload] })
  await app.db.deleteFrom('users').where('id', '=', alan.id).execute()
  await runJobs()
  expect(stored().join()).not.toContain(upload.url.slice(7, 39))
})

test('deletes old replies, sessions and quotas and keeps those of today', async () => {
  const headers = { 'idempotency-key': 'a key' }
  await as(app, ada)(posts.create, { body: { content: 'Once' }, headers })
  await sql`delete from upload_days`.execute(app.db)
  await makeUpload(app, ada)
  const sleeper = await makeUser(app, { school: { id: ada.schoolId, domain: 'x.example' } })
  await sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${sleeper.id}`.execute(app.db)
  await runJobs()
  const counts = async () => {
    const { rows } = await sql`select (select count(*)::int from idempotency_keys) as answers,
      (select count(*)::int from sessions where user_id = ${sleeper.id}) as ended,
      (select count(*)::int from upload_days where school_id = ${ada.schoolId}) as days`.execute(app.db)
    return rows[0]
  }
  expect(await counts()).toEqual({ answers: 1, ended: 0, days: 1 })
  await sql`update idempotency_keys set created_at = created_at - interval '3 days'`.execute(app.db)
  await sql`update upload_days set day = day - 3`.execute(app.db)
  await runJobs()
  expect(await counts()).toEqual({ answers: 0, ended: 0, days: 0 })
})
