// Accepted files, rejected files, and what is stored of them.
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { as, openTestApp, testConfig } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeBombs, makeLargestPicture, makeTextBomb } from '../../../testing/decompression-bombs.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makeSchool, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { captureLog } from '../../../testing/log.ts'
import { testWith } from '../../../testing/requirements.ts'
import { media, type Purpose } from '../contract.ts'

const { app, ada } = await campus({ people: { ada: {} } })

const megabyte = 1024 * 1024
const picture = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 80, b: 40 } } })
type FormFile = {
  readonly bytes: Buffer | string
  readonly name?: string
  readonly mime?: string
  readonly field?: string
}

function buildForm(files: readonly FormFile[], type?: string, { typeLast = false } = {}) {
  const form = new FormData()
  if (type !== undefined && !typeLast) form.append('type', type)
  for (const { bytes, name = 'a.png', mime = 'image/png', field = 'file' } of files)
    form.append(field, new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type: mime }), name)
  if (type !== undefined && typeLast) form.append('type', type)
  return form
}
const one = (file: FormFile, type: Purpose | string = 'post', person = ada) =>
  as(app, person)(media.upload, { body: buildForm([file], type) })
const many = (files: readonly FormFile[], type: Purpose = 'post', options = {}) =>
  as(app, ada)(media.uploadMany, { body: buildForm(files, type, options) })
const fetched = (url: string, person = ada) =>
  app.http.inject({ url, headers: { cookie: person.cookie } }).then(({ rawPayload }) => rawPayload)
const leftovers = () => readdirSync(join(app.config.dataDir, 'tmp'))

/** An atom of an MP4 file: size, type, content. */
function atom(type: string, ...content: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0))
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...content])
}
const handler = (kind: string) => atom('hdlr', Buffer.alloc(8), Buffer.from(kind), Buffer.alloc(13))
function track(kind: string, ...more: readonly Buffer[]) {
  const header = Buffer.alloc(84, 0)
  header.writeUInt32BE(3_800_000_000, 4) // created
  header.writeUInt32BE(0x10000, 40)
  header.writeUInt16BE(640, 76)
  header.writeUInt16BE(360, 80)
  return atom('trak', atom('tkhd', header), atom('mdia', handler(kind), ...more))
}
const place = Buffer.from('+51.5074-000.1278/')
const secrets = [
  atom('udta', atom('\u00a9xyz', place)),
  atom('meta', place),
  atom('uuid', place),
  atom('loci', place),
  track('meta', place.length ? atom('minf', place) : place),
]
const movie = (brand: string, ...more: readonly Buffer[]) =>
  Buffer.concat([
    atom('ftyp', Buffer.from(brand), Buffer.alloc(4), Buffer.from(brand)),
    atom('moov', atom('mvhd', Buffer.alloc(100, 1)), track('vide'), ...more),
    ...more.slice(1, 3),
    atom('mdat', Buffer.alloc(5000, 7)),
  ])

test.each(['jpeg', 'png', 'webp'] as const)('stores a %s as WebP under any file name', async (format) => {
  const bytes = await picture().toFormat(format).toBuffer()
  for (const name of ['a.exe', 'a.html']) {
    const { status, body } = await one({ bytes, name, mime: 'text/html' })
    expect(status).toBe(200)
    expect(body.data.url).toMatch(/^\/media\/[\w-]{32}\.webp$/)
    expect(body.data.media).toMatchObject({ kind: 'image', width: 60, height: 40, thumbhash: expect.any(String) })
    expect((await sharp(await fetched(body.data.url)).metadata()).format).toBe('webp')
  }
})

const names = [
  '../../../../etc/passwd',
  '..\\..\\boot.ini',
  '/etc/cron.d/quad',
  'C:\\Windows\\win.ini',
  '..',
  '.htaccess',
  'a\u0000.png',
  'a\r\nx-evil: 1.png',
  'a%2f..%2f..%2fb.png',
  'x'.repeat(4096),
  'photo\u202egpj.exe',
  '\u202e\u2066gnp',
  'CON',
  'nul.png',
  'COM1.jpg',
  'aux ',
  'a.png:stream',
  '$(reboot).png',
  '`id`.png',
  '; rm -rf .png',
  'constructor',
  '__proto__',
  '😀.png',
]

