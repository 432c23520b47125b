// A real standby serves searches, analytics and exports: while it is recent, and never what the primary hides.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect } from 'vitest'
import { personalDataRegistry } from '../src/app/registries.ts'
import { buildServer } from '../src/app/server.ts'
import { examineReplica } from '../src/cli/doctor-services.ts'
import { account } from '../src/features/account/contract.ts'
import { buildExport } from '../src/features/account/server/export.ts'
import { admin } from '../src/features/admin/contract.ts'
import { assignments } from '../src/features/assignments/contract.ts'
import { confessions } from '../src/features/confessions/contract.ts'
import { events } from '../src/features/events/contract.ts'
import { groups } from '../src/features/groups/contract.ts'
import { marketplace } from '../src/features/marketplace/contract.ts'
import { messages } from '../src/features/messages/contract.ts'
import { reports } from '../src/features/moderation/report-contract.ts'
import { people } from '../src/features/people/contract.ts'
import { posts } from '../src/features/posts/contract.ts'
import { professors } from '../src/features/professors/contract.ts'
import { search } from '../src/features/search/contract.ts'
import { migrate } from '../src/shared/server/db/migrate.ts'
import { type Db, openDb } from '../src/shared/server/db/pools.ts'
import type { Replica } from '../src/shared/server/db/replica.ts'
import { attachReplica, readAggregates, readComplete } from '../src/shared/server/db/replica-reads.ts'
import { migrateJobs } from '../src/shared/server/jobs/jobs.ts'
import { processMetrics } from '../src/shared/server/metrics.ts'
import type { App } from '../src/shared/server/services.ts'
import { as, openTestKeys, testConfig } from '../src/testing/app.ts'
import { makeAssignment } from '../src/testing/factories/assignments.ts'
import { makeConfession } from '../src/testing/factories/confessions.ts'
import { makeEvent } from '../src/testing/factories/events.ts'
import { makeGroup } from '../src/testing/factories/groups.ts'
import { makeListing } from '../src/testing/factories/marketplace.ts'
import { makeConversation, makeMessage } from '../src/testing/factories/messages.ts'
import { makePost, makeReport } from '../src/testing/factories/posts.ts'
import { makeProfessor } from '../src/testing/factories/professors.ts'
import {
  deleteUser,
  makeBlock,
  makeSchool,
  makeUser,
  type TestSchool,
  type TestUser,
} from '../src/testing/factories/users.ts'
import { isInstalled, testWith } from '../src/testing/requirements.ts'
import { copyPostgres, freePort, startPostgres } from '../tools/services.ts'

const maxLagSeconds = 5
const canRun = isInstalled('postgres')
const test = testWith('postgres')

let folder: string
let primary: Awaited<ReturnType<typeof startPostgres>>
let standby: Awaited<ReturnType<typeof startPostgres>>
let db: Db
let replica: Replica
let app: App
let onStandby: pg.Client
let school: TestSchool
let [ada, grace, alan, dean] = [] as unknown as [TestUser, TestUser, TestUser, TestUser]

async function startStandby() {
  standby = await startPostgres(join(folder, 'standby'), standbyPort, ['fsync=off'])
  onStandby = new pg.Client(standby.url)
  onStandby.on('error', () => {})
  await onStandby.connect()
}
let standbyPort: number

beforeAll(async () => {
  if (!canRun) return
  folder = mkdtempSync(join(tmpdir(), 'quad-replica-'))
  chmodSync(folder, 0o755)
  primary = await startPostgres(join(folder, 'primary'), await freePort(), ['fsync=off', 'autovacuum=off'])
  db = openDb(primary.url)
  await migrate(db)
  await migrateJobs(db, primary.url)
  copyPostgres(primary.url, join(folder, 'standby'))
  standbyPort = await freePort()
  await startStandby()
  const settings = { address: standby.url, maxLagSeconds }
  replica = attachReplica(db, settings)
  app = await buildServer({ ...testConfig, dataDir: join(folder, 'data'), replica: settings }, db, await openTestKeys())
  await app.http.ready()
  school = await makeSchool(app)
  const users = [{ name: 'Ada' }, { name: 'Grace' }, { name: 'Alan' }, { name: 'Dean', role: 'admin' as const }]
  ;[ada, grace, alan, dean] = (await Promise.all(users.map((values) => makeUser(app, { school, ...values })))) as [
    TestUser,
    TestUser,
    TestUser,
    TestUser,
  ]
}, 60_000)

