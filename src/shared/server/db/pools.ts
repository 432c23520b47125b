import type { Writable } from 'node:stream'
import { type Dialect, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import { describeStatement } from '../tracing/sql-steps.ts'
import { currentTrace } from '../tracing/trace.ts'
import { beginTogether, TransactionDriver } from './driver.ts'
import type { DB } from './schema.gen.ts'

/** The database, or a transaction in it. */
export type Db = Kysely<DB>

/** How to reach PostgreSQL: a DATABASE_URL, or the parts for `pg`. */
export type ConnectionSettings = string | { host: string; port: number; user: string; database: string }

const statementTimeoutMs = 15_000
/** Searches get less time, and so few connections that all of them together leave CPU time for other work. */
export const searches = { statementTimeoutMs: 1500, connectionTimeoutMs: 2000, maxConnections: 3 }

/**
 * The connections of a database. Prepared statements have a separate pool that plans each statement once: by default
 * PostgreSQL compares that plan with one for the actual values on each call, which costs more than the feed query
 * itself. It also keeps slow searches from delaying frequent reads.
 */
export type Pools = { readonly general: pg.Pool; readonly prepared: pg.Pool }

const pools = new WeakMap<Db, Pools>()

/** The pools of an open database; undefined for a transaction. */
export const findPools = (db: Db): Pools | undefined => pools.get(db)

/** Names of the prepared statements, by their text. */
export const statementNames = new Map<string, string>()

/**
 * Runs known texts as named statements, also those that come through Kysely inside a transaction, and traces the latter.
 * What begins a transaction leaves in one message with the statement that follows it, if that follows immediately.
 */
class NamingClient extends (pg.Client as unknown as new (options: object) => PipelinedClient) {
  #isHoldingBack = false

  override query(text: unknown, values: unknown, ...rest: unknown[]) {
    const begins = typeof text === 'string' && text.startsWith(beginTogether)
    if (begins) this.#holdBack()
    const name = typeof text === 'string' ? statementNames.get(text) : undefined
    // Kysely awaits a promise. `pool.query` passes a callback, which runs in the context of the request that released the connection.
    const trace = rest.length === 0 && typeof text === 'string' && Array.isArray(values) ? currentTrace() : undefined
    const send = () => (name ? super.query({ name, text, values }, ...rest) : super.query(text, values, ...rest))
    const result = trace ? trace.step(describeStatement(text as string, name), send as () => Promise<unknown>) : send()
    if (!begins) this.#release()
    return result
  }

  #holdBack() {
    this.#isHoldingBack = true
    this.connection.stream.cork()
    setImmediate(() => this.#release())
  }

  #release() {
    if (this.#isHoldingBack) this.connection.stream.uncork()
    this.#isHoldingBack = false
  }
}

type PipelinedClient = { query(...words: unknown[]): unknown; readonly connection: { readonly stream: Writable } }

/**
 * Concurrent transactions of a server. A write holds its connection while it waits for a row that another one has
 * locked; with fewer connections, students who like the same post keep all other writes waiting.
 */
const maxTransactions = 15

/** Opens the pools. 64-bit integers are returned as numbers: no id or count exceeds 2^53. */
export function openDb(connection: ConnectionSettings, { max = maxTransactions }: { max?: number } = {}): Db {
  const { general, prepared } = openPools(connection, max)
  const end = async () => void (await Promise.all([general.end(), prepared.end(), searchPools.get(db)?.db.destroy()]))
  const pool = { connect: () => general.connect(), end, options: general.options }
  const db: Db = new Kysely<DB>({ dialect: dialect(pool) })
  pools.set(db, { general, prepared })
  return db
}

const dialect = (pool: ConstructorParameters<typeof TransactionDriver>[0]['pool']): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new TransactionDriver({ pool }),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

const searchPools = new WeakMap<Db, { readonly db: Db; readonly pool: pg.Pool }>()

/**
 * The same database for searches, on separate connections with a short statement timeout. Returns `db` itself in a
 * transaction.
 */
export function searchDb(db: Db): Db {
  const { general } = pools.get(db) ?? {}
  if (!general) return db
  const known = searchPools.get(db)
  if (known) return known.db
  const { statementTimeoutMs, connectionTimeoutMs, maxConnections } = searches
  const pool = new pg.Pool({
    ...general.options,
    max: maxConnections,
    statement_timeout: statementTimeoutMs,
    connectionTimeoutMillis: connectionTimeoutMs,
  })
  handleErrors(pool)
  const searchDb: Db = new Kysely<DB>({ dialect: dialect(pool) })
  searchPools.set(db, { db: searchDb, pool })
  return searchDb
}

/** The pools that `openDb` uses, without Kysely; connections open on demand. */
export function openPools(connection: ConnectionSettings, max: number): Pools {
  // The triggers of counts skip sessions without the last setting: servers of the previous version count themselves.
  const settings = '-c jit=off -c quad.counted_by=triggers'
  const planOnce = '-c plan_cache_mode=force_generic_plan'
  return {
    general: openPool(connection, { max, options: settings, pipeline: true }),
    prepared: openPool(connection, { max: Math.ceil(max / 3), options: `${settings} ${planOnce}` }),
  }
}

function openPool(connection: ConnectionSettings, options: pg.PoolConfig & { pipeline?: boolean }): pg.Pool {
  const pool = new pg.Pool({
    ...(typeof connection === 'string' ? { connectionString: addOptions(connection, options.options) } : connection),
    ...options,
    Client: NamingClient as never,
    connectionTimeoutMillis: 10_000,
    statement_timeout: statementTimeoutMs,
    application_name: 'quad',
    types: {
      getTypeParser: (id, format) =>
        (id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format)) as never,
    },
  })
  handleErrors(pool)
  return pool
}

