import { randomBytes, randomInt } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { freePort, startPooler } from '../../tools/services.ts'
import { buildServer } from '../app/server.ts'
import { BlockedReply, ErrorReply, type Reply, type RequestInput, type Route } from '../shared/contract.ts'
import type { CellsConfig } from '../shared/server/cells/config.ts'
import { type Config, readConfig } from '../shared/server/config.ts'
import { withAdvisoryLock } from '../shared/server/db/locks.ts'
import { type Db, openDb } from '../shared/server/db/pools.ts'
import { openKeysHere } from '../shared/server/keys/keys.ts'
import type { App } from '../shared/server/services.ts'

export const testEnvironment = {
  ANONYMOUS_DELAY: '0', // tests of the delay set another
  LOG_LEVEL: 'silent',
  SECRET_KEY: 'only for tests, long enough to be taken',
}

/** Names an external provider, because the demo provider takes longer to start than most tests run. */
export const testConfig: Config = readConfig({
  ...testEnvironment,
  GOOGLE_CLIENT_ID: 'test-client',
  GOOGLE_CLIENT_SECRET: 'nothing',
})

/** In this process; the key process has tests of its own. */
export const openTestKeys = ({ secretKey = testEnvironment.SECRET_KEY, olderKeys = [] }: Partial<Config> = {}) =>
  openKeysHere([secretKey, ...olderKeys])

const closers: (() => Promise<void>)[] = []

/** Called by setup.ts after each file: modules are loaded once per worker, so a hook here would run after the first only. */
export async function closeTestApps(): Promise<void> {
  for (const close of closers.splice(0)) await close()
}

/**
 * Builds the server on a new database, which is dropped after the last test of the file. With `alone` it is one server even
 * if TEST_NODES asks for several, for tests of what one process keeps in memory. With `demo` the database has the demo. With
 * `isPooled`, or TEST_POOLER=1, requests reach PostgreSQL through a PgBouncer in transaction mode. With TEST_CELLS=2 requests go to another
 * cell, which forwards them.
 */
