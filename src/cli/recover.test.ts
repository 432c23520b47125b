// Destroys an embedded PostgreSQL and recovers it to a point in time.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Config } from '../shared/server/config.ts'
import { openArchiveKeys } from '../shared/server/crypto/encrypted-files.ts'
import { migrate } from '../shared/server/db/migrate.ts'
import { type Db, openDb } from '../shared/server/db/pools.ts'
import { type Cluster, startCluster } from '../shared/server/embedded-postgres/cluster.ts'
import { type ClusterPaths, resolveClusterPaths } from '../shared/server/embedded-postgres/paths.ts'
import {
  findCurrentSegment,
  listSegments,
  moveSegments,
  readArchiveState,
  readSegment,
  startWalArchive,
  type WalArchive,
} from '../shared/server/embedded-postgres/wal-archive.ts'
import { migrateJobs } from '../shared/server/jobs/jobs.ts'
import { backUpBase, findGaps, listBases, removeOldBases } from './base-backup.ts'
import { examineArchive } from './doctor-archive.ts'
import { recover } from './recover.ts'

const keys = openArchiveKeys(['a secret key of the tests, long enough to be taken'])
let home: string
let dataDir: string
let folder: string
let place: ClusterPaths
let cluster: Cluster
let archive: WalArchive
let db: Db
const failures: unknown[] = []

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'quad-recover-'))
  chmodSync(home, 0o755)
  dataDir = join(home, 'data')
  folder = join(home, 'backups')
  failures.length = 0
  await start()
  await sql`create database quad`.execute(await openServer())
  await openQuad()
  await migrate(db)
  await migrateJobs(db, { ...cluster.connection, database: 'quad' })
  await sql`create table written (id int primary key generated always as identity, at timestamptz not null default clock_timestamp())`.execute(
    db,
  )
}, 120_000)
afterEach(async () => {
  await stop().catch(() => {})
  rmSync(home, { recursive: true, force: true })
})

async function start() {
  cluster = await startCluster(dataDir, { isArchived: true })
  place = resolveClusterPaths(dataDir)
  archive = startWalArchive(place, { folder, keys }, (error) => failures.push(error))
}
let server: Db | undefined
async function openServer() {
  server = openDb({ ...cluster.connection, database: 'postgres' }, { max: 1 })
  return server
}
async function openQuad() {
  await server?.destroy()
  server = undefined
  db = openDb({ ...cluster.connection, database: 'quad' }, { max: 2 })
}
async function stop() {
  await db.destroy()
  await cluster.stop()
  await archive.stop()
}

const takeBase = () =>
  backUpBase({ place, connection: { ...cluster.connection, database: 'quad' }, keys }, { folder, days: 7 })
const write = () => sql`insert into written default values`.execute(db)
const recoverTo = (to?: Date, archiveKeys = keys) => recover({ place, folder, keys: archiveKeys }, to, () => {})

/** The database's time; a commit before it and one after it differ by more than the clock's resolution. */
async function readNow() {
  await sleep(20) // recovery compares commit times, so the commits beside this one need another time
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  await sleep(20)
  return rows[0]?.at ?? new Date(0)
}
const digest = async () =>
  (
    await sql<{
      digest: string
    }>`select count(*) || ' ' || coalesce(md5(string_agg(own::text, ',' order by id)), '') as digest
      from written as own`.execute(db)
  ).rows[0]?.digest

test('recovers every row of a moment, keeps the former folder, and reports a missing segment', {
  timeout: 240_000,
}, async () => {
  await write()
  expect(await takeBase()).toEqual([])
  for (let count = 0; count < 50; count++) await write()
  const [moment, before] = [await readNow(), await digest()]
  await sql`select pg_switch_wal()`.execute(db)
  for (let count = 0; count < 50; count++) await write()
  await sql`delete from written where id <= 10`.execute(db)
  const last = await digest()
  await stop()
  expect(failures).toEqual([])
  rmSync(place.data, { recursive: true })

  await expect(recoverTo(moment, openArchiveKeys(['another key, which is as long as one must be']))).rejects.toThrow(
    'was encrypted with another SECRET_KEY',
  )
  // The interrupted attempt prevents a start with an empty database.
  await expect(startCluster(dataDir)).rejects.toThrow('A recovery was interrupted')
  expect(await recoverTo(moment)).toMatchObject({ isShort: false, keptAs: undefined })
  await start()
  await openQuad()
  expect(await digest()).toBe(before)
  await write()
  // The new timeline needs a base of its own; the old future is still there.
  expect(await takeBase()).toEqual([])
  await stop()
  expect((await listBases(folder)).map(({ timeline }) => timeline)).toEqual(['00000001', '00000002'])
  const [first] = await listBases(folder)
  const history = first?.history ?? ''

  const segments = await listSegments(history)
  const inBetween = segments.at(-2) ?? ''
  const later = new Date(moment.getTime() + 60)
  renameSync(join(history, 'wal', inBetween), join(home, inBetween))
  expect(await findGaps(folder)).toEqual([`Segment ${inBetween} is missing in ${join(history, 'wal')}.`])
  await expect(recoverTo(later)).rejects.toThrow(`Segment ${inBetween} is missing`)
  renameSync(join(home, inBetween), join(history, 'wal', inBetween))

  const { keptAs = '' } = await recoverTo(later)
  expect(existsSync(join(keptAs, 'PG_VERSION'))).toBe(true)
  // As if the power had failed between the two renames.
  renameSync(place.data, `${place.data}.recovering`)
  writeFileSync(
    join(`${place.data}.recovering`, 'quad-recovery.json'),
    JSON.stringify({ to: later.toISOString(), isShort: false }),
  )
  await recoverTo(later)
  await start()
  await openQuad()
  expect(last).toBeDefined()
  expect(Number((await digest())?.split(' ')[0])).toBeGreaterThanOrEqual(51)
})

