import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Config } from '../shared/server/config.ts'
import { migrate } from '../shared/server/db/migrate.ts'
import type { PoolerSettings } from '../shared/server/db/pooler.ts'
import { type ConnectionSettings, type Db, findMissingSettings, openDb, sessionDb } from '../shared/server/db/pools.ts'
import { attachReplica } from '../shared/server/db/replica-reads.ts'
import { attachToCluster, startCluster } from '../shared/server/embedded-postgres/cluster.ts'
import { isUpgradeDue, resolveClusterPaths } from '../shared/server/embedded-postgres/paths.ts'
import { startWalArchive } from '../shared/server/embedded-postgres/wal-archive.ts'
import { migrateJobs } from '../shared/server/jobs/jobs.ts'
import { connectKeys } from '../shared/server/keys/client.ts'
import { type Keys, openKeys, openKeysHere } from '../shared/server/keys/keys.ts'
import { exitWith } from './exits.ts'
import { findSecretKeys, ownKeysVariable, prepareFolder } from './secret-keys.ts'

export type DatabaseHandle = {
  readonly db: Db
  /** For code that needs separate connections: PostgreSQL itself, not its pooler. */
  readonly connection: ConnectionSettings
  readonly keys: Keys
  readonly notes: readonly string[]
  close(): Promise<void>
}

/**
 * Opens the configured database: starts the embedded PostgreSQL, creates the database if it is missing, and migrates
 * it. A command that sets `attach` shares the embedded PostgreSQL of a running server; a server does not share.
 * `skipMigrations` leaves the schema as it is.
 */
export async function openDatabase(
  config: Config,
  { attach = false, skipMigrations = false } = {},
): Promise<DatabaseHandle> {
  prepareFolder(config.dataDir)
  const keys = await openConfiguredKeys(config)
  if (config.databaseUrl) {
    const db = openDb(config.databaseUrl, { pooler: config.pooler })
    await connect(sessionDb(db), config.databaseUrl)
    if (config.pooler) await checkPooler(config.pooler)
    if (!skipMigrations) await prepare(db, config.databaseUrl)
    const replica = config.replica && attachReplica(db, config.replica)
    const close = async () => {
      await replica?.close()
      await closePools(db)
    }
    return { db, connection: config.databaseUrl, keys, notes: [], close }
  }
  const onLost = () => exitWith('The embedded PostgreSQL went away and could not be started again.')
  const isArchived = config.backups?.recoveryDays !== undefined
  const target = isArchived && config.backups ? { folder: config.backups.folder, keys: keys.archive } : undefined
  const place = resolveClusterPaths(config.dataDir)
  if (isUpgradeDue(place)) {
    if (attach)
      throw new Error(
        `The data in ${place.data} are of another version of PostgreSQL. Start the server first: it upgrades them.`,
      )
    const { upgradeCluster } = await import('../shared/server/embedded-postgres/upgrade.ts') // loaded once in years
    await upgradeCluster(place, { say: console.log, archive: target })
  }
  const cluster = await (attach
    ? attachToCluster(config.dataDir, { isArchived })
    : startCluster(config.dataDir, { onLost, isArchived }))
  const archive =
    target && !attach
      ? startWalArchive(place, target, (error) => console.error('The log of PostgreSQL could not be archived:', error))
      : undefined
  try {
    await createDatabase(openDb({ ...cluster.connection, database: 'postgres' }, { max: 1 }))
    const connection = { ...cluster.connection, database: 'quad' }
    const db = openDb(connection)
    if (!skipMigrations) await prepare(db, connection)
    const close = async () => {
      await closePools(db)
      await cluster.stop()
      await archive?.stop()
    }
    return { db, connection, keys, notes: cluster.notes, close }
  } catch (error) {
    await cluster.stop()
    await archive?.stop()
    throw error
  }
}

/** Advice for a database with another encoding, as a Debian without a locale creates them. */
export const recreateHint =
  'Make another with createdb --encoding UTF8 --locale C.UTF-8 --template template0, and restore a backup into it if there is one.'

/** Maximum time that background work may delay the shutdown. */
const closeTimeoutMs = 2000

const closePools = (db: Db) => Promise.race([db.destroy(), sleep(closeTimeoutMs)])

async function prepare(db: Db, connection: ConnectionSettings) {
  await migrate(db)
  await migrateJobs(db, connection)
}

/** True when the database has no schools. */
export const isEmpty = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('schools').select('id').limit(1).executeTakeFirst()) === undefined

async function createDatabase(server: Db) {
  const { rows } = await sql`select from pg_database where datname = 'quad'`.execute(server)
  if (rows.length === 0) await sql`create database quad`.execute(server)
  await server.destroy()
}

/** An external database must exist, store text in any language, and accept the settings of a connection. */
async function connect(db: Db, address: string) {
  const { host, pathname } = new URL(address)
  const what = `The database ${pathname.slice(1)} at ${host}`
  const { rows } = await sql<{
    encoding: string
    counts: boolean
  }>`select current_setting('server_encoding') as encoding,
    current_setting('quad.counted_by', true) is not null as counts`
    .execute(db)
    .catch((error) => failToReach(what, error))
  const { encoding, counts } = rows[0] ?? {}
  if (encoding !== 'UTF8') throw new Error(`${what} is encoded in ${encoding}; it has to be UTF8. ${recreateHint}`)
  if (!counts)
    throw new Error(
      `${what} does not get the settings of Quad: connect to PostgreSQL without a pooler that drops startup options, or set DATABASE_DIRECT_URL too.`,
    )
}

const failToReach = (what: string, error: NodeJS.ErrnoException): never => {
  throw new Error(`${what} can't be reached: ${error.message || error.code}`) // an AggregateError has no message
}

/** Without these settings a server would run, and be slow or count wrongly. */
async function checkPooler(pooler: PoolerSettings) {
  const what = `The pooler at ${new URL(pooler.address).host}`
  const missing = await findMissingSettings(pooler).catch((error) => failToReach(what, error))
  if (missing.length > 0)
    throw new Error(
      `${what} does not set ${missing.join(', ')}: see “A pooler in transaction mode” in docs/operations.md.`,
    )
}

/** Those of the key process if there is one; otherwise this process holds the keys, as commands do. */
export async function openConfiguredKeys(config: Config): Promise<Keys> {
  if (!config.keys.socket) return openKeysHere(findSecretKeys(config))
  const isOwn = process.env[ownKeysVariable] !== undefined
  // No one starts an own key process again: the supervisor restarts both.
  const onLost = isOwn ? () => exitWith('The key process went away.') : undefined
  return openKeys(connectKeys(config.keys.socket, { ...(onLost && { onLost }) }).calls).catch(() => {
    throw new Error(`The key process can't be reached at ${config.keys.socket}. Is it running?`)
  })
}