export async function openTestApp(
  config: Config = testConfig,
  { alone = false, demo = false, isPooled = process.env.TEST_POOLER === '1' } = {},
): Promise<App> {
  const connection = inject('cluster')
  const database = `t_${randomBytes(8).toString('hex')}`
  const server = openDb({ ...connection, database: 'postgres' }, { max: 1 })
  if (demo) await createDemoTemplate(server)
  await sql.raw(`create database ${database} template ${demo ? 'template_demo' : 'template_quad'}`).execute(server)
  const pooler = isPooled ? await startTestPooler(database) : undefined
  const db = openDb({ ...connection, database }, { max: 20, pooler: pooler?.settings })
  const dataDir = mkdtempSync(join(tmpdir(), 'quad-files-'))
  const redis = inject('redis')
  const shared = redis && !config.redisUrl ? { redisUrl: `${redis}/${randomInt(4000)}` } : {}
  const build = async (own?: CellsConfig) =>
    buildServer({ ...config, dataDir, ...shared, ...(own && { cells: own }) }, db, await openTestKeys(config))
  const cells = Number(process.env.TEST_CELLS) > 1 && !alone && !config.cells ? await planCells() : undefined
  const app = await build(cells?.far)
  await app.http.ready()
  const other = redis && !alone ? await build() : undefined
  if (other) alternateRequests(app, other)
  const front = cells && (await openFrontCell(app, server, { ...config, dataDir }, cells))
  closers.push(async () => {
    await front?.close()
    await app.http.close()
    await other?.http.close()
    await db.destroy()
    await pooler?.stop()
    await sql.raw(`drop database ${database} with (force)`).execute(server)
    await server.destroy()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return app
}

async function startTestPooler(database: string) {
  const { host, port } = inject('cluster')
  const folder = mkdtempSync(join(tmpdir(), 'quad-pooler-'))
  chmodSync(folder, 0o755) // as root, PgBouncer runs as another account, which needs access
  const relay = await openRelay(host, port)
  const { address, hasNamedStatements, ...pooler } = await startPooler(folder, {
    port: relay.port,
    databases: [database],
  })
  const stop = async () => {
    await pooler.stop()
    await relay.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { settings: { address, hasNamedStatements }, stop }
}

/** The embedded PostgreSQL accepts only this account, and PgBouncer runs as another one: its connections go through this process. */
async function openRelay(host: string, port: number) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const target = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const [one, other] of [
      [socket, target],
      [target, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {}) // it closes, and then so does the other one
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return { port: (server.address() as AddressInfo).port, close }
}

/** Seeds the demo once per run. The workers share the result. */
const createDemoTemplate = (server: Db) =>
  withAdvisoryLock(server, 'template_demo', async (locked) => {
    const { rows } = await sql`select from pg_database where datname = 'template_demo'`.execute(locked)
    if (rows.length > 0) return
    const { seedDemo } = await import('../../demo/seed.ts')
    await sql`create database template_demo_new template template_quad`.execute(locked)
    const db = openDb({ ...inject('cluster'), database: 'template_demo_new' }, { max: 4 })
    await seedDemo(db, (await openTestKeys()).anonymity)
    await db.destroy()
    await sql`alter database template_demo_new rename to template_demo`.execute(locked)
  })

/** Two cells that reach each other on this machine. */
export async function planCells() {
  const [front, far] = [await freePort(), await freePort()]
  const addresses = new Map([
    ['front', `http://127.0.0.1:${front}`],
    ['far', `http://127.0.0.1:${far}`],
  ])
  const common = { addresses, secret: 'only for tests, long enough to be taken', freshMs: 0, replyMs: 30_000 }
  return { front: { ...common, own: 'front' }, far: { ...common, own: 'far' } } satisfies Record<string, CellsConfig>
}

export const findPort = ({ own, addresses }: CellsConfig) => Number(new URL(addresses.get(own) ?? '').port)

/** Opens one cell of a plan, which the others reach. */
export async function openTestCell(own: CellsConfig, config: Config = testConfig): Promise<App> {
  const app = await openTestApp({ ...config, cells: own })
  await app.http.listen({ port: findPort(own), host: '127.0.0.1' })
  return app
}

/** All requests come to a cell without schools, which forwards them to the cell of the test. */
async function openFrontCell(
  app: App,
  server: Db,
  config: Config,
  { front: own, far }: { readonly front: CellsConfig; readonly far: CellsConfig },
) {
  const database = `t_${randomBytes(8).toString('hex')}`
  await sql.raw(`create database ${database} template template_quad`).execute(server)
  const db = openDb({ ...inject('cluster'), database })
  await app.http.listen({ port: findPort(far), host: '127.0.0.1' })
  const front = await buildServer({ ...config, cells: own }, db, await openTestKeys(config))
  await front.http.listen({ port: findPort(own), host: '127.0.0.1' })
  await app.cells?.directory.refresh() // requests of site administrators also go there
  app.http.inject = front.http.inject.bind(front.http) as never
  const close = async () => {
    await front.http.close()
    await db.destroy()
    await sql.raw(`drop database ${database} with (force)`).execute(server)
  }
  return { close }
}

/** Sends every second request to the other server. */
function alternateRequests(app: App, other: App) {
  const own = app.http.inject.bind(app.http)
  let turn = 0
  app.http.inject = ((options: InjectOptions) => (turn++ % 2 ? other.http.inject(options) : own(options))) as never
}

/** A client without a session. */
export const signedOut = { cookie: '' }

type RequestOptions<R extends Route> = {
  [K in keyof RequestInput<R> as RequestInput<R>[K] extends undefined ? never : K]?: unknown
} & {
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: unknown
  headers?: Record<string, string>
}
export type TestResponse<R extends Route> = {
  status: number
  body: Reply<R> & { error?: string; code?: string; fields?: Record<string, string> }
  headers: Record<string, unknown>
}

/** Throws for a member of an error reply that the contract does not declare. */
function assertDeclaredError({ errors = {}, path }: Route, status: number, body: object) {
  const own = Object.entries(errors).find(([declared]) => Number(declared) === status)?.[1]
  const shape = 'isBlocked' in body ? BlockedReply : own ? ErrorReply.extend(own.shape) : ErrorReply
  const { error } = shape.strict().safeParse(body)
  if (error) throw new Error(`${path} replies ${status} with what its contract does not declare: ${error.message}`)
}

/** Calls a route over HTTP as a user: `await as(app, ada)(posts.like, { params: { id } })`. Bodies may be invalid. */
export const as =
  ({ http }: App, person: { readonly cookie: string }) =>
  async <R extends Route>(route: R, ask: RequestOptions<R> = {} as RequestOptions<R>): Promise<TestResponse<R>> => {
    const url = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(ask.params?.[name] ?? name))
    const options: InjectOptions = {
      method: route.method,
      url,
      headers: { cookie: person.cookie, ...ask.headers },
      ...(ask.query
        ? { query: Object.fromEntries(Object.entries(ask.query).map(([key, value]) => [key, String(value)])) }
        : {}),
      ...(ask.body === undefined ? {} : { payload: ask.body as object }),
    }
    const reply = await http.inject(options)
    const body = reply.headers['content-type']?.toString().includes('json') ? reply.json() : undefined
    if (reply.statusCode >= 400 && body) assertDeclaredError(route, reply.statusCode, body)
    return { status: reply.statusCode, body, headers: reply.headers }
  }
