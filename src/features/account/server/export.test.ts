import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { personalDataRegistry } from '../../../app/registries.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makeComment, makePost } from '../../../testing/factories/posts.ts'
import { makeFriends, type TestUser } from '../../../testing/factories/users.ts'
import { removeAbandoned } from '../../media/server/cleanup.ts'
import { account } from '../contract.ts'
import { buildExport, exportJob } from './export.ts'
import { createExportKey } from './export-encryption.ts'

const { app, ada, bo } = await campus({ perTest: true, people: { ada: { name: 'Ada' }, bo: { name: 'Bo' } } })

/** Cookies with the key of a copy, by user id. */
const keys = new Map<string, string>()
const cookieHeader = (who: TestUser) => [who.cookie, keys.get(who.id)].filter(Boolean).join('; ')
const request = async (who = ada) => {
  const answer = await as(app, { cookie: cookieHeader(who) })(account.requestExport)
  const [set = ''] = [answer.headers['set-cookie'] ?? []].flat() as string[]
  if (set.startsWith('quad_export=')) keys.set(who.id, set.split(';')[0] ?? '')
  return answer
}
const ask = async (who = ada) => (await request(who)).body.data
const dayPasses = (who = ada) =>
  sql`update exports set requested_at = requested_at - interval '24 hours', ready_at = ready_at - interval '24 hours'
    where user_id = ${who.id}`.execute(app.db)
const signedInAgo = (who: TestUser, minutes: number | null) =>
  sql`update sessions set authenticated_at = now() - make_interval(mins => ${minutes}) where user_id = ${who.id}`.execute(
    app.db,
  )
const status = async (who = ada) => (await as(app, who)(account.exportStatus)).body.data.status
const fetchCopy = (who = ada, headers: Record<string, string> = {}) =>
  app.http.inject({ method: 'GET', url: '/api/users/me/export', headers: { cookie: cookieHeader(who), ...headers } })

/** Runs the queued export jobs, as the worker does. */
async function work() {
  const { rows } = await sql<{ id: string; payload: { id: string; schoolId: string } }>`
    select jobs.id, payload from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = task_id where identifier = ${exportJob}`.execute(app.db)
  for (const { id, payload } of rows) {
    await buildExport(app, personalDataRegistry, payload)
    await sql`delete from graphile_worker._private_jobs where id = ${id}`.execute(app.db)
  }
  return rows.length
}

/** The files of a zip, read from its central directory. */
function unzip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'))
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [size, name, extra, comment] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ]
    const local = zip.readUInt32LE(at + 42)
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(begin, begin + size)
    const isDeflated = zip.readUInt16LE(at + 10) === 8
    files.set(zip.toString('utf8', at + 46, at + 46 + name), isDeflated ? inflateRawSync(bytes) : bytes)
    at += 46 + name + extra + comment
  }
  return files
}

