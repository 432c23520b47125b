// Twenty concurrent uploads of maximum size to a separate server in an empty folder: its memory growth, and response
// times of other requests. `node bench/uploads.ts`
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, openAsBlob, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { openDatabase } from '../src/app/bootstrap.ts'
import { createSession } from '../src/shared/server/auth/session.ts'
import { readConfig } from '../src/shared/server/config.ts'
import { freePort } from '../tools/services.ts'

const megabyte = 1024 * 1024
if (process.argv[2] === 'send') {
  await send(process.argv[3] ?? '', (process.argv[4] ?? '').split('|'), Number(process.argv[5]))
  process.exit()
}
const folder = mkdtempSync(join(tmpdir(), 'quad-bench-'))
chmodSync(folder, 0o755)
const port = await freePort()
const address = `http://127.0.0.1:${port}`
const env = { PATH: process.env.PATH ?? '', PORT: String(port), DATA_DIR: join(folder, 'data') }
let server = start()
try {
  await ready()
  await rest()
  await stop() // memory used for seeding would hide the growth
  server = start()
  await ready()
  const cookies = await signIn()
  await load('warm-up', cookies, 1, await noise(200, 200))
  await sleep(2000)
  await load('20 videos of 50 MB', cookies, 20, video(50 * megabyte - 1000))
  await sleep(2000)
  await load('20 pictures of 39.5 MP', cookies, 20, await noise(7900, 5000))
  await sleep(2000)
  await load('20 progressive pictures of 12.5 MP', cookies, 20, await noise(4330, 2880, true))
} finally {
  await stop()
  rmSync(folder, { recursive: true, force: true })
}

function start(): ChildProcess {
  return spawn(process.execPath, ['src/app/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Waits until the server is idle: less than a tenth of a core for two seconds. */
async function rest() {
  const ticks = () => {
    const fields = read(`/proc/${server.pid}/stat`).split(' ')
    return Number(fields[13]) + Number(fields[14])
  }
  let before: number
  do {
    before = ticks()
    await sleep(2000)
  } while (ticks() - before > 20)
}

async function stop() {
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
}

async function load(name: string, cookies: readonly string[], count: number, bytes: Buffer) {
  const [cookie = ''] = cookies
  const file = join(folder, 'sent')
  writeFileSync(file, bytes)
  const before = await waits(cookie, () => sleep(4000))
  const start = memory()
  let most = start
  const watch = setInterval(() => {
    const now = memory()
    most = { server: Math.max(most.server, now.server), decoders: Math.max(most.decoders, now.decoders) }
  }, 50)
  const began = Date.now()
  let said = ''
  const during = await waits(cookie, async () => {
    // The client runs in a separate process, so that its own delays are not measured.
    const sending = spawn(process.execPath, [
      import.meta.filename,
      'send',
      address,
      cookies.join('|'),
      String(count),
      file,
    ])
    sending.stdout.on('data', (chunk) => (said += chunk))
    await new Promise((resolve) => sending.once('close', resolve))
  })
  clearInterval(watch)
  const scratch = readdirSync(join(env.DATA_DIR, 'tmp')).length
  console.log(`${name}: ${(bytes.length / megabyte).toFixed(1)} MB each, ${Date.now() - began} ms`)
  console.log(`  answers ${said.trim()}; scratch folders left ${scratch}`)
  const grown = most.server - start.server
  console.log(`  server ${start.server} → ${most.server} MB (+${grown}), decoders up to ${most.decoders} MB together`)
  console.log(`  GET /api/me p99 ${before.p99} → ${during.p99} ms (p50 ${before.p50} → ${during.p50}, n ${during.n})`)
}

/** Response times of /api/me during `work`, eight times per second. */
async function waits(cookie: string, work: () => Promise<unknown>) {
  const times: number[] = []
  let isDone = false
  const asking = (async () => {
    while (!isDone) {
      const began = performance.now()
      const response = await fetch(`${address}/api/me`, { headers: { cookie } })
      await response.arrayBuffer()
      if (response.ok) times.push(performance.now() - began)
      await sleep(110)
    }
  })()
  await work()
  isDone = true
  await asking
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)
  return { p50: at(0.5), p99: at(0.99), n: times.length }
}

/** Sends one file many times concurrently, from disk, for several users, and prints the distinct replies. */
async function send(address: string, cookies: readonly string[], count: number) {
  const file = await openAsBlob(process.argv[6] ?? '')
  const answers = Array.from({ length: count }, async (_, index) => {
    const cookie = cookies[index % cookies.length] ?? ''
    const form = new FormData()
    form.set('file', file)
    form.set('type', 'post')
    const response = await fetch(`${address}/upload`, { method: 'POST', body: form, headers: { cookie } })
    return response.ok ? '200' : await response.text()
  })
  const settled = await Promise.all(answers.map((answer) => answer.catch((error: Error) => `${error.cause ?? error}`)))
  for (const answer of new Set(settled))
    console.log(`${settled.filter((settledAnswer) => settledAnswer === answer).length} × ${answer}`)
}

/** Resident megabytes of the server, and of its decoders together. */
function memory() {
  const pid = server.pid ?? 0
  const decoders = listDescendants(String(pid)).filter((child) => read(`/proc/${child}/cmdline`).includes('decoder.ts'))
  const sum = decoders.reduce((all, child) => all + readResidentMegabytes(child), 0)
  return { server: readResidentMegabytes(String(pid)), decoders: sum }
}

/** The decoder itself is a grandchild where a sandbox starts it. */
function listDescendants(pid: string): string[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean)
  return children.flatMap((child) => [child, ...listDescendants(child)])
}

function readResidentMegabytes(pid: string): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024)
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // it ended meanwhile
  }
}

/** Sessions of ten users: each may have at most two uploads open. */
async function signIn(): Promise<string[]> {
  const { db, close } = await openDatabase(readConfig(env), { attach: true })
  const people = await db
    .selectFrom('users')
    .where('email', 'like', '%@northfield.example')
    .where('blocked_as', 'is', null)
    .orderBy('email')
    .limit(10)
    .select(['id', 'school_id'])
    .execute()
  const tokens: string[] = []
  for (const { id, school_id } of people)
    tokens.push(await createSession(db, { id, schoolId: school_id }, { userAgent: 'bench', ip: undefined }))
  await close()
  return tokens.map((token) => `quad=${token}`)
}

function noise(width: number, height: number, progressive = false): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < pixels.length; at++) pixels[at] = (Math.imul(at, 2654435761) >>> 13) & 255
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92, progressive })
    .toBuffer()
}

function video(bytes: number): Buffer {
  const atom = (type: string, content: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(8 + content.length)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, content])
  }
  const kind = atom('hdlr', Buffer.from('\0\0\0\0\0\0\0\0vide\0\0\0\0'))
  const track = atom('trak', Buffer.concat([atom('tkhd', Buffer.alloc(84)), atom('mdia', kind)]))
  const head = Buffer.concat([
    atom('ftyp', Buffer.from('isom\0\0\0\0isom')),
    atom('moov', Buffer.concat([atom('mvhd', Buffer.alloc(100)), track, atom('udta', Buffer.alloc(1000, 1))])),
  ])
  return Buffer.concat([head, atom('mdat', Buffer.alloc(bytes - head.length - 8, 7))])
}

async function ready() {
  for (let tries = 0; tries < 600; tries++) {
    const isUp = await fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    if (server.exitCode !== null) throw new Error('The server ended.')
    await sleep(100)
  }
  throw new Error('The server was not ready within a minute.')
}
