import type { Writable } from 'node:stream'
import { type Dialect, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import { describeStatement } from '../tracing/sql-steps.ts'
import { currentTrace } from '../tracing/trace.ts'
import { beginTogether, TransactionDriver } from './driver.ts'
import {
  listSettings,
  type PoolerSettings,
  type PoolKind,
  poolKinds,
  searches,
  statementTimeouts,
  toPoolAddress,
  toStartupOptions,
} from './pooler.ts'
import type { DB } from './schema.gen.ts'

/** The database, or a transaction in it. */
export type Db = Kysely<DB>

/** How to reach PostgreSQL: a DATABASE_URL, or the parts for `pg`. */
export type ConnectionSettings = string | { host: string; port: number; user: string; database: string }

/**
 * The connections of a database. Prepared statements have a separate pool that plans each statement once: by default
 * PostgreSQL compares that plan with one for the actual values on each call, which costs more than the feed query
 * itself. It also keeps slow searches from delaying frequent reads.
 */
export type Pools = { readonly general: pg.Pool; readonly prepared: pg.Pool }

/** How an open database was opened, and its pools. */
type OpenDb = Pools & {
  readonly connection: ConnectionSettings
  readonly pooler: PoolerSettings | undefined
  readonly max: number
  /** Opened when they are needed first. */
  searches?: { readonly db: Db; readonly pool: pg.Pool }
  sessions?: Db
}

const openDbs = new WeakMap<Db, OpenDb>()

/** The pools of an open database; undefined for a transaction. */
export const findPools = (db: Db): Pools | undefined => openDbs.get(db)

/** Settings of a connection to PostgreSQL itself, not to its pooler; undefined for a transaction. */
export function findDirectSettings(db: Db): pg.ClientConfig | undefined {
  const open = openDbs.get(db)
  return open && toPoolOptions(open.connection, 'general')
}

/** Names of the prepared statements, by their text. */
export const statementNames = new Map<string, string>()

/**
 * Runs known texts as named statements, also those that come through Kysely inside a transaction, and traces the latter.
 * What begins a transaction leaves in one message with the statement that follows it, if that follows immediately.
 */
class NamingClient extends (pg.Client as unknown as new (options: object) => PipelinedClient) {
  #isHoldingBack = false
  readonly #hasNamedStatements: boolean

  constructor(options: { readonly hasNamedStatements?: boolean }) {
    super(options)
    this.#hasNamedStatements = options.hasNamedStatements ?? true
    // PostgreSQL acknowledges a commit whose wait for the standby was cancelled. Only this warning says that a failover may lose it.
    this.on('notice', ({ routine }) => {
      if (routine !== 'SyncRepWaitForLSN') return
      this.connection.emit(
        'error',
        Object.assign(new Error('The standby did not confirm a commit.'), { code: '08006' }),
      )
      this.connection.stream.destroy()
    })
  }

  override query(sent: unknown, values: unknown, ...rest: unknown[]) {
    const text = this.#hasNamedStatements ? sent : withoutName(sent)
    const begins = typeof text === 'string' && text.startsWith(beginTogether)
    if (begins) this.#holdBack()
    const name = typeof text === 'string' && this.#hasNamedStatements ? statementNames.get(text) : undefined
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

const withoutName = (sent: unknown) =>
  typeof sent === 'object' && sent !== null && 'name' in sent ? { ...sent, name: undefined } : sent

type PipelinedClient = {
  query(...words: unknown[]): unknown
  on(event: 'notice', hear: (notice: { readonly routine?: string }) => void): unknown
  readonly connection: { readonly stream: Writable; emit(event: 'error', error: Error): unknown }
}

/**
 * Concurrent transactions of a server. A write holds its connection while it waits for a row that another one has
 * locked; with fewer connections, students who like the same post keep all other writes waiting.
 */
const maxTransactions = 15

/**
 * Opens the pools. 64-bit integers are returned as numbers: no id or count exceeds 2^53. With a `pooler`, requests go through it, and
 * `connection` leads to PostgreSQL itself.
 */
export function openDb(
  connection: ConnectionSettings,
  { max = maxTransactions, pooler }: { max?: number; pooler?: PoolerSettings | undefined } = {},
): Db {
  const { general, prepared } = openPools(connection, max, pooler)
  const open: OpenDb = { general, prepared, connection, pooler, max }
  const end = async () =>
    void (await Promise.all([general.end(), prepared.end(), open.searches?.db.destroy(), open.sessions?.destroy()]))
  const pool = { connect: () => general.connect(), end, options: general.options }
  const db: Db = new Kysely<DB>({ dialect: dialect(pool) })
  openDbs.set(db, open)
  return db
}

const dialect = (pool: ConstructorParameters<typeof TransactionDriver>[0]['pool']): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new TransactionDriver({ pool }),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

/**
 * The same database for searches, on separate connections with a short statement timeout. Returns `db` itself in a
 * transaction.
 */
export function searchDb(db: Db): Db {
  const open = openDbs.get(db)
  if (!open) return db
  if (!open.searches) {
    const { connectionTimeoutMs, maxConnections } = searches
    const pool = openPool(open, 'searches', {
      max: maxConnections,
      pipeline: true,
      connectionTimeoutMillis: connectionTimeoutMs,
    })
    open.searches = { db: new Kysely<DB>({ dialect: dialect(pool) }), pool }
  }
  return open.searches.db
}

/**
 * The same database for work that keeps a connection for itself: session locks, and settings between statements. It passes a pooler by.
 * Returns `db` itself without a pooler, and in a transaction.
 */
export function sessionDb(db: Db): Db {
  const open = openDbs.get(db)
  if (!open?.pooler) return db
  open.sessions ??= openDb(open.connection, { max: open.max })
  return open.sessions
}

/** The pools that `openDb` uses, without Kysely; connections open on demand. */
export function openPools(connection: ConnectionSettings, max: number, pooler?: PoolerSettings): Pools {
  const target = { connection, pooler }
  return {
    general: openPool(target, 'general', { max, pipeline: true }),
    prepared: openPool(target, 'prepared', { max: Math.ceil(max / 3) }),
  }
}

function openPool(
  { connection, pooler }: Pick<OpenDb, 'connection' | 'pooler'>,
  kind: PoolKind,
  options: pg.PoolConfig & { pipeline?: boolean },
): pg.Pool {
  // PgBouncer takes a name for prepared although its statement failed, as it does in a transaction whose first statement fails, and ends the
  // connection that sends it again.
  const hasNamedStatements = pooler?.hasNamedStatements && kind === 'prepared'
  const own = pooler
    ? { connectionString: toPoolAddress(pooler, kind), hasNamedStatements }
    : toPoolOptions(connection, kind)
  const pool = new pg.Pool({ ...own, ...common, Client: NamingClient as never, ...options })
  handleErrors(pool)
  return pool
}

/** A pool of connections to a standby, which refuse writes. */
export function openStandbyPool(
  address: string,
  kind: PoolKind,
  options: StandbyPoolOptions,
): { readonly db: Db; readonly pool: pg.Pool } {
  const own = { ...toStandbySettings(address, kind), Client: NamingClient as never, pipeline: true }
  const pool = new pg.Pool({ ...own, ...options })
  handleErrors(pool)
  return { db: new Kysely<DB>({ dialect: dialect(pool) }), pool }
}

/** `verify` gets each new connection, and passes an error to refuse it. */
type StandbyPoolOptions = Pick<pg.PoolConfig, 'max' | 'connectionTimeoutMillis'> & {
  readonly verify: (client: pg.ClientBase, done: (error?: Error) => void) => void
}

/** Settings of a connection to a standby. */
export const toStandbySettings = (address: string, kind: PoolKind): pg.ClientConfig =>
  toPoolOptions(address, kind, ' -c default_transaction_read_only=on')

const common = {
  connectionTimeoutMillis: 10_000,
  application_name: 'quad',
  types: {
    getTypeParser: (id: number, format?: 'text' | 'binary') =>
      (id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format as never)) as never,
  },
}

function toPoolOptions(connection: ConnectionSettings, kind: PoolKind, moreOptions = '') {
  const options = `${toStartupOptions(kind)}${moreOptions}`
  return {
    ...(typeof connection === 'string' ? { connectionString: addOptions(connection, options) } : connection),
    ...common,
    options,
    statement_timeout: statementTimeouts[kind],
  }
}

/** In a URL, `options` replace those of the pool: adds the latter, which win. */
function addOptions(address: string, options: string): string {
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
  const { general, prepared, searches } = openDbs.get(db) ?? {}
  const all = [general, prepared, searches?.pool]
  const sum = (count: 'totalCount' | 'idleCount' | 'waitingCount') =>
    all.reduce((total, pool) => total + (pool?.[count] ?? 0), 0)
  return { open: sum('totalCount'), idle: sum('idleCount'), waiting: sum('waitingCount') }
}

/** Of the whole check, so that a proxy learns within two seconds that a server is not ready. */
const healthCheckTimeoutMs = 1500

type DatabaseHealth = 'ready' | 'read-only' | 'unreachable'

/**
 * Checks whether the database responds and accepts writes, on separate connections: a busy pool does not make this server unhealthy, and
 * other servers have no more connections. A pooler is only checked for accepting connections: its queue is long where it is busy.
 */
export function openHealthCheck(db: Db) {
  const { pooler } = openDbs.get(db) ?? {}
  const primary = openHealthPool(findDirectSettings(db))
  const proxy = pooler && openHealthPool({ connectionString: toPoolAddress(pooler, 'general'), ...common })
  const readState = async (): Promise<DatabaseHealth> => {
    const [{ rows }] = await Promise.all([
      primary.query<{ transaction_read_only: string }>('show transaction_read_only'),
      proxy?.connect().then((client) => client.release()),
    ])
    return rows[0]?.transaction_read_only === 'off' ? 'ready' : 'read-only'
  }
  return {
    /** `read-only`: a standby, or a former primary that another one has replaced. */
    check: () => withHealthDeadline(readState()),
    close: async () => void (await Promise.all([primary.end(), proxy?.end()])),
  }
}

function openHealthPool(options: pg.PoolConfig | undefined): pg.Pool {
  const limits = { max: 1, connectionTimeoutMillis: healthCheckTimeoutMs, query_timeout: healthCheckTimeoutMs }
  const pool = new pg.Pool({ ...options, ...limits })
  handleErrors(pool)
  return pool
}

async function withHealthDeadline(reading: Promise<DatabaseHealth>): Promise<DatabaseHealth> {
  const { promise, resolve } = Promise.withResolvers<DatabaseHealth>()
  const late = setTimeout(() => resolve('unreachable'), healthCheckTimeoutMs)
  try {
    return await Promise.race([reading, promise])
  } catch {
    return 'unreachable'
  } finally {
    clearTimeout(late)
  }
}

/** The settings that the connections of each pool lack, such as `jit of quad_prepared`. Empty if the pooler applies all of them. */
export async function findMissingSettings(pooler: PoolerSettings): Promise<string[]> {
  const missing = await Promise.all(
    poolKinds.map(async (kind) => {
      const client = new pg.Client({ connectionString: toPoolAddress(pooler, kind), ...common })
      client.on('error', () => {}) // its query reports it
      await client.connect()
      const wanted = listSettings(kind)
      const { rows } = await client
        .query<{ name: string }>(unsetSettings, [wanted.map(([name]) => name), wanted.map(([, value]) => value)])
        .finally(() => client.end().catch(() => {}))
      return rows.map(({ name }) => `${name} of ${client.database}`)
    }),
  )
  return missing.flat()
}

/** A view returns the timeout in milliseconds, but has no settings that PostgreSQL does not know. */
const unsetSettings = `select name from unnest($1::text[], $2::text[]) as wanted (name, value)
  where coalesce((select setting from pg_settings where pg_settings.name = wanted.name), current_setting(name, true))
    is distinct from value`
