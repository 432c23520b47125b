// What a site administrator of one cell sees and does in another one.
import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { allRoutes } from '../../../app/contract.ts'
import { admin } from '../../../features/admin/contract.ts'
import { ads } from '../../../features/ads/contract.ts'
import { appeals } from '../../../features/appeals/contract.ts'
import { blocklist } from '../../../features/media/blocklist-contract.ts'
import { media } from '../../../features/media/contract.ts'
import { cases } from '../../../features/moderation/case-contract.ts'
import { content } from '../../../features/moderation/content-contract.ts'
import { moderation } from '../../../features/moderation/contract.ts'
import { grants } from '../../../features/moderation/grant-contract.ts'
import { reports } from '../../../features/moderation/report-contract.ts'
import { seals } from '../../../features/moderation/seal-contract.ts'
import { notices } from '../../../features/notices/contract.ts'
import { professors } from '../../../features/professors/contract.ts'
import { schools } from '../../../features/schools/contract.ts'
import { session } from '../../../features/session/contract.ts'
import { as, findPort, openTestApp, openTestCell, planCells, testConfig } from '../../../testing/app.ts'
import { makeAd } from '../../../testing/factories/ads.ts'
import { findRuleId, makeAppeal } from '../../../testing/factories/decisions.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makePost, makeReport } from '../../../testing/factories/posts.ts'
import { makeProfessor } from '../../../testing/factories/professors.ts'
import { makeSchool, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import type { Route } from '../../contract.ts'
import type { App } from '../services.ts'
import { writeStatement } from './vouching.ts'

const plan = await planCells()
const [north, south] = [await openTestCell(plan.front), await openTestCell(plan.far)]
const home = {
  north: await makeSchool(north, { name: 'Ashford' }),
  south: await makeSchool(south, { name: 'Burton' }),
}
/** Both servers know the schools of the other cell now. */
for (const { cells } of [north, south]) await cells?.directory.refresh()
const makeSite = () => makeUser(north, { school: home.north, role: 'site_admin', name: 'Site' })
const site = await makeSite()
const here = (values: { name?: string } = {}) => makeUser(north, { school: home.north, ...values })
const there = (values: { name?: string; role?: 'admin' } = {}) => makeUser(south, { school: home.south, ...values })

const findActs = async ({ db }: App, action: string, target?: string) => {
  const acts = db.selectFrom('audit_log').where('action', '=', action).select(['actor_id', 'actor_name', 'request_id'])
  return (target ? acts.where('target_id', '=', target) : acts.where('actor_id', '=', site.id)).execute()
}

test('pages of users continue across cells, also with equal times, a search and a filter', async () => {
  const made: { id: string; at: string; db: App['db'] }[] = []
  const times = ['10:00:00.000001', '10:00:00.000001', '10:00:00.000001', '10:00:00.000002', '11:00:00', '12:00:00']
  for (const [index, time] of times.entries())
    for (const [make, { db }] of [
      [here, north],
      [there, south],
    ] as const) {
      if (index === 4 && db === north.db) continue // the cells do not take turns
      const { id } = await make({ name: `Quill ${index}` })
      const at = `2026-03-01 ${time}+00`
      await sql`update users set created_at = ${at}::timestamptz where id = ${id}`.execute(db)
      made.push({ id, at, db })
    }
  const expected = made
    .sort((one, other) => (one.at === other.at ? (one.id < other.id ? 1 : -1) : one.at < other.at ? 1 : -1))
    .map(({ id }) => id)
  for (const limit of [1, 3, 4, 20]) {
    const found: string[] = []
    for (let page = 1; page <= Math.ceil(expected.length / limit); page++) {
      const query = { page, limit, search: 'quill', role: 'student' }
      const { status, body } = await as(north, site)(admin.users, { query })
      expect([status, body.data.total, body.data.page, body.data.limit]).toEqual([200, expected.length, page, limit])
      expect(body).not.toHaveProperty('incomplete')
      found.push(...body.data.data.map(({ id }) => id))
    }
    expect(found, `pages of ${limit}`).toEqual(expected)
  }
  const query = { page: 9, limit: 20, search: 'quill' }
  expect((await as(north, site)(admin.users, { query })).body.data).toMatchObject({ data: [], total: expected.length })
  const deep = await as(north, site)(admin.users, { query: { page: 100_000, limit: 200 } })
  expect([deep.status, deep.body.error]).toEqual([400, 'This page is too far down. Use the search or a filter.'])
})

/** Something of everything that is listed, in one cell. */
async function fill(app: App, make: typeof here) {
  const [author, reporter] = [await make(), await make()]
  const post = await makePost(app, author, { content: 'A rare word: zephyr' })
  await makeReport(app, reporter, post, { reason: 'violence' })
  await makeAppeal(app, author)
  await makeAd(app, { title: `Of ${author.id}` })
  return { author, post }
}

test('lists the rows of both cells in every list, newest first, and adds their totals', async () => {
  const [ours, theirs] = [await fill(north, here), await fill(south, there)]
  const ask = as(north, site)
  const users = (await ask(admin.users, { query: { limit: 200 } })).body.data
  expect(users.data.length).toBe(users.total)
  const listed = {
    reports: (await ask(reports.list)).body.data.reports.map(({ content_id }) => content_id),
    cases: (await ask(cases.list)).body.data.cases.map(({ report }) => report.content_id),
    content: (await ask(content.list, { query: { search: 'zephyr' } })).body.data.content.map(({ id }) => id),
  }
  // In the list of open cases, the older one waits longer.
  expect(listed).toEqual({
    reports: [theirs.post.id, ours.post.id],
    cases: [ours.post.id, theirs.post.id],
    content: [theirs.post.id, ours.post.id],
  })
  expect((await ask(reports.list, { query: { limit: 1, page: 2 } })).body.data).toMatchObject({
    reports: [{ content_id: ours.post.id }],
    pagination: { page: 2, limit: 1, total: 2, totalPages: 2 },
  })
  const history = (await ask(moderation.history)).body
  expect(history.data.map(({ target_user_id }) => target_user_id)).toEqual([theirs.author.id, ours.author.id])
  expect(history.pagination).toMatchObject({ total: 2, totalPages: 1, pages: 1 })
  const open = (await ask(appeals.list)).body
  expect(open.data.map(({ person }) => person?.id)).toEqual([theirs.author.id, ours.author.id])
  expect(open.pagination.total).toBe(2)
  expect((await ask(appeals.due)).body.data).toHaveLength(2)
  const titles = (await ask(ads.manage)).body.data.map(({ title }) => title)
  expect(titles).toEqual([`Of ${theirs.author.id}`, `Of ${ours.author.id}`])
  expect((await ask(admin.recentActivity)).body.data.slice(0, 2).map(({ id }) => id)).toEqual([
    theirs.post.id,
    ours.post.id,
  ])
  const { lines, pagination } = (await ask(admin.audit, { query: { limit: 200 } })).body.data
  const total = await Promise.all(
    [north, south].map(({ db }) => sql<{ lines: number }>`select count(*)::int as lines from audit_log`.execute(db)),
  )
  // Reading the log adds a line to the log of each cell.
  expect(pagination.total).toBe(total.reduce((sum, { rows }) => sum + (rows[0]?.lines ?? 0), 0) - 2)
  expect(lines.length).toBe(pagination.total)
  expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => at).toSorted((one, other) => other - one))
})

