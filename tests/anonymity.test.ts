// A stolen copy of the database and the log must not reveal the authors of anonymous items.
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { assignments } from '../src/features/assignments/contract.ts'
import { type Confession, confessions } from '../src/features/confessions/contract.ts'
import { content } from '../src/features/moderation/content-contract.ts'
import { reports } from '../src/features/moderation/report-contract.ts'
import { friends, people } from '../src/features/people/contract.ts'
import { comments, type Post, posts } from '../src/features/posts/contract.ts'
import { ratings } from '../src/features/professors/contract.ts'
import type { Rating } from '../src/features/professors/rating-contract.ts'
import type { App } from '../src/shared/server/services.ts'
import { listAllRows } from '../src/testing/all-rows.ts'
import { as, testConfig } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { makeConfession } from '../src/testing/factories/confessions.ts'
import { makeUpload } from '../src/testing/factories/media.ts'
import { makeProfessor, sampleRating } from '../src/testing/factories/professors.ts'
import type { TestUser } from '../src/testing/factories/users.ts'
import { containsAny, identifyingStrings } from '../src/testing/identifying-strings.ts'
import { captureLog } from '../src/testing/log.ts'
import { openStream } from '../src/testing/streams.ts'

async function openHouse() {
  const opened = await campus({
    config: { ...testConfig, logLevel: 'trace' },
    alone: true,
    people: {
      ada: { name: 'Ada Castellan' },
      grace: { name: 'Grace Mbeki' },
      dean: { name: 'Dean Ruiz', role: 'admin' },
    },
  })
  return { ...opened, lines: captureLog(opened.app) }
}

/** An anonymous post with a picture, edited once, and an anonymous comment of its author. */
/** One picture for all: files of different pictures may have equal sizes, which links no one. */
const file = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#345678' } })
  .png()
  .toBuffer()

async function whisper(app: App, author: TestUser, content: string) {
  const call = as(app, author)
  const picture = await makeUpload(app, author, { file })
  const body = { content, is_anonymous: true, media_urls: [picture.url] }
  const headers = { 'idempotency-key': `key of ${content}` }
  const post = (await call(posts.create, { body, headers })).body.data
  await call(posts.create, { body, headers })
  await call(posts.update, { params: { id: post.id }, body: { content: `${content}, indeed` } })
  const said = await call(comments.create, { body: { post_id: post.id, content: `More: ${content}` } })
  return { post, items: [post.id, said.body.data.id, picture.url.replace(/^\/media\/|\.webp$/g, ''), content] }
}

/** Runs the delayed jobs that notify authors. */
async function runSealedNoticeJobs(app: App) {
  const { rows } = await sql<{ payload: unknown }>`
    delete from graphile_worker._private_jobs where payload::jsonb ? 'sealedNotice' returning payload`.execute(app.db)
  for (const job of app.notifications.jobs(app.db)) for (const { payload } of rows) await job.run(payload)
}

/** Rows of these tables may name the signed-in user or uploader, and contain no item. */
const tablesNamingUsers = ['sessions', 'users']

test('no row or log line links an anonymous author with their items', async () => {
  const { app, lines, ada, grace } = await openHouse()
  const before = await listAllRows(app)
  const { post, items } = await whisper(app, ada, 'I miss home')
  await as(app, grace)(posts.show, { params: { id: post.id } })
  await as(app, grace)(posts.remove, { params: { id: post.id } })
  await as(app, grace)(posts.like, { params: { id: post.id } })
  await runSealedNoticeJobs(app)
  await as(app, ada)(posts.like, { params: { id: 'no such post' } })
  const after = await listAllRows(app)

  const traces = identifyingStrings(ada)
  const written = after.filter((row) => containsAny(row, items))
  expect(new Set(written.map((row) => row.split(' ')[0]))).toEqual(
    new Set(['posts', 'comments', 'uploads', 'post_likes']),
  )
  expect(written.filter((row) => containsAny(row, traces))).toEqual([])
  expect(after.filter((row) => row.startsWith('notifications ')).length, 'the author is notified of the like').toBe(1)
  const naming = after.filter((row) => containsAny(row, traces) && !before.includes(row))
  expect(naming.filter((row) => !tablesNamingUsers.some((table) => row.startsWith(`${table} `)))).toEqual([])

  expect(lines.length, 'the log was captured').toBeGreaterThan(6)
  const token = ada.cookie.replace(/^.*=/, '')
  expect(lines.filter((line) => containsAny(line, [...traces, ...items, token]))).toEqual([])

  await as(app, ada)(posts.remove, { params: { id: post.id } })
  const left = (await listAllRows(app)).filter((row) => containsAny(row, items))
  expect(left.filter((row) => containsAny(row, traces))).toEqual([])
})

