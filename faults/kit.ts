// What the faults have in common: people who write and keep a ledger of what they were promised, and the verifier that
// compares the ledger with the database.
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../src/app/open.ts'
import { recount } from '../src/app/recount.ts'
import { eventsOf } from '../src/app/testing-stream.ts'
import { readConfig } from '../src/shared/server/config.ts'
import type { Db } from '../src/shared/server/db.ts'
import { isReady } from '../tools/services.ts'

/** A fault that can be done to Quad. `rounds` scales it: the tests do few, `npm run faults` does many. */
export type Fault = {
  readonly name: string
  readonly title: string
  /** How many rounds the report asks for. */
  readonly rounds: number
  run(rounds: number): Promise<Outcome>
}

/** What was seen, in figures, and what of it should not have been. */
export type Outcome = { readonly figures: Readonly<Record<string, number | string>>; readonly wrong: readonly string[] }

/** A folder of this fault's own, into which PostgreSQL can go too, removed afterwards. */
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

/** Follows the whole sign-in by hand, as a browser would, and accepts the terms. Tries until it works. */
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

/** One call; status 0 when nothing came back. */
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

/** What people were told, on disk before they do the next thing. */
export class Ledger {
  readonly #file: string
  readonly posts: string[] = []
  readonly comments: string[] = []
  readonly likes: { post: string; email: string }[] = []
  /** Texts that were refused: they must not be there. */
  readonly refused: string[] = []
  /** Calls that were neither done nor refused, with their status. */
  readonly failures: string[] = []
  calls = 0

  constructor(folder: string) {
    this.#file = join(folder, 'ledger')
  }

  note(line: string) {
    appendFileSync(this.#file, `${line}\n`, { flush: true })
  }

  get acknowledged() {
    return this.posts.length + this.comments.length + this.likes.length
  }
}

/** Posts, comments and likes until told to stop, `pause` milliseconds apart; every answer goes into the ledger. */
export async function write(url: string, writer: Writer, ledger: Ledger, signal: AbortSignal, pause: number) {
  const act = async (method: string, path: string, text: string, body?: object) => {
    ledger.calls++
    const answer = await ask(url, writer, method, path, body)
    if (answer.status >= 400 && answer.status < 500 && text) ledger.refused.push(text)
    if (answer.status === 0 || answer.status >= 500 || answer.status === 429)
      ledger.failures.push(`${method} ${path.slice(0, 20)} ${answer.status} ${answer.body.error ?? ''}`)
    return answer.status === 200 || answer.status === 201 ? answer.body : undefined
  }
  while (!signal.aborted) {
    const text = `kept ${crypto.randomUUID()}`
    const post = (await act('POST', '/api/posts', text, { content: text })) as { data: { id: string } } | undefined
    if (post) {
      const { id } = post.data
      ledger.note(`post ${id}`)
      ledger.posts.push(id)
      const reply = `reply ${crypto.randomUUID()}`
      const comment = (await act('POST', '/api/comments', reply, { post_id: id, content: reply })) as typeof post
      if (comment) {
        ledger.note(`comment ${comment.data.id}`)
        ledger.comments.push(comment.data.id)
      }
      if (await act('POST', `/api/posts/${id}/like`, '')) {
        ledger.note(`like ${id}`)
        ledger.likes.push({ post: id, email: writer.email })
      }
    }
    await sleep(pause, undefined, { signal }).catch(() => {})
  }
}

/** Lost: acknowledged and absent. Ghosts: refused and present. Drift: counts that are not what they count. */
export async function verify(db: Db, ledger: Ledger): Promise<Outcome> {
  const missing = async (ids: readonly string[], table: string) => {
    const { rows } = await sql`select from unnest(${ids}::uuid[]) as wanted (id)
      where not exists (select from ${sql.table(table)} as own where own.id = wanted.id)`.execute(db)
    return rows.length
  }
  const { rows: unliked } = await sql`
    select from unnest(${ledger.likes.map(({ post }) => post)}::uuid[], ${ledger.likes.map(({ email }) => email)}::text[])
      as wanted (post, email) where not exists (select from post_likes join users
        on users.school_id = post_likes.school_id and users.id = post_likes.user_id
        where post_likes.post_id = wanted.post and users.email = wanted.email)`.execute(db)
  const { rows: ghosts } = await sql`select from posts where content = any(${ledger.refused}::text[])
    union all select from comments where content = any(${ledger.refused}::text[])`.execute(db)
  const { rows: partial } = await sql`select from posts where content like 'kept %' and group_id is null
    and not exists (select from users where users.school_id = posts.school_id and users.id = posts.author_id)`.execute(
    db,
  )
  const lost = (await missing(ledger.posts, 'posts')) + (await missing(ledger.comments, 'comments')) + unliked.length
  const drift = (await recount(db)).reduce((sum, { rows }) => sum + rows, 0)
  const figures = { acknowledged: ledger.acknowledged, lost, ghosts: ghosts.length, partial: partial.length, drift }
  const wrong = Object.entries(figures)
    .filter(([name, count]) => name !== 'acknowledged' && count > 0)
    .map(([name, count]) => `${name}: ${count}`)
  return { figures, wrong: ledger.acknowledged > 0 ? wrong : [...wrong, 'nothing was acknowledged'] }
}

/** What the rows of indexes say, compared with the tables, by PostgreSQL's own check; the names of those that lie. */
export async function checkIndexes(db: Db): Promise<string[]> {
  await sql`create extension if not exists amcheck`.execute(db)
  const { rows } = await sql<{ name: string; oid: number }>`select relname as name, indexrelid::int8 as oid
    from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
    where amname = 'btree' and relpersistence = 'p' and indisready and indisvalid`.execute(db)
  const broken: string[] = []
  for (const { name, oid } of rows)
    await sql`select bt_index_check(${oid}::oid::regclass, true)`
      .execute(db)
      .catch((error: Error) => broken.push(`${name}: ${error.message}`))
  return broken
}

/** The database of a server's folder, to look into beside it. */
export async function beside<T>(folder: string, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = await openDatabase(readConfig({ DATA_DIR: folder }), { beside: true, asIs: true })
  try {
    return await work(db)
  } finally {
    await close()
  }
}

/** Waits until a server is ready and says after how many milliseconds; if it is not, what it said last. */
export async function readyAgain(address: string, log?: string, most = 120_000): Promise<number> {
  const began = Date.now()
  while (!(await isReady(address))) {
    if (Date.now() - began > most)
      throw new Error(`It did not come back. ${log ? readFileSync(log, 'utf8').slice(-500) : ''}`)
    await sleep(20)
  }
  return Date.now() - began
}

/** Writes for a while with many people; returns when `work` is done and everybody has stopped. */
export async function whileWriting<T>(
  url: string,
  writers: readonly Writer[],
  ledger: Ledger,
  pause: number,
  work: () => Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  const writing = writers.map((writer) => write(url, writer, ledger, stop.signal, pause))
  try {
    return await work()
  } finally {
    stop.abort()
    await Promise.all(writing)
  }
}

/** Hears one sort of events, also of a post that is looked at, and opens it anew after the last event whenever it ends, as browsers do. */
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
    for await (const { id, name: event, body } of eventsOf(response)) {
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
