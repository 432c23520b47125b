// Daily backups of a school with uploads, which are deleted, damaged and lost.
import { randomBytes } from 'node:crypto'
import {
  createReadStream,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { extract } from 'tar-stream'
import { afterEach, beforeAll, expect, inject, test } from 'vitest'
import { openArchiveKeys } from '../shared/server/crypto/encrypted-files.ts'
import { migrate } from '../shared/server/db/migrate.ts'
import { openDb } from '../shared/server/db/pools.ts'
import { openStorage } from '../shared/server/storage/open.ts'
import { testConfig } from '../testing/app.ts'
import { campus } from '../testing/campus.ts'
import { makeUpload } from '../testing/factories/media.ts'
import { backUpDaily } from './daily-backup.ts'
import { removeDamagedCopies } from './media-copies.ts'
import { restore } from './restore.ts'

const { app, ada } = await campus({ people: { ada: {} } })
const keys = openArchiveKeys([testConfig.secretKey ?? ''])
let connection: { host: string; port: number; user: string; database: string }
let folder = mkdtempSync(join(tmpdir(), 'quad-media-'))
const mediaFolder = () => join(folder, 'media')

beforeAll(async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db)
  connection = { ...inject('cluster'), database: rows[0]?.name ?? '' }
})
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  folder = mkdtempSync(join(tmpdir(), 'quad-media-'))
  await app.db.deleteFrom('backups').execute()
  await app.db.deleteFrom('uploads').execute()
})

async function run(keep = 3) {
  const outcome = await backUpDaily({ db: app.db, connection, keys, storage: app.storage }, { folder, keep })
  await sleep(1100) // names of archives have seconds
  return outcome
}

