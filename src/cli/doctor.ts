// `quad doctor`: checks everything that Quad depends on, and advises on each failed check.
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import nodemailer from 'nodemailer'
import { recreateHint } from '../app/bootstrap.ts'
import { describeProtection, findProtection } from '../features/media/server/sandbox.ts'
import { listPublicSuffixSchools } from '../features/schools/server/domain-queries.ts'
import type { Config } from '../shared/server/config.ts'
import { type AppliedMigration, isReadable, knownMigrations } from '../shared/server/db/migrate.ts'
import type { Db } from '../shared/server/db/pools.ts'
import { countDueRows } from '../shared/server/jobs/due-schools.ts'
import { openStorage } from '../shared/server/storage/open.ts'
import { closePaths, findClearExports, findOpenPaths, listKnownExports } from './data-folder.ts'
import { examineArchive, FailedCheck, failCheck } from './doctor-archive.ts'
import {
  examineDisks,
  examineExtensions,
  examinePooler,
  examineRedis,
  examineReplica,
  examineStandbys,
  examineTraces,
} from './doctor-services.ts'
import { examineProxyLogs, readProxyFiles } from './proxy-logs.ts'

/** Result of one check. A failed one says what is wrong and what to do. */
export type CheckResult = { readonly check: string; readonly isPassed: boolean; readonly message: string }

/** Delay after which an unpublished anonymous item counts as late. */
const maxPublicationLagSeconds = 120

const timeoutMs = 10_000
/** Maximum difference between two clocks. */
const maxClockSkewSeconds = 5
const minPostgresVersion = 150_000

/** Runs all checks for this configuration independently. `fix` repairs what needs no decision. */
export async function runChecks(config: Config, db: Db, { fix = false } = {}): Promise<CheckResult[]> {
  const findings: CheckResult[] = []
  const look = async (what: string, check: () => Promise<string>, help: string) => {
    try {
      findings.push({ check: what, isPassed: true, message: await withTimeout(check()) })
    } catch (error) {
      const why = findCause(error as Error)
      findings.push({ check: what, isPassed: false, message: error instanceof FailedCheck ? why : `${why}. ${help}` })
    }
  }
  await look('Configuration', () => configuration(config), '')
  await look('Database', () => database(db), 'Check DATABASE_URL, and that PostgreSQL runs.')
  await look('Migrations', () => migrations(db), 'Start Quad once to run the migrations.')
  await look('Extensions', () => examineExtensions(db), 'Check the account of DATABASE_URL.')
  await look('Pooler', () => examinePooler(db, config.pooler), 'Check DATABASE_URL, and the limit of connections.')
  await look('Standbys', () => examineStandbys(db), 'Check the account of DATABASE_URL.')
  await look(
    'Replica',
    () => examineReplica(db, config.replica),
    'Check DATABASE_REPLICA_URL, and that the standby runs.',
  )
  await look('Schools', () => schools(db), '')
  await look(
    'Anonymous items',
    () => publication(config, db),
    'Look for "failed to publish anonymous items" in the log.',
  )
  await look('Clock', () => clock(db), 'Set the clocks of both machines, for example with chrony.')
  await look('Disk', () => examineDisks(config), 'Check DATA_DIR.')
  await look('Files', () => store(config), 'Check STORAGE_URL and, for a bucket, the keys and the bucket itself.')
  await look(
    'Modes',
    async () => modes(config, fix),
    `Check the owner of ${config.dataDir} and run this command as that account.`,
  )
  await look('Exports', () => clearExports(config, db, fix), 'Check STORAGE_URL.')
  await look('Backups', () => backups(config, db), 'Check BACKUP_DIR.')
  await look('Recovery', () => examineArchive(config, db), 'Check BACKUP_DIR and the log of PostgreSQL in DATA_DIR.')
  await look('Proxy logs', async () => proxyLogs(), '')
  await look('Decoders', () => decoders(config), '')
  if (config.redisUrl)
    await look('Redis', () => examineRedis(config.redisUrl ?? ''), 'Check REDIS_URL, and that Redis runs.')
  await look(
    'Traces',
    () => examineTraces(config.tracing),
    'Check OTEL_EXPORTER_OTLP_ENDPOINT, and that the collector runs.',
  )
  await look('Mail', () => mail(config), 'Check SMTP_URL: host, port, name and password.')
  for (const [name, address] of listProviders(config))
    await look(
      `Sign-in with ${name}`,
      () => discovery(address),
      'This machine must reach the provider over HTTPS. Check DNS, firewall and proxy.',
    )
  return findings
}