afterAll(async () => {
  if (!canRun) return
  await onStandby.end().catch(() => {})
  await app.http.close()
  await replica.close()
  await db.destroy()
  await Promise.all([standby.stop('SIGQUIT'), primary.stop('SIGQUIT')])
  rmSync(folder, { recursive: true, force: true })
})

/** Growth of the metrics of a replica during some work, by their labels. */
async function growth(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const read = async () => {
    const metrics = ['quad_replica_used_total', 'quad_replica_fallbacks_total'].map((name) =>
      processMetrics.getSingleMetric(name)?.get(),
    )
    const values = (await Promise.all(metrics)).flatMap((metric) => metric?.values ?? [])
    return values.map(({ value, labels }) => ({ value, name: String(Object.values(labels)[0]) })) // these objects change
  }
  const before = await read()
  await work()
  const grown = (await read()).map(({ value, name }, index) => [name, value - (before[index]?.value ?? 0)])
  return Object.fromEntries(grown.filter(([, value]) => value !== 0))
}

const isUsed = () => replica.lagSeconds() <= maxLagSeconds
const untilUsed = () => expect.poll(isUsed, { interval: 50 }).toBe(true)

/** Until the standby has what was written, and the server knows. */
async function catchUp() {
  await untilUsed()
  await expect.poll(() => replica.catchUp(), { interval: 50 }).toBe(true)
}

const pause = () => onStandby.query('select pg_wal_replay_pause()')
const resume = () => onStandby.query('select pg_wal_replay_resume()')

/** Runs work while the standby applies nothing. */
async function whilePaused(work: () => Promise<void>) {
  await catchUp()
  await pause()
  await work().finally(resume)
}

type Headers = { readonly cookie?: string }

async function find(person: TestUser, q: string, headers: Headers = {}) {
  const { status, body } = await as(app, person)(search.all, { query: { q }, headers })
  expect(status).toBe(200)
  return body.data.map(({ id }) => id)
}

async function findInFeed(person: TestUser, text: string) {
  const { status, body } = await as(app, person)(posts.feed, { query: { search: text } })
  expect(status).toBe(200)
  return body.data.map(({ id }) => id)
}

const countPosts = async (from: Db) =>
  (await sql<{ count: number }>`select count(*)::int as count from posts`.execute(from)).rows