/** In a URL, `options` replace those of the pool: adds the latter, which win. */
function addOptions(address: string, options = ''): string {
  const url = new URL(address)
  const own = url.searchParams.get('options')
  if (own === null) return address
  url.searchParams.set('options', `${own} ${options}`)
  return url.href
}

function handleErrors(pool: pg.Pool): void {
  pool.on('error', () => {}) // an idle connection was lost; the next query opens a new one
  pool.on('connect', (client) => client.on('error', () => {})) // an active connection was lost; its query reports the error
}

/** Number of open and idle connections, and of requests that wait for one. */
export function poolStats(db: Db) {
  const { general, prepared } = pools.get(db) ?? {}
  const all = [general, prepared, searchPools.get(db)?.pool]
  const sum = (count: 'totalCount' | 'idleCount' | 'waitingCount') =>
    all.reduce((total, pool) => total + (pool?.[count] ?? 0), 0)
  return { open: sum('totalCount'), idle: sum('idleCount'), waiting: sum('waitingCount') }
}

const healthCheckTimeoutMs = 2000

type DatabaseHealth = 'ready' | 'read-only' | 'unreachable'

/**
 * Checks whether the database responds and accepts writes, on a separate connection: a busy pool does not make this server unhealthy, and
 * other servers have no more connections.
 */
export function openHealthCheck(db: Db) {
  const pool = new pg.Pool({
    ...pools.get(db)?.general.options,
    max: 1,
    connectionTimeoutMillis: healthCheckTimeoutMs,
    query_timeout: healthCheckTimeoutMs,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    /** `read-only`: a standby, or a former primary that another one has replaced. */
    check: (): Promise<DatabaseHealth> =>
      pool.query<{ transaction_read_only: string }>('show transaction_read_only').then(
        ({ rows }) => (rows[0]?.transaction_read_only === 'off' ? 'ready' : 'read-only'),
        () => 'unreachable',
      ),
    close: () => pool.end(),
  }
}
