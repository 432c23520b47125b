// kill -9 of the server at random moments under load. Every post that was acknowledged must be there after the next
// start, which nobody helps. Prints one line a round and ends with 1 if anything was lost or did not start.
//   node faults/kill.ts [rounds] [base port]
import { spawn } from 'node:child_process'
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const rounds = Number(process.argv[2] ?? 10)
const port = Number(process.argv[3] ?? 3900)
const people = ['ada', 'grace', 'alan', 'dean']
const writersPerPerson = 2

const folder = mkdtempSync(join(tmpdir(), 'quad-kill-'))
chmodSync(folder, 0o755)
const ledger = join(folder, 'ledger')
const url = `http://localhost:${port}`

type Server = { readonly kill: () => void; readonly readyAfter: number }

let lost = 0
let started = 0
let acknowledged = 0
for (let round = 1; round <= rounds + 1; round++) {
  const server = await start()
  if (!server) break
  started++
  const cookies = await Promise.all(people.map(signIn))
  const missing = await missingFrom(cookies[0] ?? '')
  lost += missing
  console.log(
    `start ${round}: ready after ${server.readyAfter} ms, ${acknowledged} acknowledged so far, ${missing} lost`,
  )
  if (round > rounds) {
    server.kill()
    break
  }
  const stop = new AbortController()
  const writing = cookies.flatMap((cookie) =>
    Array.from({ length: writersPerPerson }, () => write(cookie, stop.signal)),
  )
  await sleep(300 + Math.random() * 3000)
  server.kill()
  stop.abort()
  await Promise.allSettled(writing)
}
await sleep(1500)
rmSync(folder, { recursive: true, force: true })
console.log(`lost ${lost} of ${acknowledged}, started again unattended ${started - 1} of ${rounds}`)
process.exit(lost === 0 && started === rounds + 1 ? 0 : 1)

async function start(): Promise<Server | undefined> {
  const began = Date.now()
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'silent',
  }
  const child = spawn(process.execPath, ['src/app/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  while (Date.now() - began < 60_000 && child.exitCode === null) {
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return { kill: () => child.kill('SIGKILL'), readyAfter: Date.now() - began }
    await sleep(25)
  }
  console.error(`did not start (exit code ${child.exitCode})`)
  return undefined
}

/** Follows the whole sign-in by hand, as a browser would. */
async function signIn(name: string): Promise<string> {
  const jar = new Map<string, string>()
  let next = `${url}/auth/google?login_hint=${name}@northfield.example`
  for (let hops = 0; hops < 12 && !next.endsWith('/dashboard'); hops++) {
    const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join('; ')
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [key = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
      jar.set(key, value)
    }
    next = new URL(response.headers.get('location') ?? '', next).href
  }
  return `quad=${jar.get('quad')}`
}

/** Posts and comments without pause; what was acknowledged goes into the ledger, on disk, before the next one. */
async function write(cookie: string, signal: AbortSignal) {
  while (!signal.aborted) {
    const post = await send(cookie, '/api/posts', { content: `kept ${crypto.randomUUID()}` }, signal)
    if (!post) return
    note(post.id)
    const comment = await send(cookie, '/api/comments', { post_id: post.id, content: 'kept too' }, signal)
    if (!comment) return
    note(`${post.id} ${comment.id}`)
    await sleep(40) // stays below the limit of 120 a minute and person for the length of a round
  }
}

async function send(
  cookie: string,
  path: string,
  body: object,
  signal: AbortSignal,
): Promise<{ id: string } | undefined> {
  try {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    })
    return response.status === 201 ? ((await response.json()) as { data: { id: string } }).data : undefined
  } catch {
    return undefined
  }
}

function note(line: string) {
  acknowledged++
  appendFileSync(ledger, `${line}\n`, { flush: true })
}

/** How many entries of the ledger the API does not show. */
async function missingFrom(cookie: string): Promise<number> {
  let missing = 0
  const get = async (path: string) => {
    const response = await fetch(url + path, { headers: { cookie } })
    return response.ok ? ((await response.json()) as { data: { id: string }[] }).data : undefined
  }
  const lines = acknowledged === 0 ? [] : readFileSync(ledger, 'utf8').trim().split('\n')
  // Reads are limited too: of many, the latest matter, since earlier rounds have been verified before.
  for (const line of lines.slice(-400)) {
    const [post, comment] = line.split(' ')
    if (!comment && !(await get(`/api/posts/${post}`))) missing++
    if (comment && !(await get(`/api/posts/${post}/comments`))?.some(({ id }) => id === comment)) missing++
  }
  return missing
}