test('the search finds the author of a signed item', async () => {
  const { app, ada } = await openHouse()
  const { body } = await as(app, ada)(posts.create, { body: { content: 'Signed' } })
  const rows = (await listAllRows(app)).filter((row) => containsAny(row, [body.data.id]))
  expect(rows.filter((row) => containsAny(row, identifyingStrings(ada))).length).toBeGreaterThan(0)
})

/** A confession, sent twice with one key and liked by its author. */
async function confess(app: App, author: TestUser, content: string) {
  const ask = { body: { content }, headers: { 'idempotency-key': `key of ${content}` } }
  const { id } = (await as(app, author)(confessions.create, ask)).body.data
  await as(app, author)(confessions.create, ask)
  await as(app, author)(confessions.like, { params: { id } })
  return { id, items: [id, content] }
}

test('no row or log line links a confession, or a like of it, with a user', async () => {
  const { app, lines, ada, grace, dean } = await openHouse()
  const before = await listAllRows(app)
  const { id, items } = await confess(app, ada, 'I was the one who rang the bell')
  await as(app, grace)(confessions.like, { params: { id } })
  await as(app, grace)(confessions.remove, { params: { id } })
  await as(app, grace)(confessions.report, { params: { id }, body: { reason: 'other' } })
  await as(app, dean)(confessions.list)
  const after = await listAllRows(app)

  const written = after.filter((row) => containsAny(row, items))
  expect(new Set(written.map((row) => row.split(' ')[0]))).toEqual(
    new Set(['confessions', 'confession_likes', 'reports', 'cases']),
  )
  expect(written.filter((row) => row.startsWith('confession_likes '))).toHaveLength(2)
  expect(written.filter((row) => containsAny(row, identifyingStrings(ada)))).toEqual([])
  const ofGrace = written.filter((row) => containsAny(row, identifyingStrings(grace)))
  expect(
    ofGrace.map((row) => row.split(' ')[0]),
    'who reports, signs',
  ).toEqual(['reports'])
  const naming = after.filter((row) => containsAny(row, identifyingStrings(ada)) && !before.includes(row))
  expect(naming.filter((row) => !tablesNamingUsers.some((table) => row.startsWith(`${table} `)))).toEqual([])
  expect(lines.length, 'the log was captured').toBeGreaterThan(6)
  expect(
    lines.filter((line) => containsAny(line, [...identifyingStrings(ada), ...identifyingStrings(grace), ...items])),
  ).toEqual([])

  const unsealed = async () => (await listAllRows(app)).filter((row) => /^audit_log .*seal/.test(row)).length
  expect(await unsealed()).toBe(0)
  const { body } = await as(app, dean)(reports.list)
  expect(body.data.reports[0]?.confession_author_name).toBe('Anonymous')
  expect(await unsealed(), 'reading the list unseals nothing').toBe(0)
  const reason = 'It says where another student lives'
  await as(app, dean)(content.reveal, {
    params: { id },
    body: { type: 'confession', reason, category: 'harassment' },
  })
  expect((await as(app, dean)(reports.list)).body.data.reports[0]?.confession_author_name).toBe(ada.name)
  const ofSeals = (await listAllRows(app)).filter((row) => /^audit_log .*(content\.reveal|seal\.read)/.test(row))
  expect(ofSeals, 'one log entry for the unsealing, and one for the list').toHaveLength(2)
  expect(ofSeals.filter((row) => containsAny(row, identifyingStrings(ada)))).toEqual([])
})

