import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Compilable,
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import pg from 'pg'
import { v7 } from 'uuid'
import type { DB } from './schema.gen.ts'

/** The database, or a transaction in it. */
export type Db = Kysely<DB>

/** How to reach PostgreSQL: a DATABASE_URL, or the parts for `pg`. */
export type ConnectionSettings = string | { host: string; port: number; user: string; database: string }

const statementTimeoutMs = 15_000
/** Searches get less time, and so few connections that all of them together leave CPU time for other work. */
const searches = { statementTimeoutMs: 1500, connectionTimeoutMs: 2000, maxConnections: 3 }

/**
 * The connections of a database. Prepared statements have a separate pool that plans each statement once: by default
 * PostgreSQL compares that plan with one for the actual values on each call, which costs more than the feed query
 * itself. It also keeps slow searches from delaying frequent reads.
 */
export type Pools = { readonly general: pg.Pool; readonly prepared: pg.Pool }

const pools = new WeakMap<Db, Pools>()

/** Names of the prepared statements, by their text. */
const names = new Map<string, string>()

/** Runs known texts as named statements, also those that come through Kysely inside a transaction. */
class NamingClient extends (pg.Client as unknown as new (options: object) => { query(...words: unknown[]): unknown }) {
  override query(text: unknown, values: unknown, ...rest: unknown[]) {
    const name = typeof text === 'string' ? names.get(text) : undefined
    return name ? super.query({ name, text, values }, ...rest) : super.query(text, values, ...rest)
  }
}

/** Opens the pools. 64-bit integers are returned as numbers: no id or count exceeds 2^53. */
export function openDb(connection: ConnectionSettings, { max = 10 }: { max?: number } = {}): Db {
  const { general, prepared } = openPools(connection, max)
  const end = async () => void (await Promise.all([general.end(), prepared.end(), searchDbs.get(db)?.destroy()]))
  const pool = { connect: () => general.connect(), end, options: general.options }
  const db: Db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, { general, prepared })
  return db
}

const searchDbs = new WeakMap<Db, Db>()

/**
 * The same database for searches, on separate connections with a short statement timeout. Returns `db` itself in a
 * transaction.
 */
export function searchDb(db: Db): Db {
  const { general } = pools.get(db) ?? {}
  if (!general) return db
  const known = searchDbs.get(db)
  if (known) return known
  const { statementTimeoutMs, connectionTimeoutMs, maxConnections } = searches
  const pool = new pg.Pool({
    ...general.options,
    max: maxConnections,
    statement_timeout: statementTimeoutMs,
    connectionTimeoutMillis: connectionTimeoutMs,
  })
  handleErrors(pool)
  const searchDb: Db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  searchDbs.set(db, searchDb)
  return searchDb
}

/** The pools that `openDb` uses, without Kysely; connections open on demand. */
export function openPools(connection: ConnectionSettings, max: number): Pools {
  const planOnce = '-c plan_cache_mode=force_generic_plan'
  return {
    general: openPool(connection, { max, options: '-c jit=off' }),
    prepared: openPool(connection, { max: Math.ceil(max / 2), options: `-c jit=off ${planOnce}` }),
  }
}