test('merges grants by name, and notices and blocked pictures by their time', async () => {
  const until = Math.floor(Date.now() / 1000) + 86_400
  for (const [make, name] of [
    [here, 'Ähre'],
    [there, 'adam'],
    [here, 'Zoe'],
    [there, 'Bert'],
  ] as const) {
    const ask = { params: { id: (await make({ name })).id }, body: { grants: ['cases'], until } }
    expect((await as(north, site)(grants.set, ask)).status).toBe(200)
  }
  const granted = (await as(north, site)(grants.list)).body.data
  expect(granted.map(({ name }) => name)).toEqual(['adam', 'Ähre', 'Bert', 'Zoe'])
  expect(new Set(granted.map(({ granted_by_name }) => granted_by_name))).toEqual(new Set(['Site']))

  const times = [1, 2, 3, 4].map((minute) => new Date(Date.UTC(2026, 2, 1, 10, minute)))
  for (const [index, at] of times.entries()) {
    const { db } = index % 2 ? north : south
    const written = { concerns: 'self', ground: 'law', text: 'x', signature: 'x', email: 'x@home.example' }
    const receipt = `receipt ${index}`
    await db
      .insertInto('notices')
      .values({ ...written, id: randomUUID(), receipt, token_hash: randomBytes(32), confirmed_at: at })
      .execute()
    const asked =
      index === 1
        ? { removal_asked_at: at, removal_reason: 'x', removal_asked_by: randomUUID(), removal_asked_by_name: 'x' }
        : {}
    await db
      .insertInto('media_blocklist')
      .values({ ...asked, decision_id: randomUUID(), pixels: randomBytes(32), created_at: at })
      .execute()
  }
  const readReceipts = async (query: Record<string, string | number>) => {
    const { data, pagination } = (await as(north, site)(notices.list, { query })).body
    return [data.map(({ receipt }) => receipt), pagination.hasMore]
  }
  expect(await readReceipts({})).toEqual([['receipt 0', 'receipt 1', 'receipt 2', 'receipt 3'], false])
  expect(await readReceipts({ limit: 1, page: 3 })).toEqual([['receipt 2'], true])
  expect(await readReceipts({ limit: 1, page: 4 })).toEqual([['receipt 3'], false])
  for (const { db } of [north, south]) await db.updateTable('notices').set({ closed_at: sql`confirmed_at` }).execute()
  expect(await readReceipts({ state: 'closed' })).toEqual([['receipt 3', 'receipt 2', 'receipt 1', 'receipt 0'], false])

  const blocked = (await as(north, site)(blocklist.list)).body.data
  expect(blocked.total).toBe(4)
  // First the one whose removal is requested, then the newest.
  const seconds = times.map((at) => at.getTime() / 1000)
  expect(blocked.entries.map(({ created_at }) => created_at)).toEqual([1, 3, 2, 0].map((index) => seconds[index]))
})

