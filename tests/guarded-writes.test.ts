// Every write of the contract against a ban that commits while the write runs.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { allRoutes } from '../src/app/contract.ts'
import { moderate } from '../src/features/moderation/server/actions.ts'
import type { Route } from '../src/shared/contract.ts'
import type { Db } from '../src/shared/server/db/pools.ts'
import { as, openTestApp } from '../src/testing/app.ts'
import { makeSchool, makeUser, type TestUser } from '../src/testing/factories/users.ts'
import { samples } from '../src/testing/samples/all.ts'

const app = await openTestApp()

const writes = allRoutes.filter(
  ({ name, route }) =>
    route.method !== 'GET' &&
    !route.multipart && // a file is stored before its rows are written
    ['active', 'custodian', 'admin', 'site_admin'].includes(route.access ?? 'active') &&
    !['conversations.typing', 'push.visible'].includes(name), // write nothing
)

/** Calls of writes without a sample. */
const requests: Readonly<Record<string, object>> = {
  'schools.create': {
    body: { name: 'Westhall', email_domain: 'westhall.example', country: 'Finland', timezone: 'Europe/Helsinki' },
  },
  'schools.update': { params: { id: randomUUID() }, body: { name: 'Westhall' } },
  'schools.changeAnonymity': { params: { id: randomUUID() }, body: { who: 'two' } },
  'schools.confirmAnonymity': { params: { id: randomUUID() } },
  'schools.withdrawAnonymity': { params: { id: randomUUID() } },
  'schools.remove': { params: { id: randomUUID() } },
  'account.remove': { body: { confirm: true, anonymous: 'keep' } },
  'session.hideOwn': { body: { hidden: true } },
  'events.create': {
    body: { title: 'Too late', description: 'x', location: 'Hall', start_date: 4_000_000_000, end_date: 4_000_003_600 },
  },
  'listingSearches.create': { body: { name: 'Lamps', filters: {} } },
  'marketplace.create': {
    body: { title: 'Too late', description: 'x', price: 1, category: 'other', condition: 'good' },
  },
  'professors.createDepartment': { body: { name: 'Too late' } },
  'assignments.create': { body: { title: 'Too late', description: 'x', subject: 'Mathematics' } },
  'confessions.create': { body: { content: 'Too late for this' } },
  'groups.create': { body: { name: 'Too late' } },
  'rules.create': { body: { title: 'Too late', text: 'x', reasons: [], position: 1 } },
  'notices.close': { params: { id: randomUUID() }, body: {} },
  'blocklist.remove': { params: { id: randomUUID() }, body: { reason: 'Too late' } },
  'admin.resume': { params: { id: randomUUID() }, body: { reason: 'Too late' } },
  'admin.setMinor': { params: { id: randomUUID() }, body: { is_minor: true } },
  'admin.grantAds': { params: { id: randomUUID() }, body: { can_manage_ads: true } },
}

const roleFor = ({ access }: Route) =>
  access === 'custodian' ? 'admin' : access === 'admin' || access === 'site_admin' ? access : 'student'

/** A checksum of all rows of a school, without the times at which users were last active. */
async function readState(db: Db, schoolId: string): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'school_id'`.execute(db)
  const sums = tables.map(
    ({
      name,
    }) => sql`select sum(hashtextextended((to_jsonb(t) - array['last_active_at', 'last_seen_at'])::text, 0)) as sum
      from ${sql.table(name)} as t where school_id = ${schoolId}`,
  )
  const { rows } = await sql<{ sum: string | null }>`
    select sum(sum)::text as sum from (${sql.join(sums, sql` union all `)}) as sums`.execute(db)
  return String(rows[0]?.sum)
}

/** Sends a request while a ban of its user is about to commit. Returns the answer and the state that the ban leaves. */
async function sendDuringBan(person: TestUser, send: () => Promise<{ status: number; body: unknown }>) {
  let answered = false
  const { pending, state } = await app.db.transaction().execute(async (trx) => {
    await moderate(trx, { id: null, name: 'Dean' }, person, { type: 'ban', reason: 'Harassment' })
    const state = await readState(trx, person.schoolId)
    const pending = send().finally(() => {
      answered = true
    })
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while (!answered && (await waiting.execute(app.db)).rows.length === 0);
    return { pending, state }
  })
  return { ...(await pending), state }
}

test.each(writes)('$name writes nothing when its user is banned meanwhile', async ({ name, route }) => {
  const school = await makeSchool(app)
  const person = await makeUser(app, { school, role: roleFor(route) })
  const sample = samples[name] ? await samples[name](app, person) : (requests[name] ?? {})
  const { status, body, state } = await sendDuringBan(person, () => as(app, person)(route, sample as object))
  expect(body).toMatchObject({ isBlocked: true, blockReason: 'banned' })
  expect(status).toBe(403)
  expect(await readState(app.db, school.id)).toBe(state)
})
