// Measures the feed while expired rows are deleted: 20,000,000 in three tables, or as many as the argument says. How long it takes until
// all are gone, and the p99 of the feed before, meanwhile and after. `node bench/retention.ts [rows] [folder] [--fill]`: with a folder, the
// rows are kept there for another run, and --fill only adds them.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { openDatabase } from '../src/app/bootstrap.ts'
import { readConfig } from '../src/shared/server/config.ts'
import type { Db } from '../src/shared/server/db/pools.ts'
import type { Shot } from './calls.ts'
import { campusSizes, fillCampus, signInPeople } from './campus/fill.ts'
import { type Driven, drive } from './drive.ts'
import { median, type Person, startServer } from './server.ts'

const total = Number(process.argv[2] ?? 20_000_000)
/** Two ways to ask: as students do, and as fast as the server replies. */
const loads = {
  'about 100 per second': { connections: 16, pauseMs: 150 },
  'as fast as it replies': { connections: 16, pauseMs: 0 },
} as const
type Load = keyof typeof loads
const seconds = 20
const rounds = 3
/** So many that none reaches the limit of reads per minute. */
const people = 1000

async function measure() {
  const kept = process.argv[3]
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'quad-bench-'))
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755) // as root, PostgreSQL runs as another account, which needs access
  try {
    const signedIn = await withDatabase(folder, async (db) => {
      const found = await db.selectFrom('schools').select('id').where('name', 'like', 'Bench%').executeTakeFirst()
      const school = found?.id ?? (await fill(db))
      if ((await countExpired(db)) === 0) await addExpired(db, school)
      return signInPeople(db, school, people)
    })
    if (process.argv.includes('--fill')) return
    await awaitRoom()
    await withServer(folder, async (address, db) => {
      const all = await countExpired(db)
      await feedTimes(address, signedIn) // warms up
      const before = await feedTimes(address, signedIn)
      if ((await countExpired(db)) !== all) throw new Error('The deletion had begun: repeat this.')
      report(`beside ${all} expired rows`, before)
      await sql`select graphile_worker.add_job('delete_expired_rows', queue_name := 'retention')`.execute(db)
      const began = performance.now()
      report('while they are deleted', await feedTimes(address, signedIn), before)
      for (let left = await countExpired(db); left > 0; left = await countExpired(db)) {
        say(`${left} are left after ${elapsed(began)} s`)
        await sleep(20_000)
      }
      say(`all are gone after ${elapsed(began)} s`)
      report('after', await feedTimes(address, signedIn), before)
    })
  } finally {
    if (!kept) rmSync(folder, { recursive: true, force: true })
  }
}

/** Waits until the next run of the deletion, every ten minutes, is far enough away for what is measured before it. */
async function awaitRoom() {
  const [tenMinutes, room] = [600_000, 300_000]
  const left = tenMinutes - (Date.now() % tenMinutes)
  if (left > room) return
  say(`waiting for ${Math.round(left / 1000)} s`)
  await sleep(left + 5000)
}

async function fill(db: Db): Promise<string> {
  const size = campusSizes.school
  if (!size) throw new Error('No campus has this name.')
  const [school = ''] = await fillCampus(db, size, say)
  return school
}

const say = (what: string) => console.log(`  ${what}`)
const elapsed = (from: number) => Math.round((performance.now() - from) / 1000)

/** Works on the database while no server runs, and so no job. */
async function withDatabase<T>(folder: string, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = await openDatabase(readConfig({ DATA_DIR: join(folder, 'data') }))
  try {
    return await work(db)
  } finally {
    await close()
  }
}

async function withServer<T>(folder: string, work: (address: string, db: Db) => Promise<T>): Promise<T> {
  const server = await startServer(folder)
  const { db, close } = await openDatabase(readConfig({ DATA_DIR: join(folder, 'data') }), { attach: true })
  try {
    return await work(server.address, db)
  } finally {
    await close()
    await server.stop()
  }
}

