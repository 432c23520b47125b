// Upgrades data folders of the former major version of PostgreSQL, and refuses those that cannot be upgraded.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../src/app/bootstrap.ts'
import { backUpBase, findGaps, listBases } from '../src/cli/base-backup.ts'
import { recover } from '../src/cli/recover.ts'
import { readConfig } from '../src/shared/server/config.ts'
import { openArchiveKeys } from '../src/shared/server/crypto/encrypted-files.ts'
import { type Db, openDb } from '../src/shared/server/db/pools.ts'
import { startCluster, startClusterAt } from '../src/shared/server/embedded-postgres/cluster.ts'
import {
  type ClusterPaths,
  isUpgradeDue,
  readMajor,
  resolveClusterPaths,
  upgradedFile,
  upgradingPath,
} from '../src/shared/server/embedded-postgres/paths.ts'
import { upgradeCluster } from '../src/shared/server/embedded-postgres/upgrade.ts'
import { isSegment, startWalArchive } from '../src/shared/server/embedded-postgres/wal-archive.ts'
import { newFolder, removeFolder } from './kit.ts'
import {
  buildUpgrade,
  type Content,
  compareContent,
  fillFormer,
  findKept,
  readFolder,
  resolveFormer,
} from './upgrade.ts'

const archiveKeys = openArchiveKeys(['a secret key of the tests, long enough to be taken'])
let folder: string
let filled: string
let content: Content
let dataDir: string
let said: string[] = []
beforeAll(async () => {
  folder = newFolder()
  filled = join(folder, 'filled')
  content = await fillFormer(filled)
}, 240_000)
afterAll(() => removeFolder(folder))
beforeEach(() => {
  dataDir = join(folder, 'data')
  removeFolder(dataDir)
  spawnSync('cp', ['-a', filled, dataDir])
  said = []
})

const upgrade = (findFreeBytes?: () => number) =>
  upgradeCluster(resolveClusterPaths(dataDir), {
    say: (line) => said.push(line),
    ...(findFreeBytes ? { findFreeBytes } : {}),
  })
/** Changes the rows with the PostgreSQL of a place. */
async function change(place: ClusterPaths, work: (db: Db) => Promise<unknown>) {
  const cluster = await startClusterAt(place)
  const db = openDb({ ...cluster.connection, database: 'quad' }, { max: 1 })
  await work(db)
  await db.destroy()
  await cluster.stop()
}
const addTable = (db: Db) => sql`create table operators_own (id int)`.execute(db)
async function expectUnchanged() {
  expect(compareContent(content, await readFolder(resolveFormer(dataDir)), 'in the former folder')).toEqual([])
  expect(existsSync(upgradingPath(resolveClusterPaths(dataDir)))).toBe(false)
  expect(findKept(dataDir)).toEqual([])
}

test('an upgrade that is killed at five random moments is finished by the next start, row for row', {
  timeout: 580_000,
}, async () => {
  expect((await buildUpgrade('tiny').run(5)).wrong).toEqual([])
})

test('names what it does not copy, and keeps the former folder', { timeout: 240_000 }, async () => {
  await change(resolveFormer(dataDir), async (db) => {
    await addTable(db)
    await sql`create role reader`.execute(db)
    await sql`create database other`.execute(db)
  })
  const target = { folder: join(folder, 'no-backups'), keys: archiveKeys }
  await upgradeCluster(resolveClusterPaths(dataDir), { say: (line) => said.push(line), archive: target })
  expect(existsSync(target.folder), 'a log without a base backup is not archived').toBe(false)
  const [kept = ''] = findKept(dataDir)
  expect(said).toContain('The table public.operators_own is not part of Quad and was not copied.')
  expect(said).toContain('The role reader is not part of Quad and was not copied.')
  expect(said).toContain('The database other is not part of Quad and was not copied.')
  expect(said.at(-1)).toMatch(new RegExp(`The former data are in ${kept}. Remove that folder .* on 20\\d\\d-`))
  const place = resolveClusterPaths(dataDir)
  expect(isUpgradeDue(place)).toBe(false)
  await change(place, async (db) => {
    const { rows } = await sql<{
      rows: number
    }>`select reltuples as rows from pg_class where relname = 'migrations'`.execute(db)
    expect(rows[0]?.rows).toBeGreaterThan(100) // statistics
  })
})

test('refuses data of a newer version, and of one whose programs are not there, in one sentence', async () => {
  const version = join(dataDir, 'postgres/PG_VERSION')
  writeFileSync(version, '99\n')
  await expect(upgrade()).rejects.toThrow(
    /are of PostgreSQL 99, and this Quad has PostgreSQL \d+\. Start a newer Quad\.$/,
  )
  writeFileSync(version, '12\n')
  await expect(upgrade()).rejects.toThrow(
    /are of PostgreSQL 12, and this Quad upgrades from \d+ to \d+\. Start the releases in between/,
  )
})

test('leaves the data as they are when the disk has no room', { timeout: 240_000 }, async () => {
  await expect(upgrade(() => 250_000_000)).rejects.toThrow(
    /too little room in .*: 250 MB are free, 3\d\d MB are needed\. Free some/,
  )
  await expectUnchanged()
})

