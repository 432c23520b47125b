// Takes a backup of a running campus and restores it on an empty machine.

import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip, createGzip, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { extract, pack } from 'tar-stream'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { seedDemo } from '../../demo/seed.ts'
import { personalDataRegistry } from '../app/registries.ts'
import { account } from '../features/account/contract.ts'
import { buildExport } from '../features/account/server/export.ts'
import { widths } from '../features/media/contract.ts'
import { posts } from '../features/posts/contract.ts'
import { openArchiveKeys } from '../shared/server/crypto/encrypted-files.ts'
import { migrate } from '../shared/server/db/migrate.ts'
import { openDb } from '../shared/server/db/pools.ts'
import { withTransaction } from '../shared/server/db/transaction.ts'
import { queueMail } from '../shared/server/mail/mail.ts'
import type { App } from '../shared/server/services.ts'
import { openStorage } from '../shared/server/storage/open.ts'
import { storageKey } from '../shared/server/storage/storage.ts'
import { as, testConfig } from '../testing/app.ts'
import { campus } from '../testing/campus.ts'
import { turnOnEnding } from '../testing/ending-authorship.ts'
import { makeUpload } from '../testing/factories/media.ts'
import { makePost } from '../testing/factories/posts.ts'
import { makeUser } from '../testing/factories/users.ts'
import { backup } from './backup.ts'
import { backUpDaily, proveBackup } from './daily-backup.ts'
import { runChecks } from './doctor.ts'
import { recount } from './recount.ts'
import { restore } from './restore.ts'

const folder = mkdtempSync(join(tmpdir(), 'quad-backup-'))
const archive = join(folder, 'quad.tar.gz')
const keys = openArchiveKeys([testConfig.secretKey ?? ''])
let connection: { host: string; port: number; user: string; database: string }

