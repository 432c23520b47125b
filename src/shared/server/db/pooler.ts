// The settings that Quad needs in PostgreSQL, and how they arrive there through a pooler in transaction mode, such as PgBouncer. Consecutive
// transactions of one of its clients run in different server processes, and it passes no startup option on.

/** How requests reach PostgreSQL through a pooler in transaction mode. */
export type PoolerSettings = {
  /** A URL. Its database is the entry for transactions; `toPoolAddress` derives the others. */
  readonly address: string
  /** Whether the pooler prepares the named statements of its clients in each server process. */
  readonly hasNamedStatements: boolean
}

/** From DATABASE_URL, which repeats the setting of PgBouncer 1.21 or later: `?max_prepared_statements=200`. */
export const toPoolerSettings = (address: string): PoolerSettings => ({
  address,
  hasNamedStatements: Number(new URL(address).searchParams.get('max_prepared_statements')) > 0,
})

/** Searches get less time, and so few connections that all of them together leave CPU time for other work. */
export const searches = { statementTimeoutMs: 1500, connectionTimeoutMs: 2000, maxConnections: 3 }

/** The connections of transactions, of prepared statements, and of searches. */
export type PoolKind = 'general' | 'prepared' | 'searches'
export const poolKinds: readonly PoolKind[] = ['general', 'prepared', 'searches']

export const statementTimeouts: Readonly<Record<PoolKind, number>> = {
  general: 15_000,
  prepared: 15_000,
  searches: searches.statementTimeoutMs,
}

// The triggers of counts skip sessions without the last setting: servers of the previous version count themselves.
const settings = { jit: 'off', 'quad.counted_by': 'triggers' }
/** Besides the timeout. */
const poolSettings: Readonly<Record<PoolKind, Readonly<Record<string, string>>>> = {
  general: settings,
  prepared: { ...settings, plan_cache_mode: 'force_generic_plan' },
  searches: settings,
}

/** The settings of a pool as startup options of a direct connection, without its timeout. */
export const toStartupOptions = (kind: PoolKind): string =>
  Object.entries(poolSettings[kind])
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/** All settings of a pool, with the timeout in milliseconds. */
export const listSettings = (kind: PoolKind): (readonly [name: string, value: string])[] => [
  ...Object.entries(poolSettings[kind]),
  ['statement_timeout', String(statementTimeouts[kind])],
]

const toDatabaseName = (database: string, kind: PoolKind) => (kind === 'general' ? database : `${database}_${kind}`)

/** The address of a pool: each has a database of its own in the pooler, which applies its settings. */
export function toPoolAddress({ address }: PoolerSettings, kind: PoolKind): string {
  const url = new URL(address)
  url.pathname = toDatabaseName(url.pathname, kind)
  url.searchParams.delete('max_prepared_statements')
  return url.href
}

/** The line of `[databases]` in pgbouncer.ini for a pool. `target` is where its connections lead, such as `host=db1 port=5432`. */
export function toPoolerEntry(kind: PoolKind, database: string, target: string): string {
  const sets = listSettings(kind).map(([name, value]) => `set ${name} = ''${value}''`)
  return `${toDatabaseName(database, kind)} = ${target} dbname=${database} connect_query='${sets.join('; ')}'`
}
