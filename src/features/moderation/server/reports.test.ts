import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeEvent } from '../../../testing/factories/events.ts'
import { makeListing } from '../../../testing/factories/marketplace.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makeConversation, makeMessage } from '../../../testing/factories/messages.ts'
import { makePost, makeReport } from '../../../testing/factories/posts.ts'
import { makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { events } from '../../events/contract.ts'
import { marketplace } from '../../marketplace/contract.ts'
import { media } from '../../media/contract.ts'
import { messages } from '../../messages/contract.ts'
import { comments, posts } from '../../posts/contract.ts'
import { content } from '../content-contract.ts'
import { moderation } from '../contract.ts'
import { reports } from '../report-contract.ts'

const { app, school, head, site, dean, ada, grace } = await campus({
  perTest: true,
  people: { dean: { role: 'admin', name: 'Dean' }, ada: { name: 'Ada Castellan' }, grace: { name: 'Grace Mbeki' } },
  foreign: {
    school: { name: 'Elsewhere' },
    people: { head: { role: 'admin', name: 'Head' }, site: { role: 'site_admin', name: 'Site' } },
  },
})

const report = (person: TestUser, id: string, body: object) => as(app, person)(posts.report, { params: { id }, body })
const list = async (person = dean, query: Record<string, string | number> = {}) =>
  (await as(app, person)(reports.list, { query })).body.data
const audited = async (action: string) =>
  (
    await sql<{ target_id: string; text: string }>`select target_id, audit_log::text as text from audit_log
      where action = ${action} and school_id = ${school.id}`.execute(app.db)
  ).rows

test('stores a snapshot of the item and shows moderators the reporter, the item and the reason', async () => {
  const picture = await makeUpload(app, ada)
  const post = await makePost(app, ada, { content: 'Free kittens', media: [picture] })
  await makeReport(app, grace, post, { reason: 'misinformation', description: ' There are none. ' })
  await as(app, ada)(posts.update, { params: { id: post.id }, body: { content: 'Nothing to see' } })
  const { reports: shown, pagination } = await list()
  expect(pagination).toEqual({ page: 1, limit: 20, totalPages: 1, total: 1 })
  expect(shown).toEqual([
    expect.objectContaining({
      status: 'pending',
      reason: 'misinformation',
      description: 'There are none.',
      content_type: 'post',
      content_id: post.id,
      content: 'Free kittens',
      post_content: 'Free kittens',
      post_author_name: 'Ada Castellan',
      comment_content: null,
      reported_user_id: ada.id,
      reported_user_name: 'Ada Castellan',
      reporter_name: 'Grace Mbeki',
      reporter_email: grace.email,
      reporter: { name: 'Grace Mbeki', email: grace.email, avatar_url: null },
      images: [picture.url],
      media: [picture],
    }),
  ])
})

test.each([
  ['no reason', {}],
  ['a blank reason', { reason: '  ' }],
  ['an unknown reason', { reason: 'boring' }],
  ['a reason that is not a text', { reason: 7 }],
  ['details of 501 characters', { reason: 'spam', description: 'x'.repeat(501) }],
])('rejects a report with %s', async (_what, body) => {
  const post = await makePost(app, ada)
  expect((await report(grace, post.id, body)).status).toBe(400)
  expect((await list()).reports).toEqual([])
})

test('accepts `details` and a reason with a confession prefix', async () => {
  const post = await makePost(app, ada)
  const body = { reason: `CONFESSION_ID:${post.id}|hate_speech`, details: 'y'.repeat(500) }
  expect((await report(grace, post.id, body)).status).toBe(201)
  expect((await list()).reports[0]).toMatchObject({ reason: 'hate_speech', description: 'y'.repeat(500) })
})

test('rejects reports of one’s own named items but accepts one’s own anonymous items, whose author a refusal would reveal', async () => {
  const named = await makePost(app, ada)
  const { status, body } = await report(ada, named.id, { reason: 'spam' })
  expect([status, body.error]).toEqual([403, 'You can’t report your own post.'])
  expect((await report(grace, named.id, { reason: 'spam' })).status).toBe(201)
  const sealed = await makePost(app, ada, { anonymous: true })
  const replies = [await report(ada, sealed.id, { reason: 'spam' }), await report(grace, sealed.id, { reason: 'spam' })]
  expect(replies[0]?.status).toBe(201)
  expect(replies[0]?.body).toEqual(replies[1]?.body)
})

test('searches the newest 20,000 reports of a school', async () => {
  await sql`insert into reports (school_id, id, kind, content_id, reason, content, status, settled_at, created_at)
    select ${dean.schoolId}, gen_random_uuid(), 'post', gen_random_uuid(), 'spam', 'needle ' || n, 'dismissed', now(),
      now() - make_interval(secs => n) from generate_series(1, 20001) as n`.execute(app.db)
  const total = async (search: string) => (await list(dean, { search })).pagination.total
  expect(await total('needle 20000')).toBe(1)
  expect(await total('needle 20001')).toBe(0)
  expect(await total('needle 777')).toBe(11)
})

test('creates one report from twenty concurrent reports by one user', async () => {
  const post = await makePost(app, ada)
  const answers = await Promise.all(Array.from({ length: 20 }, () => report(grace, post.id, { reason: 'spam' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
  expect(answers.find(({ status }) => status === 409)?.body.error).toBe('You have already reported this post')
  expect((await list()).pagination.total).toBe(1)
})

test('a second report of a listing or an event is refused without naming the item', async () => {
  const [listing, event] = [await makeListing(app, ada), await makeEvent(app, ada)]
  const body = { reason: 'spam' as const, description: '' }
  const again = async (send: () => Promise<{ body: { error?: string } }>) => {
    await send()
    return (await send()).body.error
  }
  const text = 'You have already reported this'
  expect(await again(() => as(app, grace)(marketplace.report, { params: { id: listing.id }, body }))).toBe(text)
  expect(await again(() => as(app, grace)(events.report, { params: { id: event.id }, body }))).toBe(text)
})

test('the history of a user names reasons as the report dialog does', async () => {
  for (const reason of ['copyright', 'personal_info', 'hate_speech'] as const)
    await report(grace, (await makePost(app, ada)).id, { reason })
  const { body } = await as(app, dean)(moderation.activities, { params: { id: ada.id } })
  expect(body.data.map(({ details }) => details).sort()).toEqual([
    'Copyright Violation (post)',
    'Hate Speech (post)',
    'Personal Information (post)',
  ])
})

test('keeps the images of a reported item for the moderators of its school only', async () => {
  const [kept, other] = [await makeUpload(app, ada), await makeUpload(app, ada)]
  const post = await makePost(app, ada, { media: [kept] })
  const unreported = await makePost(app, ada, { media: [other] })
  await makeReport(app, grace, post)
  for (const { id } of [post, unreported]) await as(app, ada)(posts.remove, { params: { id } })

  const fetched = async (person: TestUser, url: string) =>
    (await as(app, person)(media.file, { params: { file: url.split('/').at(-1) ?? '' } })).status
  for (const person of [dean, site]) expect(await fetched(person, kept.url)).toBe(200)
  for (const person of [ada, grace, head]) expect(await fetched(person, kept.url)).toBe(404)
  for (const person of [dean, site, ada]) expect(await fetched(person, other.url)).toBe(404)
  expect((await list()).reports[0]?.images).toEqual([kept.url])

  const owner = await app.db.selectFrom('uploads').where('school_id', '=', school.id).select('owner_id').execute()
  expect(owner).toEqual([{ owner_id: null }])
  await app.db.deleteFrom('reports').where('school_id', '=', school.id).execute()
  expect(await fetched(dean, kept.url)).toBe(404)
})

test('stores a report with its image or rejects it when the item is deleted concurrently', async () => {
  for (let round = 0; round < 8; round++) {
    const post = await makePost(app, ada, { media: [await makeUpload(app, ada)] })
    const [{ status }] = await Promise.all([
      report(grace, post.id, { reason: 'spam' }),
      as(app, ada)(posts.remove, { params: { id: post.id } }),
    ])
    expect([201, 404]).toContain(status)
    const made = (await list()).reports.find(({ content_id }) => content_id === post.id)
    expect(made !== undefined).toBe(status === 201)
    if (!made) continue
    const file = made.images[0]?.split('/').at(-1) ?? 'none'
    expect((await as(app, dean)(media.file, { params: { file } })).status).toBe(200)
  }
})

test('hides the author of a reported anonymous post from moderators until one opens the seal for an hour', async () => {
  const post = await makePost(app, ada, { anonymous: true, content: 'A secret' })
  const { id } = await makeReport(app, grace, post)
  const second = await makeReport(app, grace, await makePost(app, ada, { anonymous: true }))
  const shownTo = async (person: TestUser) => (await list(person)).reports.find((report) => report.id === id)
  const sealed = await shownTo(dean)
  expect(sealed).toMatchObject({
    reported_user_name: 'Anonymous',
    post_author_name: 'Anonymous',
    is_anonymous: true,
    seal_open_until: null,
  })
  expect(JSON.stringify(sealed)).not.toContain(ada.id)
  const [pseudonym, other] = (await list()).reports.map(({ reported_user_id }) => reported_user_id)
  expect(new Set([pseudonym, other, ada.id, (await shownTo(site))?.reported_user_id]).size, 'one per report').toBe(3)
  const activities = (person: TestUser, user: string) =>
    as(app, person)(moderation.activities, { params: { id: user } })
  const { status, body } = await activities(dean, sealed?.reported_user_id ?? '')
  expect([status, body.data]).toEqual([200, []])
  expect((await activities(head, sealed?.reported_user_id ?? '')).status).toBe(404)
  expect((await list(dean, { search: 'Castellan' })).reports).toEqual([])

  const reason = 'It names where the author lives'
  const ask = { params: { id: post.id }, body: { type: 'post', reason, category: 'harassment' } }
  expect((await as(app, dean)(content.reveal, ask)).status).toBe(200)
  const opened = await shownTo(dean)
  expect(opened).toMatchObject({ reported_user_id: ada.id, post_author_name: 'Ada Castellan' })
  expect(opened?.seal_open_until).toBeCloseTo(Date.now() / 1000 + 3600, -2)
  const colleague = await makeUser(app, { school, role: 'admin', name: 'Colleague' })
  for (const person of [colleague, site])
    expect(await shownTo(person)).toMatchObject({ reported_user_name: 'Anonymous', seal_open_until: null })
  expect((await list()).reports.find((report) => report.id === second.id)?.reported_user_name).toBe('Anonymous')
  await app.db.updateTable('seal_requests').set({ closes_at: new Date() }).where('content_id', '=', post.id).execute()
  expect(await shownTo(dean)).toEqual(sealed)
})

test('hides the name in a report whose seal cannot be opened, and in no other', async () => {
  const posts = [
    await makePost(app, ada, { anonymous: true, content: 'Key gone' }),
    await makePost(app, ada, { anonymous: true, content: 'Key there' }),
  ]
  const [lost] = [await makeReport(app, grace, posts[0] as never), await makeReport(app, grace, posts[1] as never)]
  for (const { id } of posts) {
    const body = { type: 'post', reason: 'It names where the author lives', category: 'threat' }
    expect((await as(app, dean)(content.reveal, { params: { id }, body })).status).toBe(200)
  }
  const none = { author_seal: Buffer.alloc(100, 1) }
  await app.db.updateTable('reports').set(none).where('id', '=', lost.id).execute()
  const [there, gone] = (await list()).reports
  expect(there).toMatchObject({ content: 'Key there', reported_user_name: 'Ada Castellan' })
  expect(gone).toMatchObject({ content: 'Key gone', reported_user_id: null })
})

test('counts the other reports of the same item and lists the pending ones', async () => {
  const [one, two] = [await makePost(app, ada), await makePost(app, ada)]
  const alan = await makeUser(app, { school, name: 'Alan' })
  const [first, second, third] = [
    await makeReport(app, grace, one),
    await makeReport(app, alan, one),
    await makeReport(app, dean, one),
  ]
  const alone = await makeReport(app, grace, two)
  await as(app, dean)(reports.settle, { params: { id: third.id }, body: { status: 'dismissed' } })
  const shown = new Map((await list()).reports.map((row) => [row.id, [row.other_reports, row.other_pending_ids]]))
  expect(shown.get(first.id)).toEqual([2, [second.id]])
  expect(shown.get(third.id)).toEqual([2, [first.id, second.id]])
  expect(shown.get(alone.id)).toEqual([0, []])
})

test('searches, filters and counts lists within the scope', async () => {
  const [one, two] = [await makePost(app, ada, { content: 'Red bicycle' }), await makePost(app, ada)]
  await makeReport(app, grace, one, { reason: 'hate_speech', description: 'A 100% lie_here' })
  const { id } = await makeReport(app, grace, two)
  await as(app, dean)(reports.settle, { params: { id }, body: { status: 'dismissed' } })
  for (const [query, total] of [
    [{}, 2],
    [{ status: 'pending' }, 1],
    [{ status: 'dismissed' }, 1],
    [{ status: 'resolved' }, 0],
    [{ status: 'all' }, 2],
    [{ search: 'bicycle' }, 1],
    [{ search: 'BICY', status: 'dismissed' }, 0],
    [{ search: 'hate speech' }, 1],
    [{ search: 'lie_h' }, 1],
    [{ search: '100_' }, 0],
    [{ search: 'mbeki' }, 2],
    [{ search: ada.email }, 2],
    [{ limit: 1 }, 2],
    [{ limit: 1, page: 3 }, 2],
  ] as const) {
    const found = await list(dean, query)
    expect(found.pagination.total, JSON.stringify(query)).toBe(total)
    const { limit = 20, page = 1 } = query as { limit?: number; page?: number }
    expect(found.reports.length, JSON.stringify(query)).toBe(Math.max(0, Math.min(limit, total - (page - 1) * limit)))
    expect((await list(site, { ...query, school_id: school.id })).pagination.total).toBe(total)
    expect((await list(head, { ...query, school_id: school.id })).reports).toEqual([])
  }
  expect((await list(site, { limit: 200 })).reports.length).toBeGreaterThanOrEqual(2)
})

test('closes a report once, and several reports together or not at all', async () => {
  const ids = []
  for (let at = 0; at < 3; at++) ids.push((await makeReport(app, grace, await makePost(app, ada))).id)
  const [first = '', ...rest] = ids
  const settle = (person: TestUser, id: string, status: string) =>
    as(app, person)(reports.settle, { params: { id }, body: { status } })
  expect((await settle(dean, first, 'pending')).status).toBe(400)
  expect((await settle(head, first, 'resolved')).status).toBe(404)
  const answers = await Promise.all(Array.from({ length: 10 }, () => settle(dean, first, 'resolved')))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])

  const foreigner = await makeUser(app, { school: { id: head.schoolId, domain: 'x' } })
  const foreign = await makeReport(app, foreigner, await makePost(app, head))
  const bulk = (person: TestUser, reportIds: unknown) =>
    as(app, person)(reports.settleMany, { body: { reportIds, status: 'dismissed' } })
  const refused = await bulk(dean, [...rest, foreign.id])
  expect([refused.status, refused.body.error]).toEqual([
    404,
    'We couldn’t find 1 of 3 reports, so nothing was changed.',
  ])
  expect((await list(dean, { status: 'pending' })).pagination.total).toBe(2)
  expect((await list(head)).reports.find(({ id }) => id === foreign.id)?.status).toBe('pending')
  expect((await bulk(dean, [])).status).toBe(400)
  expect((await bulk(dean, ids)).body.updated).toBe(2)
  expect((await audited('report.dismissed')).length).toBe(2)
})

test('resolves a report, notifies the user and writes the audit line together with a sanction or not at all', async () => {
  const post = await makePost(app, ada, { content: 'Free kittens' })
  const { id } = await makeReport(app, grace, post)
  const act = (body: object) => as(app, dean)(moderation.act, { body })
  const suspend = { type: 'suspend', userId: ada.id, reason: 'Kittens', duration: 3, reportId: id }
  expect((await act({ ...suspend, userId: grace.id })).body.error).toBe('This report is about someone else.')
  for (const duration of [0, 366, 1.5, undefined]) {
    const { status, body } = await act({ ...suspend, duration })
    expect(status).toBe(400)
    expect(body.error).toMatch(/valid suspension duration|up to 365 days/)
  }
  expect((await act({ ...suspend, reason: ' ' })).body.error).toBe(
    'Missing required fields: type and reason are required',
  )
  expect((await act({ userId: ada.id })).body.error).toBe('Missing required fields: type and reason are required')
  expect((await list()).reports[0]?.status).toBe('pending')

  const answers = await Promise.all(Array.from({ length: 8 }, () => act(suspend)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect((await list()).reports[0]).toMatchObject({ status: 'resolved', settled_by: 'Dean' })
  const { body } = await as(app, dean)(moderation.history)
  expect(body.data).toHaveLength(1)
  expect(body.data[0]).toMatchObject({ action_type: 'suspend', duration_hours: 72, report_content: 'Free kittens' })
  expect(await audited('user.suspend')).toHaveLength(1)
  const { rows: jobs } = await sql<{ payload: { to: string; subject: string } }>`
    select payload from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = task_id
    where task.identifier = 'send_mail' and payload ->> 'to' = ${ada.email}`.execute(app.db)
  expect(jobs.map(({ payload }) => payload.subject)).toEqual(['Your Quad account has been suspended'])
})

test('a search of the history covers all pages and stays within the scope', async () => {
  const act = (userId: string, reason: string) =>
    as(app, dean)(moderation.act, { body: { type: 'warn', userId, reason } })
  const search = async (person: TestUser, term: string, further: object = {}) => {
    const { body } = await as(app, person)(moderation.history, { query: { search: term, limit: 1, ...further } })
    return [body.pagination.total, ...body.data.map(({ reason }: { reason: string }) => reason)]
  }
  await act(ada.id, 'Sells 100% fake tickets')
  await act(grace.id, 'Second advert today')
  await act(grace.id, 'Third advert today')
  expect(await search(dean, 'castellan')).toEqual([1, 'Sells 100% fake tickets'])
  expect(await search(dean, ada.email)).toEqual([1, 'Sells 100% fake tickets'])
  expect(await search(dean, '100% fake')).toEqual([1, 'Sells 100% fake tickets'])
  expect(await search(dean, '1%f')).toEqual([0])
  expect(await search(dean, 'advert')).toEqual([2, 'Third advert today'])
  expect(await search(dean, 'advert', { page: 2 })).toEqual([2, 'Second advert today'])
  expect(await search(dean, 'DEAN', { userId: grace.id })).toEqual([2, 'Third advert today'])
  expect(await search(head, 'advert')).toEqual([0])
  expect(await search(site, 'advert')).toEqual([2, 'Third advert today'])
})

test('exports only the scope, quotes every cell and neutralizes formulas', async () => {
  const post = await makePost(app, ada, { content: '=HYPERLINK("http://evil.example","x"),\n2' })
  await makeReport(app, grace, post, { description: '@SUM(1)' })
  const anonymous = await makePost(app, ada, { anonymous: true, content: '  -1+1' })
  await makeReport(app, grace, anonymous)
  const csv = async (person: TestUser, query: object = {}) =>
    app.http.inject({
      url: '/admin/reports/export',
      headers: { cookie: person.cookie, accept: 'text/html' },
      query: query as Record<string, string>,
    })
  const { body, headers } = await csv(dean)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toMatch(/^attachment; filename="reports-\d{4}-\d\d-\d\d\.csv"$/)
  expect(body.split('\r\n')[0]).toBe(
    '\uFEFF"id","date","status","content type","content id","reason","description","reporter name","reporter email","reported user","content"',
  )
  expect(body).toContain(`"'=HYPERLINK(""http://evil.example"",""x""),\n2"`)
  expect(body).toContain(`"'@SUM(1)"`)
  expect(body).toContain(`"Anonymous","'-1+1"`)
  expect(await audited('reports.export')).toHaveLength(1)
  const foreign = await csv(head, { school_id: school.id })
  expect(foreign.body).not.toContain('HYPERLINK')
  expect((await csv(site, { school_id: school.id, status: 'resolved' })).body.trim().split('\r\n')).toHaveLength(1)
  expect((await csv(ada)).statusCode).toBe(403)
})

test('refuses the export to a navigation from another site', async () => {
  const requestStatus = async (headers: Record<string, string>) =>
    (
      await app.http.inject({
        url: '/admin/reports/export',
        headers: { cookie: dean.cookie, accept: 'text/html', ...headers },
      })
    ).statusCode
  for (const site of ['cross-site', 'same-site'])
    expect(await requestStatus({ 'sec-fetch-site': site }), site).toBe(403)
  expect(await requestStatus({ referer: 'https://evil.example/page' })).toBe(403)
  for (const site of ['same-origin', 'none']) expect(await requestStatus({ 'sec-fetch-site': site }), site).toBe(200)
})

test('exports many reports in batches, each report once', async () => {
  await sql`insert into reports (school_id, id, kind, content_id, reason, content, created_at)
    select ${school.id}, gen_random_uuid(), 'post', gen_random_uuid(), 'spam', 'Lamp ' || n, now() - interval '1 minute' * (n / 400)
    from generate_series(1, 1200) as n`.execute(app.db)
  const { body } = await app.http.inject({ url: '/admin/reports/export', headers: { cookie: dean.cookie } })
  const ids = body
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.slice(1, 37))
  expect([ids.length, new Set(ids).size]).toEqual([1200, 1200])
  expect((await audited('reports.export'))[0]?.text).toContain('rows"": 1200')
})

test('lists and removes user content and requires a reason to reveal an anonymous author', async () => {
  const [named, secret] = [await makePost(app, ada), await makePost(app, ada, { anonymous: true, content: 'Psst' })]
  const items = (await as(app, dean)(content.list)).body.data.content
  expect(items.find(({ id }) => id === secret.id)).toMatchObject({ author_name: 'Anonymous', author_email: null })
  expect(items.find(({ id }) => id === named.id)).toMatchObject({
    type: 'post',
    author_name: 'Ada Castellan',
    author_email: ada.email,
    images: '[]',
    likes_count: 0,
    comments_count: 0,
  })
  expect((await as(app, dean)(content.list, { query: { search: 'castellan' } })).body.data.content).toEqual([])
  const reveal = (person: TestUser, id: string, reason: string, category?: string) =>
    as(app, person)(content.reveal, { params: { id }, body: { type: 'post', reason, category } })
  const threat = 'A threat to the life of a student'
  for (const reason of [' ', '.', 'Nineteen characters', 'x'.repeat(2001)])
    expect((await reveal(dean, secret.id, reason, 'danger')).status, reason).toBe(400)
  expect((await reveal(dean, secret.id, threat, 'curiosity')).status).toBe(400)
  expect((await reveal(head, secret.id, threat, 'danger')).status).toBe(404)
  expect((await reveal(dean, named.id, threat, 'danger')).status).toBe(400)
  expect((await reveal(dean, secret.id, threat)).status, 'no user has reported it').toBe(403)
  expect(await audited('content.reveal')).toEqual([])
  expect((await reveal(dean, secret.id, threat, 'danger')).body.data).toEqual({
    id: ada.id,
    name: 'Ada Castellan',
    email: ada.email,
    text_changed: false,
  })
  const [line] = await audited('content.reveal')
  expect(line?.text).toContain(threat)
  expect(line?.text).toContain('danger')
  expect(line?.text).not.toContain(ada.id)

  const foreign = await makePost(app, head)
  const bulk = (contentIds: string[]) => as(app, dean)(content.removeMany, { body: { contentIds } })
  expect((await bulk([named.id, foreign.id])).body.error).toBe('We couldn’t find 1 of 2 items, so nothing was changed.')
  expect((await as(app, head)(posts.show, { params: { id: foreign.id } })).status).toBe(200)
  expect((await bulk([named.id, secret.id, named.id])).body.deleted).toBe(2)
  expect((await as(app, dean)(content.list)).body.data).toMatchObject({ content: [], pagination: { total: 0 } })
  const { body } = await as(app, dean)(moderation.activities, { params: { id: ada.id } })
  expect(body.data).toEqual([
    expect.objectContaining({ action_type: 'content_deleted', severity: 'medium', details: 'post deleted by Dean' }),
  ])
})

const findCase = async (id: string, person = dean) => as(app, person)(reports.findCase, { params: { id } })

test('a case has the reports of the item, when its author joined, and the warnings that still count', async () => {
  const post = await makePost(app, ada, { content: 'Free kittens' })
  await makeReport(app, grace, post, { reason: 'spam' })
  const { id } = await makeReport(app, await makeUser(app, { school, name: 'Alan Teo' }), post, {
    reason: 'harassment',
    description: 'Again',
  })
  const warn = () => as(app, dean)(moderation.warn, { params: { id: ada.id }, body: { reason: 'A word' } })
  await warn()
  await warn()
  await warn()
  await sql`update moderation_actions set created_at = now() - interval '13 months' where id =
    (select id from moderation_actions where user_id = ${ada.id} order by created_at limit 1)`.execute(app.db)
  const { status, body } = await findCase(id)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    before: [],
    after: [],
    reports: [
      { id, reason: 'harassment', description: 'Again', reporter_name: 'Alan Teo', status: 'pending' },
      { reason: 'spam', description: null, reporter_name: 'Grace Mbeki' },
    ],
    person: { joined_at: expect.any(Number), warnings: 2 },
  })
  expect(await audited('report.case')).toEqual([expect.objectContaining({ target_id: id })])
})

test('a case of a comment has its post and the comment that it answers', async () => {
  const post = await makePost(app, ada, { content: 'Whose kittens?', anonymous: true })
  const write = async (person: TestUser, content: string, parent_id?: string) => {
    const body = { post_id: post.id, content, ...(parent_id ? { parent_id } : {}) }
    return (await as(app, person)(comments.create, { body })).body.data
  }
  const parent = await write(grace, 'Mine')
  const reply = await write(ada, 'No, mine', parent.id)
  await as(app, grace)(comments.report, { params: { id: reply.id }, body: { reason: 'spam' } })
  const [report] = (await list()).reports
  const { body } = await findCase(report?.id ?? '')
  expect(body.data.before).toMatchObject([
    { author_name: 'Anonymous', text: 'Whose kittens?' },
    { author_name: 'Grace Mbeki', text: 'Mine' },
  ])
  expect(body.data.after).toEqual([])
})

test('a case of a message has two messages before and two after it', async () => {
  const conversation = await makeConversation(app, ada, [grace])
  const sent = []
  for (const content of ['1', '2', '3', '4', '5', '6', '7'])
    sent.push(await makeMessage(app, Number(content) % 2 ? ada : grace, conversation, { content }))
  await as(app, grace)(messages.report, { params: { id: sent[4]?.id ?? '' }, body: { reason: 'spam' } })
  const [report] = (await list()).reports
  const { body } = await findCase(report?.id ?? '')
  expect(body.data.before.map(({ text, author_name }) => [text, author_name])).toEqual([
    ['3', 'Ada Castellan'],
    ['4', 'Grace Mbeki'],
  ])
  expect(body.data.after.map(({ text }) => text)).toEqual(['6', '7'])
})

test('a case never names the author of an anonymous item, even after a moderator revealed them', async () => {
  const post = await makePost(app, ada, { anonymous: true })
  const { id } = await makeReport(app, grace, post)
  const body = { type: 'post', category: 'threat' as const, reason: 'It threatens a student by name' }
  expect((await as(app, dean)(content.reveal, { params: { id: post.id }, body })).status).toBe(200)
  const reply = await findCase(id)
  expect(reply.body.data.person).toBeNull()
  expect(JSON.stringify(reply.body)).not.toContain(ada.id)
  expect(JSON.stringify(reply.body)).not.toContain('Castellan')
})

test('a case is a 404 for an admin of another school, and opens for an admin of the site', async () => {
  const { id } = await makeReport(app, grace, await makePost(app, ada))
  expect((await findCase(id, head)).status).toBe(404)
  expect((await findCase(id, grace)).status).toBe(403)
  expect((await findCase(id, site)).status).toBe(200)
})