/** A backup of yesterday, and the hours that it may take. */
const maxBackupAgeHours = 26

async function backups({ backups }: Config, db: Db) {
  if (!backups) return 'not taken by Quad (BACKUP_DIR is not set)'
  const kept = await db
    .selectFrom('backups')
    .select(['name', 'taken_at', 'proved_at', 'problem'])
    .orderBy('taken_at', 'desc')
    .execute()
  const faulty = kept.find(({ problem }) => problem !== null)
  if (faulty) return failCheck(`${faulty.name}: ${faulty.problem}`)
  const [newest] = kept.filter(({ proved_at }) => proved_at !== null)
  const hours = newest && (Date.now() - newest.taken_at.getTime()) / 3_600_000
  if (hours === undefined || hours > maxBackupAgeHours)
    return failCheck(
      `No backup of the last ${maxBackupAgeHours} hours in ${backups.folder} was restored on trial. Run: npm run quad -- backup:daily`,
    )
  return `${kept.length} in ${backups.folder}, the newest from ${Math.round(hours)} hours ago, restored on trial`
}

async function configuration({ demo, publicUrl, secure, warnings }: Config) {
  if (warnings.length > 0) failCheck(warnings.join(' '))
  if (!demo && !secure)
    failCheck(
      `PUBLIC_URL is ${publicUrl}: it must be https outside demo mode, or session cookies are sent unencrypted.`,
    )
  return `${publicUrl}${demo ? ', demo mode' : ''}`
}

async function database(db: Db) {
  const { rows } = await sql<{ number: number; version: string; size: string; most: number; reads: boolean }>`
    select lower('Ä') = 'ä' as reads, current_setting('server_version_num')::int as number, current_setting('server_version') as version,
      pg_size_pretty(pg_database_size(current_database())) as size, current_setting('max_connections')::int as most`.execute(
    db,
  )
  const [found] = rows
  if (!found || found.number < minPostgresVersion)
    failCheck(`PostgreSQL ${found?.version} is too old: Quad needs 15 or later.`)
  if (!found?.reads)
    failCheck(`Its locale does not support non-English letters, so searches miss them. ${recreateHint}`)
  return `PostgreSQL ${found?.version}, ${found?.size}, at most ${found?.most} connections (a server takes up to 33)`
}

async function migrations(db: Db) {
  const { rows } = await sql<AppliedMigration>`select * from migrations`.execute(db)
  const applied = new Set(rows.map(({ version }) => version))
  const ours = knownMigrations()
  const missing = ours.filter(({ version }) => !applied.has(version))
  const newer = rows.filter(({ version }) => version > (ours.at(-1)?.version ?? 0))
  if (newer.some((migration) => !isReadable(migration)))
    failCheck('The database schema is newer than this version of Quad. Start the newer version, or restore a backup.')
  if (missing.length > 0) failCheck(`${missing.length} are missing. Start Quad once to run the migrations.`)
  return `${ours.length}, all applied${newer.length > 0 ? `, and ${newer.length} of a newer version, on which this one works` : ''}`
}

/** Checks that anonymous items are delayed, and that none is late. */
async function publication({ anonymousDelaySeconds }: Config, db: Db): Promise<string> {
  const late = await countDueRows(
    db,
    sql`select from pending_items where publish_at < now() - make_interval(secs => ${maxPublicationLagSeconds})`,
  )
  if (late > 0) failCheck(`${late} are overdue by more than two minutes. Check that a server is running, and its log.`)
  if (anonymousDelaySeconds === 0)
    failCheck(
      'ANONYMOUS_DELAY is 0: they are stored when they are written, which can identify their authors. Remove the variable.',
    )
  return `published at random within ${anonymousDelaySeconds} seconds`
}

async function schools(db: Db) {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from schools where is_active`.execute(db)
  const count = rows[0]?.count ?? 0
  if (count === 0)
    failCheck(
      "No active school, so no user can sign in. Add one: npm run quad -- school:add quad.edu 'Quad University' Canada America/Toronto",
    )
  const shared = await listPublicSuffixSchools(db)
  if (shared.length > 0)
    failCheck(
      `Their domain is a public suffix shared by many institutions, so outsiders can sign up: ${shared.join(', ')}. Set the school's own domain in the admin area.`,
    )
  return `${count} active`
}

