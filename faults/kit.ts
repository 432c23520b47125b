// Shared code of the faults: folders, and users who sign in, send requests and receive events.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../src/app/bootstrap.ts'
import { readConfig } from '../src/shared/server/config.ts'
import type { Db } from '../src/shared/server/db/pools.ts'
import { readEvents } from '../src/testing/streams.ts'
import { isReady } from '../tools/services.ts'

/** A fault to inject. `rounds` scales it: the tests run few, `npm run faults` runs many. */
export type Fault = {
  readonly name: string
  readonly title: string
  /** Number of rounds for the report. */
  readonly rounds: number
  run(rounds: number): Promise<Outcome>
}

/** Measured figures, and unexpected results. */
export type Outcome = { readonly figures: Readonly<Record<string, number | string>>; readonly wrong: readonly string[] }

/** Runs `work` with a new folder, which PostgreSQL's account can enter, and removes it afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = newFolder()
  try {
    return await work(folder)
  } finally {
    removeFolder(folder)
  }
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quad-fault-'))
  chmodSync(folder, 0o755)
  return folder
}

export const removeFolder = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })

export type Writer = { readonly email: string; readonly cookie: string }

/** Performs the whole sign-in like a browser, and accepts the terms. Retries until it succeeds. */
export async function signIn(url: string, email: string): Promise<Writer> {
  for (let tries = 0; ; tries++) {
    try {
      const jar = new Map<string, string>()
      let next = `${url}/auth/google?login_hint=${email}`
      for (let hops = 0; hops < 12 && !next.endsWith('/dashboard'); hops++) {
        const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join('; ')
        const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
        for (const line of response.headers.getSetCookie()) {
          const [key = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
          jar.set(key, value)
        }
        next = new URL(response.headers.get('location') ?? '', next).href
      }
      const writer = { email, cookie: `quad=${jar.get('quad')}` }
      const { status } = await ask(url, writer, 'POST', '/api/users/accept-terms')
      if (status === 200) return writer
    } catch {}
    if (tries === 40) throw new Error(`${email} could not sign in.`)
    await sleep(250)
  }
}

export const signInMany = (url: string, count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => signIn(url, `writer${index}@northfield.example`)))

export type Answer = { readonly status: number; readonly body: { data?: never; error?: string; code?: string } }

/** One request; status 0 when no reply came. */
export async function ask(
  url: string,
  { cookie }: Writer,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  try {
    const response = await fetch(url + path, {
      method,
      headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(30_000),
    })
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  } catch (error) {
    return { status: 0, body: { error: String((error as Error).cause ?? error) } }
  }
}

/** Opens the database of a server's folder beside the server. */
export async function beside<T>(folder: string, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = await openDatabase(readConfig({ DATA_DIR: folder }), { attach: true, skipMigrations: true })
  try {
    return await work(db)
  } finally {
    await close()
  }
}

/** Waits until a server is ready and returns the milliseconds; otherwise throws with the end of its log. */
export async function readyAgain(address: string, log?: string, max = 120_000): Promise<number> {
  const began = Date.now()
  while (!(await isReady(address))) {
    if (Date.now() - began > max)
      throw new Error(`It did not come back. ${log ? readFileSync(log, 'utf8').slice(-2000) : ''}`)
    await sleep(20)
  }
  return Date.now() - began
}

/**
 * Receives events of one name, optionally of a subscribed post, and reopens the stream after the last event, as
 * browsers do.
 */
export function follow(url: string, { cookie }: Writer, name: string, post = '') {
  const heard: { id: string; body: never }[] = []
  const control = new AbortController()
  let last = ''
  let gaps = 0
  let opened = 0
  const open = async () => {
    const headers = { cookie, ...(last ? { 'last-event-id': last } : {}) }
    const response = await fetch(`${url}/api/live?posts=${post}`, { headers, signal: control.signal })
    if (!response.ok) return
    opened++
    for await (const { id, name: event, body } of readEvents(response)) {
      if (event === 'reconnect' && last && (body as { resumed?: boolean }).resumed === false) gaps++
      if (event === name) heard.push({ id, body })
      last = id
    }
  }
  const running = (async () => {
    while (!control.signal.aborted) {
      await open().catch(() => {})
      await sleep(100)
    }
  })()
  return {
    heard,
    opened: () => opened,
    gaps: () => gaps,
    async close() {
      control.abort()
      await running
    },
  }
}