test('every list of all schools replies across cells, without a missing cell', async () => {
  const lists = allRoutes.filter(({ route }) => typeof (route as Route).acrossCells === 'object')
  expect(lists.length).toBeGreaterThan(15)
  for (const { name, route } of lists) {
    const { status, body } = await as(north, site)(route)
    expect([status, (body as { incomplete?: string[] }).incomplete], name).toEqual([200, undefined])
  }
})

test('adds the figures of the overview and the analytics', async () => {
  await makePost(north, await here())
  await makePost(south, await there())
  const of = async <T>(read: (query: Record<string, string>) => Promise<{ body: { data: T } }>) =>
    Promise.all([{}, { school_id: home.north.id }, { school_id: home.south.id }].map((query) => read(query)))
  const [all, ours, theirs] = await of((query) => as(north, site)(admin.stats, { query }))
  for (const name of ['totalUsers', 'postsCount', 'pendingReports', 'contentItems'] as const) {
    expect(theirs?.body.data[name], name).toBeGreaterThan(0)
    expect(all?.body.data[name], name).toBe((ours?.body.data[name] ?? 0) + (theirs?.body.data[name] ?? 0))
  }
  const [sums, own, foreign] = await of((query) => as(north, site)(admin.analytics, { query }))
  const posts = (reply: typeof sums) => reply?.body.data.summary.total_posts ?? 0
  expect(posts(foreign)).toBeGreaterThan(0)
  expect(posts(sums)).toBe(posts(own) + posts(foreign))
  expect(sums?.body.data.posts.reduce((sum, count) => sum + count, 0)).toBe(posts(sums))
})