/** Paths of the copies. */
const listCopies = () =>
  readdirSync(mediaFolder(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()

/** Uploads a picture. Returns the name of the file, and the start of those of all its sizes. */
async function addPicture() {
  const { url } = await makeUpload(app, ada, { width: 900 })
  const name = url.split('/').at(-1) ?? ''
  return { name, base: name.split('.')[0] ?? '' }
}

async function deletePicture({ base }: { base: string }) {
  await app.db.deleteFrom('uploads').where('name', '=', base).execute()
  for await (const file of app.storage.list()) if (file.name.startsWith(base)) await app.storage.remove(file)
}

async function listEntries(archive: string) {
  const names: string[] = []
  const reading = extract()
  void pipeline(createReadStream(join(folder, archive)), createGunzip(), reading)
  for await (const part of reading) {
    names.push(part.header.name)
    part.resume()
  }
  return names
}

async function restoreElsewhere(archive: string, prepare = async (_database: string) => {}) {
  const database = `t_${randomBytes(8).toString('hex')}`
  const server = openDb({ ...inject('cluster'), database: 'postgres' }, { max: 1 })
  await sql.raw(`create database ${database}`).execute(server)
  const there = { ...inject('cluster'), database }
  const db = openDb(there, { max: 4 })
  const storage = await openStorage({ dataDir: join(folder, database), storageUrl: undefined })
  try {
    await migrate(db)
    await prepare(database)
    await restore({ db, connection: there, keys, storage }, join(folder, archive))
    return storage
  } finally {
    await db.destroy()
    await sql.raw(`drop database ${database} with (force)`).execute(server)
    await server.destroy()
  }
}

test('a daily backup copies a picture once, names it in each archive, and restores it from there', {
  timeout: 120_000,
}, async () => {
  const picture = await addPicture()
  const first = await run()
  expect(first.problems).toEqual([])
  const copies = listCopies()
  expect(copies.length).toBeGreaterThan(1)
  for (const path of copies) expect(statSync(path).mode & 0o077).toBe(0)
  const { media_bytes } = await app.db.selectFrom('backups').select('media_bytes').executeTakeFirstOrThrow()
  expect(media_bytes).toBe(copies.reduce((sum, path) => sum + statSync(path).size, 0))
  const inodes = copies.map((path) => statSync(path).ino)
  await addPicture()
  writeFileSync(`${copies[0]}.new`, 'half written by a killed process')
  const second = await run()
  expect(second.problems).toEqual([])
  expect(listCopies().length).toBe(2 * copies.length)
  expect(
    copies.map((path) => statSync(path).ino),
    'not written again',
  ).toEqual(inodes)
  const entries = await listEntries(second.taken)
  expect(entries.slice(0, 2)).toEqual(['manifest.json', 'files.jsonl'])
  expect(entries.filter((name) => name.startsWith('files/'))).toEqual([])

  const restored = await restoreElsewhere(second.taken)
  const file = { schoolId: ada.schoolId, name: picture.name }
  const [one, other] = [await app.storage.open(file), await restored.open(file)]
  if (!one || !other) throw new Error('The picture is missing')
  expect(await buffer(other.stream())).toEqual(await buffer(one.stream()))
})

test('a deleted picture leaves the folder with the last backup that names it', { timeout: 120_000 }, async () => {
  const [picture, other] = [await addPicture(), await addPicture()]
  const has = ({ base }: { base: string }) => listCopies().some((path) => path.includes(base))
  await run(2)
  await deletePicture(picture)
  expect(await run(2)).toMatchObject({ problems: [], removed: [] })
  expect(has(picture), 'the first backup names it').toBe(true)
  expect((await run(2)).problems).toEqual([])
  expect([has(picture), has(other)]).toEqual([false, true])
})

test('no copy is removed while an archive cannot be read', { timeout: 120_000 }, async () => {
  const picture = await addPicture()
  const { taken } = await run(1)
  writeFileSync(join(folder, taken.replace(/T\d{6}/, 'T000000')), 'of before a recovery, and damaged')
  await deletePicture(picture)
  expect((await run(1)).removed).toEqual([taken])
  expect(listCopies().some((path) => path.includes(picture.base))).toBe(true)
})

test('damaged copies are found by size on each day, by content within thirty, and copied again', {
  timeout: 120_000,
}, async () => {
  await addPicture()
  const { taken } = await run()
  const [cut = '', changed = '', ...rest] = listCopies()
  expect(rest.length).toBeGreaterThan(0)
  truncateSync(cut, 10)
  const bytes = readFileSync(changed)
  bytes[20] = (bytes[20] ?? 0) ^ 1
  writeFileSync(changed, bytes)
  const found: string[][] = []
  for (let day = 0; day < 30; day++) found.push(await removeDamagedCopies(mediaFolder(), 20_000 + day))
  expect(found.flat()).toHaveLength(2)
  const next = await run()
  expect(next.problems, 'earlier archives name the same copies').toEqual([])
  expect(listCopies()).toEqual([cut, changed, ...rest])
  await restoreElsewhere(taken)
})

test('a copy that is lost with its picture is reported with each archive that names it, and stops a restore', {
  timeout: 120_000,
}, async () => {
  const picture = await addPicture()
  const { taken } = await run()
  await deletePicture(picture)
  for (const path of listCopies()) if (path.includes(picture.base)) rmSync(path)
  const { problems } = await run()
  expect(problems).toEqual([expect.stringMatching(new RegExp(`^${taken} lacks \\d of its files: .*${picture.base}`))])
  const { problem } = await app.db
    .selectFrom('backups')
    .select('problem')
    .where('name', '=', taken)
    .executeTakeFirstOrThrow()
  expect(problem).toContain('lacks')
  await expect(restoreElsewhere(taken)).rejects.toThrow(/is missing\. Copy the folder media together/)
})

test('a file that is lost from storage is reported although there is a copy', { timeout: 120_000 }, async () => {
  const { name } = await addPicture()
  await run()
  await app.storage.remove({ schoolId: ada.schoolId, name })
  const { taken, problems } = await run()
  expect(problems).toEqual([`${taken}: 1 files are missing from storage: ${name}`])
  const restored = await restoreElsewhere(taken)
  expect(await restored.open({ schoolId: ada.schoolId, name })).toBeDefined()
})

test('a restore waits for job connections that are closing, and refuses while a server keeps one open', {
  timeout: 120_000,
}, async () => {
  const { taken } = await run()
  const openJobs = async (database: string) => {
    const client = new pg.Client({ ...inject('cluster'), database, application_name: 'quad jobs' })
    client.on('error', () => {}) // the database is dropped
    await client.connect()
    return client
  }
  await restoreElsewhere(taken, async (database) => {
    const client = await openJobs(database)
    setTimeout(() => client.end(), 1000)
  })
  const refused = restoreElsewhere(taken, async (database) => void (await openJobs(database)))
  await expect(refused).rejects.toThrow('A server runs on this database')
})