/** The processes of the standby that serve this server. */
async function listBackends(): Promise<number[]> {
  const { rows } = await onStandby.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'quad' and backend_type = 'client backend'`,
  )
  return rows.map(({ pid }) => pid)
}

/** Stops the processes in which the standby serves this server, starts a search, and then does the rest. */
async function searchInterrupted(q: string, interrupt: (pids: readonly number[]) => Promise<unknown>) {
  await find(ada, q) // its connection is there
  const pids = await listBackends()
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  const searching = find(ada, q)
  await sleep(50)
  try {
    await interrupt(pids)
    return await searching
  } finally {
    proceed(pids)
  }
}

function proceed(pids: readonly number[]) {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGCONT')
    } catch {} // it has ended
  }
}

test('a replica serves a search once it has what was written, and the primary serves who has just written', {}, async () => {
  const first = await makePost(app, ada, { content: 'A barometer' })
  await catchUp()
  expect(await growth(async () => expect(await find(grace, 'barometer')).toEqual([first.id]))).toEqual({ search: 1 })
  expect(await growth(async () => expect(await findInFeed(grace, 'barometer')).toEqual([first.id]))).toEqual({
    search: 1,
  })
  expect(await growth(async () => expect(await find(alan, 'Grase')).toEqual([grace.id]))).toEqual({ search: 1 })
  await whilePaused(async () => {
    const written = await as(app, ada)(posts.create, { body: { content: 'A second barometer' } })
    expect(written.status).toBe(201)
    expect(written.headers['set-cookie']).toBe('quad-written=1; Max-Age=6; Path=/; HttpOnly; SameSite=Lax')
    expect(await find(grace, 'barometer')).toEqual([first.id])
    const cookie = `${ada.cookie}; quad-written=1`
    const grown = await growth(async () => expect(await find(ada, 'barometer', { cookie })).toHaveLength(2))
    expect(grown).toEqual({})
  })
})

test('a search finds nothing that the primary has hidden, removed, blocked or changed since', {}, async () => {
  const viewer = await makeUser(app, { school, name: 'Viewer' })
  const [left, blocking, withheld, removed, edited] = await Promise.all(
    [dean, alan, grace, ada, dean].map((author) => makePost(app, author, { content: 'An old xylophone' })),
  )
  const departed = await makeUser(app, { school, name: 'Xylophone Player' })
  await whilePaused(async () => {
    await makeBlock(app, alan, viewer)
    await app.db
      .updateTable('posts')
      .set({ withheld_at: new Date() })
      .where('id', '=', withheld?.id ?? '')
      .execute()
    await as(app, ada)(posts.remove, { params: { id: removed?.id ?? '' } })
    await app.db
      .updateTable('posts')
      .set({ content: 'A piano' })
      .where('id', '=', edited?.id ?? '')
      .execute()
    await deleteUser(app, departed)
    const { rows } = await onStandby.query<{ id: string }>(
      `select id from posts where content = 'An old xylophone' and withheld_at is null`,
    )
    const ids = [left, blocking, withheld, removed, edited].map((post) => post?.id)
    expect(rows.map(({ id }) => id).sort()).toEqual(ids.sort())
    const grown = await growth(async () => {
      expect(await find(viewer, 'xylophone')).toEqual([left?.id])
      expect(await findInFeed(viewer, 'xylophone')).toEqual([left?.id])
      expect(await find(viewer, 'Alan')).toEqual([])
    })
    expect(grown).toEqual({ search: 3, changed: 3 })
  })
})

test('a replica counts for analytics, and is complete for exports', {}, async () => {
  await catchUp()
  const { rows: counted } = await onStandby.query<{ count: number }>('select count(*)::int as count from posts')
  const count = counted[0]?.count ?? 0
  await whilePaused(async () => {
    await makePost(app, ada, { content: 'Counted later' })
    const grown = await growth(async () => {
      const { body } = await as(app, dean)(admin.analytics, { query: { period: 'month' } })
      expect(body.summary.total_posts).toBe(count - 1) // without the removed one, with the withheld one
      expect(await readAggregates(db, countPosts)).toEqual([{ count }])
    })
    expect(grown).toEqual({ analytics: 2 })
    const exporting = growth(async () => expect(await readComplete(db, countPosts)).toEqual([{ count: count + 1 }]))
    await sleep(100)
    await resume()
    expect(await exporting).toEqual({ export: 1 })
  })
})

test('a replica serves the file of reports, and the copy of one’s own data', {}, async () => {
  const anonymous = await makePost(app, ada, { content: 'Mine', anonymous: true })
  await makeReport(app, grace, anonymous)
  await as(app, ada)(account.requestExport)
  await untilUsed()
  const copied = await growth(() => buildExport(app, personalDataRegistry, ada))
  expect(copied).toEqual({ export: 1 })
  expect((await as(app, ada)(account.exportStatus)).body.data.status).toBe('ready')
  const exported = await growth(async () => expect((await as(app, dean)(reports.export)).status).toBe(200))
  expect(exported).toEqual({ export: 1 })
})

test('every list finds on a replica what the primary finds', {}, async () => {
  await Promise.all([
    makeUser(app, { school, name: 'Gyroscope Maker' }),
    makePost(app, grace, { content: 'A gyroscope' }),
    makeEvent(app, grace, { title: 'Gyroscope evening' }),
    makeListing(app, grace, { title: 'Gyroscope, used' }),
    makeGroup(app, grace, { name: 'Gyroscope club' }),
    makeProfessor(app, grace, { last_name: 'Gyroscope' }),
    makeAssignment(app, grace, { title: 'What is a gyroscope?' }),
    makeConfession(app, grace, { content: 'I lost a gyroscope' }),
  ])
  const conversation = await makeConversation(app, grace, [ada])
  await makeMessage(app, grace, conversation, { content: 'Your gyroscope' })
  await catchUp()
  const [params, written] = [{ id: conversation.id }, { cookie: `${ada.cookie}; quad-written=1` }]
  type Ask = (headers: Headers) => Promise<{ readonly status: number; readonly body: object }>
  const word = { search: 'gyroscope' }
  const lists: Readonly<Record<string, Ask>> = {
    all: (headers) => as(app, ada)(search.all, { query: { q: 'gyroscope' }, headers }),
    tolerant: (headers) => as(app, ada)(search.all, { query: { q: 'gyroskope' }, headers }),
    people: (headers) => as(app, ada)(people.search, { query: { q: 'gyroscope' }, headers }),
    posts: (headers) => as(app, ada)(posts.feed, { query: word, headers }),
    events: (headers) => as(app, ada)(events.list, { query: word, headers }),
    listings: (headers) => as(app, ada)(marketplace.list, { query: { ...word, sort: 'price-low' }, headers }),
    groups: (headers) => as(app, ada)(groups.list, { query: word, headers }),
    professors: (headers) => as(app, ada)(professors.list, { query: { ...word, sort_by: 'name' }, headers }),
    questions: (headers) => as(app, ada)(assignments.list, { query: word, headers }),
    due: (headers) => as(app, ada)(assignments.list, { query: { ...word, sort: 'due-soon' }, headers }),
    similar: (headers) => as(app, ada)(assignments.similar, { query: { title: 'A gyroscope?' }, headers }),
    confessions: (headers) => as(app, ada)(confessions.list, { query: word, headers }),
    messages: (headers) => as(app, ada)(messages.list, { params, query: { q: 'gyroscope' }, headers }),
  }
  for (const [name, ask] of Object.entries(lists)) {
    const current = await ask(written)
    expect(current.status, name).toBe(200)
    expect(JSON.stringify(current.body), name).toMatch(/gyroscope/i)
    const grown = await growth(async () => expect((await ask({})).body, name).toEqual(current.body))
    expect(grown, name).toEqual({ search: 1 })
  }
})

test('a replica is not used while it is further behind than it may be', { timeout: 30_000 }, async () => {
  await whilePaused(async () => {
    const post = await makePost(app, ada, { content: 'A hygrometer' })
    await expect.poll(isUsed, { interval: 50 }).toBe(false)
    expect(await growth(async () => expect(await find(grace, 'hygrometer')).toEqual([post.id]))).toEqual({
      behind: 1,
    })
    const { body } = await app.http.inject('/metrics')
    expect(Number(/^quad_replica_lag_seconds (\S+)$/m.exec(body)?.[1])).toBeGreaterThan(maxLagSeconds)
  })
  await untilUsed()
  expect(await growth(() => find(grace, 'hygrometer'))).toEqual({ search: 1 })
})

test('a read that a replica does not complete is repeated on the primary', { timeout: 30_000 }, async () => {
  const { id } = await makePost(app, ada, { content: 'An anemometer' })
  await catchUp()
  const terminate = (pids: readonly number[]) => {
    const ended = onStandby.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [pids])
    proceed(pids)
    return ended
  }
  const terminated = await growth(async () => expect(await searchInterrupted('anemometer', terminate)).toEqual([id]))
  expect(terminated).toEqual({ search: 1, failed: 1 })

  await untilUsed()
  const began = performance.now()
  const hung = await growth(async () =>
    expect(await searchInterrupted('anemometer', () => Promise.resolve())).toEqual([id]),
  )
  expect(hung).toEqual({ search: 1, failed: 1 })
  expect(performance.now() - began).toBeLessThan(4000)

  await onStandby.query('alter system set max_standby_streaming_delay = 0')
  await onStandby.query('select pg_reload_conf()')
  await catchUp()
  const cancelled = await growth(async () => {
    const counting = readAggregates(db, async (from) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from posts, pg_sleep(case when pg_is_in_recovery() then 20 else 0 end)`.execute(
        from,
      )
      return rows
    })
    await sleep(200)
    await sql`delete from posts where content = 'Counted later'`.execute(db)
    await sql`vacuum posts`.execute(db)
    expect(await counting).toEqual(await countPosts(db))
  })
  expect(cancelled).toEqual({ failed: 1 })
})