test('lists the schools of both cells by name, and changes one where it is', async () => {
  const all = (await as(north, site)(schools.listAll)).body.data
  expect(all.map(({ name }) => name)).toEqual(['Ashford', 'Burton'])
  const second = (await as(north, site)(schools.manage, { query: { page: 2, limit: 1 } })).body.data
  expect(second).toMatchObject({ data: [{ name: 'Burton' }], page: 2, limit: 1, total: 2 })
  const found = (await as(north, site)(schools.manage, { query: { search: 'burt' } })).body.data
  expect(found).toMatchObject({ data: [{ name: 'Burton' }], total: 1 })
  const params = { id: home.south.id }
  const changed = await as(north, site)(schools.update, { params, body: { city: 'Selby' } })
  expect([changed.status, changed.body.data.city]).toEqual([200, 'Selby'])
  expect(await findActs(south, 'school.update', params.id)).toMatchObject([{ actor_id: site.id, actor_name: 'Site' }])
  expect(await findActs(north, 'school.update', params.id)).toEqual([])
  const body = { name: 'Third', country: 'Nowhere', timezone: 'UTC', email_domain: home.south.domain }
  expect((await as(north, site)(schools.create, { body })).status).toBe(409)
  const made = await as(north, site)(schools.create, { body: { ...body, email_domain: 'third.example' } })
  expect(made.status).toBe(201)
  expect(
    await north.db.selectFrom('schools').where('id', '=', made.body.data.id).select('name').execute(),
  ).toHaveLength(1)
  await as(north, site)(schools.remove, { params: { id: made.body.data.id } })
})

test('does what is about one user in the cell of the user, once, with its audit line', async () => {
  const grace = await there()
  const ask = { params: { id: grace.id }, body: { reason: 'Shouting' }, headers: { 'idempotency-key': randomUUID() } }
  const replies = [await as(north, site)(moderation.warn, ask), await as(north, site)(moderation.warn, ask)]
  expect(replies.map(({ status, body }) => [status, body.message])).toEqual([
    [200, 'User warned'],
    [200, 'User warned'],
  ])
  const actions = await south.db
    .selectFrom('moderation_actions')
    .where('user_id', '=', grace.id)
    .select(['id', 'created_by', 'created_by_name'])
    .execute()
  expect(actions).toMatchObject([{ created_by: site.id, created_by_name: 'Site' }])
  expect(await findActs(south, 'user.warn', grace.id)).toHaveLength(1)
  expect(await findActs(north, 'user.warn', grace.id)).toEqual([])

  const [post, reporter] = [await makePost(south, grace), await there()]
  const report = await makeReport(south, reporter, post)
  const params = { id: report.id }
  expect((await as(north, site)(reports.findCase, { params })).body.data.reports).toMatchObject([{ id: report.id }])
  const settled = await as(north, site)(reports.settle, { params, body: { status: 'dismissed' } })
  expect(settled.status).toBe(200)
  const again = await as(north, site)(reports.settle, { params, body: { status: 'dismissed' } })
  expect([again.status, again.body.error]).toEqual([409, 'This report is already dismissed.'])
  expect((await as(north, site)(content.remove, { params: { id: post.id } })).status).toBe(200)
  const unknown = await as(north, site)(reports.settle, { params: { id: randomUUID() }, body: { status: 'dismissed' } })
  expect([unknown.status, unknown.body.error]).toEqual([404, 'Report not found'])
  const mixed = [report.id, (await makeReport(north, await here(), await makePost(north, await here()))).id]
  const many = await as(north, site)(reports.settleMany, { body: { reportIds: mixed, status: 'dismissed' } })
  expect([many.status, many.body.error]).toEqual([404, expect.stringContaining('nothing was changed')])
})

test('creates and changes an ad for a school of another cell there, without a picture', async () => {
  const ad = { title: 'Tea', description: 'Hot', target_url: 'https://tea.example', placement: 'feed' }
  const body = { ...ad, target_audience: 'specific_school', target_school_id: home.south.id }
  const made = await as(north, site)(ads.create, { body })
  expect([made.status, made.body.data.target_school]).toEqual([201, 'Burton'])
  const params = { id: made.body.data.id }
  const changed = await as(north, site)(ads.patch, { params, body: { title: 'Green tea' } })
  expect([changed.status, changed.body.data.title]).toEqual([200, 'Green tea'])
  const { url } = await makeUpload(north, site, { type: 'ad' })
  const pictured = await as(north, site)(ads.create, { body: { ...body, image_url: url } })
  expect([pictured.status, pictured.body.error]).toEqual([400, expect.stringContaining('another cell')])
  expect((await as(north, site)(ads.remove, { params })).status).toBe(200)
  expect(await findActs(south, 'ad.delete', params.id)).toMatchObject([{ actor_id: site.id }])
})