test('exports all data of a user, including anonymous items, and no data of others', async () => {
  const [picture, secret] = [await makeUpload(app, ada), await makeUpload(app, ada, { width: 50 })]
  await makePost(app, ada, { content: 'Named', media: [picture] })
  const post = await makePost(app, ada, { content: 'Sealed', anonymous: true, media: [secret] })
  await makeComment(app, ada, post, { content: 'Below it' })
  await makePost(app, bo, { content: 'Of Bo', anonymous: true, media: [await makeUpload(app, bo, { width: 60 })] })
  await makeFriends(app, ada, bo)

  expect(await status()).toBe('none')
  expect((await fetchCopy()).statusCode).toBe(404)
  expect((await ask()).status).toBe('preparing')
  expect((await fetchCopy()).statusCode).toBe(202)
  await work()
  expect(await ask()).toMatchObject({ status: 'ready', bytes: expect.any(Number), expires_at: expect.any(Number) })
  expect((await fetchCopy(bo)).statusCode).toBe(404)

  const { statusCode, headers, rawPayload } = await fetchCopy()
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="my-data.zip"',
    'cache-control': 'private, no-store, no-transform',
  })
  const files = unzip(rawPayload)
  const rows = (name: string) => JSON.parse(String(files.get(`${name}.json`))) as Record<string, unknown>[]
  expect(rows('users')).toMatchObject([{ name: 'Ada', email: ada.email }])
  expect(rows('posts')).toMatchObject([{ content: 'Named' }])
  expect(rows('anonymous_posts')).toMatchObject([{ content: 'Sealed' }])
  expect(rows('anonymous_comments')).toMatchObject([{ content: 'Below it' }])
  expect(rows('friendships')).toMatchObject([{ friend_id: bo.id, name: 'Bo' }])
  expect(rows('sessions')).toHaveLength(1)
  const pictures = [...files.keys()].filter((name) => name.startsWith('media/'))
  expect(pictures.sort()).toEqual([picture, secret].map(({ url }) => url.slice(1)).sort())
  for (const name of pictures) expect(files.get(name)?.subarray(8, 12).toString()).toBe('WEBP')
  expect(String([...files.values()].join())).not.toContain('Of Bo')
})

test('serves a copy once, to its owner, within a day', async () => {
  await ask()
  await work()
  const { headers } = await app.http.inject({
    method: 'HEAD',
    url: '/api/users/me/export',
    headers: { cookie: cookieHeader(ada) },
  })
  expect(Number(headers['content-length'])).toBeGreaterThan(0)
  expect((await fetchCopy()).statusCode).toBe(200)
  await expect.poll(() => status()).toBe('none')
  expect((await fetchCopy()).statusCode).toBe(404)

  await dayPasses()
  await ask()
  await work()
  expect(await status()).toBe('ready')
  await dayPasses()
  expect(await status()).toBe('none')
  expect((await fetchCopy()).statusCode).toBe(404)
  expect((await ask()).status).toBe('preparing')
})

test('removes a copy from the store after its download or its expiry', async () => {
  await ask()
  await work()
  const { file } = await app.db
    .selectFrom('exports')
    .select('file')
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow()
  const stored = () => app.storage.open({ schoolId: ada.schoolId, name: file ?? '' })
  await removeAbandoned(app.db, app.storage)
  const there = await stored()
  expect(there?.size).toBeGreaterThan(0)
  await there?.close()
  await fetchCopy()
  const isStored = async () => {
    const found = await stored()
    await found?.close()
    return found !== undefined
  }
  await expect.poll(isStored).toBe(false)
  const left = await app.db.selectFrom('abandoned_files').select('file').where('school_id', '=', ada.schoolId).execute()
  expect(left).toEqual([])

  await dayPasses()
  await ask()
  await work()
  await sql`update abandoned_files set due_at = due_at - interval '25 hours' where school_id = ${ada.schoolId}`.execute(
    app.db,
  )
  await removeAbandoned(app.db, app.storage)
  expect((await fetchCopy()).statusCode).toBe(404)
})

test('builds one copy for concurrent requests, and accepts a new request when one was lost', async () => {
  await Promise.all(Array.from({ length: 20 }, () => ask()))
  expect(await work()).toBe(1)
  await ask()
  expect(await work()).toBe(0)
  await sql`update exports set file = null, bytes = null, ready_at = null, envelope = null, requested_at = now() - interval '2 hours'
    where user_id = ${ada.id}`.execute(app.db)
  await ask()
  expect(await work()).toBe(1)
})

test('does not build a copy without a pending request', async () => {
  await buildExport(app, personalDataRegistry, ada)
  expect(await status()).toBe('none')
})