test('confessions of one author share no more values than those of two authors', async () => {
  const { app, ada, grace } = await openHouse()
  const made = [
    await confess(app, ada, 'The first of them'),
    await confess(app, ada, 'A second of hers'),
    await confess(app, grace, 'Another of his'),
  ]
  const loadColumnValues = async ({ id }: { id: string }) => {
    const rows = [
      ...(await app.db.selectFrom('confessions').where('id', '=', id).selectAll().execute()),
      ...(await app.db.selectFrom('confession_likes').where('confession_id', '=', id).selectAll().execute()),
    ]
    return rows.flatMap((row) => Object.entries(row).map(([column, value]) => `${column}=${String(value)}`))
  }
  const [first = [], second = [], third = []] = await Promise.all(made.map(loadColumnValues))
  expect(first.length).toBeGreaterThan(10)
  expect(first.filter((value) => second.includes(value) && !third.includes(value))).toEqual([])
})

test('ids, times, sizes, error replies and live events do not distinguish the authors of confessions', async () => {
  const { app, ada, grace, dean } = await openHouse()
  const stream = await openStream(app, grace)
  const made: Confession[] = []
  for (let at = 0; at < 60; at++)
    made.push(await makeConfession(app, at % 2 ? ada : grace, { content: `As long as the other one: ${at + 10}` }))
  await as(app, ada)(confessions.like, { params: { id: made[0]?.id ?? '' } })
  await as(app, ada)(confessions.remove, { params: { id: made[1]?.id ?? '' } })

  expect(made.every(({ id, created_at }) => id[14] === '4' && created_at % 60 === 0)).toBe(true)
  const places = [...made].sort((item, nextItem) => (item.id < nextItem.id ? -1 : 1)).map((item) => made.indexOf(item))
  const squares = places.reduce((sum, place, index) => sum + (place - index) ** 2, 0)
  const correlation = 1 - (6 * squares) / (60 * (60 ** 2 - 1))
  expect(Math.abs(correlation)).toBeLessThan(0.6)

  const seen = (await as(app, dean)(confessions.list, { query: { limit: 200 } })).body.data.slice(0, -2)
  const sizes = seen.map((item) => JSON.stringify({ ...item, confession_number: 0 }).length)
  expect(new Set(sizes).size).toBe(1)
  expect(new Set(seen.map(({ is_author }) => is_author))).toEqual(new Set([false]))
  const refusals = await Promise.all(
    seen.slice(0, 4).map(({ id }) => as(app, dean)(confessions.remove, { params: { id } })),
  )
  expect(new Set(refusals.map(({ status, body }) => `${status} ${body.error} ${Object.keys(body)}`)).size).toBe(1)
  await as(app, ada)(friends.request, { params: { id: grace.id } })
  await stream.next('friend.request')
  const ofTheRequest = ['notification.created', 'friend.request']
  expect(stream.heard.map(({ name }) => name).filter((name) => name !== 'reconnect')).toEqual(ofTheRequest)
})

test('confessing changes nothing else that is visible about a user', async () => {
  const { app, ada, grace } = await openHouse()
  const look = async () => {
    const asked = await Promise.all([
      as(app, grace)(people.stats, { params: { id: ada.id } }),
      as(app, grace)(posts.activity),
      as(app, grace)(posts.ofUser, { params: { id: ada.id } }),
      as(app, grace)(assignments.leaderboard),
    ])
    return asked.map(({ body }) => body)
  }
  const before = await look()
  await confess(app, ada, 'I envy the ducks a little')
  expect(await look()).toEqual(before)
})

test('rows of one anonymous author share no more values than those of two authors', async () => {
  const { app, ada, grace } = await openHouse()
  const all = [
    await whisper(app, ada, 'The first'),
    await whisper(app, ada, 'A second'),
    await whisper(app, grace, 'Another'),
  ]
  const [first, second, third] = await Promise.all(all.map(({ post }) => loadPostRows(app, post)))
  const shared = (one: string[] = [], other: string[] = []) => one.filter((value) => other.includes(value))
  expect(first?.length).toBeGreaterThan(10)
  expect(shared(first, second).filter((value) => !third?.includes(value))).toEqual([])
})

