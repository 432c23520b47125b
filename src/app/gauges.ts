// Metrics that are read at each scrape: from the database, and from the disks.
import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Cells } from '../shared/server/cells/cells.ts'
import type { Config } from '../shared/server/config.ts'
import type { Db, openHealthCheck } from '../shared/server/db/pools.ts'
import { findReplica } from '../shared/server/db/replica-reads.ts'
import { resolveClusterPaths } from '../shared/server/embedded-postgres/paths.ts'
import { findCurrentSegment, readArchiveState } from '../shared/server/embedded-postgres/wal-archive.ts'
import { countDueRows, measureRetentionLag } from '../shared/server/jobs/due-schools.ts'
import { retentionRules } from './retention-rules.ts'

type Sample = { readonly value: number; readonly labels?: Readonly<Record<string, string>> }
type GaugeText = { readonly name: string; readonly help: string; readonly labelNames?: readonly string[] }

/** Longer than a healthy source takes, shorter than Prometheus waits (10 seconds). */
const readTimeoutMs = 3000

/**
 * Defines a gauge that has no value while its source does not answer: a scrape neither fails nor hangs with the database, and
 * tells at least what this process knows.
 */
function defineGauge(registry: Registry, { name, help, labelNames = [] }: GaugeText, read: () => Promise<Sample[]>) {
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      const samples = await withDeadline(read()).catch(() => [])
      if (labelNames.length > 0) this.reset()
      else this.remove() // `reset` would set 0
      for (const { labels = {}, value } of samples) this.set(labels, value)
    },
  })
}

async function withDeadline<T>(reading: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = setTimeout(() => reject(new Error('late')), readTimeoutMs)
  try {
    return await Promise.race([reading, promise])
  } finally {
    clearTimeout(late)
  }
}

/** All gauges of a scrape are read concurrently: those with the same source share one read. */
function share<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= read().finally(() => {
      running = undefined
    })
    return running
  }
}

/** Of the database, its standbys, and what waits in it. */
export function databaseGauges(registry: Registry, db: Db, probe: ReturnType<typeof openHealthCheck>): void {
  const readHealth = share(() => probe.check())
  defineGauge(registry, { name: 'quad_database_up', help: '1 while PostgreSQL responds.' }, async () => [
    { value: (await readHealth()) === 'unreachable' ? 0 : 1 },
  ])
  defineGauge(
    registry,
    {
      name: 'quad_database_read_only',
      help: '1 while PostgreSQL accepts no writes: a standby, or a former primary. No value while it does not respond.',
    },
    async () => {
      const health = await readHealth()
      return health === 'unreachable' ? [] : [{ value: health === 'read-only' ? 1 : 0 }]
    },
  )
  queueGauges(registry, db)
  replicationGauges(registry, db)
  defineGauge(
    registry,
    {
      name: 'quad_retention_lag_seconds',
      help: 'Seconds since the oldest row of a table should have been deleted. It was due at most ten minutes ago when the job keeps up.',
      labelNames: ['table', 'part'],
    },
    async () =>
      (await measureRetentionLag(db, retentionRules)).map(({ table, part, seconds }) => ({
        labels: { table, part },
        value: seconds,
      })),
  )
}