test('a replica is not used after a kill, and again after its start', { timeout: 30_000 }, async () => {
  const { id } = await makePost(app, ada, { content: 'A seismograph' })
  await catchUp()
  const killed = await growth(async () => {
    const kill = (pids: readonly number[]) => {
      const ended = standby.stop('SIGQUIT')
      proceed(pids)
      return ended
    }
    expect(await searchInterrupted('seismograph', kill)).toEqual([id])
  })
  expect(killed).toEqual({ search: 1, failed: 1 })
  expect(replica.lagSeconds()).toBe(Number.POSITIVE_INFINITY)
  expect(await growth(async () => expect(await find(grace, 'seismograph')).toEqual([id]))).toEqual({ behind: 1 })
  await startStandby()
  await untilUsed()
  expect(await growth(async () => expect(await find(grace, 'seismograph')).toEqual([id]))).toEqual({ search: 1 })
})

test('a replica serves only through connections to the server that is watched', {}, async () => {
  const relay = await openRelay(standbyPort)
  const own = openDb(primary.url, { max: 2 })
  const relayed = attachReplica(own, {
    address: standby.url.replace(String(standbyPort), String(relay.port)),
    maxLagSeconds,
  })
  try {
    await expect.poll(() => relayed.lagSeconds(), { interval: 50 }).toBeLessThan(maxLagSeconds)
    expect(await growth(() => readAggregates(own, countPosts))).toEqual({ analytics: 1 })
    relay.leadTo(Number(new URL(primary.url).port))
    // The second read needs another connection.
    expect(
      await growth(() => Promise.all([readAggregates(own, countPosts), readAggregates(own, countPosts)])),
    ).toMatchObject({
      failed: 1,
    })
  } finally {
    await relayed.close()
    await own.destroy()
    await relay.close()
  }
})

