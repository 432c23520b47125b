// Files that a trusted proxy sends: nginx with the shipped configuration, for uploads in a folder and in a bucket.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import S3rver from '@20minutes/s3rver'
import { afterAll, expect, test, vi } from 'vitest'
import { freePort, startNginx } from '../../../../tools/services.ts'
import type { App } from '../../../shared/server/services.ts'
import { as, openTestApp, testConfig } from '../../../testing/app.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makePost } from '../../../testing/factories/posts.ts'
import { makeSchool, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { testWith } from '../../../testing/requirements.ts'
import { posts } from '../../posts/contract.ts'

const folder = mkdtempSync(join(tmpdir(), 'quad-sent-'))
const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

const files = join(folder, 'uploads')
const inFolder = { ...testConfig, proxySendsMedia: true, storageUrl: pathToFileURL(files).href }

/** The server with a port of its own, and two people of one school. */
async function startApp(config = inFolder) {
  const app = await openTestApp(config, { alone: true })
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.http.server.address() as AddressInfo
  const school = await makeSchool(app)
  const [ada, grace] = [await makeUser(app, { school }), await makeUser(app, { school })]
  return { app, port, ada, grace, open: vi.spyOn(app.storage, 'open') }
}

type ClientRequest = { readonly method?: string; readonly headers?: Record<string, string> }

/** Sends the path as it is, and returns what came back without what differs between any two replies. */
const fetchFrom = (
  port: number,
  path: string,
  person: TestUser,
  { method = 'GET', headers = {} }: ClientRequest = {},
) =>
  new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    request(
      { host: '127.0.0.1', port, path, method, headers: { cookie: person.cookie, ...headers } },
      async (reply) => {
        const { server, date, connection, 'keep-alive': idle, 'transfer-encoding': framing, ...rest } = reply.headers
        const body = await buffer(reply)
        if (reply.statusCode === 206) delete rest['accept-ranges'] // nginx leaves it out, since the reply itself shows it
        if (reply.statusCode !== 200 && reply.statusCode !== 206) delete rest['content-length'] // an error names its request
        const text = body.toString().replace(/"request_id":"[^"]+"/, '')
        resolve({ status: reply.statusCode, headers: rest, body: text.startsWith('{') ? Buffer.from(text) : body })
      },
    )
      .on('error', reject)
      .end()
  })

/** Compares what nginx and the server itself answer to the same request. */
async function expectSame(
  ports: { nginx: number; server: number },
  path: string,
  person: TestUser,
  sent?: ClientRequest,
) {
  const [ofNginx, ofServer] = [
    await fetchFrom(ports.nginx, path, person, sent),
    await fetchFrom(ports.server, path, person, sent),
  ]
  expect(ofNginx, `${path} ${JSON.stringify(sent)}`).toEqual(ofServer)
  return ofNginx
}

