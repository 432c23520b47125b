// Users who write and record acknowledged results in a ledger, and a verifier that compares it with the database.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { recount } from '../src/cli/recount.ts'
import type { Db } from '../src/shared/server/db/pools.ts'
import { ask, type Outcome, type Writer } from './kit.ts'

/** Replies of the server, on disk before the next request. */
export class Ledger {
  readonly #file: string
  readonly posts: string[] = []
  readonly comments: string[] = []
  readonly likes: { post: string; email: string }[] = []
  /** Texts that were refused: they must not be stored. */
  readonly refused: string[] = []
  /** Requests that were neither done nor refused, with their status. */
  readonly failures: string[] = []
  calls = 0
  /** Times of the acknowledgements. */
  readonly times: number[] = []

  constructor(folder: string) {
    this.#file = join(folder, 'ledger')
  }

  note(line: string) {
    appendFileSync(this.#file, `${line}\n`, { flush: true })
    this.times.push(Date.now())
  }

  /** The longest time without an acknowledgement. */
  get maxGapBetweenMs() {
    return Math.max(0, ...this.times.slice(1).map((time, index) => time - (this.times[index] ?? time)))
  }

  get acknowledged() {
    return this.posts.length + this.comments.length + this.likes.length
  }
}

/** A writer whose post failed tries again so soon, so that the ledger shows when the server accepts writes again. */
const maxPauseAfterFailureMs = 500

/** Sends posts, comments and likes until aborted, `pause` milliseconds apart; records every reply in the ledger. */
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
    await sleep(post ? pause : Math.min(pause, maxPauseAfterFailureMs), undefined, { signal }).catch(() => {})
  }
}

/** Writes with many users until `work` is done; returns when all of them have stopped. */
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

/** Lost: acknowledged and absent. Ghosts: refused and present. Drift: wrong counters. */
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

/** Checks indexes against their tables with amcheck; returns the names of corrupt ones. */
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
