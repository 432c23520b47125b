import { inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { registry } from '../../../app/kinds.ts'
import {
  as,
  makeComment,
  makeFriends,
  makePerson,
  makePost,
  makeSchool,
  makeUpload,
  openTestHouse,
  type TestPerson,
} from '../../../app/testing.ts'
import type { House } from '../../../shared/server/house.ts'
import { removeAbandoned } from '../../media/server/purge-actions.ts'
import { people } from '../contract.ts'
import { exportJob, makeCopy } from './export-actions.ts'

let house: House
let ada: TestPerson
let bo: TestPerson

beforeAll(async () => {
  house = await openTestHouse()
})
beforeEach(async () => {
  const school = await makeSchool(house)
  ada = await makePerson(house, { school, name: 'Ada' })
  bo = await makePerson(house, { school, name: 'Bo' })
})

const ask = async (who = ada) => (await as(house, who)(people.askForData)).body.data
const status = async (who = ada) => (await as(house, who)(people.dataStatus)).body.data.status
const fetchCopy = (who = ada) =>
  house.http.inject({ method: 'GET', url: '/api/users/me/export', headers: { cookie: who.cookie } })

/** What the worker does with the jobs that were asked for. */
async function work() {
  const { rows } = await sql<{ id: string; payload: { id: string; schoolId: string } }>`
    select jobs.id, payload from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = task_id where identifier = ${exportJob}`.execute(
    house.db,
  )
  for (const { id, payload } of rows) {
    await makeCopy(house, registry, payload)
    await sql`delete from graphile_worker._private_jobs where id = ${id}`.execute(house.db)
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

test('a person gets all of their data, also what they wrote anonymously, and nothing of others', async () => {
  const [picture, secret] = [await makeUpload(house, ada), await makeUpload(house, ada, { width: 50 })]
  await makePost(house, ada, { content: 'Named', media: [picture] })
  const post = await makePost(house, ada, { content: 'Sealed', anonymous: true, media: [secret] })
  await makeComment(house, ada, post, { content: 'Below it' })
  await makePost(house, bo, { content: 'Of Bo', anonymous: true, media: [await makeUpload(house, bo, { width: 60 })] })
  await makeFriends(house, ada, bo)

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
    'cache-control': 'private, no-store',
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

test('a copy is fetched once, by its owner, within a day', async () => {
  await ask()
  await work()
  const { headers } = await house.http.inject({
    method: 'HEAD',
    url: '/api/users/me/export',
    headers: { cookie: ada.cookie },
  })
  expect(Number(headers['content-length'])).toBeGreaterThan(0)
  expect((await fetchCopy()).statusCode).toBe(200)
  await expect.poll(() => status()).toBe('none')
  expect((await fetchCopy()).statusCode).toBe(404)

  await ask()
  await work()
  expect(await status()).toBe('ready')
  await sql`update exports set ready_at = ready_at - interval '25 hours' where user_id = ${ada.id}`.execute(house.db)
  expect(await status()).toBe('none')
  expect((await fetchCopy()).statusCode).toBe(404)
  expect((await ask()).status).toBe('preparing')
})

test('a copy that was fetched or outlived its day is removed from the store', async () => {
  await ask()
  await work()
  const { file } = await house.db
    .selectFrom('exports')
    .select('file')
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow()
  const stored = () => house.storage.open({ schoolId: ada.schoolId, name: file ?? '' })
  await removeAbandoned(house.db, house.storage)
  const there = await stored()
  expect(there?.size).toBeGreaterThan(0)
  await there?.close()
  await fetchCopy()
  await expect.poll(() => status()).toBe('none')
  await removeAbandoned(house.db, house.storage)
  expect(await stored()).toBeUndefined()
})

test('asking many times at once makes one copy, and a lost one can be asked for again', async () => {
  await Promise.all(Array.from({ length: 20 }, () => ask()))
  expect(await work()).toBe(1)
  await ask()
  expect(await work()).toBe(0)
  await sql`update exports set file = null, bytes = null, ready_at = null, requested_at = now() - interval '2 hours'
    where user_id = ${ada.id}`.execute(house.db)
  await ask()
  expect(await work()).toBe(1)
})

test('a copy that nobody waits for any more is not made', async () => {
  await makeCopy(house, registry, ada)
  expect(await status()).toBe('none')
})
