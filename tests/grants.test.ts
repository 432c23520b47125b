// Students who help on the moderation desk: what a grant opens, and what it never opens.
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { allRoutes } from '../src/app/contract.ts'
import { admin } from '../src/features/admin/contract.ts'
import { appeals } from '../src/features/appeals/contract.ts'
import { cases } from '../src/features/moderation/case-contract.ts'
import { duty } from '../src/features/moderation/duty-contract.ts'
import { grants } from '../src/features/moderation/grant-contract.ts'
import { posts } from '../src/features/posts/contract.ts'
import { session } from '../src/features/session/contract.ts'
import type { Route } from '../src/shared/contract.ts'
import { type GrantName, grantNames } from '../src/shared/grants.ts'
import { forbidden } from '../src/shared/server/http/errors.ts'
import { KeysUnavailableError } from '../src/shared/server/keys/client.ts'
import { as } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { findRuleId, makeAppeal } from '../src/testing/factories/decisions.ts'
import { makeUpload } from '../src/testing/factories/media.ts'
import { makePost, makeReport } from '../src/testing/factories/posts.ts'
import { makeUser, type TestUser } from '../src/testing/factories/users.ts'
import { samples } from '../src/testing/samples/all.ts'
import { openStream } from '../src/testing/streams.ts'

const { app, school, dean, helper, ada, grace, head, site, foreignSchool } = await campus({
  perTest: true,
  people: { dean: { role: 'admin', name: 'Dean' }, helper: { name: 'Helper' }, ada: {}, grace: {} },
  foreign: { people: { head: { role: 'admin' }, site: { role: 'site_admin' } } },
})

const later = () => Math.floor(Date.now() / 1000) + 86_400
const grant = (names: readonly GrantName[], person: TestUser = helper, by: TestUser = dean, until = later()) =>
  as(app, by)(grants.set, { params: { id: person.id }, body: { grants: [...names], until } })
const listCases = async (person: TestUser) => (await as(app, person)(cases.list)).body.data.cases

const ofAdmins = allRoutes.filter(({ route }) => route.access === 'admin')
const callAll = async (person: TestUser) => {
  const open: string[] = []
  for (const { name, route } of ofAdmins) {
    const owner = await makeUser(app, { school, role: 'admin' })
    const sample = (await samples[name]?.(app, owner)) ?? {}
    const answer = (await as(app, person)(route as Route, sample)) as { status: number; body: { error?: string } }
    // Other refusals are those of the item: 'Claim this appeal first.'
    if (answer.status !== 403 || answer.body.error !== forbidden().message) open.push(name)
  }
  return open
}

test.each(grantNames)('the grant "%s" opens its routes and no others', { timeout: 120_000 }, async (name) => {
  await grant([name])
  const declared = ofAdmins.filter(({ route }) => route.grants?.includes(name)).map((route) => route.name)
  expect((await callAll(helper)).sort()).toEqual(declared.sort())
})

test('no grant opens users, analytics, settings, seals, histories or the documented reports', async () => {
  const granted = ofAdmins.flatMap(({ name, route }) => (route.grants ? [name] : []))
  expect(granted.sort()).toEqual(
    [
      ...['list', 'show', 'claim', 'release', 'pass', 'prioritize', 'settle'].map((name) => `cases.${name}`),
      ...['notes.list', 'notes.create', 'notes.remove', 'templates.list', 'duty.show', 'duty.set'],
      ...['content.list', 'content.remove', 'content.removeMany', 'content.removeManyByPost'],
      ...['decisions.withhold', 'decisions.label', 'decisions.restore'],
      ...['list', 'approve', 'reject'].map((name) => `waitingConfessions.${name}`),
      ...['list', 'due', 'claim', 'release', 'answer', 'decide', 'close'].map((name) => `appeals.${name}`),
      ...['rules.list', 'rules.create', 'rules.update', 'rules.remove'],
    ].sort(),
  )
  await grant([...grantNames])
  for (const route of [admin.users, admin.analytics, admin.stats, grants.list])
    expect((await as(app, helper)(route)).status, route.path).toBe(403)
})

test('a grant begins and ends with the next request, and ends open streams', async () => {
  const ask = async () => (await as(app, helper)(cases.list)).status
  expect(await ask()).toBe(403)
  expect((await grant(['cases'])).status).toBe(200)
  expect([await ask(), (await as(app, helper)(session.me)).body.grants]).toEqual([200, ['cases']])
  const stream = await openStream(app, helper)
  await makeReport(app, grace, await makePost(app, ada))
  const [found] = await listCases(dean)
  await as(app, dean)(cases.claim, { params: { id: found?.id ?? '' }, body: {} })
  expect(await stream.next('case.changed')).toMatchObject({ body: { claimed_by: 'Dean' } })
  await as(app, helper)(duty.set, { body: { until: Math.floor(Date.now() / 1000) + 8 * 3600 } })
  expect((await grant([])).status).toBe(200)
  await stream.ended
  expect([await ask(), (await as(app, helper)(session.me)).body.grants]).toEqual([403, []])
  expect((await as(app, dean)(duty.show)).body.data.others).toEqual([])
  await grant(['cases'])
  await sql`update grants set until = now() where user_id = ${helper.id}`.execute(app.db)
  expect(await ask(), 'the end date').toBe(403)
})

