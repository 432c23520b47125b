// All reports of one item are one case: priorities, deadlines, order, and two moderators who settle concurrently.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { findRuleId } from '../../../testing/factories/decisions.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makeComment, makePost, makeReport } from '../../../testing/factories/posts.ts'
import { makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { notifications } from '../../notifications/contract.ts'
import { comments, posts } from '../../posts/contract.ts'
import { type Case, cases } from '../case-contract.ts'
import { duty } from '../duty-contract.ts'
import { reports } from '../report-contract.ts'
import { escalateLateCases, makeMissingCases } from './case-jobs.ts'

const { app, school, dean, colleague, site, head, foreigner, ada, grace, omar } = await campus({
  perTest: true,
  people: {
    dean: { role: 'admin', name: 'Dean' },
    colleague: { role: 'admin', name: 'Colleague' },
    ada: { name: 'Ada' },
    grace: { name: 'Grace' },
    omar: { name: 'Omar' },
  },
  foreign: { people: { head: { role: 'admin' }, site: { role: 'site_admin' }, foreigner: {} } },
})

const list = async (person: TestUser = dean, query: Record<string, string | number> = {}) =>
  (await as(app, person)(cases.list, { query })).body.data
const onlyCase = async (): Promise<Case> => {
  const { cases: found } = await list()
  if (!found[0] || found.length > 1) throw new Error(`${found.length} cases`)
  return found[0]
}
const settle = (person: TestUser, { id, version }: Case, body: object = { outcome: 'dismissed' }) =>
  as(app, person)(cases.settle, { params: { id }, body: { version, ...body } })
const report = (person: TestUser, post: { id: string }, body: object = {}) =>
  as(app, person)(posts.report, { params: { id: post.id }, body: { reason: 'spam', ...body } })
const makeReporters = (count: number) => Promise.all(Array.from({ length: count }, () => makeUser(app, { school })))
const listNotified = async (kind: string) =>
  (
    await sql<{
      user_id: string
      times: number
    }>`select user_id, times from notifications
      where kind = ${kind} and school_id in (${school.id}, ${head.schoolId})`.execute(app.db)
  ).rows

test('200 reports of one item are one case, and settling it informs each reporter once', async () => {
  const post = await makePost(app, ada)
  const reporters = await makeReporters(200)
  for (let from = 0; from < 200; from += 20)
    await Promise.all(reporters.slice(from, from + 20).map((person) => report(person, post)))
  const found = await onlyCase()
  expect(found).toMatchObject({ reports_count: 200, state: 'open', priority: 'normal', is_late: false, version: 1 })
  expect(found.reasons).toEqual([{ reason: 'spam', count: 200 }])
  expect((await list()).pagination.total).toBe(1)
  const { status, body } = await settle(dean, found)
  expect([status, body.updated]).toEqual([200, 200])
  expect(await list()).toMatchObject({ cases: [], pagination: { total: 0 } })
  const notified = await listNotified('report')
  expect(new Set(notified.map(({ user_id }) => user_id))).toEqual(new Set(reporters.map(({ id }) => id)))
  expect(notified.map(({ times }) => times)).toEqual(Array(200).fill(1))
  const { cases: settled } = await list(dean, { state: 'settled' })
  expect(settled).toMatchObject([
    { id: found.id, state: 'settled', outcome: 'dismissed', settled_by: 'Dean', version: 2 },
  ])
})

test('the list, a case and its settlement take as many statements with many reports as with few', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const count = async (work: () => Promise<{ status: number }>) => {
    query.mockClear()
    expect((await work()).status).toBe(200)
    return query.mock.calls.length
  }
  const measure = async (posts: number, reportsPerPost: number) => {
    const reporters = await makeReporters(reportsPerPost)
    for (let made = 0; made < posts; made++) {
      const post = await makePost(app, ada)
      for (const person of reporters) await report(person, post)
    }
    const moderator = await makeUser(app, { school, role: 'admin' }) // whose reading has a line of its own
    const listing = await count(() => as(app, moderator)(cases.list))
    const [found] = (await list()).cases
    if (!found) throw new Error('No case')
    const opening = await count(() => as(app, moderator)(cases.show, { params: { id: found.id } }))
    const settling = await count(() => settle(moderator, found))
    for (const left of (await list()).cases) await settle(dean, left)
    return { listing, opening, settling }
  }
  const few = await measure(1, 2)
  const many = await measure(12, 20)
  query.mockRestore()
  expect(many).toEqual(few)
  expect(few.listing).toBeLessThan(10)
})