/** The whole contract of a file, for both kinds of stores. `lose` removes a file where nginx looks. */
async function expectEverything(
  { app, port, ada, grace, open }: Awaited<ReturnType<typeof startApp>>,
  nginx: number,
  schoolOfOthers: TestUser,
) {
  const ports = { nginx, server: port }
  const upload = await makeUpload(app, ada, { width: 700 })
  const post = await makePost(app, ada, { media: [upload] })
  const small = upload.url.replace('.webp', '-320.webp')
  const size = (await fetchFrom(port, upload.url, grace)).body.length
  for (const path of [upload.url, small, `/api${upload.url}`]) {
    const { status, headers } = await expectSame(ports, path, grace)
    expect([status, headers['cache-control'], headers['content-type']]).toEqual([
      200,
      'private, max-age=31536000, immutable',
      'image/webp',
    ])
    open.mockClear()
    await fetchFrom(nginx, path, grace)
    expect(open, 'the server does not open the file').not.toHaveBeenCalled()
  }
  for (const range of ['bytes=0-9', 'bytes=10-', 'bytes=-5', `bytes=5-${size + 99}`]) {
    expect((await expectSame(ports, upload.url, grace, { headers: { range } })).status).toBe(206)
    open.mockClear()
    await fetchFrom(nginx, upload.url, grace, { headers: { range } })
    expect(open).not.toHaveBeenCalled()
  }
  for (const range of [`bytes=${size}-`, 'bytes=-0'])
    expect((await expectSame(ports, upload.url, grace, { headers: { range } })).status).toBe(416)
  for (const range of ['bytes=9-2', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=-', ''])
    expect((await expectSame(ports, upload.url, grace, { headers: { range } })).status).toBe(200)
  await expectSame(ports, small, grace, { headers: { range: 'bytes=0-9' } })
  expect((await expectSame(ports, upload.url, grace, { method: 'HEAD' })).headers['content-length']).toBe(String(size))
  // The conditions would tell when the file was stored.
  for (const name of ['if-modified-since', 'if-unmodified-since', 'if-range'])
    for (const value of ['Mon, 01 Jan 2001 00:00:00 GMT', 'Fri, 01 Jan 2100 00:00:00 GMT'])
      expect((await expectSame(ports, upload.url, grace, { headers: { [name]: value } })).status).toBe(200)
  for (const name of ['if-match', 'if-none-match'])
    expect((await expectSame(ports, upload.url, grace, { headers: { [name]: '*' } })).status).toBe(200)

  const lost = await makeUpload(app, ada)
  await makePost(app, ada, { media: [lost] })
  await app.storage.remove({ schoolId: ada.schoolId, name: lost.url.slice(7) })
  const hidden = await makeUpload(app, ada)
  const unknown = upload.url.replace(/.{8}\.webp$/, 'aaaaaaaa.webp')
  const refusals = await Promise.all([
    expectSame(ports, lost.url, grace),
    expectSame(ports, hidden.url, grace),
    expectSame(ports, unknown, grace),
    expectSame(ports, upload.url, schoolOfOthers),
  ])
  for (const refusal of refusals) expect(refusal).toEqual(refusals[0])
  expect(refusals[0]?.status).toBe(404)

  await as(app, ada)(posts.remove, { params: { id: post.id } })
  for (const person of [ada, grace]) expect((await fetchFrom(nginx, upload.url, person)).status).toBe(404)
  await app.db.deleteFrom('sessions').where('user_id', '=', grace.id).execute()
  expect((await expectSame(ports, upload.url, grace)).status).toBe(401)
}

const makeStranger = async (app: App) => makeUser(app, { school: await makeSchool(app) })

testWith('nginx')(
  'nginx sends a file of a folder as the server does, and refuses it as the server does',
  { timeout: 60_000 },
  async () => {
    const started = await startApp()
    const { app, port, ada, grace, open } = started
    const nginx = await freePort()
    const proxy = await startNginx(join(folder, 'one'), { port: nginx, nodes: [{ port }], files })
    closers.push(() => proxy.stop())
    await expectEverything(started, nginx, await makeStranger(app))

    // From outside, the folder does not exist.
    const kept = await makeUpload(app, ada)
    const name = kept.url.slice(7)
    for (const path of [
      `/stored-files/${ada.schoolId}/${name.slice(0, 2)}/${name}`,
      `/media/..%2fstored-files/${ada.schoolId}/${name.slice(0, 2)}/${name}`,
      `//stored-files//${ada.schoolId}/${name.slice(0, 2)}/${name}`,
      `/%73tored-files/${ada.schoolId}/${name.slice(0, 2)}/${name}`,
      '/stored-files/',
      '/stored-objects/',
    ]) {
      const { status, headers } = await fetchFrom(nginx, path, ada)
      expect([status, headers['content-type']], path).not.toEqual([200, 'image/webp'])
      expect(status, path).toBe(404)
    }
    // A client that names the header itself gets nothing else.
    for (const value of ['', 'X-Sendfile', 'X-Accel-Redirect'])
      await expectSame({ nginx, server: port }, kept.url, ada, { headers: { 'x-sendfile-type': value } })

    // Where nginx cannot read the folder, the server sends the file.
    mkdirSync(join(folder, 'empty'))
    const blind = await freePort()
    const other = await startNginx(join(folder, 'two'), {
      port: blind,
      nodes: [{ port }],
      files: join(folder, 'empty'),
    })
    closers.push(() => other.stop())
    open.mockClear()
    expect((await expectSame({ nginx: blind, server: port }, kept.url, ada)).status).toBe(200)
    expect(open).toHaveBeenCalledTimes(2)
    expect(grace.schoolId).toBe(ada.schoolId)
  },
)

testWith('nginx')(
  'nginx fetches a file of a bucket with a signature that no client sees',
  { timeout: 60_000 },
  async () => {
    const storageUrl = process.env.TEST_S3_URL ?? (await startBucket())
    const store = new URL(new URL(storageUrl).searchParams.get('endpoint') ?? '').host
    const started = await startApp({ ...inFolder, storageUrl })
    const nginx = await freePort()
    const proxy = await startNginx(join(folder, 'three'), { port: nginx, nodes: [{ port: started.port }], store })
    closers.push(() => proxy.stop())
    await expectEverything(started, nginx, await makeStranger(started.app))
  },
)

/** An S3 server from npm. With TEST_S3_URL (docs/testing.md), the test uses another one instead. */
async function startBucket() {
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER'
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER'
  const bucket = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 'bucket'),
    configureBuckets: [{ name: 'quad', configs: [] }],
  })
  const { port } = await bucket.run()
  closers.push(() => bucket.close())
  return `s3://quad/uploads?endpoint=http://127.0.0.1:${port}`
}