test('ignores file names from the form and stores files under random names', async () => {
  const bytes = await picture(2, 2).png().toBuffer()
  const kept = () => readdirSync(app.config.dataDir, { recursive: true, encoding: 'utf8' })
  const before = new Set(kept())
  const urls: string[] = []
  for (const name of names) {
    const { status, body } = await one({ bytes, name })
    expect(status, JSON.stringify(name)).toBe(200)
    urls.push(body.data.url)
  }
  // 24 random bytes each: no two begin or end alike.
  const stored = urls.map((url) => /^\/media\/([\w-]{32})(?:\.\w+)?$/.exec(url)?.[1] ?? '')
  expect(new Set(stored.map((name) => name.slice(0, 6))).size).toBe(names.length)
  expect(new Set(stored.map((name) => name.slice(-6))).size).toBe(names.length)
  const added = kept().filter((path) => !before.has(path))
  expect(added.length).toBeGreaterThanOrEqual(names.length)
  for (const path of added) expect(path).toMatch(/^(files(\/[\w/-]+(\.webp)?)?|decoders(\/[\w-]{16})?|tmp)$/)
  const said = await sql<{ row: string }>`select uploads::text as row from uploads`.execute(app.db)
  for (const { row } of said.rows) expect(row).not.toMatch(/passwd|reboot|stream|quad/)
})

test('rejects files whose bytes are not an image or video, under any file name', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const gif = await picture().gif().toBuffer()
  const jpeg = await picture(800, 600).jpeg().toBuffer()
  const bad = [
    svg,
    `<?xml version="1.0"?>${svg}`,
    '<html><script>alert(1)</script>',
    'hello',
    gif,
    jpeg.subarray(0, 900),
  ]
  for (const bytes of [...bad, await picture().tiff().toBuffer(), await picture().avif().toBuffer(), '']) {
    for (const name of ['a.png', 'a.jpg']) {
      const { status, body } = await one({ bytes, name })
      expect([status, body.error]).toEqual([400, 'No valid files to upload'])
    }
  }
  expect((await many(bad.map((bytes) => ({ bytes })))).body.error).toBe('No valid files to upload')
  expect(leftovers()).toEqual([])
})

test('removes hidden data from an image', async () => {
  const payload = '<script>alert(1)</script><?php system(1); ?>'
  const jpeg = await picture().jpeg().toBuffer()
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, payload.length + 2]), Buffer.from(payload)])
  const inside = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
  const behind = Buffer.concat([await picture().png().toBuffer(), Buffer.from(`${payload}PK\u0003\u0004`)])
  for (const bytes of [inside, behind]) {
    const { status, body } = await one({ bytes, name: 'a.html', mime: 'text/html' })
    expect(status).toBe(200)
    const shown = await fetched(body.data.url)
    expect((await sharp(shown).metadata()).format).toBe('webp')
    expect(shown.includes('alert(1)')).toBe(false)
  }
})

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

test('streams twenty concurrent large uploads without holding them in memory', { timeout: 60_000 }, async () => {
  const port = await listen()
  const school = { id: ada.schoolId, domain: 'x.example' }
  const people = await Promise.all(Array.from({ length: 10 }, () => makeUser(app, { school }))) // two forms each
  const [head, tail] = [
    '--x\r\nContent-Disposition: form-data; name="type"\r\n\r\npost\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n',
    '\r\n--x--\r\n',
  ]
  const chunk = Buffer.alloc(64 * 1024, 7)
  const size = 12 * megabyte
  // Counts bytes in array buffers after garbage collection. The resident size does not work: after other tests it may
  // exceed all files together and then does not grow.
  const heldBytes = () => process.memoryUsage().arrayBuffers
  collectGarbage()
  const heldBefore = heldBytes()
  const limit = 10 * size
  let maxHeld = 0
  let samples = 0
  const watching = setInterval(() => {
    if (heldBytes() - heldBefore > limit) collectGarbage()
    maxHeld = Math.max(maxHeld, heldBytes() - heldBefore)
    samples++
  }, 50)
  const send = async ({ cookie }: TestUser) => {
    const headers = { cookie, 'content-type': 'multipart/form-data; boundary=x', connection: 'close' }
    const sending = request({ port, method: 'POST', path: '/upload', headers })
    const answered = once(sending, 'response')
    sending.write(head)
    for (let sent = 0; sent < size; sent += chunk.length) if (!sending.write(chunk)) await once(sending, 'drain')
    sending.end(tail)
    const [reply] = await answered
    reply.resume()
    return reply.statusCode
  }
  const statuses = await Promise.all([...people, ...people].map(send))
  clearInterval(watching)
  expect(new Set(statuses), 'read completely and rejected as a video').toEqual(new Set([400]))
  expect(samples).toBeGreaterThan(3)
  expect(maxHeld, 'less than ten of twenty files').toBeLessThan(limit)
  expect(leftovers()).toEqual([])
})

