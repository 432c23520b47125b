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

/** Statements that take longer than this many milliseconds are given up. */
const statementTimeoutMs = 15_000
/** Searches have less, and so few connections that all of them together leave processors to everything else. */
const searches = { statementTimeoutMs: 1500, connectionTimeoutMs: 2000, maxConnections: 3 }

/**
 * The connections of a database. Prepared statements have some of their own, which plan each statement once: PostgreSQL
 * would weigh that against a plan for the very values each time, which costs more than the feed itself, and a search
 * that takes long keeps no hot read waiting.
 */
export type Pools = { readonly general: pg.Pool; readonly prepared: pg.Pool }

const pools = new WeakMap<Db, Pools>()

/** The names of the statements that are prepared, by their texts. */
const names = new Map<string, string>()

/** Runs by its name whatever is prepared, also what comes through Kysely inside of a transaction. */
class NamingClient extends (pg.Client as unknown as new (options: object) => { query(...words: unknown[]): unknown }) {
  override query(text: unknown, values: unknown, ...rest: unknown[]) {
    const name = typeof text === 'string' ? names.get(text) : undefined
    return name ? super.query({ name, text, values }, ...rest) : super.query(text, values, ...rest)
  }
}

/** Opens a pool. Whole numbers come as numbers, also 64-bit ones: no id or count here passes 2^53. */
export function openDb(connection: ConnectionSettings, { max = 10 }: { max?: number } = {}): Db {
  const { general, prepared } = openPools(connection, max)
  const end = async () => void (await Promise.all([general.end(), prepared.end(), searchDbs.get(db)?.destroy()]))
  const pool = { connect: () => general.connect(), end, options: general.options }
  const db: Db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, { general, prepared })
  return db
}

const searchDbs = new WeakMap<Db, Db>()

/** The same database for searches, on connections of their own with a short statement timeout. `db` itself in a transaction. */
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

/** The connections by themselves, as `openDb` makes them; they open when they are needed. */
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
  pool.on('error', () => {}) // an idle connection was cut; the next query opens a new one
  pool.on('connect', (client) => client.on('error', () => {})) // one at work was cut; its query tells
}

/** How the connections to a database stand: all, those that wait for work, and the calls that wait for one. */
export function poolStats(db: Db) {
  const { general, prepared } = pools.get(db) ?? {}
  const sum = (count: 'totalCount' | 'idleCount' | 'waitingCount') => (general?.[count] ?? 0) + (prepared?.[count] ?? 0)
  return { open: sum('totalCount'), idle: sum('idleCount'), waiting: sum('waitingCount') }
}

/** Milliseconds after which a database that says nothing counts as away. */
const healthCheckTimeoutMs = 2000

/**
 * Asks whether the database answers, on a connection of its own: that all others are at work says nothing against this
 * server, and the next one has no more of them.
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

/** A fresh id that sorts by time. Anonymous rows take `crypto.randomUUID()` instead, which tells nothing. */
export const newId = (): string => v7()

/** The id that 32 hexadecimal digits make. Asked for every request: slices cost a third of what a pattern does. */
export const uuidFromHex = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`

/** Seconds since 1970, as the API writes times. */
export const epoch = (column: string) => sql<number>`floor(extract(epoch from ${sql.ref(column)}))::int8`
export const epochOrNull = (column: string) => sql<number | null>`floor(extract(epoch from ${sql.ref(column)}))::int8`

/** A search term as a pattern for ilike, in which every sign stands for itself. */
export const likePattern = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`

/** The parameters of a prepared query while it is being built: tokens that stand where the values will. */
export type SqlParams<P> = { readonly [K in keyof P]: RawBuilder<P[K]> }

/** A value, or the token of one: fragments that take this serve prepared and one-off queries alike. */
export type SqlParam<T> = T | RawBuilder<T>

/**
 * A hot query, built once and run as a named statement ever after:
 * `prepared((db, { id }: Slots<{ id: string }>) => db.selectFrom(…).where('id', '=', id))`.
 * Every run gives the values; it runs inside the transaction when given one. Raw SQL can be prepared as well.
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
 * Runs a query like a prepared one, though it is built each time, for one of a few texts; or, what is searched,
 * planned for its very values.
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

/** Builds queries, runs none. */
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

/**
 * Runs `work` in one transaction, or in the one that `db` already is. A deadlock is tried again, twice.
 */
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
 * Milliseconds until whoever waits for a lock asks again. A statement that waits in PostgreSQL itself would be one that an
 * index made `concurrently` waits for.
 */
const lockRetryMs = 100

async function tryLock(connection: Db, what: string): Promise<boolean> {
  const { rows } = await sql<{ ours: boolean }>`select pg_try_advisory_lock(hashtext(${what})) as ours`.execute(
    connection,
  )
  return rows[0]?.ours ?? false
}

/**
 * Does work that only one server at a time may do; the others wait, and then do it too: so it looks first whether it is
 * done. `connection` is the one that holds the lock, without a deadline for its statements.
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

/** Acts once the transaction that `db` is has committed, never if it is rolled back; at once outside of one. */
export function afterCommit(db: Db, act: () => void): void {
  const later = afterwards.get(db)
  if (later) later.push(act)
  else act()
}

/** Milliseconds until a lost listener tries again. */
const listenRetryMs = 1000

/**
 * Hears what the database announces on a channel, on a connection of its own, until stopped. `onGap` runs whenever
 * announcements may have been missed.
 */
export async function listen(db: Db, channel: string, hear: (text: string) => void, onGap: () => void) {
  const options = pools.get(db)?.general.options
  if (!options) throw new Error('Only an open database can be listened to.')
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let stopped = false
  const connect = async () => {
    const fresh = new pg.Client(options) // not of the pool, which would wait for it when it is closed
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
