import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeComment, makePost, makeReport } from '../../../testing/factories/posts.ts'
import { subscribe } from '../../../testing/factories/push.ts'
import { deleteUser, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { createBrowser } from '../../../testing/push-browser.ts'
import { openStream } from '../../../testing/streams.ts'
import { moderation } from '../../moderation/contract.ts'
import { posts } from '../../posts/contract.ts'
import { schools } from '../../schools/contract.ts'
import { session } from '../../session/contract.ts'
import { admin } from '../contract.ts'

const { app, school, head, site, dean, ada, grace } = await campus({
  perTest: true,
  school: { name: 'Here' },
  people: { dean: { role: 'admin', name: 'Dean' }, ada: { name: 'Ada' }, grace: { name: 'Grace' } },
  foreign: { school: { name: 'Elsewhere' }, people: { head: { role: 'admin' }, site: { role: 'site_admin' } } },
})

const stats = async (person = dean, query = {}) => (await as(app, person)(admin.stats, { query })).body.data
const users = async (query: Record<string, string | number> = {}, person = dean) =>
  (await as(app, person)(admin.users, { query })).body.data
const suspend = (person: TestUser, body: object = {}) =>
  as(app, dean)(moderation.suspend, { params: { id: person.id }, body: { reason: 'Spam', duration: 3, ...body } })

test('admits administrators only', async () => {
  for (const route of [admin.stats, admin.users, admin.analytics, admin.recentActivity, admin.audit])
    expect((await as(app, ada)(route)).status).toBe(403)
  expect((await as(app, dean)(admin.audit)).status).toBe(403)
})

test('counts the content of the scope in the overview after every change', async () => {
  const post = await makePost(app, ada)
  await makePost(app, ada, { anonymous: true })
  await makeComment(app, grace, post)
  await makeReport(app, grace, post)
  await as(app, dean)(moderation.warn, { params: { id: ada.id }, body: { reason: 'A word' } })
  await suspend(ada)
  await as(app, dean)(moderation.ban, { params: { id: grace.id }, body: { reason: 'Enough' } })
  expect(await stats()).toEqual({
    totalUsers: 3,
    activeUsers: 1,
    newUsersToday: 3,
    pendingReports: 1,
    waitingConfessions: 0,
    openAppeals: 0,
    oldestPendingAt: expect.any(Number),
    recentReversals: 0,
    totalReports: 1,
    resolvedReports: 0,
    contentItems: 3,
    postsCount: 2,
    commentsCount: 1,
    suspendedUsers: 1,
    bannedUsers: 1,
    warningsIssued: 1,
    pushDevices: 0,
    pushUsers: 0,
  })
  expect(await stats(site, { school_id: school.id })).toEqual(await stats())
  expect((await stats(head, { school_id: school.id })).postsCount).toBe(0)
  expect((await stats(site)).totalUsers).toBeGreaterThanOrEqual(5)
  const unknown = await stats(site, { school_id: randomUUID() })
  expect(unknown).toMatchObject({ totalUsers: 0, postsCount: 0, oldestPendingAt: null })
})

test('filters users by role, status, name, email address and join date, newest first', async () => {
  await suspend(ada)
  await deleteUser(app, await makeUser(app, { school, name: 'Gone' }))
  await app.db
    .updateTable('users')
    .set({ created_at: new Date('2026-01-01') })
    .where('id', '=', grace.id)
    .execute()
  const names = async (query: Record<string, string | number>, person = dean) =>
    (await users(query, person)).data.map(({ name }) => name)
  for (const [query, expected] of [
    [{}, ['Ada', 'Dean', 'Grace']],
    [{ role: 'student' }, ['Ada', 'Grace']],
    [{ role: 'admin' }, ['Dean']],
    [{ status: 'suspended' }, ['Ada']],
    [{ status: 'banned' }, []],
    [{ status: 'active' }, ['Dean', 'Grace']],
    [{ search: 'GRAC' }, ['Grace']], // letters that a UUID in an address cannot contain
    [{ search: grace.email }, ['Grace']],
    [{ joined_date: 'month' }, ['Ada', 'Dean']],
    [{ joined_date: '2026-01-01' }, ['Ada', 'Dean', 'Grace']],
    [{ joined_date: '2026-01-02' }, ['Ada', 'Dean']],
    [{ limit: 1, page: 2 }, ['Dean']],
  ] as const) {
    expect(await names(query), JSON.stringify(query)).toEqual(expected)
    expect(await names({ ...query, school_id: school.id }, site)).toEqual(expected)
    expect(await names({ ...query, school_id: school.id }, head)).not.toContain('Grace')
  }
  const page = await users({ limit: 1 })
  expect(page).toMatchObject({ page: 1, limit: 1, total: 3 })
  expect((await users()).limit).toBe(10)
  expect((await users({ search: 'Ada' })).data[0]).toMatchObject({
    role: 'student',
    school: 'Here',
    status: 'suspended',
    suspended_until: expect.any(Number),
    can: { moderate: true, grant_ads: false, pause: false, change_role: false, allow_removals: false },
  })
  expect((await users({ search: 'Dean' })).data[0]?.can).toEqual({
    moderate: false,
    grant_ads: false,
    pause: false,
    change_role: false,
    allow_removals: false,
  })
  expect((await users({ search: 'Dean', school_id: school.id }, site)).data[0]?.can.grant_ads).toBe(true)
})

test('lets administrators moderate only the students of their school', async () => {
  expect((await suspend(ada, { duration: 365 })).status).toBe(200)
  for (const duration of [0, -1, 366, 2.5, undefined]) expect((await suspend(grace, { duration })).status).toBe(400)
  const blank = await suspend(grace, { reason: '  ' })
  expect([blank.status, blank.body.error]).toEqual([400, 'Please provide a reason for the moderation action'])
  for (const person of [dean, await makeUser(app, { school, role: 'site_admin' })])
    expect((await suspend(person)).status).toBe(403)
  expect((await suspend(head)).status).toBe(404)
  expect((await as(app, ada)(session.me)).status).toBe(423)
})

test('reverses once when twenty reversals run concurrently, and unblocks the user without a notice', async () => {
  await suspend(ada)
  const { body } = await as(app, dean)(moderation.history)
  const moderationId = body.data[0]?.id
  const reverse = (person: TestUser, reason = 'Mistaken') =>
    as(app, person)(moderation.reverse, { body: { moderationId, reason } })
  expect((await reverse(dean, ' ')).body.error).toBe('Please provide a reason for reversing this action')
  expect((await reverse(head)).status).toBe(404)
  const answers = await Promise.all(Array.from({ length: 20 }, () => reverse(dean)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
  expect((await as(app, ada)(session.me)).status).toBe(200)
  expect((await as(app, ada)(moderation.notices)).body.notifications).toEqual([])
  const after = (await as(app, dean)(moderation.history)).body
  expect(after.pagination).toMatchObject({ total: 1, pages: 1 })
  expect(after.data[0]).toMatchObject({ is_active: false, reversed_by_name: 'Dean', reversal_reason: 'Mistaken' })
  const without = await as(app, dean)(moderation.history, { query: { includeReversed: 'false' } })
  expect(without.body).toMatchObject({ data: [], pagination: { total: 0, pages: 1 } })
  expect((await as(app, head)(moderation.history, { query: { userId: ada.id } })).body.data).toEqual([])
})

test('shows a notice only to its user until they confirm it', async () => {
  await as(app, dean)(moderation.warn, { params: { id: ada.id }, body: { reason: 'A word' } })
  const notices = async (person: TestUser) => (await as(app, person)(moderation.notices)).body.notifications
  const [notice] = await notices(ada)
  expect(notice).toMatchObject({ action_type: 'warn', reason: 'A word', duration_hours: null, expires_at: null })
  expect(await notices(grace)).toEqual([])
  const understand = (person: TestUser) =>
    as(app, person)(moderation.markShown, { body: { notificationIds: [notice?.id] } })
  await understand(grace)
  expect(await notices(ada)).toHaveLength(1)
  await understand(ada)
  expect(await notices(ada)).toEqual([])
})

test.each([
  ['day', 24],
  ['week', 7],
  ['month', 30],
] as const)('returns the numbers of a %s with %i points up to now', async (period, points) => {
  const post = await makePost(app, ada)
  for (let at = 0; at < 3; at++) await makeComment(app, grace, post)
  await makePost(app, ada, { anonymous: true })
  await makeReport(app, grace, post)
  const { body } = await as(app, dean)(admin.analytics, { query: { period } })
  const { data } = body
  expect(body.labels).toEqual(data.labels)
  expect(data.labels).toHaveLength(points)
  for (const metric of data.availableMetrics) expect(data[metric]).toHaveLength(points)
  expect(data.posts.at(-1)).toBe(2)
  expect(data.comments.at(-1)).toBe(3)
  expect(data.active_users.at(-1)).toBe(2)
  expect(data.summary).toEqual({
    total_posts: 2,
    avg_posts_per_day: { day: 2, week: 0.29, month: 0.07 }[period],
    total_comments: 3,
    avg_comments_per_day: { day: 3, week: 0.43, month: 0.1 }[period],
    new_users: 3,
    engagement_rate: 1.5,
    total_reports: 1,
  })
  const foreign = await as(app, head)(admin.analytics, { query: { period, school_id: school.id } })
  expect(foreign.body.data.summary.total_posts).toBe(0)
})

test('counts by the days of the school, from one midnight there to the next', async () => {
  await app.db.updateTable('schools').set({ timezone: 'Pacific/Auckland' }).where('id', '=', school.id).execute()
  const author = { ada: ada.id, grace: grace.id }
  const write = (by: keyof typeof author, daysAgo: number, apart: string) =>
    sql`insert into posts (school_id, id, author_id, content, created_at)
      select ${school.id}, gen_random_uuid(), ${author[by]}, 'Hello', ${apart}::interval
        + ((date_trunc('day', now() at time zone timezone) - ${daysAgo} * interval '1 day') at time zone timezone)
      from schools where id = ${school.id}`.execute(app.db)
  await write('ada', 0, '0 seconds')
  await write('ada', 0, '-1 microsecond')
  await write('ada', 2, '3 hours')
  await write('ada', 2, '5 hours')
  await write('grace', 2, '0 seconds')
  await write('grace', 6, '0 seconds')
  await write('grace', 6, '-1 microsecond') // the day before the week
  const { data } = (await as(app, dean)(admin.analytics, { query: { period: 'week' } })).body
  expect(data.posts).toEqual([1, 0, 0, 0, 3, 1, 1])
  expect(data.active_users).toEqual([1, 0, 0, 0, 2, 1, 1])
  expect(data.summary.total_posts).toBe(6)
})

test('shows the latest items written under a name in the overview', async () => {
  await makePost(app, ada)
  await makePost(app, grace, { anonymous: true })
  const { body } = await as(app, dean)(admin.recentActivity)
  expect(body.data).toEqual([
    {
      id: expect.any(String),
      user: { name: 'Ada', avatar_url: null },
      action: 'wrote a post',
      timestamp: expect.any(Number),
    },
  ])
})

test('keeps an append-only audit log of all actions for site administrators', async () => {
  await suspend(ada)
  await as(app, site)(admin.grantAds, { params: { id: dean.id }, body: { can_manage_ads: true } })
  expect((await as(app, site)(admin.grantAds, { params: { id: ada.id }, body: { can_manage_ads: true } })).status).toBe(
    400,
  )
  expect((await as(app, dean)(session.me)).body.can_manage_ads).toBe(true)
  const { body } = await as(app, site)(admin.audit, { query: { school_id: school.id } })
  expect(body.data.lines.map(({ action }) => action)).toEqual(['user.grant_ads', 'user.suspend'])
  expect(body.data.lines[1]).toMatchObject({ actor_name: 'Dean', target_type: 'user', target_id: ada.id })
  expect(JSON.parse(body.data.lines[1]?.detail ?? '')).toMatchObject({ reason: 'Spam', days: 3 })
  for (const change of ['update audit_log set action = $$x$$', 'delete from audit_log', 'truncate audit_log'])
    await expect(sql.raw(change).execute(app.db)).rejects.toThrow('append-only')
})

test('a paused administrator is an ordinary member from the next request on, in open streams too, until the powers are returned', async () => {
  const reason = 'Opened seals without a case'
  const stream = await openStream(app, dean)
  await as(app, site)(admin.grantAds, { params: { id: dean.id }, body: { can_manage_ads: true } })
  const pause = (who: TestUser, id: string, body: object = { reason }) =>
    as(app, who)(admin.pause, { params: { id }, body })
  expect((await pause(dean, dean.id)).status, 'one’s own').toBe(403)
  expect((await pause(head, dean.id)).status, 'of another school').toBe(404)
  expect((await pause(site, site.id)).status, 'one’s own').toBe(403)
  expect((await pause(site, ada.id)).status, 'a student').toBe(400)
  expect((await pause(site, dean.id, {})).status, 'without a reason').toBe(400)
  expect((await as(app, dean)(admin.stats)).status).toBe(200)

  const pausedAt = performance.now()
  expect((await pause(site, dean.id)).status).toBe(200)
  await stream.ended
  expect(performance.now() - pausedAt).toBeLessThan(2000)
  expect((await as(app, dean)(admin.stats)).status).toBe(403)
  expect((await as(app, dean)(session.me)).body).toMatchObject({ role: 'student', can_manage_ads: false })
  expect((await as(app, dean)(posts.feed)).status).toBe(200)
  const listed = (await users({ search: 'Dean', school_id: school.id }, site)).data.find(({ id }) => id === dean.id)
  expect(listed).toMatchObject({ role: 'admin', is_paused: true, can: { pause: true } })
  const { rows } = await sql<{ payload: { to: string; text: string } }>`
    select payload from graphile_worker._private_jobs where payload::jsonb ->> 'to' = ${dean.email}`.execute(app.db)
  expect(rows[0]?.payload.text).toContain(reason)

  const resume = { params: { id: dean.id }, body: { reason: 'It was a mistake' } }
  expect((await as(app, site)(admin.resume, resume)).status).toBe(200)
  expect((await as(app, dean)(session.me)).body).toMatchObject({ role: 'admin', can_manage_ads: true })
  const { lines } = (await as(app, site)(admin.audit, { query: { school_id: school.id } })).body.data
  const [resumed, paused] = lines.filter(
    ({ target_id, action }) => target_id === dean.id && action !== 'user.grant_ads',
  )
  expect([resumed?.action, paused?.action]).toEqual(['user.resume', 'user.pause'])
  expect(JSON.parse(paused?.detail ?? '')).toEqual({ reason })
})

test('two administrators of a school pause a third for 72 hours, and a site administrator for longer', async () => {
  const [one, two, third] = await Promise.all(
    ['One', 'Two', 'Third'].map((name) => makeUser(app, { school, role: 'admin', name })),
  )
  if (!one || !two || !third) throw new Error('Three administrators')
  const pause = (who: TestUser, reason = 'Opened seals without a case') =>
    as(app, who)(admin.pause, { params: { id: third.id }, body: { reason } })
  const find = async (who: TestUser) =>
    (await users({ search: 'Third', role: 'admin' }, who)).data.find(({ id }) => id === third.id)
  const asked = await pause(one)
  expect([asked.status, asked.body.data]).toEqual([202, { is_waiting: true }])
  expect((await pause(one)).status, 'the same administrator').toBe(409)
  expect((await as(app, third)(admin.stats)).status).toBe(200)
  expect((await find(third))?.pause_request, 'not for the one concerned').toBe(null)
  expect(await find(two)).toMatchObject({ pause_request: { by: 'One', is_own: false }, can: { pause: true } })
  const { rows: mails } = await sql<{ to: string }>`select payload ->> 'to' as to from graphile_worker._private_jobs
    where payload::text like '%asks to pause the powers of Third%'`.execute(app.db)
  expect(mails.map(({ to }) => to)).toContain(two.email)
  expect(mails.map(({ to }) => to)).not.toContain(third.email)

  await sql`update pause_requests set created_at = now() - interval '25 hours' where user_id = ${third.id}`.execute(
    app.db,
  )
  expect((await pause(two, 'Again')).body.data, 'the first request ended').toEqual({ is_waiting: true })
  const answers = await Promise.all([pause(one), pause(one), pause(one)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect((await as(app, third)(admin.stats)).status).toBe(403)
  const hours = async () => {
    const { rows } = await sql<{ hours: number | null }>`select case when isfinite(paused_until)
      then round(extract(epoch from paused_until - now()) / 3600)::int end as hours from users where id = ${third.id}`.execute(
      app.db,
    )
    return rows[0]?.hours
  }
  expect(await hours()).toBe(72)
  const end = (time: string) =>
    sql`update users set paused_until = now() + ${time}::interval where id = ${third.id}`.execute(app.db)
  await end('-1 second')
  expect((await as(app, third)(admin.stats)).status, 'after the 72 hours').toBe(200)
  await end('72 hours')
  expect((await as(app, one)(admin.resume, { params: { id: third.id }, body: { reason: 'x' } })).status).toBe(403)
  expect((await pause(site, 'Confirmed')).body.data).toEqual({ is_waiting: false })
  expect(await hours()).toBe(null)
})

test('lets site administrators manage the schools and other administrators read their own', async () => {
  const form = {
    name: 'New School',
    email_domain: `@New-${school.id}.EXAMPLE`,
    country: 'Nowhere',
    timezone: 'Europe/Oslo',
  }
  const create = (person: TestUser, body: object = {}) =>
    as(app, person)(schools.create, { body: { ...form, ...body } })
  expect((await create(dean)).status).toBe(403)
  for (const wrong of [
    { name: ' ' },
    { email_domain: 'no domain' },
    { country: '' },
    { timezone: 'Mars/Base' },
    ...[12, 22, 15.5, '16'].map((minimum_age) => ({ minimum_age })),
    ...[29, 366, 45.5].map((appeal_days) => ({ appeal_days })),
    ...[29, 181, 45.5, '60'].map((listing_days) => ({ listing_days })),
  ])
    expect((await create(site, wrong)).status).toBe(400)
  const made = await create(site, { student_count: 'many' })
  expect(made.status).toBe(201)
  const { id } = made.body.data
  expect(made.body.data).toMatchObject({
    email_domain: `new-${school.id}.example`,
    type: 'university',
    student_count: 0,
    is_active: true,
    listing_days: null,
    can: { edit: true, delete: true },
  })
  expect((await create(site)).status).toBe(409)
  const update = (body: object) => as(app, site)(schools.update, { params: { id }, body })
  expect((await update({ email_domain: school.domain })).status).toBe(409)
  expect((await update({ minimum_age: 16 })).body.data).toMatchObject({ minimum_age: 16, appeal_days: 180 })
  expect((await update({ appeal_days: 60 })).body.data).toMatchObject({ appeal_days: 60 })
  expect((await update({ listing_days: 60 })).body.data).toMatchObject({ listing_days: 60 })
  expect((await update({ listing_days: null })).body.data).toMatchObject({ listing_days: null })
  expect((await update({ is_active: false, city: 'Oslo' })).body.data).toMatchObject({ is_active: false, city: 'Oslo' })

  const list = async (person: TestUser, query = {}) => (await as(app, person)(schools.manage, { query })).body.data
  expect((await list(site, { search: `new-${school.id}` })).total).toBe(1)
  expect((await list(site, { search: `new-${school.id}`, is_active: 'true' })).total).toBe(0)
  expect((await list(site)).limit).toBe(10)
  const own = await list(dean, { school_id: id })
  expect(own.data.map((school) => [school.id, school.can.edit])).toEqual([[school.id, false]])
  expect((await as(app, dean)(schools.listAll)).status).toBe(403)
  expect((await as(app, site)(schools.listAll)).body.data.length).toBeGreaterThan(2)

  expect((await as(app, site)(schools.remove, { params: { id: school.id } })).status).toBe(409)
  expect((await as(app, site)(schools.remove, { params: { id } })).status).toBe(200)
  expect((await as(app, site)(schools.remove, { params: { id } })).status).toBe(404)
})

test('counts push devices and the users who have one in the own school, and returns nothing else of them', async () => {
  const before = await stats()
  for (const person of [ada, ada, grace, head]) await subscribe(app, person, createBrowser().subscription)
  const reply = await as(app, dean)(admin.stats)
  expect(reply.body.data.pushDevices - before.pushDevices).toBe(3)
  expect(reply.body.data.pushUsers - before.pushUsers).toBe(2)
  expect(JSON.stringify(reply.body)).not.toContain('https:')
})