test('the place of a file goes only to a trusted proxy, and only if the operator wishes it', async () => {
  const says = { 'x-sendfile-type': 'X-Accel-Redirect', 'x-forwarded-for': '203.0.113.7' }
  for (const [config, headers, isTold] of [
    [inFolder, says, true],
    [inFolder, { 'x-sendfile-type': 'X-Accel-Redirect' }, false],
    [inFolder, { ...says, 'x-sendfile-type': 'X-Sendfile' }, false],
    [inFolder, { 'x-forwarded-for': '203.0.113.7' }, false],
    [{ ...inFolder, trustedProxies: ['10.0.0.1'] }, says, false],
    [{ ...inFolder, proxySendsMedia: false }, says, false],
  ] as const) {
    const { port, ada, app } = await startApp(config)
    const { url } = await makeUpload(app, ada)
    const reply = await fetchFrom(port, url, ada, { headers })
    expect([reply.status, reply.headers['x-accel-redirect'] !== undefined, reply.body.length === 0]).toEqual([
      200,
      isTold,
      isTold,
    ])
    if (isTold) expect(reply.headers['cache-control'], 'nginx would copy it to errors').toBeUndefined()
  }
})

test('the group of the server reads uploads only if the proxy sends them', async () => {
  const umask = process.umask(0o077)
  try {
    for (const [proxySendsMedia, file, directory] of [
      [true, 0o640, 0o750],
      [false, 0o600, 0o700],
    ] as const) {
      const place = join(folder, `modes-${proxySendsMedia}`)
      const { app, ada } = await startApp({ ...inFolder, proxySendsMedia, storageUrl: pathToFileURL(place).href })
      await makeUpload(app, ada)
      const all = readdirSync(place, { recursive: true, encoding: 'utf8' }).map((name) => statSync(join(place, name)))
      for (const entry of [statSync(place), ...all])
        expect(entry.mode & 0o777).toBe(entry.isDirectory() ? directory : file)
      expect(all.length).toBeGreaterThan(2)
    }
  } finally {
    process.umask(umask)
  }
})