test('grants need a student of the own school and an end date within a year', async () => {
  expect((await grant(['cases'], dean)).status, 'administrators').toBe(403)
  expect((await grant(['cases'], helper, head)).status, 'another school').toBe(404)
  expect((await grant(['cases'], helper, ada)).status, 'a student').toBe(403)
  for (const until of [1, later() + 400 * 86_400])
    expect((await grant(['cases'], helper, dean, until)).status).toBe(400)
  const without = await as(app, dean)(grants.set, { params: { id: helper.id }, body: { grants: ['cases'] } })
  expect([without.status, without.body.fields]).toEqual([400, { until: 'Choose an end date' }])
  expect((await as(app, dean)(grants.list)).body.data).toEqual([])
  const until = later()
  await grant(['rules', 'cases'], helper, dean, until)
  await grant(['cases'], helper, dean, until)
  expect((await as(app, dean)(grants.list)).body.data).toMatchObject([
    { user_id: helper.id, grants: ['cases'], until, granted_by_name: 'Dean' },
  ])
})

test('PUT /admin/grants sets the grants of the student in the body, with the same refusals', async () => {
  const put = async (
    by: TestUser,
    person: TestUser,
    names: readonly GrantName[],
    until: number | undefined = later(),
  ) => (await as(app, by)(grants.setOf, { body: { user_id: person.id, grants: [...names], until } })).status
  expect(await put(dean, helper, ['content'])).toBe(200)
  expect((await as(app, dean)(grants.list)).body.data).toMatchObject([{ user_id: helper.id, grants: ['content'] }])
  expect([await put(head, helper, ['rules']), await put(ada, helper, ['rules'])]).toEqual([404, 403])
  expect([await put(dean, dean, ['rules']), await put(dean, helper, ['rules'], 1)]).toEqual([403, 400])
  expect(await put(dean, helper, [])).toBe(200)
  expect((await as(app, dean)(grants.list)).body.data).toEqual([])
})

test('an administrator whose powers are paused has no grants', async () => {
  await grant(['cases'])
  await sql`update users set role = 'admin', paused_until = 'infinity' where id = ${helper.id}`.execute(app.db)
  expect((await as(app, helper)(cases.list)).status).toBe(403)
  expect((await as(app, helper)(session.me)).body).toMatchObject({ role: 'student', grants: [] })
})

test('a granted student never handles a case about themselves, or a report they made, sealed or not', async () => {
  await grant(['cases'])
  const own = await makeReport(app, grace, await makePost(app, helper))
  const sealed = await makeReport(app, grace, await makePost(app, helper, { anonymous: true }))
  const reported = await makeReport(app, helper, await makePost(app, ada))
  const other = await makeReport(app, grace, await makePost(app, ada, { anonymous: true }))
  expect(await listCases(dean)).toHaveLength(4)
  expect((await listCases(helper)).map(({ report }) => report.id)).toEqual([other.id])
  for (const { id } of [own, sealed, reported]) {
    const calls = [
      as(app, helper)(cases.show, { params: { id } }),
      as(app, helper)(cases.claim, { params: { id }, body: {} }),
      as(app, helper)(cases.prioritize, { params: { id }, body: { priority: 'danger' } }),
      as(app, helper)(cases.settle, { params: { id }, body: { version: 1, outcome: 'dismissed' } }),
    ]
    const answers = await Promise.all(calls)
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      answers.map(() => [404, 'Report not found']),
    )
  }
})

test('a seal that no key opens hides no other case, and while the key process is away nothing is decided', async () => {
  await grant(['cases'])
  const reports = [1, 2].map(async () => makeReport(app, grace, await makePost(app, ada, { anonymous: true })))
  const [broken, other] = await Promise.all(reports)
  await sql`update reports set author_seal = '\\x02' || decode(repeat('ab', 120), 'hex') where id = ${broken?.id}`.execute(
    app.db,
  )
  expect((await listCases(helper)).map(({ report }) => report.id).sort()).toEqual([broken?.id, other?.id].sort())
  const params = { id: broken?.id ?? '' }
  expect((await as(app, helper)(cases.show, { params })).status).toBe(200)
  const isSealedBy = vi.spyOn(app.anonymity, 'isSealedBy').mockRejectedValue(new KeysUnavailableError())
  const answers = [await as(app, helper)(cases.list), await as(app, helper)(cases.show, { params })]
  isSealedBy.mockRestore()
  expect(answers.map(({ status }) => status)).toEqual([503, 503])
})

