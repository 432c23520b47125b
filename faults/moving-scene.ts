// Two cells, and users of a school who write and read while it moves between them.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { seedDemo } from '../demo/seed.ts'
import { buildServer } from '../src/app/server.ts'
import { createSession } from '../src/shared/server/auth/session.ts'
import { readConfig } from '../src/shared/server/config.ts'
import { migrate } from '../src/shared/server/db/migrate.ts'
import { type Db, openDb } from '../src/shared/server/db/pools.ts'
import { newId } from '../src/shared/server/db/sql.ts'
import { migrateJobs } from '../src/shared/server/jobs/jobs.ts'
import { openKeysHere } from '../src/shared/server/keys/keys.ts'
import type { App } from '../src/shared/server/services.ts'
import { freePort, run, startPostgres } from '../tools/services.ts'

export const cellNames = ['north', 'south'] as const
export type CellName = (typeof cellNames)[number]
export const otherCell = (cell: CellName): CellName => (cell === 'north' ? 'south' : 'north')

export const secretKey = 'k'.repeat(40)

export type Cell = {
  readonly name: CellName
  readonly url: string
  readonly db: Db
  readonly app: App
  /** Kills PostgreSQL, and starts it again. */
  crash(): Promise<void>
  stop(): Promise<void>
}

/** Two cells that forward requests to each other. */
export async function startCells(folder: string): Promise<Record<CellName, Cell>> {
  const ports = { north: await freePort(), south: await freePort() }
  const addresses = cellNames.map((name) => `${name}=http://127.0.0.1:${ports[name]}`).join(' ')
  const start = (name: CellName) => startCell(folder, name, ports[name], addresses)
  return { north: await start('north'), south: await start('south') }
}

/** A PostgreSQL and a server. */
async function startCell(folder: string, name: CellName, httpPort: number, addresses: string): Promise<Cell> {
  const place = join(folder, name)
  const port = await freePort()
  const start = () =>
    startPostgres(place, port, ['wal_level=logical', 'max_replication_slots=250', 'fsync=off', 'max_connections=60'])
  let postgres = await start()
  const { url } = postgres
  const db = openDb(url)
  await migrate(db)
  await migrateJobs(db, url)
  const config = readConfig({
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'data'),
    SECRET_KEY: secretKey,
    DEMO: '1',
    LOG_LEVEL: 'silent',
    CELL: name,
    CELLS: addresses,
    CELLS_SECRET: 'only for this fault, long enough to be taken',
  })
  const app = await buildServer(config, db, await openKeysHere([secretKey]))
  await app.http.listen({ port: httpPort, host: '127.0.0.1' })
  return {
    name,
    url,
    db,
    app,
    async crash() {
      await postgres.stop('SIGKILL')
      for (let attempt = 0; ; attempt++) {
        try {
          postgres = await start() // its former processes may still end
          return
        } catch (error) {
          if (attempt === 20) throw error
          await sleep(250)
        }
      }
    },
    async stop() {
      await app.http.close()
      await db.destroy()
      await postgres.stop()
    },
  }
}

/** Two schools of the demo. */
export const seedCell = async ({ db }: Cell) => seedDemo(db, (await openKeysHere([secretKey])).anonymity)