test('rejects a request without a file', async () => {
  for (const body of [buildForm([], 'post'), { file: { type: 'file', filepath: '/etc/passwd' } }, {}]) {
    const { status, body: answer } = await as(app, ada)(media.upload, { body })
    expect([status, answer.error]).toEqual([400, 'No valid files to upload'])
  }
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const cut = await as(app, ada)(media.upload, { body: '--x\r\nContent-Dis', headers })
  expect([cut.status, cut.body.error]).toEqual([400, 'Upload failed'])
  const evil = buildForm([{ bytes: await picture().png().toBuffer(), field: 'constructor' }], 'post')
  expect((await as(app, ada)(media.upload, { body: evil })).status).toBe(400)
  expect(leftovers()).toEqual([])
})

test('accepts a GIF for professors only and stores its first frame', async () => {
  const bytes = await picture().gif().toBuffer()
  const { body } = await one({ bytes }, 'professor')
  expect(body.data.url).toMatch(/\.webp$/)
})

const pictureWithExif = () =>
  picture(60, 40)
    .withExif({
      IFD0: { Make: 'Canary', Orientation: '6' },
      IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

test('rotates an image upright and removes camera, location and time', async () => {
  const bytes = await pictureWithExif()
  expect((await sharp(bytes).metadata()).exif).toBeDefined()
  const { body } = await one({ bytes })
  expect(body.data.media).toMatchObject({ width: 40, height: 60 })
  const shown = await fetched(body.data.url)
  const { exif, xmp, iptc, icc, orientation } = await sharp(shown).metadata()
  expect({ exif, xmp, iptc, icc, orientation }).toEqual({})
  expect(shown.includes('Canary')).toBe(false)
})

testWith('exiftool')('leaves no camera, location or time that exiftool finds in a stored image', {}, async () => {
  const bytes = await pictureWithExif()
  const look = (name: string, content: Buffer) => {
    const file = join(app.config.dataDir, name)
    writeFileSync(file, content)
    return execFileSync('exiftool', ['-a', '-G1', file]).toString()
  }
  const marks = /GPS|\[IFD|\[XMP|Make/
  expect(look('original.jpg', bytes), 'exiftool finds them in the original').toMatch(marks)
  const { body } = await one({ bytes })
  expect(look('shown.webp', await fetched(body.data.url))).not.toMatch(marks)
})

test('scales a large image down and stores the smaller widths', async () => {
  const { body } = await one({ bytes: await picture(3000, 1500).jpeg().toBuffer() })
  expect(body.data.media).toMatchObject({ width: 2560, height: 1280 })
  for (const width of [320, 640, 1280])
    expect((await sharp(await fetched(body.data.url.replace('.', `-${width}.`))).metadata()).width).toBe(width)
  const small = await one({ bytes: await picture(500, 40).png().toBuffer() })
  const at = (width: number) => fetched(small.body.data.url.replace('.', `-${width}.`))
  expect((await sharp(await at(320)).metadata()).width).toBe(320)
  expect((await sharp(await at(640)).metadata()).width, 'the whole image is the nearest').toBe(500)
  expect((await sharp(await at(128)).metadata()).width, 'the smallest copy is the nearest').toBe(320)
})

test('stores a portrait with a copy for the discs beside names', async () => {
  const { body } = await one({ bytes: await picture(900, 600).jpeg().toBuffer() }, 'avatar')
  const small = await sharp(await fetched(body.data.url.replace('.', '-128.'))).metadata()
  expect(small).toMatchObject({ format: 'webp', width: 128 })
})

test('rejects decompression bombs by their headers within seconds', async () => {
  const bombs = await makeBombs({ frames: 10_000 }) // the time to list them is quadratic, and limited by a deadline
  expect((await sharp(bombs.frames).metadata()).pages).toBe(10_000)
  for (const [name, bytes] of Object.entries(bombs)) {
    const began = Date.now()
    const { status, body } = await one({ bytes })
    expect([status, body.error], name).toEqual([400, expect.stringMatching(/at most 8,192 pixels|No valid/)])
    expect(Date.now() - began).toBeLessThan(10_000) // well below the decoder's own deadline, also on a busy machine
  }
})

test('neither decompresses nor stores a text chunk of a quarter of a gigabyte', async () => {
  const bytes = await makeTextBomb()
  const began = Date.now()
  const { status, body } = await one({ bytes })
  expect(Date.now() - began).toBeLessThan(5000)
  if (status === 200) expect((await fetched(body.data.url)).length).toBeLessThan(2000)
  else expect([status, body.error]).toEqual([400, 'No valid files to upload'])
})

test('removes locations, times, names and extra tracks from a video', async () => {
  for (const [brand, extension] of [
    ['isom', 'mp4'],
    ['qt  ', 'mov'],
  ] as const) {
    const bytes = movie(brand, ...secrets)
    expect(bytes.includes(place)).toBe(true)
    const { status, body } = await one({ bytes })
    expect([status, body.error]).toEqual([200, undefined])
    expect(body.data.url.endsWith(extension)).toBe(true)
    expect(body.data.media).toMatchObject({ kind: 'video', width: 640, height: 360, thumbhash: null })
    const { rawPayload: shown, headers } = await app.http.inject({
      url: body.data.url,
      headers: { cookie: ada.cookie },
    })
    expect(headers['content-disposition']).toBe('attachment')
    expect(shown.length).toBe(bytes.length)
    expect(shown.includes(place)).toBe(false)
    expect(shown.includes(Buffer.alloc(5000, 7))).toBe(true)
    expect(shown.includes(Buffer.from([0xe2, 0x7f, 0xc0]))).toBe(false)
  }
  const sound = Buffer.concat([atom('ftyp', Buffer.from('isom0000isom')), atom('moov', track('soun'))])
  expect((await one({ bytes: sound })).status).toBe(400)
  expect((await one({ bytes: movie('isom') }, 'event')).status).toBe(400)
})

test('rejects a video with broken atoms', async () => {
  const good = movie('isom', ...secrets)
  const broken = (at: number, size: number) => {
    const bytes = Buffer.from(good)
    bytes.writeUInt32BE(size, at)
    return bytes
  }
  const moov = good.indexOf('moov') - 4
  const bad = [broken(moov, 7), broken(moov, 0x7fffffff), broken(moov + 8, 4), good.subarray(0, 60), broken(moov, 1)]
  for (const bytes of bad) expect((await one({ bytes })).status).toBe(400)
})

test('applies the limit of each purpose wherever the form names it', async () => {
  const big = Buffer.concat([await picture().png().toBuffer(), Buffer.alloc(megabyte)])
  const small = await picture().png().toBuffer()
  for (const typeLast of [false, true]) {
    const single = await as(app, ada)(media.upload, { body: buildForm([{ bytes: big }], 'event', { typeLast }) })
    expect([single.status, single.body.error]).toEqual([413, 'That file is too big. The limit is 1 MB.'])
    const { status, body } = await many(
      [
        { bytes: big, field: 'files[0]' },
        { bytes: small, field: 'files[1]' },
      ],
      'event',
      { typeLast },
    )
    expect([status, body.data.urls.length]).toEqual([200, 1])
  }
  expect((await one({ bytes: big }, 'nonsense')).status).toBe(413)
  expect((await one({ bytes: big }, 'group_post')).status).toBe(200)
  const video = Buffer.concat([movie('isom'), atom('free', Buffer.alloc(51 * megabyte))])
  expect((await one({ bytes: video })).body.error).toBe('That file is too big. The limit is 50 MB.')
  expect(leftovers()).toEqual([])
})

test('uploads ten files in order and rejects eleven', async () => {
  const widths = Array.from({ length: 10 }, (_, index) => 20 + index)
  const files = await Promise.all(widths.map(async (width) => ({ bytes: await picture(width).png().toBuffer() })))
  const { body } = await many(files)
  expect(body.data.media.map(({ width }) => width)).toEqual(widths)
  expect(body.data.urls).toEqual(body.data.media.map(({ url }) => url))
  const eleven = await many([...files, ...files.slice(0, 1)])
  expect([eleven.status, eleven.body.error]).toEqual([400, 'Maximum 10 files allowed'])
})

const listen = async () => {
  if (!app.http.server.listening) await app.http.listen({ port: 0, host: '127.0.0.1' })
  return (app.http.server.address() as AddressInfo).port
}

test('leaves no files when a client disconnects, and reports no server error', async () => {
  const here = await openTestApp({ ...testConfig, logLevel: 'info' }, { alone: true })
  const lines = captureLog(here)
  const school = await makeSchool(here)
  const people = await Promise.all(Array.from({ length: 10 }, () => makeUser(here, { school }))) // two forms each
  await here.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = here.http.server.address() as AddressInfo
  for (let turn = 0; turn < 20; turn++) {
    const headers = {
      cookie: people[turn % people.length]?.cookie,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 5_000_000,
    }
    const sending = request({ port, method: 'POST', path: '/upload', headers })
    sending.on('error', () => {})
    const received = once(here.http.server, 'request')
    sending.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n')
    sending.write(Buffer.alloc(300_000, 1))
    const [{ socket }] = (await received) as [IncomingMessage]
    await expect.poll(() => socket.bytesRead).toBeGreaterThan(300_000)
    sending.destroy()
  }
  await expect.poll(() => lines.filter((line) => line.includes('aborted')), { timeout: 15_000 }).toHaveLength(20)
  expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  expect(readdirSync(join(here.config.dataDir, 'tmp'))).toEqual([])
})

test('keeps a connection usable for the next request after an upload fails on a full disk', async () => {
  const port = await listen()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = (method: string, path: string, headers: OutgoingHttpHeaders = {}, body?: Buffer) =>
    new Promise<{ status: number | undefined; line: Socket }>((resolve, reject) => {
      const sending = request({ agent, port, method, path, headers: { cookie: ada.cookie, ...headers } })
      sending.on('response', (reply) => {
        const line = reply.socket
        reply.resume().on('end', () => resolve({ status: reply.statusCode, line }))
      })
      sending.on('error', reject).end(body)
    })
  const full = mkdtempSync(join(tmpdir(), 'quad-full-'))
  symlinkSync('/dev/full', join(full, 'received-1'))
  vi.spyOn(app.storage, 'withTempFolder').mockImplementationOnce((work) => work(full))
  const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
  const form = Buffer.concat([Buffer.from(file), Buffer.alloc(3 * megabyte), Buffer.from('\r\n--x--')])
  const upload = await send('POST', '/upload', { 'content-type': 'multipart/form-data; boundary=x' }, form)
  const next = await send('GET', '/api/me')
  agent.destroy()
  rmSync(full, { recursive: true })
  expect([upload.status, next.status]).toEqual([503, 200])
  expect(next.line, 'the same connection').toBe(upload.line)
})

test('fails one upload when a decoder dies and serves the next', async () => {
  const upload = one({ bytes: await makeLargestPicture() })
  const kill = setInterval(() => {
    // Only this process's own children, selected by their program.
    const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    for (const line of stdout.split('\n').filter((line) => line.includes('decoder.ts')))
      process.kill(Number.parseInt(line, 10), 'SIGKILL')
  }, 100)
  const { status, body } = await upload
  clearInterval(kill)
  expect([status, body.error]).toEqual([400, 'Upload failed'])
  expect((await one({ bytes: await picture().png().toBuffer() })).status).toBe(200)
  expect(leftovers()).toEqual([])
})

test('limits a user to 2 GB per day', async () => {
  const grace = await makeUser(app, { school: { id: ada.schoolId, domain: 'x.example' } })
  await makeUpload(app, grace)
  await sql`update upload_days set bytes = ${2 * 1024 ** 3 - 10} where school_id = ${grace.schoolId}`.execute(app.db)
  const { status, body, headers } = await one({ bytes: await picture().png().toBuffer() }, 'post', grace)
  expect([status, body.error]).toEqual([429, expect.stringContaining('2 GB')])
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  await sql`delete from upload_days where school_id = ${grace.schoolId}`.execute(app.db) // as the cleanup job does with past days
  expect((await one({ bytes: await picture().png().toBuffer() }, 'post', grace)).status).toBe(200)
})

/** Begins a form with one file and leaves it open. */
async function beginForm({ cookie }: TestUser, bytes: number) {
  const headers = { cookie, 'content-type': 'multipart/form-data; boundary=x' }
  const sending = request({ port: await listen(), method: 'POST', path: '/upload', headers })
  sending.on('error', () => {})
  const answered = once(sending, 'response').then(([reply]) => {
    reply.resume()
    return reply as IncomingMessage
  })
  answered.catch(() => {})
  sending.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n')
  for (let sent = megabyte; sent < bytes; sent += megabyte) sending.write(Buffer.alloc(megabyte, 1))
  const isFlushed = new Promise((resolve) => sending.write(Buffer.alloc(megabyte, 1), resolve))
  return { sending, answered, isFlushed }
}
const countedBytes = async ({ schoolId }: TestUser) => {
  const { rows } = await sql<{ bytes: number }>`select coalesce(sum(bytes), 0)::int8 as bytes from upload_days
    where school_id = ${schoolId}`.execute(app.db)
  return rows[0]?.bytes ?? 0
}

test('counts a form while it arrives and when it is aborted', async () => {
  const alan = await makeUser(app, { school: await makeSchool(app) })
  const form = await beginForm(alan, 10 * megabyte)
  await expect.poll(() => countedBytes(alan), { timeout: 15_000 }).toBeGreaterThanOrEqual(8 * megabyte)
  await form.isFlushed
  form.sending.destroy()
  // What the socket still buffered when it was closed may be lost.
  await expect.poll(() => countedBytes(alan), { timeout: 15_000 }).toBeGreaterThanOrEqual(10 * megabyte - 64 * 1024)
  await expect.poll(leftovers, { timeout: 15_000 }).toEqual([])
})

test('rejects a form as soon as it exceeds the daily quota', async () => {
  const alan = await makeUser(app, { school: await makeSchool(app) })
  await makeUpload(app, alan)
  await sql`update upload_days set bytes = ${2 * 1024 ** 3 - megabyte} where school_id = ${alan.schoolId}`.execute(
    app.db,
  )
  const form = await beginForm(alan, 10 * megabyte)
  const { statusCode, headers } = await form.answered
  expect([statusCode, Number(headers['retry-after'])]).toEqual([429, expect.any(Number)])
  form.sending.destroy()
  await expect.poll(leftovers, { timeout: 15_000 }).toEqual([])
})

test('receives two of fifty concurrent forms of one user and leaves no files', async () => {
  const alan = await makeUser(app, { school: await makeSchool(app) })
  let most = 0
  const watching = setInterval(() => {
    most = Math.max(most, leftovers().length)
  }, 5)
  const forms = await Promise.all(Array.from({ length: 50 }, () => beginForm(alan, megabyte)))
  const refused = new Set<IncomingMessage>()
  for (const { answered } of forms) answered.then((reply) => refused.add(reply)).catch(() => {})
  await expect.poll(() => refused.size, { timeout: 10_000 }).toBe(48)
  for (const { statusCode, headers } of refused) expect([statusCode, headers['retry-after']]).toEqual([429, '5'])
  await expect.poll(() => most, { timeout: 15_000 }).toBe(2)
  clearInterval(watching)
  for (const { sending } of forms) sending.destroy()
  await expect.poll(leftovers, { timeout: 15_000 }).toEqual([])
  expect((await one({ bytes: await picture().png().toBuffer() }, 'post', alan)).status).toBe(200)
})

test('limits a school to 500 GB per day', async () => {
  const alan = await makeUser(app, { school: await makeSchool(app) })
  await sql`insert into upload_days (school_id, owner, day, bytes)
    values (${alan.schoolId}, 'others', (now() at time zone 'UTC')::date, ${500 * 1024 ** 3})`.execute(app.db)
  const { status, body } = await one({ bytes: await picture().png().toBuffer() }, 'post', alan)
  expect([status, body.error]).toEqual([429, expect.stringContaining('Your school')])
  await sql`update upload_days set day = day - 1 where school_id = ${alan.schoolId}`.execute(app.db)
  expect((await one({ bytes: await picture().png().toBuffer() }, 'post', alan)).status).toBe(200)
})
