// Uploads with a bucket as the store, and with an unavailable store.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { as, testConfig } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makePost } from '../../../testing/factories/posts.ts'
import { makeSchool, makeUser } from '../../../testing/factories/users.ts'
import { posts } from '../../posts/contract.ts'
import { media } from '../contract.ts'

const directory = mkdtempSync(join(tmpdir(), 'quad-bucket-'))
const open = (port: number) =>
  new S3rver({
    port,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'quad', configs: [] }],
  })
let bucket = open(0)
process.env.AWS_ACCESS_KEY_ID = 'S3RVER'
process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER'
const { port } = await bucket.run()
const { app, ada, grace } = await campus({
  config: { ...testConfig, storageUrl: `s3://quad/uploads?endpoint=http://127.0.0.1:${port}` },
  people: { ada: {}, grace: {} },
})
let form: () => FormData

beforeAll(async () => {
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#357' } })
    .png()
    .toBuffer()
  form = () => {
    const form = new FormData()
    form.set('type', 'post')
    form.set('file', new Blob([new Uint8Array(bytes)]), 'a.png')
    return form
  }
})
afterAll(async () => {
  await bucket.close()
  rmSync(directory, { recursive: true, force: true })
})

const get = (url: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.http.inject({ method, url, headers: { cookie: grace.cookie, ...headers } })
const upload = () => as(app, ada)(media.upload, { body: form() })

test('serves an upload from the bucket, whole and in ranges, with its size and only to users with access', async () => {
  const { body } = await upload()
  await makePost(app, ada, { media: [body.data.media] })
  const whole = await get(body.data.url)
  expect(whole.statusCode).toBe(200)
  expect((await sharp(whole.rawPayload).metadata()).width).toBe(900)
  const part = await get(body.data.url, { range: 'bytes=10-19' })
  expect(part.statusCode).toBe(206)
  expect(part.rawPayload).toEqual(whole.rawPayload.subarray(10, 20))
  expect(Number((await get(body.data.url, {}, 'HEAD')).headers['content-length'])).toBe(whole.rawPayload.length)
  const stranger = await makeUser(app, { school: await makeSchool(app) })
  expect((await get(body.data.url, { cookie: stranger.cookie })).statusCode).toBe(404)
})

test('answers uploads with 503 and writes no row while the store is unavailable, serves everything else and then recovers', async () => {
  const { body } = await upload()
  await makePost(app, ada, { media: [body.data.media] })
  const countUploads = async () =>
    (
      await app.db
        .selectFrom('uploads')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  const before = await countUploads()
  await bucket.close()

  const refused = await upload()
  expect([refused.status, refused.body.code]).toEqual([503, 'unavailable'])
  expect(refused.headers['retry-after']).toBe('1')
  expect((await get(body.data.url)).statusCode).toBe(503)
  expect((await as(app, ada)(posts.create, { body: { content: 'No picture today' } })).status).toBe(201)
  expect(await countUploads()).toBe(before)

  bucket = open(port)
  await bucket.run()
  expect((await upload()).status).toBe(200)
  expect((await get(body.data.url)).statusCode).toBe(200)
})