test('a replica is not used once it is promoted, and the doctor says why', { timeout: 30_000 }, async () => {
  const settings = { address: standby.url, maxLagSeconds }
  await catchUp()
  expect(await examineReplica(db, settings)).toMatch(
    /^a standby of this database, \d\.\d\d seconds behind \(at most 5, /,
  )
  const other = { address: standby.url.replace(/quad$/, 'postgres'), maxLagSeconds }
  await expect(examineReplica(db, other)).rejects.toThrow('It is not a copy of this database.')
  await pause()
  await makePost(app, ada, { content: 'After the pause' })
  await expect(examineReplica(db, { ...settings, maxLagSeconds: 0.2 })).rejects.toThrow('more than 0.2 seconds behind')
  await resume()
  await catchUp()
  await onStandby.query('select pg_promote()')
  await onStandby.query(`update posts set content = 'A promoted xylophone' where content = 'A seismograph'`)
  await expect.poll(isUsed, { interval: 50 }).toBe(false)
  expect(await growth(async () => expect(await find(grace, 'promoted')).toEqual([]))).toMatchObject({ behind: 1 })
  await expect(examineReplica(db, settings)).rejects.toThrow('It is not a standby: it was promoted')
})

/** Passes connections on to a port of this machine; `leadTo` changes where new ones lead. */
async function openRelay(target: number) {
  let port = target
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const other = connect(port, '127.0.0.1')
    for (const [one, another] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {}) // it closes
      one.on('close', () => another.destroy())
      one.pipe(another)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(next: number) {
      port = next
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