test('lists the professors of a school of another cell', async () => {
  await makeProfessor(south, await there())
  const read = async (person: TestUser, query: Record<string, string> = {}) =>
    (await as(north, person)(professors.list, { query })).body.data.length
  const query = { school_id: home.south.id }
  expect([await read(site, query), await read(site), await read(await here(), query)]).toEqual([1, 0, 0])
})

test('shows a picture of another cell to a site administrator only', async () => {
  const grace = await there()
  const { url } = await makeUpload(south, grace)
  await makePost(south, grace, { media: [{ url } as never] })
  const read = (person: TestUser, headers = {}) =>
    north.http.inject({ url, headers: { cookie: person.cookie, ...headers } })
  const [picture, direct] = [await read(site), await south.http.inject({ url, headers: { cookie: grace.cookie } })]
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(picture.rawPayload.equals(direct.rawPayload)).toBe(true)
  const part = await read(site, { range: 'bytes=0-9' })
  expect([part.statusCode, part.rawPayload.length]).toEqual([206, 10])
  expect((await read(await here())).statusCode).toBe(404)
  const file = `${'x'.repeat(32)}.webp`
  expect((await as(north, site)(media.file, { params: { file } })).status).toBe(404)
})

test('exports the reports of both cells', async () => {
  const name = `walrus ${randomUUID()}`
  for (const [app, make] of [
    [north, here],
    [south, there],
  ] as const)
    await makeReport(app, await make(), await makePost(app, await make()), { description: name })
  // Without a search: both servers are in this process, which runs one search of a user at a time.
  const url = '/admin/reports/export?status=pending'
  const { body, statusCode } = await north.http.inject({ url, headers: { cookie: site.cookie } })
  const lines = body.trimEnd().split('\r\n')
  const found = [name, '"reporter name"'].map((text) => lines.filter((line) => line.includes(text)).length)
  expect([statusCode, found]).toEqual([200, [2, 1]])
  const { total } = (await as(north, site)(reports.list, { query: { status: 'pending' } })).body.data.pagination
  expect(lines).toHaveLength(total + 1)
})

test('opens no seal of another cell, and changes no rule of it about who does', async () => {
  const [author, reporter] = [await there(), await there()]
  const post = await makePost(south, author, { anonymous: true })
  await makeReport(south, reporter, post)
  const body = { type: 'post', reason: 'It was reported as a threat of violence', category: 'other' }
  const reveal = await as(north, site)(content.reveal, { params: { id: post.id }, body })
  expect([reveal.status, reveal.body.error]).toEqual([404, expect.stringContaining('in another cell')])
  const shown = (await as(north, site)(reports.list, { query: { school_id: home.south.id } })).body.data.reports
  const report = shown.find(({ content_id }) => content_id === post.id)
  expect(report).toMatchObject({ reported_user_name: 'Anonymous', is_anonymous: true })
  expect(report?.reported_user_id).not.toBe(author.id)
  const act = {
    type: 'warn',
    userId: report?.reported_user_id,
    reason: 'It was a threat of violence',
    reportId: report?.id,
  }
  const sanction = await as(north, site)(moderation.act, { body: act })
  expect([sanction.status, sanction.body.error]).toEqual([403, expect.stringContaining('another cell')])
  expect(await findActs(south, 'report.unseal')).toEqual([])
  const rule_id = await findRuleId(south, home.south.id)
  const kept = { type: 'warn', kind: 'post', id: post.id, rule_id, facts: 'It was a threat of violence' }
  expect((await as(north, site)(moderation.actSealed, { body: kept })).status).toBe(201) // its author stays sealed
  expect((await as(north, site)(seals.openings)).body.data).toEqual([])
  const params = { id: home.south.id }
  expect((await as(north, site)(schools.anonymity, { params })).body.data.can.edit).toBe(false)
  expect((await as(north, site)(schools.changeAnonymity, { params, body: { who: 'one' } })).status).toBe(404)
})