const { app, ada } = await campus({ people: { ada: {} } })
beforeAll(async () => {
  await seedDemo(app.db, app.anonymity)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db)
  connection = { ...inject('cluster'), database: rows[0]?.name ?? '' }
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const takeBackup = () => backup({ connection, keys, storage: app.storage }, archive)

/** A second installation: another database and another storage. */
async function openElsewhere(how = '') {
  const database = `t_${randomBytes(8).toString('hex')}`
  const server = openDb({ ...inject('cluster'), database: 'postgres' }, { max: 1 })
  await sql.raw(`create database ${database} ${how}`).execute(server)
  const there = { ...inject('cluster'), database }
  const db = openDb(there, { max: 4 })
  await migrate(db)
  const storage = await openStorage({ dataDir: join(folder, database), storageUrl: undefined })
  const close = async () => {
    await db.destroy()
    await sql.raw(`drop database ${database} with (force)`).execute(server)
    await server.destroy()
  }
  return { db, connection: there, storage, close }
}

/** A digest of all rows of a table, independent of their order. */
async function digest(db: App['db'], table: string) {
  const { rows } = await sql<{ n: number; hash: string }>`select count(*)::int as n,
    coalesce(sum(('x' || substr(md5(own::text), 1, 15))::bit(60)::bigint)::text, '') as hash
    from ${sql.table(table)} as own`.execute(db)
  return rows[0]
}

const listIndexes = async (db: App['db']) =>
  (await sql<{ indexdef: string }>`select indexdef from pg_indexes where schemaname = 'public' order by 1`.execute(db))
    .rows

test('restores a backup that was taken during writes, completely and without repeating notifications', {
  timeout: 120_000,
}, async () => {
  const upload = await makeUpload(app, ada, { width: 900 })
  const shown = await makePost(app, ada, { media: [upload] })
  await withTransaction(app.db, (trx) =>
    queueMail(trx, { to: 'reader@northfield.example', subject: 'Once', text: 'Only once' }),
  )
  await sql`update notifications set due = 'mail' where id in (select id from notifications limit 3)`.execute(app.db)
  // Posts acknowledged before the backup began, and posts written during it.
  const before: string[] = []
  for (let count = 0; count < 20; count++) before.push((await makePost(app, ada, { content: `before ${count}` })).id)
  let writing = true
  const during: string[] = []
  const writers = [1, 2, 3].map(async () => {
    const writer = await makeUser(app, { school: { id: ada.schoolId, domain: 'x.example' } })
    for (; writing && during.length < 300; await sleep(30))
      during.push((await makePost(app, writer, { content: 'during' })).id)
  })
  const { manifest, missing } = await takeBackup()
  writing = false
  await Promise.all(writers)
  expect(missing).toEqual([])
  expect(during.length).toBeGreaterThan(0)

  const elsewhere = await openElsewhere()
  const { db, storage } = elsewhere
  await expect(
    restore({ ...elsewhere, keys: openArchiveKeys(['another key, long enough to be taken']) }, archive),
  ).rejects.toThrow('sealed with another SECRET_KEY')
  expect(await restore({ ...elsewhere, keys }, archive)).toEqual(manifest)

  const kept = await db
    .selectFrom('posts')
    .where('id', 'in', [...before, shown.id])
    .select('id')
    .execute()
  expect(kept).toHaveLength(21)
  expect(await recount(db)).toEqual([])
  expect(await listIndexes(db)).toEqual(await listIndexes(app.db))
  for (const { name, rows } of manifest.tables) {
    const there = await digest(db, name)
    expect(there?.n, name).toBe(rows)
    const changing = ['posts', 'users', 'upload_days', 'notifications', 'tallies', 'schools', 'idempotency_keys']
    if (!changing.includes(name)) expect(there, name).toEqual(await digest(app.db, name))
  }
  const name = upload.url.split('/').at(-1) ?? ''
  for (const file of [name, name.replace('.', `-${widths[0]}.`)]) {
    const [one, other] = [
      await app.storage.open({ schoolId: ada.schoolId, name: file }),
      await storage.open({ schoolId: ada.schoolId, name: file }),
    ]
    if (!one || !other) throw new Error(`${file} is missing`)
    expect(await buffer(other.stream())).toEqual(await buffer(one.stream()))
  }
  const { rows: waiting } = await sql`select from graphile_worker.jobs`.execute(db)
  expect(waiting).toEqual([])
  expect(await db.selectFrom('notifications').where('due', 'is not', null).select('id').execute()).toEqual([])
  expect(await db.selectFrom('sessions').select('id').execute()).toEqual([])

  await expect(restore({ ...elsewhere, keys }, archive)).rejects.toThrow('There is a Quad in this database already')
  await elsewhere.close()
})

test('authorship that ended after a backup has ended in the restored copy, for who has SECRET_KEY too', {
  timeout: 60_000,
}, async () => {
  const author = await makeUser(app, { school: { id: ada.schoolId, domain: 'x.example' } })
  await turnOnEnding(app, ada.schoolId, 365)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 500 * 86_400_000 })
  const post = await makePost(app, author, { anonymous: true, content: 'Long ago' })
  vi.useRealTimers()
  await takeBackup()
  const show = await as(app, author)(posts.show, { params: { id: post.id } })
  expect(show.body.data.is_author, 'no job has run since').toBe(true)

  const elsewhere = await openElsewhere()
  await restore({ ...elsewhere, keys }, archive)
  const { rows } = await sql<{ epoch: string }>`select epoch::text from seal_epochs
    where school_id = ${ada.schoolId} and wrapped_key is not null`.execute(elsewhere.db)
  expect(rows.map(({ epoch }) => epoch)).toEqual(['infinity'])
  const { rows: inbox } = await sql`select from notifications
    where school_id = ${ada.schoolId} and inbox is not null`.execute(elsewhere.db)
  expect(inbox).toEqual([])
  await elsewhere.close()
  await sql`update schools set unmaskable_days = null where id = ${ada.schoolId}`.execute(app.db)
})

