import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { openStream } from '../../../testing/streams.ts'
import { grants } from '../../moderation/grant-contract.ts'
import { session } from '../../session/contract.ts'
import { admin } from '../contract.ts'

const { app, school, head, site, one, two, three, ada } = await campus({
  perTest: true,
  people: {
    one: { role: 'admin', name: 'One' },
    two: { role: 'admin', name: 'Two' },
    three: { role: 'admin', name: 'Three' },
    ada: { name: 'Ada' },
  },
  foreign: { people: { head: { role: 'admin' }, site: { role: 'site_admin' } } },
})

const change = (by: TestUser, { id }: TestUser, role: unknown) =>
  as(app, by)(admin.changeRole, { params: { id }, body: { role } as { role: 'admin' } })
const findRole = async (person: TestUser) => (await as(app, person)(session.me)).body.role
const find = async (by: TestUser, name: string) =>
  (await as(app, by)(admin.users, { query: { search: name } })).body.data.data.find((person) => person.name === name)
const mailsTo = async (person: TestUser) => {
  const { rows } = await sql<{ subject: string; text: string }>`select payload ->> 'subject' as subject,
    payload ->> 'text' as text from graphile_worker._private_jobs where payload ->> 'to' = ${person.email}`.execute(
    app.db,
  )
  return rows
}

beforeEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(app.db)
})

test('an administrator asks for a role and a second one confirms it within 24 hours', async () => {
  const asked = await change(one, ada, 'admin')
  expect([asked.status, asked.body.data]).toEqual([202, { is_waiting: true }])
  expect(await findRole(ada)).toBe('student')
  expect((await change(one, ada, 'admin')).status, 'the same administrator').toBe(409)
  expect(await find(one, 'Ada')).toMatchObject({ role_request: { by: 'One', role: 'admin', is_own: true } })
  expect(await find(two, 'Ada')).toMatchObject({ role_request: { is_own: false }, can: { change_role: true } })
  expect((await mailsTo(two))[0]?.text).toContain('One asks to make Ada an administrator of your school.')
  expect([await mailsTo(one), await mailsTo(ada)]).toEqual([[], []])

  await sql`update role_requests set created_at = now() - interval '25 hours'`.execute(app.db)
  expect((await change(two, ada, 'admin')).body.data, 'the first request ended').toEqual({ is_waiting: true })
  const answers = await Promise.all([one, three].map((by) => change(by, ada, 'admin')))
  expect(answers.map(({ status }) => status).sort(), 'one of two confirms').toEqual([200, 409])
  expect(await findRole(ada)).toBe('admin')
  expect(await find(two, 'Ada')).toMatchObject({ role: 'admin', role_request: null })
  expect((await mailsTo(ada))[0]?.subject).toContain('You are an administrator')
  expect((await mailsTo(site))[0]?.text, 'site administrators are notified').toContain('is now administrator')
  const { lines } = (await as(app, site)(admin.audit, { query: { school_id: school.id } })).body.data
  const roleLines = lines.filter(({ action }) => action === 'user.role' || action === 'user.ask_role')
  expect(roleLines.map(({ action }) => action)).toEqual(['user.role', 'user.ask_role', 'user.ask_role'])
  expect(JSON.parse(roleLines[0]?.detail ?? '')).toEqual({ from: 'student', to: 'admin' })
})

test('a site administrator changes a role alone, and open streams of a removed administrator end within two seconds', async () => {
  const stream = await openStream(app, two)
  await as(app, site)(admin.grantAds, { params: { id: two.id }, body: { can_manage_ads: true } })
  expect((await as(app, two)(admin.stats)).status).toBe(200)
  const changedAt = performance.now()
  expect((await change(site, two, 'student')).body.data).toEqual({ is_waiting: false })
  await stream.ended
  expect(performance.now() - changedAt).toBeLessThan(2000)
  expect((await as(app, two)(admin.stats)).status).toBe(403)
  expect((await as(app, two)(session.me)).body).toMatchObject({ role: 'student', can_manage_ads: false })
  expect((await mailsTo(two))[0]?.subject).toContain('You are not an administrator')
  expect((await change(site, two, 'student')).status, 'again').toBe(409)
  for (const last of [one, three]) expect((await change(site, last, 'student')).status, 'also the last one').toBe(200)
})

test('refuses the own role, other schools, site administrators, other roles and blocked accounts', async () => {
  for (const self of [one, site]) expect((await change(self, self, 'student')).status, 'one’s own').toBe(403)
  expect((await change(head, ada, 'admin')).status, 'of another school').toBe(404)
  expect((await change(ada, one, 'student')).status, 'a student').toBe(403)
  const boss = await makeUser(app, { school, role: 'site_admin', name: 'Boss' })
  for (const by of [one, site]) expect((await change(by, boss, 'student')).status, 'a site administrator').toBe(400)
  expect((await find(one, 'Boss'))?.can.change_role).toBe(false)
  for (const role of ['site_admin', 'owner', undefined]) expect((await change(site, ada, role)).status).toBe(400)
  await sql`update users set blocked_as = 'banned' where id = ${ada.id}`.execute(app.db)
  expect((await change(site, ada, 'admin')).status, 'a banned account').toBe(409)
})

test('a school keeps an administrator when all of them revoke each other’s roles concurrently', async () => {
  for (const [by, about] of [
    [one, two],
    [two, three],
    [three, one],
  ] as const)
    expect((await change(by, about, 'student')).body.data).toEqual({ is_waiting: true })
  const { answers } = await app.db.transaction().execute(async (trx) => {
    await sql`select from users where school_id = ${school.id} for update`.execute(trx)
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const changes = [change(one, three, 'student'), change(two, one, 'student'), change(three, two, 'student')]
    await expect.poll(async () => (await waiting.execute(app.db)).rows.length).toBe(3)
    return { answers: Promise.all(changes) }
  })
  await answers
  const { rows } = await sql<{ left: number }>`select count(*)::int as left from users
    where school_id = ${school.id} and role = 'admin'`.execute(app.db)
  expect(rows[0]?.left).toBeGreaterThan(0)
})

test('a request counts only while who made it is an administrator, and no two return powers that are paused', async () => {
  await change(one, ada, 'admin')
  await as(app, one)(admin.pause, { params: { id: three.id }, body: { reason: 'Opened seals' } })
  await change(site, one, 'student')
  expect((await change(two, ada, 'admin')).body.data, 'asked by a former administrator').toEqual({ is_waiting: true })
  const pause = await as(app, two)(admin.pause, { params: { id: three.id }, body: { reason: 'Opened seals' } })
  expect(pause.body.data, 'also a pause').toEqual({ is_waiting: true })

  await as(app, site)(admin.pause, { params: { id: three.id }, body: { reason: 'Opened seals' } })
  expect((await change(two, three, 'student')).status).toBe(409)
  expect((await change(site, three, 'student')).status).toBe(200)
})

test('a new administrator has no grants, also after the role has ended', async () => {
  const until = Math.floor(Date.now() / 1000) + 3600
  await as(app, one)(grants.set, { params: { id: ada.id }, body: { grants: ['cases'], until } })
  await change(site, ada, 'admin')
  await change(site, ada, 'student')
  expect((await as(app, ada)(session.me)).body).toMatchObject({ role: 'student', grants: [] })
})