/** The values of a post, its comments and its pictures, as `table.column=value`, without timestamps. */
async function loadPostRows({ db }: App, { id }: Post): Promise<string[]> {
  const [post, said, pictures] = await Promise.all([
    sql<object>`select * from posts where id = ${id}`.execute(db),
    sql<object>`select * from comments where post_id = ${id}`.execute(db),
    sql<object>`select * from uploads where item_id = ${id}`.execute(db),
  ])
  const values = (table: string, { rows }: { rows: object[] }) =>
    rows.flatMap((row) =>
      Object.entries(row)
        .filter(([, value]) => !(value instanceof Date))
        .map(([column, value]) => `${table}.${column}=${Buffer.isBuffer(value) ? value.toString('hex') : value}`),
    )
  return [...values('posts', post), ...values('comments', said), ...values('uploads', pictures)]
}

/** An anonymous rating, sent twice with one key. */
async function rateInSecret(app: App, author: TestUser, professor: { id: string }, review_text: string) {
  const ask = {
    params: { id: professor.id },
    body: { ...sampleRating, review_text },
    headers: { 'idempotency-key': `key of ${review_text}` },
  }
  const { body } = await as(app, author)(ratings.create, ask)
  expect((await as(app, author)(ratings.create, ask)).body).toEqual(body)
  return body.data
}

test('no row or log line links an anonymous reviewer with their rating', async () => {
  const { app, lines, ada, grace } = await openHouse()
  const professor = await makeProfessor(app, grace)
  const before = await listAllRows(app)
  const text = 'Never once on time, never once dull'
  const { id } = await rateInSecret(app, ada, professor, text)
  const again = await as(app, ada)(ratings.create, { params: { id: professor.id }, body: sampleRating })
  expect(again.status, 'the same reply as for a first rating').toBe(201)
  await as(app, grace)(ratings.vote, { params: { id }, body: { is_helpful: true } })
  await as(app, grace)(ratings.report, { params: { id }, body: { reason: 'spam' } })
  await as(app, grace)(ratings.remove, { params: { id } })
  const after = await listAllRows(app)

  const [traces, items] = [identifyingStrings(ada), [id, text]]
  const written = after.filter((row) => containsAny(row, items))
  expect(new Set(written.map((row) => row.split(' ')[0]))).toEqual(
    new Set(['ratings', 'rating_votes', 'reports', 'cases']),
  )
  expect(written.filter((row) => containsAny(row, traces))).toEqual([])
  const naming = after.filter((row) => containsAny(row, traces) && !before.includes(row))
  expect(naming.filter((row) => !tablesNamingUsers.some((table) => row.startsWith(`${table} `)))).toEqual([])
  expect(lines.filter((line) => containsAny(line, [...traces, ...items]))).toEqual([])
})

test('ratings of one anonymous reviewer share no more values than those of two reviewers', async () => {
  const { app, ada, grace } = await openHouse()
  const one = await makeProfessor(app, grace)
  const other = await makeProfessor(app, grace)
  const loadColumnValues = async ({ id }: Rating) => {
    const { rows } = await sql<object>`select * from ratings where id = ${id}`.execute(app.db)
    return Object.entries(rows[0] ?? {})
      .filter(([, value]) => !(value instanceof Date))
      .map(([column, value]) => `${column}=${Buffer.isBuffer(value) ? value.toString('hex') : value}`)
  }
  const first = await loadColumnValues(await rateInSecret(app, ada, one, 'Clear and calm'))
  const second = await loadColumnValues(await rateInSecret(app, ada, other, 'Brisk and brief'))
  const third = await loadColumnValues(await rateInSecret(app, grace, other, 'Warm and witty'))
  expect(first.length).toBeGreaterThan(20)
  expect(first.filter((value) => second.includes(value) && !third.includes(value))).toEqual([])
})