test('a backup contains no personal export, and one of an older version is restored without them', {
  timeout: 60_000,
}, async () => {
  const call = as(app, ada)
  expect((await call(account.requestExport)).status).toBe(200)
  await buildExport(app, personalDataRegistry, ada)
  const { file } = await app.db.selectFrom('exports').select('file').executeTakeFirstOrThrow()
  const { manifest } = await takeBackup()
  expect(manifest.tables.map(({ name }) => name)).not.toContain('exports')
  const clear = gunzipSync(readFileSync(archive))
  expect(clear.includes('export-')).toBe(false)
  expect(clear.includes('files/'), 'other files are included').toBe(true)

  const entry = (name: string, text: string) => writing.entry({ name }, text)
  const writing = pack()
  const reading = extract()
  const old = join(folder, 'old.tar.gz')
  const written = pipeline(writing, createGzip(), createWriteStream(old))
  void pipeline(createReadStream(archive), createGunzip(), reading)
  for await (const part of reading) {
    const { name } = part.header
    const bytes = await buffer(part)
    if (name !== 'manifest.json') writing.entry({ name }, bytes)
    else {
      const table = { name: 'exports', columns: ['school_id', 'user_id', 'file'], rows: 1 }
      entry(name, JSON.stringify({ ...manifest, tables: [...manifest.tables, table] }))
    }
  }
  entry('tables/exports', `${ada.schoolId}\t${ada.id}\t${file}\n`)
  entry(`files/${storageKey({ schoolId: ada.schoolId, name: file ?? '' })}`, 'a copy in clear')
  writing.finalize()
  await written
  const elsewhere = await openElsewhere()
  await restore({ ...elsewhere, keys }, old)
  expect(await elsewhere.db.selectFrom('exports').selectAll().execute()).toEqual([])
  expect(await elsewhere.storage.open({ schoolId: ada.schoolId, name: file ?? '' })).toBeUndefined()
  await elsewhere.close()
})

test('continues the audit log of a restored installation, and its triggers count', { timeout: 60_000 }, async () => {
  const elsewhere = await openElsewhere()
  await restore({ ...elsewhere, keys }, archive)
  const row = { school_id: ada.schoolId, actor_name: 'test', action: 'test', target_type: 'user', target_id: ada.id }
  await elsewhere.db.insertInto('audit_log').values(row).execute()
  await expect(sql`delete from audit_log`.execute(elsewhere.db)).rejects.toThrow()
  await sql`delete from posts where school_id = ${ada.schoolId}`.execute(elsewhere.db)
  expect(await recount(elsewhere.db)).toEqual([])
  await elsewhere.close()
})

test('refuses a file that is not a complete backup, and changes nothing', { timeout: 60_000 }, async () => {
  const elsewhere = await openElsewhere()
  const bad = join(folder, 'bad')
  writeFileSync(bad, 'no archive')
  await expect(restore({ ...elsewhere, keys }, bad)).rejects.toThrow()
  const bytes = readFileSync(archive)
  writeFileSync(bad, bytes.subarray(0, Math.floor(bytes.length / 2)))
  await expect(restore({ ...elsewhere, keys }, bad)).rejects.toThrow()
  expect(await elsewhere.db.selectFrom('schools').select('id').execute()).toEqual([])
  await restore({ ...elsewhere, keys }, archive)
  await elsewhere.close()
})

/** Writes an archive again with another word in one of its tables. */
async function falsify(source: string, target: string, table: string, change: (rows: string) => string) {
  const [writing, reading] = [pack(), extract()]
  const written = pipeline(writing, createGzip(), createWriteStream(target))
  void pipeline(createReadStream(source), createGunzip(), reading)
  for await (const part of reading) {
    const { name } = part.header
    const bytes = await buffer(part)
    writing.entry({ name }, name === `tables/${table}` ? change(bytes.toString()) : bytes)
  }
  writing.finalize()
  await written
}

const listScratch = async () =>
  (
    await sql`select from pg_database where starts_with(datname,
      'quad_proof_' || (select oid from pg_database where datname = current_database()) || '_')`.execute(app.db)
  ).rows.length

test('a row that was changed in the archive fails the trial, which leaves no database behind', {
  timeout: 60_000,
}, async () => {
  await makePost(app, ada, { content: 'Meet me at the fountain' })
  await takeBackup()
  const source = { connection, keys, storage: app.storage }
  expect(await proveBackup(source, archive)).toEqual([])
  const changed = join(folder, 'changed.tar.gz')
  await falsify(archive, changed, 'posts', (rows) => rows.replace('the fountain', 'the mountain'))
  expect(await proveBackup(source, changed)).toEqual([
    'It could not be restored: The rows of posts differ from those that were backed up: the backup is damaged.',
  ])
  expect(await listScratch()).toBe(0)
})