test('loses at most a minute when the disk of the database is lost', { timeout: 300_000 }, async () => {
  expect(await takeBase()).toEqual([])
  const end = Date.now() + 70_000
  while (Date.now() < end) {
    await write()
    await sleep(50)
  }
  const { rows } = await sql<{ at: Date }>`select max(at) as at from written`.execute(db)
  const lastWrite = rows[0]?.at.getTime() ?? 0
  const kept = join(home, 'kept')
  cpSync(folder, kept, { recursive: true }) // what another disk has at this moment
  await stop()
  rmSync(dataDir, { recursive: true })
  rmSync(folder, { recursive: true })
  renameSync(kept, folder)
  place = resolveClusterPaths(dataDir)

  await recoverTo()
  await start()
  await openQuad()
  const { rows: found } = await sql<{ at: Date }>`select max(at) as at from written`.execute(db)
  const lostSeconds = (lastWrite - (found[0]?.at.getTime() ?? 0)) / 1000
  console.log(`recovery point: ${lostSeconds.toFixed(1)} s lost`)
  expect(lostSeconds).toBeLessThan(60)
  expect(lostSeconds).toBeGreaterThan(0)
})

test('the doctor reports an archive without a base, one that is behind, and a former folder that is kept too long', {
  timeout: 120_000,
}, async () => {
  const config = {
    dataDir,
    databaseUrl: undefined,
    backups: { folder, keep: 14, time: '02:15', recoveryDays: 7 },
  } as unknown as Config
  const examine = () => examineArchive(config, db)
  await expect(examine()).rejects.toThrow('no base backup')
  await takeBase()
  expect(await examine()).toMatch(/^from \S+ to at most \d+ seconds ago$/)
  const readState = async () => readArchiveState(place, folder, await findCurrentSegment(db))
  await expect.poll(readState, { timeout: 20_000 }).toEqual({ ageSeconds: 0, waiting: 0 })

  await archive.stop() // as if BACKUP_DIR were not mounted
  await sql`select pg_switch_wal()`.execute(db)
  await write()
  await sql`select pg_switch_wal()`.execute(db)
  await expect.poll(async () => (await readState()).waiting, { timeout: 20_000 }).toBeGreaterThan(0)
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 400_000)
  await expect(examine()).rejects.toThrow(/seconds old, and \d+ wait/)
  clock.mockRestore()

  mkdirSync(`${place.data}.before-2026-01-01T000000Z`)
  expect(await examine()).toContain('can be removed')
  const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31 * 86_400_000)
  await expect(examine()).rejects.toThrow('31 days ago. Remove it.')
  later.mockRestore()
})

test('never overwrites a segment, detects damage, and removes what no recovery needs', {
  timeout: 120_000,
}, async () => {
  await takeBase()
  const [base] = await listBases(folder)
  const history = base?.history ?? ''
  const wal = join(history, 'wal')
  const [name = ''] = await listSegments(history)
  const bytes = await readSegment(wal, name, keys)
  expect(bytes).toHaveLength(16 * 1024 * 1024)
  const outbox = `${place.data}-wal`
  writeFileSync(join(outbox, name), bytes) // archived again after a crash
  await expect.poll(() => existsSync(join(outbox, name)), { timeout: 20_000 }).toBe(false)
  expect(failures).toEqual([])
  const next = `${name.slice(0, -2)}F0`
  writeFileSync(join(outbox, next), bytes)
  await Promise.all(Array.from({ length: 9 }, () => moveSegments(place, { folder, keys }))) // as before a base
  expect(await readSegment(wal, next, keys)).toEqual(bytes)
  rmSync(join(wal, next))
  writeFileSync(join(outbox, name), Buffer.alloc(bytes.length, 1))
  await expect
    .poll(() => failures.map(String), { timeout: 20_000 })
    .toEqual([`Error: ${name} is in the archive already, with another content.`])
  expect(await readSegment(wal, name, keys)).toEqual(bytes)
  rmSync(join(outbox, name))

  const stored = readFileSync(join(wal, name))
  for (const change of [
    (file: Buffer) => file.subarray(0, -22), // without the last frame
    (file: Buffer) => Buffer.concat([file.subarray(0, 60), Buffer.of((file[60] ?? 0) ^ 1), file.subarray(61)]),
  ]) {
    writeFileSync(join(wal, name), change(stored))
    await expect(readSegment(wal, name, keys)).rejects.toThrow(`${name} is damaged`)
  }
  writeFileSync(join(wal, name), stored)
  mkdirSync(join(home, 'renamed'))
  writeFileSync(join(home, 'renamed', 'another'), stored)
  await expect(readSegment(join(home, 'renamed'), 'another', keys)).rejects.toThrow('damaged')

  await write()
  await sql`select pg_switch_wal()`.execute(db)
  await sleep(1100) // names of bases have the second
  await takeBase()
  const bases = await listBases(folder)
  expect(bases).toHaveLength(2)
  await removeOldBases(folder, new Date(Date.parse(bases[1]?.stoppedAt ?? '') - 1))
  expect(await listBases(folder), 'the older one is needed for times before the newer one').toHaveLength(2)
  await removeOldBases(folder, new Date())
  expect((await listBases(folder)).map((each) => each.name)).toEqual([bases[1]?.name])
  expect((await listSegments(history))[0]).toBe(bases[1]?.startSegment)
  expect(readdirSync(history).filter((file) => file.startsWith('base-'))).toHaveLength(2)
})