test('twenty concurrent first reports are one case', async () => {
  const post = await makePost(app, ada)
  const reporters = await makeReporters(20)
  const answers = await Promise.all(reporters.map((person) => report(person, post)))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
  expect(await onlyCase()).toMatchObject({ reports_count: 20 })
})

test('of two moderators who settle concurrently one succeeds, and the other learns who did and how', async () => {
  for (const _ of [1, 2, 3]) {
    const post = await makePost(app, ada)
    await makeReport(app, grace, post)
    await makeReport(app, omar, post)
    const found = await onlyCase()
    const answers = await Promise.all([settle(dean, found), settle(colleague, found, { outcome: 'resolved' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [lost] = answers.filter(({ status }) => status === 409)
    const outcome = answers[0]?.status === 200 ? 'dismissed' : 'resolved'
    const settled_by = answers[0]?.status === 200 ? 'Dean' : 'Colleague'
    expect(lost?.body).toMatchObject({ settled_by, outcome, error: `${settled_by} settled this case: ${outcome}.` })
    const { rows } = await sql`select distinct status from reports where school_id = ${school.id}
      and content_id = ${post.id}`.execute(app.db)
    expect(rows).toEqual([{ status: outcome }])
  }
})

test('closing the last report by the documented call settles the case', async () => {
  const post = await makePost(app, ada)
  const [first, second] = [await makeReport(app, grace, post), await makeReport(app, omar, post)]
  await as(app, dean)(reports.settle, { params: { id: first.id }, body: { status: 'dismissed' } })
  const found = await onlyCase()
  await as(app, dean)(reports.settle, { params: { id: second.id }, body: { status: 'resolved' } })
  expect((await list()).cases).toEqual([])
  const late = await settle(colleague, found)
  expect([late.status, late.body.error]).toEqual([409, 'Dean settled this case: resolved.'])
})

test('an action settles all reports in its transaction, for named authors and for sealed ones', async () => {
  const named = await makePost(app, ada)
  for (const person of [grace, omar]) await report(person, named)
  const rule_id = await findRuleId(app, school.id)
  const statement = { rule_id, facts: 'It offers kittens that do not exist.' }
  const action = { type: 'warn', userId: ada.id, reason: 'Please stop', ...statement }
  const answer = await settle(dean, await onlyCase(), { outcome: 'resolved', action })
  expect([answer.status, answer.body.updated]).toEqual([200, 2])
  expect((await list(dean, { state: 'settled' })).cases).toMatchObject([{ outcome: 'resolved', settled_by: 'Dean' }])

  const sealed = await makePost(app, ada, { anonymous: true })
  for (const person of [grace, omar]) await report(person, sealed, { reason: 'harassment' })
  const muting = { sealed: true, type: 'mute', days: 7, ...statement }
  expect((await settle(dean, await onlyCase(), { outcome: 'resolved', action: muting })).status).toBe(200)
  const { rows } = await sql<{
    action_type: string
  }>`select action_type from moderation_actions
    where school_id = ${school.id} order by created_at`.execute(app.db)
  expect(rows).toEqual([{ action_type: 'warn' }, { action_type: 'mute' }])
})

test('a removal hides the item, keeps it restorable, and settles its case; a second one finds nothing to remove', async () => {
  const post = await makePost(app, ada, { anonymous: true })
  for (const person of [grace, omar]) await report(person, post)
  const action = { type: 'remove', rule_id: await findRuleId(app, school.id), facts: 'It names where a student lives.' }
  const found = await onlyCase()
  expect((await settle(dean, found, { outcome: 'resolved', action })).body.updated).toBe(2)
  expect((await as(app, omar)(posts.show, { params: { id: post.id } })).status).toBe(404)
  const { rows } = await sql<{ action_type: string; user_id: string | null; erased_at: Date | null }>`
    select action_type, user_id, erased_at from moderation_actions where school_id = ${school.id}`.execute(app.db)
  expect(rows).toEqual([{ action_type: 'remove', user_id: null, erased_at: null }])

  const other = await makePost(app, ada)
  await report(grace, other)
  await as(app, ada)(posts.remove, { params: { id: other.id } })
  const late = await settle(dean, await onlyCase(), { outcome: 'resolved', action })
  expect([late.status, late.body.error]).toEqual([409, 'This was already removed.'])
  expect(await onlyCase()).toMatchObject({ state: 'open' })
  await settle(dean, await onlyCase())
  await as(app, grace)(reports.reportUser, { params: { id: ada.id }, body: { reason: 'spam' } })
  expect((await settle(dean, await onlyCase(), { outcome: 'resolved', action })).body.error).toBe(
    'This can’t be removed.',
  )
})

test('a failed action closes nothing, and names of other schools get the answer for unknown ones', async () => {
  await makeReport(app, grace, await makePost(app, ada))
  const found = await onlyCase()
  const act = (userId: string) =>
    settle(dean, found, { outcome: 'resolved', action: { type: 'warn', userId, reason: 'Please stop' } })
  const [theirs, unknown] = [await act(foreigner.id), await act(randomUUID())]
  expect(theirs.status).toBe(404)
  expect({ ...theirs.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' })
  expect(
    (await settle(dean, found, { outcome: 'dismissed', action: { type: 'warn', userId: ada.id, reason: 'x' } })).status,
  ).toBe(400)
  expect(await onlyCase()).toMatchObject({ version: 1, state: 'open' })
  expect((await settle(head, found)).status).toBe(404)
})

test('the list goes by priority, then by reporters who were often right, then by age; many reports have the effect of one', async () => {
  const [careful] = await makeReporters(1)
  if (!careful) throw new Error()
  for (const _ of [1, 2, 3]) {
    await report(careful, await makePost(app, ada))
    await settle(dean, await onlyCase(), { outcome: 'resolved' })
  }
  const crowded = await makePost(app, ada, { content: 'Reported by many' })
  const crowd = await makeReporters(100)
  for (let from = 0; from < 100; from += 20)
    await Promise.all(crowd.slice(from, from + 20).map((person) => report(person, crowded)))
  await report(careful, await makePost(app, ada, { content: 'Reported by a careful one' }))
  await report(grace, await makePost(app, ada, { content: 'Reported last' }))
  await report(omar, await makePost(app, ada, { content: 'A danger' }), { reason: 'violence', urgent: 'danger' })
  const { cases: found } = await list()
  expect(found.map(({ report: { content } }) => content)).toEqual([
    'A danger',
    'Reported by a careful one',
    'Reported by many',
    'Reported last',
  ])
  expect(found.map(({ reporters }) => reporters)).toEqual(['mixed', 'often right', 'mixed', 'mixed'])
  expect(found.map(({ reports_count }) => reports_count)).toEqual([1, 1, 100, 1])
  expect((await list(dean, { priority: 'danger' })).cases).toHaveLength(1)
  expect((await list(dean, { search: 'careful' })).pagination.total).toBe(1)
  expect((await list(site, { school_id: school.id })).cases).toHaveLength(4)
  expect((await list(head)).pagination.total).toBe(0)
  expect(JSON.stringify(found[1])).not.toContain('trust')
})

test('an anonymous text that was confirmed after the naming question goes before others of its priority', async () => {
  const flag = (table: 'posts' | 'comments', { id }: { id: string }) =>
    app.db.updateTable(table).set({ flagged: true }).where('school_id', '=', school.id).where('id', '=', id).execute()
  const [careful] = await makeReporters(1)
  if (!careful) throw new Error()
  for (const _ of [1, 2, 3]) {
    await report(careful, await makePost(app, ada))
    await settle(dean, await onlyCase(), { outcome: 'resolved' })
  }
  await report(careful, await makePost(app, ada, { content: 'Reported by a careful one' }))
  const post = await makePost(app, ada, { content: 'Names someone', anonymous: true })
  await flag('posts', post)
  await report(grace, post)
  const parent = await makePost(app, ada, { anonymous: true })
  const comment = await makeComment(app, ada, parent, { content: 'Names someone too' })
  await flag('comments', comment)
  await as(app, grace)(comments.report, { params: { id: comment.id }, body: { reason: 'spam' } })
  await report(omar, await makePost(app, ada, { content: 'An address' }), { urgent: 'personal' })
  const order = (await list()).cases.map(({ report: { content }, is_flagged }) => [content, is_flagged])
  expect(order).toEqual([
    ['An address', false],
    ['Names someone', true],
    ['Names someone too', true],
    ['Reported by a careful one', false],
  ])
})

test('deadlines follow from the priority, are missed by clock, and escalate once', async () => {
  const minutes = async () => {
    const { due_at, first_at } = await onlyCase()
    return Math.round((due_at - first_at) / 60)
  }
  const post = await makePost(app, ada)
  await report(grace, post)
  expect(await minutes()).toBe(72 * 60)
  await report(omar, post, { reason: 'violence', urgent: 'danger' })
  expect(await onlyCase()).toMatchObject({ priority: 'danger', version: 2, reports_count: 2 })
  expect(await minutes()).toBe(30)
  await escalateLateCases(app)
  expect(await listNotified('case_overdue')).toEqual([])

  await sql`update cases set first_at = first_at - interval '31 minutes', due_at = due_at - interval '31 minutes',
    late_at = late_at - interval '31 minutes' where school_id = ${school.id}`.execute(app.db)
  expect(await onlyCase()).toMatchObject({ is_late: true })
  for (const _ of [1, 2]) await escalateLateCases(app)
  expect(await listNotified('case_overdue')).toEqual([{ user_id: site.id, times: 1 }])
  const { body } = await as(app, site)(notifications.list)
  expect(body.data.map(({ sentence }) => sentence)).toContain(
    `A report of danger at ${(await findSchoolName()) ?? ''} was not settled in time`,
  )

  const found = await onlyCase()
  const changed = await as(app, dean)(cases.prioritize, { params: { id: found.id }, body: { priority: 'intimate' } })
  expect([changed.status, changed.body.data.version]).toEqual([200, 3])
  expect(await onlyCase(), 'a missed deadline stays missed').toMatchObject({ priority: 'intimate', is_late: true })
  await escalateLateCases(app)
  expect(await listNotified('case_overdue')).toEqual([{ user_id: site.id, times: 1 }])
  const stale = await settle(dean, found)
  expect([stale.status, stale.body]).toMatchObject([409, { settled_by: null }])
  await sql`update cases set due_at = now() - interval '1 minute', late_at = now() + interval '23 hours'
    where school_id = ${school.id}`.execute(app.db)
  expect(await onlyCase(), 'an intimate image is late after 48 hours').toMatchObject({ is_late: false })
})

test('escalates all late cases of a school with as many statements as one, and pushes each', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await sql`insert into push_subscriptions (school_id, id, user_id, session_id, endpoint, endpoint_hash, p256dh, auth, key_id)
    select school_id, ${randomUUID()}, user_id, id, 'https://push.example.test/1', '\\x01', 'key', 'auth', 1
    from sessions where user_id = ${site.id} limit 1`.execute(app.db)
  await as(app, site)(notifications.choose, { body: { push: { case_overdue: true } } })
  const escalate = async (count: number) => {
    for (let made = 0; made < count; made++) await report(grace, await makePost(app, ada))
    await sql`update cases set first_at = first_at - interval '4 days', due_at = due_at - interval '4 days',
      late_at = late_at - interval '4 days' where school_id = ${school.id}`.execute(app.db)
    query.mockClear()
    await escalateLateCases(app)
    return query.mock.calls.length
  }
  await escalate(1) // opens connections
  const [one, four] = [await escalate(1), await escalate(4)]
  query.mockRestore()
  expect(one).toBeGreaterThan(0)
  expect(four).toBe(one)
  const { rows } = await sql<{ topic: string; link: string }>`
    select topic, link from push_due where kind = 'case_overdue' and user_id = ${site.id}`.execute(app.db)
  const told = await sql<{ link: string }>`select link from notifications
    where kind = 'case_overdue' and user_id = ${site.id} order by created_at desc limit 5`.execute(app.db)
  expect(rows.map(({ link }) => link)).toEqual(expect.arrayContaining(told.rows.map(({ link }) => link)))
  expect(new Set(told.rows.map(({ link }) => link)).size).toBe(5)
  expect(new Set(rows.map(({ topic }) => topic)).size).toBe(rows.length)
})

const findSchoolName = async () =>
  (await app.db.selectFrom('schools').where('id', '=', school.id).select('name').executeTakeFirst())?.name

test('a report within 24 hours of a dismissal opens the case again, once', async () => {
  const post = await makePost(app, ada)
  const [first, second, third] = await makeReporters(3)
  if (!first || !second || !third) throw new Error()
  await report(first, post)
  const { id } = await onlyCase()
  await settle(dean, await onlyCase())
  await report(second, post)
  expect(await onlyCase()).toMatchObject({ id, reports_count: 2, state: 'open' })
  await settle(dean, await onlyCase())
  await report(third, post)
  const again = await onlyCase()
  expect([again.id === id, again.reports_count]).toEqual([false, 1])
})

test('reports from before there were cases get one, with a deadline that begins now', async () => {
  const post = await makePost(app, ada)
  for (const person of [grace, omar]) await report(person, post)
  await sql`update reports set case_id = null, created_at = now() - interval '30 days' where school_id = ${school.id}`.execute(
    app.db,
  )
  await sql`delete from cases where school_id = ${school.id}`.execute(app.db)
  for (const _ of [1, 2]) await makeMissingCases(app.db)
  expect(await onlyCase()).toMatchObject({ reports_count: 2, is_late: false, version: 1 })
  expect((await settle(dean, await onlyCase())).body.updated).toBe(2)
})

test('the images of an intimate report are hidden before the answer, the text stays, and a dismissal shows them again', async () => {
  const picture = await makeUpload(app, ada)
  const post = await makePost(app, ada, { content: 'Last night', media: [picture] })
  const fetchAs = async (person: TestUser) => {
    const { statusCode, headers } = await app.http.inject({ url: picture.url, headers: { cookie: person.cookie } })
    return [statusCode, headers['cache-control']]
  }
  const show = async () => (await as(app, omar)(posts.show, { params: { id: post.id } })).body.data
  const cached = 'private, max-age=31536000, immutable'
  expect([await fetchAs(omar), await fetchAs(dean)]).toEqual([
    [200, cached],
    [200, cached],
  ])
  const answer = await report(grace, post, { reason: 'inappropriate', urgent: 'intimate' })
  expect(answer.status).toBe(201)
  for (const person of [omar, grace, ada]) expect((await fetchAs(person))[0], person.name).toBe(404)
  expect(await fetchAs(dean)).toEqual([200, 'no-store'])
  expect(await show()).toMatchObject({ content: 'Last night', media: [] })
  const { body } = await as(app, ada)(notifications.list)
  expect(body.data[0]?.sentence).toBe('The pictures of your post are hidden. This is being reviewed.')

  await settle(dean, await onlyCase())
  expect(await fetchAs(omar)).toEqual([200, cached])
  expect((await show()).media).toHaveLength(1)
})

test('a claim hides no images after two dismissed ones, and no more than three a week', async () => {
  const claim = async () => {
    const picture = await makeUpload(app, ada)
    await report(grace, await makePost(app, ada, { media: [picture] }), { reason: 'harassment', urgent: 'intimate' })
    const { statusCode } = await app.http.inject({ url: picture.url, headers: { cookie: omar.cookie } })
    return statusCode
  }
  expect([await claim(), await claim(), await claim(), await claim()]).toEqual([404, 404, 404, 200])
  await sql`update reports set created_at = now() - interval '8 days' where school_id = ${school.id}`.execute(app.db)
  expect(await claim()).toBe(404)
  for (const found of (await list()).cases.slice(0, 2)) await settle(dean, found)
  expect(await claim()).toBe(200)
})

test('a danger reaches the moderators on duty, or all administrators, and the reporter reads a number to call', async () => {
  const tell = async () =>
    (await report(grace, await makePost(app, ada), { reason: 'violence', urgent: 'danger' })).body.message
  expect(await tell()).toBe(
    'If someone is in danger, call the emergency services now. Moderators on duty have been notified.',
  )
  expect((await listNotified('urgent_case')).map(({ user_id }) => user_id).sort()).toEqual(
    [dean.id, colleague.id].sort(),
  )
  await sql`delete from notifications where school_id = ${school.id}`.execute(app.db)
  await as(app, dean)(duty.setNumbers, { body: { numbers: [{ name: 'Campus security', number: '+1 555 0100' }] } })
  await as(app, colleague)(duty.set, { body: { until: Math.floor(Date.now() / 1000) + 8 * 3600 } })
  expect(await tell()).toBe('If someone is in danger, call +1 555 0100 now. Moderators on duty have been notified.')
  expect((await listNotified('urgent_case')).map(({ user_id }) => user_id)).toEqual([colleague.id])
  expect((await as(app, dean)(duty.show)).body.data).toMatchObject({ until: null, others: ['Colleague'] })
  const own = (await as(app, colleague)(duty.show)).body.data
  expect(own.until).toBeGreaterThan(Date.now() / 1000 + 7 * 3600)
  for (const until of [Math.floor(Date.now() / 1000) - 60, Math.floor(Date.now() / 1000) + 25 * 3600])
    expect((await as(app, colleague)(duty.set, { body: { until } })).status, 'past, or beyond a day').toBe(400)
  await as(app, colleague)(duty.set, { body: { until: null } })
  expect((await as(app, dean)(duty.show)).body.data.others).toEqual([])
  expect((await as(app, dean)(duty.setNumbers, { body: { numbers: [{ name: 'x', number: 'call me' }] } })).status).toBe(
    400,
  )
  await sql`update users set paused_until = 'infinity' where school_id = ${school.id} and role = 'admin'`.execute(
    app.db,
  )
  await sql`delete from notifications where kind = 'urgent_case'`.execute(app.db)
  await tell()
  expect((await listNotified('urgent_case')).map(({ user_id }) => user_id)).toEqual([site.id])
})

test('a case that a moderator makes a danger notifies the moderators on duty, and not the one who did', async () => {
  for (const person of [dean, colleague])
    await as(app, person)(duty.set, { body: { until: Math.floor(Date.now() / 1000) + 8 * 3600 } })
  await report(grace, await makePost(app, ada))
  const { id } = await onlyCase()
  const prioritize = (priority: Case['priority']) =>
    as(app, dean)(cases.prioritize, { params: { id }, body: { priority } })
  await sql`delete from notifications where kind = 'urgent_case'`.execute(app.db)
  expect((await prioritize('personal')).status).toBe(200)
  expect(await listNotified('urgent_case')).toEqual([])
  expect((await prioritize('danger')).status).toBe(200)
  expect(await listNotified('urgent_case')).toEqual([{ user_id: colleague.id, times: 1 }])
})