test('requires a sign-in within the last five minutes to request or download a copy', async () => {
  for (const minutes of [null, 6]) {
    await signedInAgo(ada, minutes)
    const { status: code, body, headers } = await request()
    expect([code, body.code]).toEqual([403, 'confirm_required'])
    expect(headers['set-cookie']).toBeUndefined()
  }
  expect(await work()).toBe(0)
  await signedInAgo(ada, 4)
  expect((await request()).status).toBe(200)
  await work()
  await signedInAgo(ada, 6)
  expect((await fetchCopy()).json()).toMatchObject({ code: 'confirm_required' })
  expect((await as(app, ada)(account.exportStatus)).body.data).toMatchObject({ is_confirmed: false, status: 'ready' })
  await signedInAgo(ada, 0)
  expect((await fetchCopy()).statusCode).toBe(200)
})

test('accepts one request per day', async () => {
  expect((await request()).status).toBe(200)
  expect((await request()).body.data.status, 'a second request during the build changes nothing').toBe('preparing')
  await work()
  expect((await fetchCopy()).statusCode).toBe(200)
  await expect.poll(() => status()).toBe('none')
  const refused = await request()
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3600)
  expect((await as(app, ada)(account.exportStatus)).body.data.next_at).toBeGreaterThan(Date.now() / 1000)
  await dayPasses()
  expect((await request()).body.data.status).toBe('preparing')
})

test('serves a copy to one of several concurrent downloads', async () => {
  await ask()
  await work()
  const answers = await Promise.all(Array.from({ length: 8 }, () => fetchCopy()))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(7)
})

test('refuses to serve a copy to a navigation from another site', async () => {
  await ask()
  await work()
  const foreign = [
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-site': 'same-site' },
    { referer: 'https://evil.example/page' },
  ]
  for (const headers of foreign) expect((await fetchCopy(ada, headers)).statusCode, JSON.stringify(headers)).toBe(403)
  expect((await fetchCopy(ada, { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
})

test('stores a copy encrypted, and opens it only with the key of the browser that requested it', async () => {
  await makePost(app, ada, { content: 'Sealed canary', anonymous: true })
  await ask()
  const own = keys.get(ada.id) ?? ''
  await work()
  const row = await app.db.selectFrom('exports').selectAll().where('user_id', '=', ada.id).executeTakeFirstOrThrow()
  const file = await app.storage.open({ schoolId: ada.schoolId, name: row.file ?? '' })
  const bytes = file ? await buffer(file.stream()) : Buffer.of()
  expect(bytes.length).toBe(Number(row.bytes))
  for (const trace of ['PK\x05\x06', 'PK\x03\x04', 'users.json', ada.email])
    expect(bytes.includes(trace), trace).toBe(false)
  const { rows: dump } = await sql<{ text: string }>`select exports::text as text from exports`.execute(app.db)
  const secret = own.split('=')[1] ?? ''
  const hex = Buffer.from(secret, 'base64url').toString('hex')
  for (const { text } of dump) for (const form of [secret, hex]) expect(text).not.toContain(form)

  expect((await as(app, ada)(account.exportStatus)).body.data).toMatchObject({ status: 'ready', can_open: false })
  const other = `quad_export=${createExportKey().secret}`
  for (const wrong of ['', other, 'quad_export=x', `${own}x`]) {
    keys.set(ada.id, wrong)
    expect((await fetchCopy()).statusCode, wrong).toBe(403)
  }
  keys.set(ada.id, own)
  expect(unzip((await fetchCopy()).rawPayload).has('anonymous_posts.json')).toBe(true)
})

test('refuses the download of a copy that was modified in the store', async () => {
  await ask()
  await work()
  await sql`update exports set envelope = set_byte(envelope, 50, get_byte(envelope, 50) # 1) where user_id = ${ada.id}`.execute(
    app.db,
  )
  const { statusCode, body } = await fetchCopy()
  expect([statusCode, JSON.parse(body).code]).toEqual([500, 'error']) // the last bytes are sent after the check; here these are all
  // The copy is claimed before the download, and removed after its failure.
  const nextRequest = async () => (await as(app, ada)(account.exportStatus)).body.data.next_at
  await expect.poll(nextRequest).toBeNull() // incomplete, so another can be requested
  expect((await request()).body.data.status).toBe('preparing')
})