export async function query<T extends object = Record<string, unknown>>(
  { url }: Pick<Cell, 'url'>,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** The command, in a process of its own. */
export function startMove(
  cells: Record<CellName, Cell>,
  school: string,
  from: CellName,
  folder: string,
  isAborted = false,
) {
  const to = otherCell(from)
  const env = {
    PATH: process.env.PATH,
    CELL: from,
    CELLS: 'north=http://127.0.0.1:1 south=http://127.0.0.1:2', // no server is asked
    CELLS_SECRET: 's'.repeat(40),
    DATABASE_URL: cells[from].url,
    MOVE_TO_DATABASE_URL: cells[to].url,
    DATA_DIR: join(folder, 'data'),
    SECRET_KEY: secretKey,
    DEMO: '1',
  }
  const words = ['src/cli/main.ts', 'school:move', school, '--to', to, ...(isAborted ? ['--abort'] : [])]
  return run(process.execPath, words, { log: join(folder, 'move.log'), env })
}

/** What users of the school saw while it moved. */
export type Experience = {
  /** Contents of acknowledged comments, and of posts over HTTP. */
  readonly comments: Set<string>
  readonly posts: Set<string>
  /** Milliseconds from the first refusal to the next success. */
  readonly refusedMs: number[]
  reads: number
  readonly failedReads: string[]
  readonly surprises: string[]
}

/** `stop` resolves when every writer has got its last acknowledgement. */
export async function startUsers(cells: Record<CellName, Cell>, schoolId: string, home: CellName) {
  const seen: Experience = {
    comments: new Set(),
    posts: new Set(),
    refusedMs: [],
    reads: 0,
    failedReads: [],
    surprises: [],
  }
  const stopping = new AbortController()
  const context: Users = { cells, schoolId, signal: stopping.signal, seen }
  const users = await query<{ id: string }>(
    cells[home],
    'select id from users where school_id = $1 and blocked_as is null and deleted_at is null order by id',
    [schoolId],
  )
  const cookies = await Promise.all(
    users.map(async ({ id }) => {
      const session = { userAgent: 'fault', ip: undefined, authenticatedAt: new Date() }
      return `quad=${await createSession(cells[home].db, { id, schoolId }, session)}`
    }),
  )
  await query(cells[home], 'update users set terms_accepted_at = now() where school_id = $1', [schoolId])
  const posts = await query<{ id: string }>(
    cells[home],
    'select id from posts where school_id = $1 and group_id is null order by id limit 4',
    [schoolId],
  )
  const author = users[0]?.id ?? ''
  const running = [
    ...posts.map(({ id }) => comment(context, home, { post: id, author })),
    publish(context, home, cookies),
    read(context, cookies),
  ]
  return {
    seen,
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

type Users = {
  readonly cells: Record<CellName, Cell>
  readonly schoolId: string
  readonly signal: AbortSignal
  readonly seen: Experience
}

const moving = 'QM001'
const missingReference = '23503'
const pauseMs = 10

/** Adds comments in SQL, each with its count, until acknowledged in one of the cells. */
async function comment(
  { cells, schoolId, signal, seen }: Users,
  home: CellName,
  { post, author }: { post: string; author: string },
) {
  let cell = home
  const clients = new Map<CellName, pg.Client>()
  const connect = async () => {
    const known = clients.get(cell)
    if (known) return known
    const client = new pg.Client(cells[cell].url)
    client.on('error', () => clients.delete(cell))
    await client.connect()
    clients.set(cell, client)
    return client
  }
  while (!signal.aborted) {
    const [id, content] = [newId(), `comment ${crypto.randomUUID()}`]
    let refusedAt: number | undefined
    for (;;) {
      try {
        const client = await connect()
        await client.query(
          `with added as (
            insert into comments (school_id, id, post_id, author_id, content) values ($1, $2, $3, $4, $5)
            on conflict (school_id, id) do nothing returning post_id
          ) update posts set comment_count = comment_count + 1 from added where posts.school_id = $1 and posts.id = added.post_id`,
          [schoolId, id, post, author, content],
        )
        break
      } catch (error) {
        const { code, message } = error as { code?: string; message: string }
        refusedAt ??= performance.now()
        if (code === moving || code === missingReference) cell = otherCell(cell)
        else if (code && /^[0-9A-Z]{5}$/.test(code) && !/^(57|08|40|53|25)/.test(code)) seen.surprises.push(message)
        else clients.delete(cell) // killed: the reply to a commit may be lost, so the same comment is sent again
        await sleep(2)
      }
    }
    if (refusedAt !== undefined) seen.refusedMs.push(performance.now() - refusedAt)
    seen.comments.add(content)
    await sleep(pauseMs)
  }
  await Promise.all([...clients.values()].map((client) => client.end()))
}

/** Sends posts to one server, wherever the school is, the same again with its Idempotency-Key until it is acknowledged. */
async function publish({ cells, signal, seen }: Users, home: CellName, cookies: readonly string[]) {
  for (let turn = 0; !signal.aborted; turn++) {
    const content = `post ${crypto.randomUUID()}`
    const headers = { cookie: cookies[turn % cookies.length], 'idempotency-key': crypto.randomUUID() }
    let refusedAt: number | undefined
    for (;;) {
      const { statusCode, body } = await cells[home].app.http.inject({
        method: 'POST',
        url: '/api/posts',
        headers,
        payload: { content },
      })
      if (statusCode === 201) break
      if (statusCode !== 503) {
        seen.surprises.push(`${statusCode} ${body}`)
        break
      }
      refusedAt ??= performance.now()
      await sleep(5)
    }
    if (refusedAt !== undefined) seen.refusedMs.push(performance.now() - refusedAt)
    seen.posts.add(content)
    await sleep(200)
  }
}

/** Reads the feed through both servers. While a PostgreSQL is down, nothing is said of its school. */
async function read({ cells, signal, seen }: Users, cookies: readonly string[]) {
  for (let turn = 0; !signal.aborted; turn++) {
    const headers = { cookie: cookies[turn % cookies.length] }
    const { app, name } = cells[cellNames[turn % cellNames.length] ?? 'north']
    const { statusCode } = await app.http.inject({ url: '/api/posts/feed', headers })
    seen.reads++
    if (statusCode !== 200) seen.failedReads.push(`${statusCode} at ${name}`)
    await sleep(20)
  }
}