/** Of jobs, and of the emails and pushes that wait. */
function queueGauges(registry: Registry, db: Db): void {
  const readJobs = share(async () => {
    const { rows } = await sql<{ due: number; failing: number; oldest: number }>`
      select count(*) filter (where run_at <= now())::int as due, count(*) filter (where attempts > 0)::int as failing,
        coalesce(extract(epoch from now() - min(run_at) filter (where run_at <= now() and attempts = 0)), 0)::int as oldest
      from graphile_worker.jobs`.execute(db)
    return rows[0] ?? { due: 0, failing: 0, oldest: 0 }
  })
  defineGauge(
    registry,
    {
      name: 'quad_jobs',
      help: 'Jobs in the shared queue by state: "due" to run now, "failing" after at least one failed attempt.',
      labelNames: ['state'],
    },
    async () => {
      const { due, failing } = await readJobs()
      return [
        { labels: { state: 'due' }, value: due },
        { labels: { state: 'failing' }, value: failing },
      ]
    },
  )
  defineGauge(
    registry,
    {
      name: 'quad_jobs_longest_wait_seconds',
      help: 'Seconds that the oldest due job without an attempt has been waiting.',
    },
    async () => [{ value: (await readJobs()).oldest }],
  )
  defineGauge(
    registry,
    {
      name: 'quad_mail_jobs_waiting',
      help: 'Jobs in the queue that send emails, with those that wait for another attempt. A job has at most 20 emails.',
    },
    async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from graphile_worker.jobs where task_identifier = 'send_mail'`.execute(db)
      return [{ value: rows[0]?.count ?? 0 }]
    },
  )
  defineGauge(
    registry,
    {
      name: 'quad_pushes_waiting',
      help: 'Pushes that are due. Those that quiet hours or a limit hold back are not counted.',
    },
    async () => {
      return [{ value: await countDueRows(db, sql`select from push_due where due_at <= now() and not is_held`) }]
    },
  )
}

/** Of standbys that are connected to the primary. Without the role pg_monitor their state is unknown. */
function replicationGauges(registry: Registry, db: Db): void {
  const readStandbys = share(async () => {
    const { rows } = await sql<{ state: string; sync: string; count: number; seconds: number; bytes: number }>`
      select coalesce(state, 'unknown') as state, coalesce(sync_state, 'unknown') as sync, count(*)::int as count,
        coalesce(max(extract(epoch from replay_lag)), 0)::float as seconds,
        coalesce(max(pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_receive_lsn()
          else pg_current_wal_lsn() end, replay_lsn)), 0)::float as bytes
      from pg_stat_replication group by 1, 2`.execute(db)
    return rows
  })
  const labelNames = ['state', 'sync']
  const toSamples = async (value: 'count' | 'seconds' | 'bytes') =>
    (await readStandbys()).map(({ state, sync, ...row }) => ({ labels: { state, sync }, value: row[value] }))
  defineGauge(
    registry,
    {
      name: 'quad_replication_standbys',
      help: 'Standbys that are connected to PostgreSQL by state and kind.',
      labelNames,
    },
    () => toSamples('count'),
  )
  defineGauge(
    registry,
    {
      name: 'quad_replication_lag_seconds',
      help: 'Seconds after which a write is visible on the slowest standby of this state and kind.',
      labelNames,
    },
    () => toSamples('seconds'),
  )
  defineGauge(
    registry,
    {
      name: 'quad_replication_lag_bytes',
      help: 'Bytes of the log that the slowest standby of this state and kind has not applied.',
      labelNames,
    },
    () => toSamples('bytes'),
  )
}

/** Of the standby that this server reads from; without a value if there is none. */
export function replicaGauges(registry: Registry, db: Db): void {
  defineGauge(
    registry,
    {
      name: 'quad_replica_lag_seconds',
      help: 'Everything that was committed so many seconds ago is on the replica, measured once per second; infinite while it is not there or not a standby of this database. No value without DATABASE_REPLICA_URL.',
    },
    async () => {
      const replica = findReplica(db)
      return replica ? [{ value: replica.lagSeconds() }] : []
    },
  )
}

/** Of the disks with the data folder and the backups. */
export function diskGauges(registry: Registry, { dataDir, backups }: Config): void {
  const folders = { data: dataDir, ...(backups ? { backups: backups.folder } : {}) }
  const readDisks = share(() =>
    Promise.all(
      Object.entries(folders).map(async ([folder, path]) => {
        const disk = await statfs(path).catch(() => undefined) // away, or not made yet
        return disk ? [{ folder, free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize }] : []
      }),
    ).then((disks) => disks.flat()),
  )
  const toSamples = async (value: 'free' | 'size') =>
    (await readDisks()).map(({ folder, ...disk }) => ({ labels: { folder }, value: disk[value] }))
  const labelNames = ['folder']
  defineGauge(
    registry,
    { name: 'quad_disk_free_bytes', help: 'Bytes that this account can write to the disk of a folder.', labelNames },
    () => toSamples('free'),
  )
  defineGauge(registry, { name: 'quad_disk_size_bytes', help: 'Size of the disk of a folder.', labelNames }, () =>
    toSamples('size'),
  )
}

/** Of backups that servers take by themselves. */
export function backupGauges(registry: Registry, db: Db): void {
  const readBackups = share(async () => {
    const { rows } = await sql<{ age: number | null; problems: number; bytes: number | null; media: number | null }>`
      select extract(epoch from now() - max(taken_at) filter (where proved_at is not null and problem is null))::float as age,
        count(problem)::int as problems, (array_agg(bytes order by taken_at desc))[1]::float as bytes,
        (array_agg(media_bytes order by taken_at desc))[1]::float as media
      from backups`.execute(db)
    return rows[0]
  })
  defineGauge(
    registry,
    {
      name: 'quad_backup_age_seconds',
      help: 'Seconds since the newest backup that was restored on trial without a difference; infinite before the first one.',
    },
    async () => [{ value: (await readBackups())?.age ?? Number.POSITIVE_INFINITY }],
  )
  defineGauge(
    registry,
    {
      name: 'quad_backups_with_problems',
      help: 'Kept backups that are damaged, missing, or could not be restored on trial.',
    },
    async () => [{ value: (await readBackups())?.problems ?? 0 }],
  )
  defineGauge(
    registry,
    {
      name: 'quad_backup_bytes',
      help: 'Size of the newest backup by part: its archive, and the uploads beside it. No value before the first one.',
      labelNames: ['part'],
    },
    async () => {
      const { bytes = null, media = null } = (await readBackups()) ?? {}
      return [
        ...(bytes === null ? [] : [{ labels: { part: 'archive' }, value: bytes }]),
        ...(media === null ? [] : [{ labels: { part: 'media' }, value: media }]),
      ]
    },
  )
}

/** Of the archived log of the embedded PostgreSQL. */
export function archiveGauges(registry: Registry, db: Db, { backups, dataDir }: Config): void {
  const readState = share(async () =>
    readArchiveState(resolveClusterPaths(dataDir), backups?.folder ?? '', await findCurrentSegment(db)),
  )
  defineGauge(
    registry,
    {
      name: 'quad_wal_archive_age_seconds',
      help: 'Seconds since the newest archived segment of the log was completed; 0 while every complete segment is archived.',
    },
    async () => [{ value: (await readState()).ageSeconds }],
  )
  defineGauge(
    registry,
    {
      name: 'quad_wal_archive_waiting',
      help: 'Complete segments of the log that are not in BACKUP_DIR yet.',
    },
    async () => [{ value: (await readState()).waiting }],
  )
  defineGauge(
    registry,
    {
      name: 'quad_wal_archive_failures',
      help: 'Failed attempts of PostgreSQL to archive a segment since its statistics began.',
    },
    async () => {
      const { rows } = await sql<{
        failed: number
      }>`select failed_count::float as failed from pg_stat_archiver`.execute(db)
      return [{ value: rows[0]?.failed ?? 0 }]
    },
  )
}

/** Of the other cells of the site. A cell that has not replied since the start of this server counts from then. */
export function cellGauges(registry: Registry, { directory }: Cells): void {
  defineGauge(
    registry,
    {
      name: 'quad_cell_silence_seconds',
      help: 'Seconds since each other cell has replied to this server, which asks every 5 seconds.',
      labelNames: ['cell'],
    },
    async () => directory.silences().map(({ cell, seconds }) => ({ value: seconds, labels: { cell } })),
  )
}