async function clock(db: Db) {
  const before = Date.now()
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const skew = ((rows[0]?.now.getTime() ?? 0) - (before + Date.now()) / 2) / 1000
  if (Math.abs(skew) > maxClockSkewSeconds)
    failCheck(`This clock is ${skew.toFixed(0)} seconds behind the database's. Set both, for example with chrony.`)
  return `${Math.abs(skew).toFixed(1)} seconds from the database's`
}

async function store(config: Config) {
  const storage = await openStorage(config)
  const probe = {
    schoolId: '00000000-0000-0000-0000-000000000000',
    name: `doctor-${randomBytes(9).toString('hex')}.probe`,
  }
  const bytes = randomBytes(1000)
  await storage.put(probe, bytes)
  const file = await storage.open(probe)
  const read = file && (await buffer(file.stream()))
  await storage.remove(probe)
  if (!read?.equals(bytes)) failCheck('A probe file could not be read back. Check STORAGE_URL.')
  return `written, read and removed in ${config.storageUrl ? new URL(config.storageUrl).href.split('?')[0] : 'the data folder'}`
}

function modes({ dataDir }: Config, fix: boolean) {
  if (fix) {
    const closed = closePaths(dataDir)
    if (closed > 0)
      return `${closed} files and folders below ${dataDir} were accessible to other accounts; access removed`
  }
  const open = findOpenPaths(dataDir)
  if (open.length > 0)
    failCheck(
      `Other accounts on this machine can access ${open.length} files and folders: ${open.slice(0, 3).join(', ')}${open.length > 3 ? ' …' : ''}. Restrict them: npm run quad -- doctor --fix`,
    )
  return `only this account can read ${dataDir}`
}

function proxyLogs() {
  const { files, findings } = examineProxyLogs(readProxyFiles())
  if (findings.length > 0)
    failCheck(
      `${findings.join(' ')} Such log lines can identify the author of an anonymous post. Turn off the access log, as deploy/nginx.conf does (docs/operations.md).`,
    )
  return files.length > 0
    ? `no log that identifies users in ${files.join(', ')}`
    : 'no proxy configuration found on this machine'
}

async function clearExports(config: Config, db: Db, fix: boolean) {
  const storage = await openStorage(config)
  const clear = await findClearExports(storage, fix ? storage.list() : await listKnownExports(db))
  if (fix) for (const file of clear) await storage.remove(file)
  else if (clear.length > 0)
    failCheck(
      `${clear.length} unencrypted personal exports of an earlier version are in storage. Remove them: npm run quad -- doctor --fix`,
    )
  return fix && clear.length > 0
    ? `${clear.length} unencrypted personal exports removed`
    : 'no unencrypted personal exports'
}

/**
 * Runs the decoder with the permissions of this command: a systemd unit or container may restrict the server more. The
 * server's log shows its own result.
 */
async function decoders({ dataDir }: Config) {
  const { fine, says } = describeProtection(await findProtection(dataDir))
  return fine ? says : failCheck(says)
}

async function mail({ smtpUrl, dataDir, demo }: Config) {
  if (!smtpUrl && !demo) failCheck(`SMTP_URL is not set: emails stay in ${dataDir}/mail and are not delivered.`)
  if (!smtpUrl) return 'emails are written to the data folder (demo mode)'
  await nodemailer.createTransport(smtpUrl).verify()
  return `${new URL(smtpUrl).host} accepts connections`
}

const listProviders = ({ google, microsoft }: Config): [string, string][] => [
  ...(google ? [['Google', 'https://accounts.google.com'] as [string, string]] : []),
  ...(microsoft ? [['Microsoft', 'https://login.microsoftonline.com/organizations/v2.0'] as [string, string]] : []),
]

async function discovery(issuer: string) {
  const response = await fetch(`${issuer}/.well-known/openid-configuration`, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`It responded with status ${response.status}`)
  return 'reachable'
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = setTimeout(() => reject(new Error(`No answer within ${timeoutMs / 1000} seconds`)), timeoutMs)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(late)
  }
}

/** The innermost cause: it names the address that did not respond. */
function findCause(error: Error): string {
  const inner = error.cause instanceof Error ? findCause(error.cause) : ''
  return inner || error.message || (error as NodeJS.ErrnoException).code || String(error)
}