test('a trial leaves the database of another trial alone, and drops what a killed one left', {
  timeout: 60_000,
}, async () => {
  await takeBackup()
  const [foreign, former] = ['quad_proof_1_0123456789ab', 'quad_proof_0123456789ab']
  for (const name of [foreign, former]) await sql.raw(`create database ${name}`).execute(app.db)
  expect(await proveBackup({ connection, keys, storage: app.storage }, archive)).toEqual([])
  const { rows } = await sql<{ name: string }>`
    select datname as name from pg_database where datname in (${foreign}, ${former})`.execute(app.db)
  expect(rows).toEqual([{ name: foreign }])
  await sql.raw(`drop database ${foreign}`).execute(app.db)
})

test('daily backups are proved, rotate, and report what is wrong until it is removed', {
  timeout: 120_000,
}, async () => {
  const kept = join(folder, 'daily')
  const source = { db: app.db, connection, keys, storage: app.storage }
  const run = (keep = 2) => backUpDaily(source, { folder: kept, keep })
  const backups = { folder: kept, keep: 2, time: '02:15' }
  const look = async () =>
    (await runChecks({ ...app.config, backups }, app.db)).find(({ check }) => check === 'Backups')
  expect(await look()).toMatchObject({
    isPassed: false,
    message: expect.stringContaining('No backup of the last 26 hours'),
  })

  const first = await run()
  expect(first.problems).toEqual([])
  expect(await look()).toMatchObject({ isPassed: true })
  writeFileSync(join(kept, `${first.taken}.new`), 'half written by a killed process')
  await sleep(1100) // names have seconds
  const second = await run()
  await sleep(1100)
  const [unlisted, recent] = ['quad-2020-01-01T000000Z.tar.gz', first.taken.replace(/T\d{6}/, 'T000000')]
  for (const name of [unlisted, recent]) writeFileSync(join(kept, name), 'of before a recovery')
  const third = await run()
  expect(third).toMatchObject({ problems: [], removed: [first.taken, unlisted] })
  expect(existsSync(join(kept, recent)), 'its days have not passed').toBe(true)
  rmSync(join(kept, recent))
  expect(readdirSync(kept).toSorted()).toEqual(['media', second.taken, third.taken])
  expect(statSync(join(kept, third.taken)).mode & 0o077).toBe(0)

  // A disk returns other bytes.
  const bytes = readFileSync(join(kept, third.taken))
  const at = Math.floor(bytes.length / 2)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(join(kept, third.taken), bytes)
  await sleep(1100)
  const fourth = await run(3)
  expect(fourth.problems).toEqual([`${third.taken} is damaged: its content has changed since it was taken.`])
  expect(await look()).toMatchObject({ isPassed: false, message: expect.stringContaining('is damaged') })
  rmSync(join(kept, third.taken))
  await sleep(1100)
  expect((await run(3)).problems).toEqual([])
  expect(await look()).toMatchObject({ isPassed: true })

  await sql`update backups set taken_at = taken_at - interval '27 hours'`.execute(app.db)
  expect(await look()).toMatchObject({
    isPassed: false,
    message: expect.stringContaining('No backup of the last 26 hours'),
  })
})

test('reports a missing file and backs up the rest', async () => {
  const upload = await makeUpload(app, ada)
  const name = upload.url.split('/').at(-1) ?? ''
  await app.storage.remove({ schoolId: ada.schoolId, name })
  const { missing } = await takeBackup()
  expect(missing).toEqual([name])
  expect(existsSync(`${archive}.new`)).toBe(false)
  expect((await as(app, ada)(posts.create, { body: { content: 'The server went on' } })).status).toBe(201)
})

test('the doctor passes a sound installation, and advises on each failed check', async () => {
  const demo = { ...app.config, google: undefined, demo: true, warnings: [], anonymousDelaySeconds: 120 }
  expect((await runChecks(demo, app.db)).filter(({ isPassed }) => !isPassed)).toEqual([])
  const broken = {
    ...demo,
    demo: false,
    smtpUrl: 'smtp://127.0.0.1:9',
    redisUrl: 'redis://127.0.0.1:9',
    storageUrl: 'file:///proc/none',
  }
  const found = (await runChecks(broken, app.db)).filter(({ isPassed }) => !isPassed)
  expect(found.map(({ check }) => check)).toEqual(['Configuration', 'Files', 'Redis', 'Mail'])
  for (const { message } of found) expect(message).toMatch(/PUBLIC_URL|Check (STORAGE|REDIS|SMTP)_URL/)
})

