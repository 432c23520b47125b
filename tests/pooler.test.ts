// Requests reach PostgreSQL through a pooler in transaction mode: PgBouncer, which prepares statements by name from 1.21 on.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect } from 'vitest'
import { allRoutes } from '../src/app/contract.ts'
import { examinePooler } from '../src/cli/doctor-services.ts'
import type { Route } from '../src/shared/contract.ts'
import { withAdvisoryLock } from '../src/shared/server/db/locks.ts'
import { poolKinds, searches, toPoolerEntry } from '../src/shared/server/db/pooler.ts'
import { findMissingSettings, findPools, searchDb } from '../src/shared/server/db/pools.ts'
import { prepared } from '../src/shared/server/db/prepared.ts'
import type { App } from '../src/shared/server/services.ts'
import { as, openTestApp } from '../src/testing/app.ts'
import { makeSchool, makeUser } from '../src/testing/factories/users.ts'
import { isInstalled, testWith } from '../src/testing/requirements.ts'
import { samples } from '../src/testing/samples/all.ts'
import { openStream } from '../src/testing/streams.ts'
import { findProgram } from '../tools/programs.ts'
import { knowsNamedStatements } from '../tools/services.ts'

const test = testWith('pgbouncer')
const hasNamedStatements = knowsNamedStatements(findProgram('pgbouncer') ?? 'pgbouncer')
let app: App
beforeAll(async () => {
  if (isInstalled('pgbouncer')) app = await openTestApp(undefined, { alone: true, isPooled: true })
})

const isForAdmins = ({ access = 'active' }: Route) => ['admin', 'custodian'].includes(access)
const calls = allRoutes.filter(
  ({ name, route: { method, reply, access } }) =>
    !['public', 'site_admin'].includes(access ?? 'active') && (method === 'GET' ? reply : samples[name]),
)

test('every read, and every write of the samples, succeeds through a pooler', { timeout: 180_000 }, async () => {
  const school = await makeSchool(app)
  const failures: string[] = [] // `transparency.show` finds no published quarter
  for (const { name, route } of calls) {
    const role = isForAdmins(route) ? 'admin' : 'student'
    const owner = await makeUser(app, { school, role })
    await app.db
      .updateTable('users')
      .set({ can_manage_ads: role === 'admin' })
      .where('id', '=', owner.id)
      .execute()
    const { status, body } = await as(app, owner)(route, ((await samples[name]?.(app, owner)) ?? {}) as never)
    if (status >= 300 && name !== 'transparency.show') failures.push(`${name}: ${status} ${JSON.stringify(body)}`)
  }
  expect(calls.length).toBeGreaterThan(200)
  expect(failures).toEqual([])
})

const readSettings = sql<{ text: string }>`select concat_ws(' ', current_setting('jit'),
  current_setting('quad.counted_by', true), current_setting('statement_timeout'), current_setting('plan_cache_mode')) as text`
const readPrepared = prepared(() => readSettings)
const countItself = prepared(
  () =>
    sql<{ count: number }>`select count(*)::int as count from pg_prepared_statements where statement ~ 'count itself'`,
)

test('plans a frequent statement once per connection if the pooler knows names', {}, async () => {
  for (const _ of [1, 2]) expect(await countItself(app.db, {})).toEqual([{ count: hasNamedStatements ? 1 : 0 }])
})

test('each pool has its deadline, its plan setting and no JIT', {}, async () => {
  const { rows: general } = await readSettings.execute(app.db)
  const { rows: ofSearches } = await readSettings.execute(searchDb(app.db))
  expect(general).toEqual([{ text: 'off triggers 15s auto' }])
  expect(ofSearches).toEqual([{ text: 'off triggers 1500ms auto' }])
  expect(await readPrepared(app.db, {})).toEqual([{ text: 'off triggers 15s force_generic_plan' }])
  const began = Date.now()
  await expect(sql`select pg_sleep(20)`.execute(searchDb(app.db))).rejects.toMatchObject({ code: '57014' })
  expect(Date.now() - began).toBeGreaterThanOrEqual(searches.statementTimeoutMs - 100)
})

test('finds all settings applied, as docs/operations.md describes them', {}, async () => {
  const { connectionString = '' } = findPools(app.db)?.general.options ?? {}
  const pooler = { address: connectionString, hasNamedStatements }
  expect(await findMissingSettings(pooler)).toEqual([])
  expect(await examinePooler(app.db, pooler)).toBe(
    `in transaction mode, with all settings; ${hasNamedStatements ? 'named' : 'unnamed'} statements; another pooler at DATABASE_DIRECT_URL: none`,
  )
  const page = readFileSync('docs/operations.md', 'utf8')
  for (const kind of poolKinds) expect(page).toContain(`\n${toPoolerEntry(kind, 'quad', 'host=localhost port=5432')}\n`)
})

test('session locks exclude one another although requests are pooled', {}, async () => {
  let inside = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++inside)
    await sleep(50)
    inside--
  }
  await Promise.all(Array.from({ length: 4 }, () => withAdvisoryLock(app.db, 'tested', work)))
  expect(most).toBe(1)
})

test('hears of ended sessions, and is ready', {}, async () => {
  const user = await makeUser(app, { school: await makeSchool(app) })
  const stream = await openStream(app, user)
  await sql`delete from sessions where user_id = ${user.id}`.execute(app.db)
  await stream.ended
  expect((await app.http.inject('/readyz')).json()).toEqual({ status: 'ready' })
})