test('believes no statement that is not of another cell, for this request, by a site administrator of it', async () => {
  const asked = { method: 'GET', url: '/admin/users' }
  const viewer = { ...site, role: 'site_admin', canManageAds: true, sessionId: '' } as const
  const write = (changes: object = {}, about: object = {}) =>
    writeStatement(plan.front, { ...viewer, ...changes }, { ...asked, requestId: randomUUID(), ...about })
  const proof = { 'quad-cells-secret': plan.front.secret, 'quad-cell': 'front' }
  const read = async (headers: Record<string, string>, url = asked.url) => {
    const reply = await south.http.inject({ url, headers: { accept: 'application/json', ...headers } })
    expect(reply.headers).not.toHaveProperty('set-cookie')
    return reply.statusCode
  }
  const countSessions = async () => (await south.db.selectFrom('sessions').select('id').execute()).length
  const before = await countSessions()
  const header = 'quad-cell-administrator'
  expect(await read({ ...proof, [header]: write() })).toBe(200)

  expect(await read({ [header]: write() })).toBe(401)
  expect(await read({ ...proof, 'quad-cells-secret': 'guessed', [header]: write() })).toBe(401)
  expect(await read({ ...proof, 'quad-cell': 'far', [header]: write() })).toBe(401)
  expect(await read({ ...proof, [header]: write() }, '/admin/stats')).toBe(401)
  expect(await read({ ...proof, [header]: `${write()}é` })).toBe(401)
  expect(await read({ ...proof, [header]: write().split('.')[0] ?? '' })).toBe(401)
  const [, signature] = write({ name: 'Mallory' }).split('.')
  expect(await read({ ...proof, [header]: `${write().split('.')[0]}.${signature}` })).toBe(401)
  for (const role of ['admin', 'student']) expect(await read({ ...proof, [header]: write({ role }) }), role).toBe(401)
  const ofSouth = write({ schoolId: home.south.id })
  expect(await read({ ...proof, [header]: ofSouth })).toBe(404)
  for (const url of ['/api/me', '/api/posts/feed', '/admin/seals/openings/x', `/api/sessions`])
    expect(await read({ ...proof, [header]: write({}, { url }) }, url), url).toBe(404)
  const url = `/admin/content/${randomUUID()}/reveal`
  const reveal = await south.http.inject({
    method: 'POST',
    url,
    payload: { type: 'post', reason: 'It was reported as a threat of violence' },
    headers: { ...proof, [header]: write({}, { method: 'POST', url }) },
  })
  expect(reveal.statusCode).toBe(404)
  expect(await countSessions()).toBe(before)
})

test('a browser gains nothing by a statement, also through a server that passes its request on', async () => {
  const grace = await there()
  const url = '/admin/users'
  const viewer = { ...site, role: 'site_admin', canManageAds: true, sessionId: '' } as const
  const statement = writeStatement(plan.front, viewer, { method: 'GET', url, requestId: randomUUID() })
  const headers = { 'quad-cell-administrator': statement, accept: 'application/json', cookie: grace.cookie }
  for (const app of [north, south]) expect((await app.http.inject({ url, headers })).statusCode).toBe(403)
  const me = await as(north, grace)(session.me, { headers: { 'quad-cell-administrator': statement } })
  expect(me.body.id).toBe(grace.id)
})

test('an administrator who was demoted or banned meanwhile does nothing in another cell', async () => {
  const [person, grace] = [await makeSite(), await there()]
  const warn = async () =>
    (await as(north, person)(moderation.warn, { params: { id: grace.id }, body: { reason: 'Shouting' } })).status
  expect([await warn(), (await as(north, person)(admin.users)).status]).toEqual([200, 200])
  await north.db.updateTable('users').set({ role: 'admin' }).where('id', '=', person.id).execute()
  expect(await warn()).toBe(404)
  const names = (await as(north, person)(admin.users, { query: { limit: 200 } })).body.data.data
  expect(names.every(({ school_id }) => school_id === home.north.id)).toBe(true)
  await north.db
    .updateTable('users')
    .set({ role: 'site_admin', blocked_as: 'banned' })
    .where('id', '=', person.id)
    .execute()
  expect([await warn(), (await as(north, person)(admin.users)).status]).toEqual([403, 403])
  expect(await findWarnings(grace)).toBe(1)
})

const findWarnings = async (person: TestUser) =>
  (await south.db.selectFrom('moderation_actions').where('user_id', '=', person.id).select('id').execute()).length

