// Checks of `quad doctor`: Redis, extensions, standbys and poolers of PostgreSQL, disks, and the collector of traces.
import { statfs } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import pg from 'pg'
import type { Config } from '../shared/server/config.ts'
import type { PoolerSettings } from '../shared/server/db/pooler.ts'
import { type Db, findDirectSettings, findMissingSettings } from '../shared/server/db/pools.ts'
import { inspectReplica } from '../shared/server/db/replica.ts'
import { failCheck } from './doctor-archive.ts'

const minFreeBytes = 1024 ** 3
const gigabyte = 1024 ** 3

/** The disks of the data folder and of the backups. */
export async function examineDisks({ dataDir, backups }: Pick<Config, 'dataDir' | 'backups'>): Promise<string> {
  const found: string[] = []
  for (const folder of [dataDir, ...(backups ? [backups.folder] : [])]) {
    // Before the first backup the folder is not there.
    const disk = await statfs(folder).catch((error) => (folder === dataDir ? Promise.reject(error) : undefined))
    if (!disk) continue
    const free = disk.bavail * disk.bsize
    const words = `${(free / gigabyte).toFixed(1)} GB free in ${folder}`
    if (free < minFreeBytes)
      failCheck(
        folder === dataDir
          ? `Only ${words}. Free some space or move the data folder: uploads fail when the disk is full.`
          : `Only ${words}. Free some space or set a smaller BACKUP_KEEP: no backup is taken when the disk is full.`,
      )
    found.push(words)
  }
  return found.join(', ')
}

const extensions = ['pg_trgm', 'btree_gin']

/** Searches need the indexes of these. */
export async function examineExtensions(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string; installed: string; newest: string | null }>`
    select extname as name, extversion as installed, default_version as newest
    from pg_extension left join pg_available_extensions as available on available.name = extname
    where extname = any(${extensions}) order by extname`.execute(db)
  const missing = extensions.filter((name) => !rows.some((row) => row.name === name))
  if (missing.length > 0)
    failCheck(
      `Missing: ${missing.join(', ')}. As a superuser, or with the tool of your provider: create extension ${missing.join('; create extension ')}`,
    )
  return rows
    .map(({ name, installed, newest }) =>
      newest === null || newest === installed
        ? `${name} ${installed}`
        : `${name} ${installed} (update it when convenient: alter extension ${name} update)`,
    )
    .join(', ')
}

const maxLagSeconds = 30
/** Log that a slot keeps for a standby that is not connected. It grows until the disk is full. */
const maxKeptLogBytes = gigabyte

/** Whether the database accepts writes, and whether its standbys keep up. */
export async function examineStandbys(db: Db): Promise<string> {
  const { rows: own } = await sql<{ standby: boolean; readOnly: boolean }>`
    select pg_is_in_recovery() as standby, current_setting('transaction_read_only')::bool as "readOnly"`.execute(db)
  if (own[0]?.standby) failCheck('This is a standby. Let DATABASE_URL lead to the primary.')
  if (own[0]?.readOnly)
    failCheck('It accepts no writes (default_transaction_read_only). Check the failover, and where DATABASE_URL leads.')
  const { rows: slots } = await sql<{ name: string; bytes: number }>`
    select slot_name as name, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float as bytes
    from pg_replication_slots where not active and restart_lsn is not null`.execute(db)
  const full = slots.find(({ bytes }) => bytes > maxKeptLogBytes)
  if (full)
    failCheck(
      `The slot ${full.name} keeps ${(full.bytes / gigabyte).toFixed(1)} GB of the log for a standby that is not connected. Start it, or: select pg_drop_replication_slot('${full.name}')`,
    )
  const { rows } = await sql<{ name: string; state: string | null; sync: string | null; seconds: number }>`
    select application_name as name, state, sync_state as sync, coalesce(extract(epoch from replay_lag), 0)::float as seconds
    from pg_stat_replication where state is distinct from 'backup' order by 1`.execute(db)
  const late = rows.find(({ seconds }) => seconds > maxLagSeconds)
  if (late)
    failCheck(
      `${late.name} applies writes ${Math.round(late.seconds)} seconds late. Look at its disk and network, and for long queries on it.`,
    )
  if (rows.length === 0) return 'accepts writes, no standby is connected'
  return `accepts writes; ${rows
    .map(
      ({ name, state, sync }) =>
        `${name} ${state ? `${state}, ${sync}` : 'connected (its state needs: grant pg_monitor)'}`,
    )
    .join('; ')}`
}

