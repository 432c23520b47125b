// What needs one database. The move itself is in `faults/moving.ts`.
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { posts } from '../features/posts/contract.ts'
import { session } from '../features/session/contract.ts'
import { as } from '../testing/app.ts'
import { campus } from '../testing/campus.ts'
import { moveSchool } from './move-school.ts'
import { findUnfilterable } from './moving/checks.ts'
import { buildFence, removeFence } from './moving/fence.ts'
import { lockWrites, openEnd, unlockWrites } from './moving/move.ts'
import { setMark, setState } from './moving/state.ts'
import { listSchoolTables, notMoved } from './moving/tables.ts'

const { app, school, ada, foreigner } = await campus({ people: { ada: {} }, foreign: { people: { foreigner: {} } } })

async function openDatabase() {
  const { host, port, user } = inject('cluster')
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db)
  const address = `postgres://${user}@/${rows[0]?.name}?host=${encodeURIComponent(host)}&port=${port}`
  const database = await openEnd(address)
  onTestFinished(database.close)
  return { ...database, address }
}

const publish = (person: typeof ada) => as(app, person)(posts.create, { body: { content: 'Still here?' } })

test('refuses writes to a school while its lock is taken, and keeps its pages and other schools', async () => {
  const database = await openDatabase()
  const move = { schoolId: school.id }
  await buildFence(database, move)
  onTestFinished(() => removeFence(database, move))
  expect((await publish(ada)).status).toBe(201)

  expect(await lockWrites(database, school.id, 300)).toBe(true)
  const refused = await publish(ada)
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([503, 'moving', '1'])
  await app.db.updateTable('users').set({ last_active_at: null }).where('school_id', '=', foreigner.schoolId).execute()
  expect((await publish(foreigner)).status).toBe(201)
  // The session stores that its user was active today, which is dropped.
  await sql`set session_replication_role = replica; update users set last_active_at = null where school_id = ${sql.lit(school.id)};
    reset session_replication_role`.execute(app.db)
  expect((await as(app, ada)(session.me)).status).toBe(200)
  expect(await findActivity()).toBeNull()

  await unlockWrites(database)
  expect((await publish(ada)).status).toBe(201)
  expect(await findActivity()).not.toBeNull()
})

async function findActivity() {
  const { last_active_at } = await app.db
    .selectFrom('users')
    .where('school_id', '=', school.id)
    .where('id', '=', ada.id)
    .select('last_active_at')
    .executeTakeFirstOrThrow()
  return last_active_at
}

test('gives up the lock while a transaction writes to the school, and refuses no write afterwards', async () => {
  const [database, writer] = [await openDatabase(), await openDatabase()]
  const move = { schoolId: school.id }
  await buildFence(database, move)
  onTestFinished(() => removeFence(database, move))
  await writer.client.query('begin')
  await writer.client.query('update users set bio = $2 where school_id = $1', [school.id, 'Slow'])
  expect(await lockWrites(database, school.id, 50)).toBe(false)
  expect((await publish(ada)).status).toBe(201)
  await writer.client.query('commit')
})

test.each([
  ['out', 'copying', 201],
  ['out', 'paused', 201], // without the lock: the command was killed
  ['out', 'done', 503],
  ['in', 'copying', 503],
  ['in', 'ready', 503],
] as const)('a school that is %s %s replies %i to writes', async (direction, state, status) => {
  const database = await openDatabase()
  const move = { schoolId: school.id }
  await buildFence(database, move)
  onTestFinished(async () => {
    await app.db.deleteFrom('school_moves').execute()
    await removeFence(database, move)
  })
  await setState(database.client, school.id, { direction, state, cell: 'south' })
  expect((await publish(ada)).status).toBe(status)
})

test('a cell enqueues the jobs that were handed over when it takes the school over, each once', async () => {
  const database = await openDatabase()
  const job = {
    task: 'handed_over',
    payload: '{"schoolId":"x"}',
    run_at: '2030-01-01',
    max_attempts: 25,
    key: null,
    priority: 0,
  }
  await setState(database.client, school.id, { direction: 'in', state: 'ready', cell: 'south' })
  await setMark(database.client, school.id, [job, job])
  await app.db.deleteFrom('school_moves').execute()
  const { rows } = await sql<{ payload: unknown }>`select payload from graphile_worker._private_jobs
    join graphile_worker._private_tasks as task on task.id = task_id where identifier = 'handed_over'`.execute(app.db)
  expect(rows).toEqual([{ payload: { schoolId: 'x' } }, { payload: { schoolId: 'x' } }])
  expect(await app.db.selectFrom('school_handovers').selectAll().execute()).toEqual([])
})

test('every table with a school is moved or listed with a reason, and can be replicated by school', async () => {
  const { client } = await openDatabase()
  const tables = await listSchoolTables(client)
  const { rows } = await sql<{ name: string }>`select cls.relname as name from pg_class as cls
    join pg_attribute as att on att.attrelid = cls.oid and att.attname = 'school_id'
    where cls.relkind = 'r' and cls.relnamespace = 'public'::regnamespace`.execute(app.db)
  const moved = [...rows.map(({ name }) => name).filter((name) => !notMoved[name]), 'ads', 'schools']
  expect(tables.map(({ name }) => name).sort()).toEqual(moved.sort())
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(notMoved)))
  expect(await findUnfilterable(client, tables)).toEqual([])
})

test('lists everything that keeps a school from moving, and changes nothing', async () => {
  const { address } = await openDatabase()
  const addresses = new Map([
    ['north', 'http://127.0.0.1:1'],
    ['south', 'http://127.0.0.1:2'],
  ])
  const cells = { own: 'north', addresses, secret: '', freshMs: 0, replyMs: 30_000 }
  const config = { ...app.config, databaseUrl: address, cells }
  const environment = { MOVE_TO_DATABASE_URL: address }
  const handle = { db: app.db, keys: {} as never }
  const options = { environment, say: () => {} }
  await expect(moveSchool(handle, config, [school.domain, '--to', 'south'], options)).rejects.toThrow(
    /MOVE_TO_DATABASE_URL leads to the database of this cell\.\nThe source needs wal_level = logical/,
  )
  await expect(moveSchool(handle, config, ['nowhere.example', '--to', 'south'], options)).rejects.toThrow(
    'No school has the id or the email domain nowhere.example.',
  )
  await expect(moveSchool(handle, config, [school.domain, '--to', 'north'], options)).rejects.toThrow(
    'This cell is north.',
  )
  await expect(moveSchool(handle, config, [school.domain, '--to', 'east'], options)).rejects.toThrow(
    'CELLS does not list east.',
  )
  await expect(moveSchool(handle, config, [school.domain, 'south'], options)).rejects.toThrow('Enter the school')
  expect(await app.db.selectFrom('school_moves').selectAll().execute()).toEqual([])
})