test('the doctor reports late anonymous items and a delay of 0', async () => {
  const { db } = app
  const finding = async (anonymousDelaySeconds: number) =>
    (await runChecks({ ...app.config, anonymousDelaySeconds }, db)).find(({ check }) => check === 'Anonymous items')
  expect(await finding(120)).toMatchObject({ isPassed: true, message: 'published at random within 120 seconds' })
  expect(await finding(0)).toMatchObject({ isPassed: false, message: expect.stringContaining('ANONYMOUS_DELAY is 0') })
  const waiting = { school_id: ada.schoolId, owner: randomBytes(32), sealed: randomBytes(64) }
  await db
    .insertInto('pending_items')
    .values({ ...waiting, publish_at: new Date(Date.now() - 300_000) })
    .execute()
  expect(await finding(120)).toMatchObject({
    isPassed: false,
    message: expect.stringContaining('1 are overdue'),
  })
  await db.deleteFrom('pending_items').execute()
})

test('the doctor reports and repairs wrong modes and unencrypted exports', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'quad-doctor-'))
  const storage = await openStorage({ dataDir, storageUrl: undefined })
  const keep = { schoolId: ada.schoolId, name: `export-${'a'.repeat(48)}.zip` }
  const clear = { schoolId: ada.schoolId, name: `export-${'b'.repeat(48)}.zip` }
  await storage.put(keep, randomBytes(500))
  await storage.put(clear, Buffer.from('PK\x03\x04 a copy in clear'))
  const due = { school_id: ada.schoolId, due_at: new Date(Date.now() + 3_600_000) }
  await app.db
    .insertInto('abandoned_files')
    .values([keep, clear].map(({ name }) => ({ ...due, file: name })))
    .execute()
  mkdirSync(join(dataDir, 'mail'))
  writeFileSync(join(dataDir, 'mail/one.json'), '{}')
  writeFileSync(join(dataDir, 'postgres.log'), '')
  mkdirSync(join(dataDir, 'postgres-18.4.0'))
  for (const path of ['.', 'mail']) chmodSync(join(dataDir, path), 0o755)
  for (const path of ['mail/one.json', 'postgres.log']) chmodSync(join(dataDir, path), 0o644)
  const look = async (how?: { fix: boolean }) => {
    const config = { ...app.config, google: undefined, demo: true, warnings: [], dataDir }
    const found = await runChecks(config, app.db, how)
    return Object.fromEntries(
      found.filter(({ check }) => ['Modes', 'Exports'].includes(check)).map((result) => [result.check, result]),
    )
  }
  const before = await look()
  expect(before.Modes).toMatchObject({
    isPassed: false,
    message: expect.stringMatching(/can access \d+ files.*doctor --fix$/),
  })
  expect(before.Exports).toMatchObject({
    isPassed: false,
    message: expect.stringMatching(/^1 unencrypted personal exports.*doctor --fix$/),
  })
  const fixed = await look({ fix: true })
  expect([fixed.Modes?.isPassed, fixed.Exports?.isPassed]).toEqual([true, true])
  for (const path of ['.', 'mail']) expect(statSync(join(dataDir, path)).mode & 0o777, path).toBe(0o700)
  for (const path of ['mail/one.json', 'postgres.log'])
    expect(statSync(join(dataDir, path)).mode & 0o777, path).toBe(0o600)
  expect(await storage.open(clear)).toBeUndefined()
  await (await storage.open(keep))?.close()
  const after = await look()
  expect([after.Modes?.isPassed, after.Exports?.isPassed]).toEqual([true, true])
  rmSync(dataDir, { recursive: true, force: true })
})

test('the doctor reports a database whose locale supports only English letters', async () => {
  const { db, close } = await openElsewhere("template template0 locale_provider libc locale 'C'")
  const found = (await runChecks({ ...app.config, google: undefined, demo: true }, db)).find(
    ({ check }) => check === 'Database',
  )
  expect(found).toMatchObject({ isPassed: false, message: expect.stringContaining('--locale C.UTF-8') })
  await close()
})