/** Whether the replica is a standby of this database, and how soon it has what is committed now. */
export async function examineReplica(db: Db, settings: Config['replica']): Promise<string> {
  if (!settings) return 'not used (DATABASE_REPLICA_URL is not set)'
  const found = await inspectReplica(db, settings)
  if (typeof found === 'string')
    return failCheck(
      `${found} Searches, analytics and exports use the primary meanwhile. Check where DATABASE_REPLICA_URL leads.`,
    )
  return `a standby of this database, ${found.toFixed(2)} seconds behind (at most ${settings.maxLagSeconds}, REPLICA_MAX_LAG_SECONDS)`
}

/**
 * Whether two clients that are connected at the same time share a server process, as behind a pooler in transaction mode: `listen`, session
 * locks and the settings of a connection are then lost. With a `pooler`, that is where `db` must not be; the pooler must have the settings.
 */
export async function examinePooler(db: Db, pooler?: PoolerSettings): Promise<string> {
  const direct = await examineDirectAddress(db)
  if (!pooler) return direct
  const missing = await findMissingSettings(pooler)
  if (missing.length > 0)
    failCheck(`The pooler does not set ${missing.join(', ')}. Take its entries from docs/operations.md.`)
  return `in transaction mode, with all settings; ${pooler.hasNamedStatements ? 'named' : 'unnamed'} statements; another pooler at DATABASE_DIRECT_URL: ${direct}`
}

async function examineDirectAddress(db: Db): Promise<string> {
  const options = findDirectSettings(db)
  const clients = [new pg.Client(options), new pg.Client(options)]
  for (const client of clients) client.on('error', () => {}) // its query reports it
  try {
    const found: { pid: number; isDirect: boolean }[] = []
    for (const client of clients) {
      await client.connect()
      const { rows } = await client.query<{ pid: number; port: number | null }>(
        'select pg_backend_pid() as pid, inet_client_port() as port',
      )
      const { localPort } = (client as unknown as { connection: { stream: Socket } }).connection.stream
      found.push({ pid: rows[0]?.pid ?? 0, isDirect: (rows[0]?.port ?? undefined) === localPort })
    }
    const [first, second] = found
    if (first?.pid === second?.pid)
      failCheck(
        'A pooler in transaction mode is between Quad and PostgreSQL. Set DATABASE_DIRECT_URL too, which leads to PostgreSQL itself.',
      )
    return first?.isDirect ? 'none' : 'a pooler or proxy, which gives each connection a server process of its own'
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}

/** Sends an empty request, which every collector takes. */
export async function examineTraces(tracing: Config['tracing']): Promise<string> {
  if (!tracing) return 'not exported (OTEL_EXPORTER_OTLP_ENDPOINT is not set)'
  const { url, headers, timeoutMs, sampler, ratio } = tracing
  const reply = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-protobuf' },
    body: '',
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'manual',
  })
  if (!reply.ok)
    failCheck(`The collector at ${new URL(url).origin} replied with status ${reply.status}. ${toAdvice(reply.status)}`)
  return `the collector at ${new URL(url).origin} accepts them (${sampler}${sampler.endsWith('traceidratio') ? ` ${ratio}` : ''})`
}

const toAdvice = (status: number) =>
  status === 401 || status === 403
    ? 'Check OTEL_EXPORTER_OTLP_HEADERS.'
    : 'Check OTEL_EXPORTER_OTLP_ENDPOINT: it must accept OTLP over HTTP in protobuf, mostly on port 4318.'

const minRedis = [6, 2] as const

/** Its version, and that it does not drop the stream of live events when its memory is full. */
export async function examineRedis(url: string): Promise<string> {
  const client = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null })
  client.on('error', () => {})
  try {
    await client.connect()
    const info = await client.info()
    const read = (name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1] ?? ''
    const version = read('redis_version')
    const [major = 0, minor = 0] = version.split('.').map(Number)
    if (major < minRedis[0] || (major === minRedis[0] && minor < minRedis[1]))
      failCheck(`Redis ${version} is too old: Quad needs ${minRedis.join('.')} or later.`)
    const [policy, limit] = [read('maxmemory_policy'), Number(read('maxmemory'))]
    if (policy.startsWith('allkeys'))
      failCheck(
        `maxmemory-policy is ${policy}: with its memory full, Redis drops live events. Set volatile-lru or noeviction.`,
      )
    return `Redis ${version}, ${limit > 0 ? `at most ${Math.round(limit / 1024 ** 2)} MB, ${policy}` : 'without a limit of its memory'}`
  } finally {
    client.disconnect()
  }
}