function openPool(connection: ConnectionSettings, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
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

function handleErrors(pool: pg.Pool): void {
  pool.on('error', () => {}) // an idle connection was lost; the next query opens a new one
  pool.on('connect', (client) => client.on('error', () => {})) // an active connection was lost; its query reports the error
}

/** Number of open and idle connections, and of requests that wait for one. */
export function poolStats(db: Db) {
  const { general, prepared } = pools.get(db) ?? {}
  const sum = (count: 'totalCount' | 'idleCount' | 'waitingCount') => (general?.[count] ?? 0) + (prepared?.[count] ?? 0)
  return { open: sum('totalCount'), idle: sum('idleCount'), waiting: sum('waitingCount') }
}

const healthCheckTimeoutMs = 2000

/**
 * Checks whether the database responds, on a separate connection: a busy pool does not make this server unhealthy, and
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
    ping: (): Promise<boolean> =>
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
    close: () => pool.end(),
  }
}

/** A new id that sorts by time. Anonymous rows use `crypto.randomUUID()` instead, which reveals no time. */
export const newId = (): string => v7()

/** Formats 32 hexadecimal digits as a UUID. Runs per request: slices cost a third of what a regular expression does. */
export const uuidFromHex = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`

/** Seconds since 1970, the time format of the API. */
export const epoch = (column: string) => sql<number>`floor(extract(epoch from ${sql.ref(column)}))::int8`
export const epochOrNull = (column: string) => sql<number | null>`floor(extract(epoch from ${sql.ref(column)}))::int8`

/** A search term as a pattern for ilike, with special characters escaped. */
export const likePattern = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`

/** The parameters of a prepared query while it is built: placeholders for the values. */
export type SqlParams<P> = { readonly [K in keyof P]: RawBuilder<P[K]> }

/** A value, or the placeholder of one: SQL fragments that take this work in prepared and ad-hoc queries. */
export type SqlParam<T> = T | RawBuilder<T>

/**
 * A frequent query, built once and then run as a named statement: `prepared((db, { id }: SqlParams<{ id: string }>) =>
 * db.selectFrom(…).where('id', '=', id))`. Each run passes the values, and uses the transaction if `db` is one. Raw SQL
 * can be prepared as well.
 */
export function prepared<P extends Record<string, unknown>, R>(build: (db: Db, slots: SqlParams<P>) => Query<R>) {
  const slots = new Proxy({} as SqlParams<P>, {
    get: (_, slot) => sql`${{ slot: String(slot) } as unknown}`,
    ownKeys: () => {
      throw new Error('The slots of a prepared query are named one by one; they cannot be spread.')
    },
  })
  let plan: (Statement & { parameters: readonly unknown[] }) | undefined
  return async (db: Db, values: P): Promise<R[]> => {
    if (!plan) {
      const { sql: text, parameters } = build(unconnected, slots).compile(unconnected)
      plan = { ...named(text), parameters }
    }
    const filled = plan.parameters.map((parameter) => (isSqlParam(parameter) ? values[parameter.slot] : parameter))
    return runByName<R>(db, plan, filled)
  }
}

/**
 * Runs a query as a prepared statement although it is built each time: for queries with few distinct texts. With
 * `forValues` (searches) PostgreSQL plans for the actual values.
 */
export async function executePrepared<R>(db: Db, query: Query<R>, { forValues = false } = {}): Promise<R[]> {
  const compiled = query.compile(db) as CompiledQuery<R>
  if (forValues) return (await db.executeQuery(compiled)).rows
  return runByName(db, named(compiled.sql), compiled.parameters)
}

type Query<R> = Compilable<R> | RawBuilder<R>

type Statement = { readonly name: string; readonly text: string }

async function runByName<R>(db: Db, { name, text }: Statement, values: readonly unknown[]): Promise<R[]> {
  const pool = pools.get(db)?.prepared
  if (pool) return (await pool.query({ name, text, values: [...values] })).rows
  return [...(await db.executeQuery<R>(CompiledQuery.raw(text, [...values]))).rows]
}

function named(text: string): Statement {
  const name = names.get(text) ?? `q${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
  names.set(text, name)
  return { name, text }
}

/** Only compiles queries. */
const unconnected: Db = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

const isSqlParam = (parameter: unknown): parameter is { slot: string } =>
  typeof parameter === 'object' && parameter !== null && 'slot' in parameter

/** Runs `work` in one transaction, or in the current one if `db` is one. A deadlock is retried, twice. */
export async function withTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  for (let tries = 1; ; tries++) {
    const later: (() => void)[] = []
    try {
      const result = await db.transaction().execute((trx) => {
        afterwards.set(trx, later)
        return work(trx)
      })
      for (const act of later) act()
      return result
    } catch (error) {
      const { code } = error as { code?: string }
      if (tries === 3 || (code !== '40P01' && code !== '40001')) throw error
    }
  }
}

/**
 * Interval between attempts to take the lock. A statement waiting for it inside PostgreSQL would in turn block `create
 * index concurrently`.
 */
const lockRetryMs = 100

async function tryLock(connection: Db, what: string): Promise<boolean> {
  const { rows } = await sql<{ ours: boolean }>`select pg_try_advisory_lock(hashtext(${what})) as ours`.execute(
    connection,
  )
  return rows[0]?.ours ?? false
}

/**
 * Runs `work` under an advisory lock. Waiting callers run it too: check first if it is still needed. `connection` holds
 * the lock and has no statement timeout.
 */
export async function withAdvisoryLock<T>(db: Db, what: string, work: (connection: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    while (!(await tryLock(connection, what))) await sleep(lockRetryMs)
    try {
      return await work(connection)
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${what}))`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

const afterwards = new WeakMap<Db, (() => void)[]>()

/**
 * Runs `act` after the transaction `db` has committed, never if it is rolled back; immediately outside a transaction.
 */
export function afterCommit(db: Db, act: () => void): void {
  const later = afterwards.get(db)
  if (later) later.push(act)
  else act()
}

const listenRetryMs = 1000

/**
 * Listens to a PostgreSQL channel on a separate connection until stopped. `onGap` runs whenever notifications may have
 * been missed.
 */
export async function listen(db: Db, channel: string, hear: (text: string) => void, onGap: () => void) {
  const options = pools.get(db)?.general.options
  if (!options) throw new Error('Only an open database can be listened to.')
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let stopped = false
  const connect = async () => {
    const fresh = new pg.Client(options) // not from the pool, which would wait for it when it closes
    const lose = () => {
      if (client !== fresh) return
      client = undefined
      fresh.end().catch(() => {})
      again()
    }
    fresh.on('error', lose)
    fresh.on('end', lose)
    fresh.on('notification', ({ payload = '' }) => hear(payload))
    await fresh.connect()
    await fresh.query(`listen ${channel}`)
    if (stopped) return void fresh.end()
    client = fresh
  }
  const again = () => {
    if (stopped) return
    retry = setTimeout(() => connect().then(onGap, again), listenRetryMs)
    retry.unref()
  }
  await connect()
  return async () => {
    stopped = true
    clearTimeout(retry)
    const last = client
    client = undefined
    await last?.end()
  }
}