/** Rows of three tables, as old as if the deletion had not run for years. */
async function addExpired(db: Db, schoolId: string) {
  const share = Math.round(total / Object.keys(columns).length)
  const from = performance.now()
  await db.connection().execute(async (session) => {
    await sql`set statement_timeout = 0`.execute(session)
    await sql`set session_replication_role = replica`.execute(session)
    await sql`set synchronous_commit = off`.execute(session)
    for (const statement of statementsFor(schoolId, share)) await statement.execute(session)
    await sql`vacuum (analyze)`.execute(session)
    await sql`checkpoint`.execute(session)
  })
  say(`${await countExpired(db)} expired rows added in ${elapsed(from)} s`)
}

const age = sql`now() - interval '400 days' - make_interval(secs => n / 100)`

/** A user of the school for each of `share` rows: `user_id`, and the number `n` of the row. */
const numberedRows = (school: string, share: number) => sql`(
  select n, ids[1 + n % cardinality(ids)] as user_id from generate_series(1, ${share}::int) as n
  cross join (select array_agg(id) as ids from users where school_id = ${school}) as people) as row`

const statementsFor = (school: string, share: number): readonly RawBuilder<unknown>[] => [
  sql`insert into notifications (school_id, user_id, kind, link, params, created_at, read_at)
    select ${school}, user_id, 'like', '/dashboard?post=' || n, '{"item": "post"}', ${age}, now() from ${numberedRows(school, share)}`,
  sql`insert into idempotency_keys (school_id, key_hash, status, reply, created_at)
    select ${school}, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 201, repeat('r', 300), ${age}
    from ${numberedRows(school, share)}`,
  sql`insert into sessions (school_id, token_hash, id, user_id, created_at, expires_at)
    select ${school}, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), gen_random_uuid(), user_id, ${age}, ${age}
    from ${numberedRows(school, share)}`,
]

const columns = { notifications: 'created_at', idempotency_keys: 'created_at', sessions: 'expires_at' } as const

/** Rows that are older than any that the school itself has. */
async function countExpired(db: Db): Promise<number> {
  let sum = 0
  for (const [table, column] of Object.entries(columns)) {
    const { rows } = await sql<{ count: string }>`select count(*) as count from ${sql.table(table)}
      where ${sql.ref(column)} < now() - interval '390 days'`.execute(db)
    sum += Number(rows[0]?.count)
  }
  return sum
}

type Times = Readonly<Record<Load, { readonly p50: number; readonly p99: number; readonly perSecond: number }>>

async function feedTimes(address: string, signedIn: readonly Person[]): Promise<Times> {
  const shot = (at: number): Shot => ({
    method: 'GET',
    path: '/api/posts/feed?limit=20',
    person: signedIn[at % signedIn.length] as Person,
  })
  const found: [string, Times[Load]][] = []
  for (const [name, { connections, pauseMs }] of Object.entries(loads)) {
    const runs: Driven[] = []
    for (let round = 0; round < rounds; round++)
      runs.push(await drive(address, { name: 'feed', shot }, connections, seconds, { pauseMs }))
    if (runs.some(({ refused }) => refused > 0)) throw new Error('The limit of reads was reached.')
    const of = (figure: 'p50' | 'p99' | 'perSecond') => median(runs.map((run) => run[figure]))
    found.push([name, { p50: of('p50'), p99: of('p99'), perSecond: of('perSecond') }])
  }
  return Object.fromEntries(found) as Times
}

function report(when: string, times: Times, before?: Times) {
  for (const [name, { p50, p99, perSecond }] of Object.entries(times)) {
    const ratio = before ? `, ${(p99 / before[name as Load].p99).toFixed(2)} times` : ''
    say(
      `${when}, ${name}: ${perSecond.toFixed(0)} per second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms${ratio}`,
    )
  }
}

await measure()