test('a ban waits for a write of the administrator in another cell', async () => {
  const [person, grace] = [await makeSite(), await there()]
  const lockStatus = ({ id }: TestUser, db: App['db']) =>
    sql`select pg_advisory_xact_lock(hashtextextended('standing ' || ${id}::text, 0))`.execute(db)
  const countWaiting = async ({ db }: App) => {
    const { rows } = await sql`select from pg_stat_activity where datname = current_database()
      and wait_event = 'advisory'`.execute(db)
    return rows.length
  }
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = south.db.transaction().execute(async (trx) => {
    await lockStatus(grace, trx)
    held.resolve()
    await released.promise
  })
  await held.promise
  const warning = as(north, person)(moderation.warn, { params: { id: grace.id }, body: { reason: 'Shouting' } })
  await expect.poll(() => countWaiting(south)).toBe(1)
  const ban = lockStatus(person, north.db) // as a ban does first
  await expect.poll(() => countWaiting(north)).toBe(1)
  released.resolve()
  expect((await warning).status).toBe(200)
  await Promise.all([ban, holding])
  expect(await findWarnings(grace)).toBe(1)
})

test('a cell that does not reply is named, and the others are complete', async () => {
  const third = await planCells()
  const addresses = new Map([...plan.front.addresses, ['gone', third.far.addresses.get('far') ?? '']])
  addresses.set('watch', third.front.addresses.get('front') ?? '')
  addresses.delete('front')
  const watch = await openTestApp({ ...testConfig, cells: { ...plan.front, own: 'watch', addresses } })
  const school = await makeSchool(watch, { name: 'Calder' })
  const person = await makeUser(watch, { school, role: 'site_admin' })
  const all = await as(watch, person)(schools.listAll)
  expect([all.status, all.body.data.map(({ name }) => name), all.body.incomplete]).toEqual([
    200,
    ['Burton', 'Calder'],
    ['gone'],
  ])
  const stats = await as(watch, person)(admin.stats)
  expect([stats.status, stats.body.incomplete]).toEqual([200, ['gone']])
  expect(stats.body.data.totalUsers).toBeGreaterThan(1)
  const grace = await there()
  const warn = (id: string) => as(watch, person)(moderation.warn, { params: { id }, body: { reason: 'Shouting' } })
  expect((await warn(grace.id)).status).toBe(200)
  expect((await warn(randomUUID())).status).toBe(503) // it may be a user of the silent cell
  const { body } = await watch.http.inject({ url: '/admin/reports/export', headers: { cookie: person.cookie } })
  expect(body.trimEnd().split('\r\n').at(-1)).toBe('"Incomplete: the cell gone did not reply."')
})

test('a cell that replies with an error is named, too', async () => {
  const third = await planCells()
  const failing = createServer((request, response) => {
    if (request.url === '/internal/cell') return response.end(JSON.stringify({ cell: 'far', schools: [] }))
    response.statusCode = request.url?.startsWith('/admin/stats') ? 500 : request.method === 'GET' ? 200 : 401
    return response.end(request.url?.startsWith('/admin/users') ? 'no JSON' : '{"data":{}}')
  })
  await new Promise<void>((resolve) => failing.listen(findPort(third.far), '127.0.0.1', resolve))
  onTestFinished(() => void failing.close())
  const front = await openTestApp({ ...testConfig, cells: third.front })
  const person = await makeUser(front, { school: await makeSchool(front), role: 'site_admin' })
  for (const route of [admin.stats, admin.users, schools.listAll]) {
    const { status, body } = await as(front, person)(route as typeof admin.stats)
    expect([status, body.incomplete], route.path).toEqual([200, ['far']])
  }
  // An older release knows no statements. Its 401 would sign the administrator out.
  const ask = { params: { id: randomUUID() }, body: { reason: 'Shouting' } }
  expect((await as(front, person)(moderation.warn, ask)).status).toBe(503)
})

test('a site without cells names none, and a deep page is read as before', async () => {
  const alone = await openTestApp(testConfig, { alone: true })
  const person = await makeUser(alone, { school: await makeSchool(alone), role: 'site_admin' })
  const { body } = await as(alone, person)(schools.listAll)
  expect(Object.keys(body)).toEqual(['success', 'data'])
  const deep = await as(alone, person)(admin.users, { query: { page: 100_000, limit: 200 } })
  expect([deep.status, deep.body.data.data]).toEqual([200, []])
})