test('leaves the data as they are when a table is not as Quad made it', { timeout: 240_000 }, async () => {
  await change(resolveFormer(dataDir), (db) => sql`alter table posts add column planted int`.execute(db))
  await expect(upgrade()).rejects.toThrow(/public\.posts has other columns .* the data in .* are as before\.$/)
  await change(resolveFormer(dataDir), (db) => sql`alter table posts drop column planted`.execute(db))
  await expectUnchanged()
})

test('two starts do not upgrade the same folder', { timeout: 240_000 }, async () => {
  const other = await startClusterAt(resolveFormer(dataDir))
  await expect(upgrade()).rejects.toThrow('Another Quad is using')
  await other.stop()
  const both = await Promise.allSettled([upgrade(), upgrade()])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(compareContent(content, await readFolder(resolveClusterPaths(dataDir)), 'after the upgrade')).toEqual([])
})

test('a command beside the server waits for its upgrade', async () => {
  const config = readConfig({ DATA_DIR: dataDir })
  await expect(openDatabase(config, { attach: true })).rejects.toThrow('Start the server first: it upgrades them.')
})

test('continues between its last steps, unless the former release has run since', { timeout: 400_000 }, async () => {
  const place = resolveClusterPaths(dataDir)
  await upgrade()
  const [kept = ''] = findKept(dataDir)
  renameSync(place.data, upgradingPath(place)) // as if it had been killed before the last rename
  writeFileSync(join(upgradingPath(place), upgradedFile), JSON.stringify({ control: '', keptAs: 'postgres.before-1' }))
  await expect(startCluster(dataDir)).rejects.toThrow('An upgrade of the database was interrupted')
  await upgrade()
  expect(compareContent(content, await readFolder(place), 'after the upgrade')).toEqual([])

  renameSync(place.data, upgradingPath(place))
  renameSync(kept, place.data)
  writeFileSync(join(upgradingPath(place), upgradedFile), JSON.stringify({ control: '', keptAs: 'postgres.before-2' }))
  await change(resolveFormer(dataDir), (db) =>
    sql`insert into schools (id, name, email_domain, country) values (gen_random_uuid(), 'New', 'new.example', 'Nowhere')`.execute(
      db,
    ),
  )
  const changed = await readFolder(resolveFormer(dataDir))
  expect(changed['public.schools']).not.toBe(content['public.schools'])
  await upgrade()
  expect(compareContent(changed, await readFolder(place), 'after the upgrade')).toEqual([])
})

test('a time before an upgrade can still be recovered, and is upgraded again', { timeout: 400_000 }, async () => {
  const target = { folder: join(folder, 'backups'), keys: archiveKeys }
  const failures: unknown[] = []
  const place = resolveClusterPaths(dataDir)
  /** Runs a PostgreSQL with its archive, as a server does. */
  const withArchive = async (own: ClusterPaths, work: (db: Db) => Promise<unknown>) => {
    const cluster = await startClusterAt(own, { isArchived: true })
    const archive = startWalArchive(own, target, (error) => failures.push(error))
    const connection = { ...cluster.connection, database: 'quad' }
    await backUpBase({ place: own, connection, keys: target.keys }, { folder: target.folder, days: 7 })
    const db = openDb(connection, { max: 1 })
    await work(db)
    await db.destroy()
    await cluster.stop()
    await archive.stop()
  }
  const addSchool = (db: Db, name: string) =>
    sql`insert into schools (id, name, email_domain, country) values (gen_random_uuid(), ${name}, ${`${name}.example`}, 'Nowhere')`.execute(
      db,
    )
  const listSchools = async (db: Db) =>
    (await sql<{ name: string }>`select name from schools order by name`.execute(db)).rows.map(({ name }) => name)
  let moment = new Date(0)
  await withArchive(resolveFormer(dataDir), async (db) => {
    await addSchool(db, 'before')
    await sleep(50) // recovery compares commit times
    moment = (await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)).rows[0]?.at ?? moment
  })
  await upgradeCluster(place, { say: (line) => said.push(line), archive: target })
  const [kept = ''] = findKept(dataDir)
  expect(readdirSync(`${kept}-wal`).filter(isSegment)).toEqual([]) // all are archived
  await withArchive(place, async (db) => {
    await addSchool(db, 'after')
    expect(await listSchools(db)).toEqual(['after', 'before'])
  })
  expect(new Set((await listBases(target.folder)).map(({ version }) => Number(version)))).toEqual(
    new Set([resolveFormer(dataDir).major, place.major]),
  )
  expect(await findGaps(target.folder)).toEqual([])

  await recover({ place, ...target }, moment, () => {})
  expect(readMajor(place)).toBe(resolveFormer(dataDir).major)
  await upgradeCluster(place, { say: (line) => said.push(line), archive: target })
  await change(place, async (db) => expect(await listSchools(db)).toEqual(['before']))
  expect(failures).toEqual([])
})