test('a granted student handles a sealed case without a name, and cannot open the seal with a sanction', async () => {
  await grant(['cases'])
  await sql`update schools set anonymity_mode = 'list' where id = ${school.id}`.execute(app.db)
  const post = await makePost(app, ada, { anonymous: true })
  await app.db.updateTable('posts').set({ sealed_mode: 'list' }).where('id', '=', post.id).execute()
  const report = await makeReport(app, grace, post)
  const { case: found } = (await as(app, helper)(cases.show, { params: { id: report.id } })).body.data
  expect(JSON.stringify(found)).not.toContain(ada.id)
  expect(found).toMatchObject({ can: { reveal: false, history: false }, report: { reported_user_name: 'Anonymous' } })
  const rule_id = await findRuleId(app, school.id)
  const settle = (action: object) =>
    as(app, helper)(cases.settle, {
      params: { id: report.id },
      body: { version: found.version, outcome: 'resolved', action: action as never },
    })
  const ban = { type: 'ban', userId: found.report.reported_user_id, reason: 'It is a threat to others.' }
  expect((await settle(ban)).status).toBe(403)
  const facts = 'It names where another student lives.'
  expect((await settle({ sealed: true, type: 'warn', rule_id, facts })).status).toBe(200)
  const opened = sql`select action from audit_log where school_id = ${school.id}
    and (action like 'seal.%' or action = 'content.reveal')`
  expect((await opened.execute(app.db)).rows).toEqual([])
})

test('reported images are open to a granted student while the grant lasts, and are not kept by the browser', async () => {
  const upload = await makeUpload(app, ada)
  const post = await makePost(app, ada, { media: [upload] })
  await as(app, grace)(posts.report, { params: { id: post.id }, body: { reason: 'inappropriate', urgent: 'intimate' } })
  const load = () => app.http.inject({ url: upload.url, headers: { cookie: helper.cookie } })
  expect((await load()).statusCode).toBe(404)
  await grant(['content'])
  expect((await load()).statusCode).toBe(404)
  await grant(['cases'])
  const image = await load()
  expect([image.statusCode, image.headers['cache-control']]).toEqual([200, expect.stringContaining('no-store')])
  await grant([])
  expect((await load()).statusCode).toBe(404)
})

test('a granted student neither sees nor decides an appeal of their own', async () => {
  await grant(['appeals'])
  const own = await makeAppeal(app, helper)
  const other = await makeAppeal(app, ada)
  const listed = (await as(app, helper)(appeals.list)).body.data
  expect(listed.map(({ id }) => id)).toEqual([other.id])
  expect((await as(app, helper)(appeals.claim, { params: { id: own.id } })).status).toBe(404)
  expect((await as(app, helper)(appeals.claim, { params: { id: other.id } })).status).toBe(200)
})

test('a danger notifies a granted student on duty', async () => {
  await grant(['cases'])
  await as(app, helper)(duty.set, { body: { until: Math.floor(Date.now() / 1000) + 1 * 3600 } })
  const post = await makePost(app, ada)
  await as(app, grace)(posts.report, { params: { id: post.id }, body: { reason: 'violence', urgent: 'danger' } })
  const { rows } = await sql<{ user_id: string }>`select user_id from notifications where kind = 'urgent_case'`.execute(
    app.db,
  )
  expect(rows).toEqual([{ user_id: helper.id }])
})

test('grants of one school and of all are listed in the order of the directory, whatever the case of a name', async () => {
  const names = ['Zoë', 'Adam', 'adam', 'Ångström', 'Émile', 'Emil', 'Östen', 'Oscar', "O'Brien", 'de la Cruz', 'Dean']
  const inSchools = names.map((name, index) => ({ name, school: index % 2 === 0 ? school : foreignSchool }))
  for (const { name, school } of inSchools) {
    const person = await makeUser(app, { school, name })
    await grant(['cases'], person, school === foreignSchool ? head : dean)
  }
  for (const [person, schools] of [
    [dean, [school.id]],
    [site, [school.id, foreignSchool.id]],
  ] as const) {
    const { rows } = await sql<{ name: string }>`select name from users join grants on users.id = grants.user_id
      where users.school_id = any (${schools}::uuid[]) order by lower(name) collate "und-x-icu", users.id`.execute(
      app.db,
    )
    const listed = (await as(app, person)(grants.list)).body.data.filter(({ name }) => names.includes(name))
    expect(rows.length).toBeGreaterThan(4)
    expect(listed.map(({ name }) => name)).toEqual(rows.map(({ name }) => name))
  }
})
