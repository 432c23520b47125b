// Anonymous items are published with a delay, so that no time and no transaction leads to their authors.

import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildServer } from '../src/app/server.ts'
import { confessions } from '../src/features/confessions/contract.ts'
import { media } from '../src/features/media/contract.ts'
import { uploadRetention } from '../src/features/media/server/cleanup.ts'
import { notifications } from '../src/features/notifications/contract.ts'
import { comments, posts } from '../src/features/posts/contract.ts'
import { professors, ratings } from '../src/features/professors/contract.ts'
import { schools } from '../src/features/schools/contract.ts'
import { withTransaction } from '../src/shared/server/db/transaction.ts'
import { deleteExpiredRows } from '../src/shared/server/jobs/retention.ts'
import { openKeysHere } from '../src/shared/server/keys/keys.ts'
import { rekeyPendingItems } from '../src/shared/server/pending.ts'
import { as, openTestKeys, testConfig } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { makeConfession } from '../src/testing/factories/confessions.ts'
import { makeUpload } from '../src/testing/factories/media.ts'
import { makeComment, makePost } from '../src/testing/factories/posts.ts'
import { makeProfessor, sampleRating } from '../src/testing/factories/professors.ts'
import { makeUser, type TestUser } from '../src/testing/factories/users.ts'
import { openStream } from '../src/testing/streams.ts'

const { app, school, ada, grace } = await campus({
  config: { ...testConfig, anonymousDelaySeconds: 120 },
  alone: true,
  perTest: true,
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace' } },
})
beforeEach(async () => {
  await app.db.deleteFrom('pending_items').execute()
})

afterEach(() => void vi.useRealTimers())

/** Makes all pending items due, and publishes them. */
async function publishAll() {
  await sql`update pending_items set publish_at = now() where publish_at > now()`.execute(app.db)
  return app.pending.publishDue(app.db)
}

const loadFeed = async (person: TestUser) => (await as(app, person)(posts.feed)).body.data
const loadConfessions = async (person: TestUser) => (await as(app, person)(confessions.list)).body.data
const loadComments = async (person: TestUser, id: string) =>
  (await as(app, person)(comments.list, { params: { id } })).body.data

test('a confession takes six statements, of which one looks up the session', async () => {
  await loadConfessions(ada) // marks the session as seen
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const { status } = await as(app, ada)(confessions.create, { body: { content: 'I never return books' } })
  const sent = query.mock.calls.map(([statement]) => String((statement as { text?: string }).text ?? statement))
  query.mockRestore()
  expect(status).toBe(201)
  expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(6)
})

test('a pending post, and a pending edit, are checked for names like a new post', async () => {
  const site = await makeUser(app, { school, role: 'site_admin' })
  const check = { params: { id: school.id }, body: { naming_check: true } }
  expect((await as(app, site)(schools.update, check)).status).toBe(200)
  await makeUser(app, { school, name: 'Hedy Kiesler' })
  const { id } = await makePost(app, ada, { anonymous: true, content: 'Someone sings' })
  const edit = async (content: string, confirmed = false) =>
    (await as(app, ada)(posts.update, { params: { id }, body: { content, ...(confirmed && { confirmed }) } })).status
  const findFlag = async () =>
    (await app.db.selectFrom('posts').where('id', '=', id).select('flagged').executeTakeFirst())?.flagged

  expect(await edit('Hedy Kiesler sings')).toBe(409)
  expect(await edit('Hedy Kiesler sings', true)).toBe(200)
  expect(await edit('Hedy Kiesler sings well')).toBe(200)
  expect(await publishAll()).toBe(1)
  expect(await findFlag()).toBe(true)

  expect(await edit('Hedy Kiesler dances')).toBe(200)
  expect(await edit('Someone dances')).toBe(200)
  expect(await edit('Hedy Kiesler dances')).toBe(409)
  expect(await publishAll()).toBe(1)
  expect(await findFlag()).toBe(false)
})

test('an anonymous post is visible to its author immediately, and to others once it is published', async () => {
  const post = await makePost(app, ada, { anonymous: true, content: 'Whisper' })
  expect(post).toMatchObject({ content: 'Whisper', is_author: true, pending: true, author_id: null })
  expect((await loadFeed(ada))[0]).toEqual(post)
  expect((await as(app, ada)(posts.show, { params: { id: post.id } })).body.data).toEqual(post)
  expect(await loadFeed(grace)).toEqual([])
  expect((await as(app, grace)(posts.show, { params: { id: post.id } })).status).toBe(404)

  expect(await publishAll()).toBe(1)
  const [published] = await loadFeed(grace)
  expect(published).toMatchObject({ id: post.id, content: 'Whisper', is_author: false })
  expect(published).not.toHaveProperty('pending')
  const [own, ...rest] = await loadFeed(ada)
  expect([own?.is_author, own?.pending, rest]).toEqual([true, undefined, []])
})

test('an item keeps the mode in which it was written, whatever applies when it is published', async () => {
  const setMode = (mode: string) =>
    app.db.updateTable('schools').set({ anonymity_mode: mode }).where('id', '=', school.id).execute()
  await setMode('two')
  const post = await makePost(app, ada, { anonymous: true, content: 'Whisper' })
  await setMode('one')
  const later = await makePost(app, ada, { anonymous: true, content: 'Whisper again' })
  await setMode('custodian')
  await as(app, ada)(posts.update, { params: { id: later.id }, body: { content: 'Changed before it is published' } })
  await setMode('list')
  await publishAll()
  const rows = await app.db
    .selectFrom('posts')
    .where('school_id', '=', school.id)
    .select(['id', 'sealed_mode'])
    .execute()
  expect(new Map(rows.map(({ id, sealed_mode }) => [id, sealed_mode]))).toEqual(
    new Map([
      [post.id, 'two'],
      [later.id, 'custodian'],
    ]),
  )
})

test('comments, confessions and ratings are delayed too', async () => {
  const post = await makePost(app, ada, { anonymous: true })
  await publishAll()
  const comment = await makeComment(app, ada, post, { content: 'Me again' })
  const confession = await makeConfession(app, ada, { content: 'I never return books' })
  const professor = await makeProfessor(app, grace)
  const params = { id: professor.id }
  const rating = (await as(app, ada)(ratings.create, { params, body: { ...sampleRating, anonymous: true } })).body.data
  expect([comment.pending, confession.pending, rating.pending]).toEqual([true, true, true])

  expect(await loadComments(ada, post.id)).toEqual([comment])
  expect(await loadConfessions(ada)).toEqual([confession])
  expect((await as(app, ada)(ratings.list, { params })).body.data).toEqual([rating])
  expect(await loadComments(grace, post.id)).toEqual([])
  expect(await loadConfessions(grace)).toEqual([])
  expect((await as(app, grace)(ratings.list, { params })).body.data).toEqual([])
  expect((await as(app, grace)(professors.show, { params })).body.data.total_ratings).toBe(0)
  expect((await as(app, grace)(posts.show, { params: { id: post.id } })).body.data.comment_count).toBe(0)

  expect(await publishAll()).toBe(3)
  expect((await loadComments(grace, post.id)).map(({ content }) => content)).toEqual(['Me again'])
  expect((await loadConfessions(grace)).map(({ content, confession_number }) => [content, confession_number])).toEqual([
    ['I never return books', 1],
  ])
  expect((await as(app, grace)(ratings.list, { params })).body.data).toHaveLength(1)
  expect((await as(app, grace)(professors.show, { params })).body.data.total_ratings).toBe(1)
  expect((await as(app, grace)(posts.show, { params: { id: post.id } })).body.data.comment_count).toBe(1)
})

test('signed items are visible to all immediately', async () => {
  const post = await makePost(app, ada, { content: 'Signed' })
  await makeComment(app, grace, post)
  expect((await loadFeed(grace))[0]).toMatchObject({ content: 'Signed', comment_count: 1 })
  expect(await app.db.selectFrom('pending_items').selectAll().execute()).toEqual([])
})

test('an item is pending for a random time of at most two minutes', async () => {
  const startedAt = new Date()
  for (let count = 0; count < 30; count++)
    await makeConfession(app, count % 2 ? ada : grace, { content: `Confession ${count}` })
  const { rows } = await sql<{ seconds: number; total: number }>`
    select extract(epoch from publish_at - now())::float8 as seconds,
      extract(epoch from publish_at - ${startedAt}::timestamptz)::float8 as total from pending_items`.execute(app.db)
  const delays = rows.map(({ seconds }) => seconds)
  expect(delays).toHaveLength(30)
  expect(Math.max(...delays)).toBeLessThan(110) // publishing runs every ten seconds
  expect(Math.min(...rows.map(({ total }) => total))).toBeGreaterThan(-10) // a busy machine needs seconds for all items
  expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(20)
})

test('a pending row reveals neither its content nor its author, and rows of one user share nothing', async () => {
  const picture = await makeUpload(app, ada)
  const post = await makePost(app, ada, { anonymous: true, content: 'Whisper', media: [picture] })
  await makeConfession(app, ada, { content: 'x'.repeat(2000) })
  await makeConfession(app, grace)
  const { rows } = await sql<{ owner: Buffer; sealed: Buffer; row: string }>`
    select owner, sealed, pending_items::text as row from pending_items`.execute(app.db)
  expect(new Set(rows.map(({ owner }) => owner.toString('hex'))).size).toBe(3)
  expect(new Set(rows.map(({ sealed }) => sealed.length)).size).toBe(1)
  for (const { row } of rows)
    for (const trace of [ada.id, grace.id, post.id, 'Whisper', picture.url]) expect(row).not.toContain(trace)
  const uploads = await app.db.selectFrom('uploads').where('owner_id', '=', ada.id).selectAll().execute()
  expect(uploads.map(({ item_id }) => item_id)).not.toContain(post.id)
})

test('items are published in random order, and numbered in the order of publication', async () => {
  const written: string[] = []
  for (let count = 0; count < 24; count++)
    written.push((await makeConfession(app, count % 2 ? ada : grace, { content: `Confession ${count}` })).id)
  await publishAll()
  const published = (await loadConfessions(grace)).reverse()
  expect(published.map(({ confession_number }) => confession_number)).toEqual(written.map((_, index) => index + 1))
  expect(published.map(({ id }) => id)).not.toEqual(written)
  expect(published.map(({ id }) => id).sort()).toEqual([...written].sort())
})

test('an author can edit and remove a pending item', async () => {
  const post = await makePost(app, ada, { anonymous: true, content: 'First' })
  const params = { id: post.id }
  const changed = await as(app, ada)(posts.update, { params, body: { content: 'Second' } })
  expect(changed.body.data).toMatchObject({ content: 'Second', pending: true })
  expect((await loadFeed(ada))[0]?.content).toBe('Second')
  expect((await as(app, grace)(posts.update, { params, body: { content: 'Third' } })).status).toBe(404)
  const confession = await makeConfession(app, ada)
  expect((await as(app, grace)(confessions.remove, { params: { id: confession.id } })).status).toBe(404)
  expect((await as(app, ada)(confessions.remove, { params: { id: confession.id } })).status).toBe(200)
  expect(await loadConfessions(ada)).toEqual([])
  await publishAll()
  expect((await loadFeed(grace)).map(({ content }) => content)).toEqual(['Second'])
  expect(await loadConfessions(grace)).toEqual([])
})

test('no item can refer to a pending item, and its author gets an explanation', async () => {
  const post = await makePost(app, ada, { anonymous: true })
  const confession = await makeConfession(app, ada)
  const asked = [
    await as(app, ada)(posts.like, { params: { id: post.id } }),
    await as(app, ada)(comments.create, { body: { post_id: post.id, content: 'First!' } }),
    await as(app, ada)(confessions.like, { params: { id: confession.id } }),
  ]
  expect(asked.map(({ status }) => status)).toEqual([409, 409, 409])
  expect(asked[0]?.body.error).toBe('Others can’t see this yet. Try again in a few minutes.')
  expect((await as(app, grace)(posts.like, { params: { id: post.id } })).status).toBe(404)
  expect(await loadComments(ada, post.id)).toEqual([])
  expect((await as(app, grace)(comments.list, { params: { id: post.id } })).status).toBe(404)
})

test('pictures of a pending post are visible to the author only, and then have no owner and the time of publication', async () => {
  const picture = await makeUpload(app, ada)
  const post = await makePost(app, ada, { anonymous: true, media: [picture] })
  expect(post.media).toEqual([picture])
  const file = picture.url.replace('/media/', '')
  const fetchAs = async (person: TestUser) => (await as(app, person)(media.file, { params: { file } })).status
  expect([await fetchAs(ada), await fetchAs(grace)]).toEqual([200, 404])
  const twice = await as(app, ada)(posts.create, { body: { content: 'x', media_urls: [picture.url] } })
  expect(twice.status, 'it is already attached').toBe(400)
  await sql`update uploads set created_at = now() - interval '30 hours' where owner_id = ${ada.id}`.execute(app.db)
  await deleteExpiredRows(app.db, uploadRetention)

  await publishAll()
  expect([await fetchAs(ada), await fetchAs(grace)]).toEqual([200, 200])
  const [row] = await app.db.selectFrom('uploads').where('item_id', '=', post.id).selectAll().execute()
  expect(row).toMatchObject({ owner_id: null, item_kind: 'post' })
  expect(Date.now() - (row?.created_at.getTime() ?? 0)).toBeLessThan(120_000)
  expect((await loadFeed(grace))[0]?.media).toEqual([picture])
})

test('removing a pending post releases its pictures', async () => {
  const picture = await makeUpload(app, ada)
  const post = await makePost(app, ada, { anonymous: true, media: [picture] })
  expect((await as(app, ada)(posts.remove, { params: { id: post.id } })).status).toBe(200)
  const left = await app.db.selectFrom('uploads').where('school_id', '=', school.id).selectAll().execute()
  expect(left).toEqual([])
})

test('an edit of a published anonymous post is delayed too, and its author sees it immediately', async () => {
  const post = await makePost(app, ada, { anonymous: true, content: 'Before' })
  await publishAll()
  const params = { id: post.id }
  const xmin = async () => {
    const { rows } = await sql<{ xmin: string }>`select xmin::text from posts where id = ${post.id}`.execute(app.db)
    return rows[0]?.xmin
  }
  const before = await xmin()
  await as(app, ada)(posts.update, { params, body: { content: 'Between' } })
  const { body } = await as(app, ada)(posts.update, { params, body: { content: 'After' } })
  expect(body.data).toMatchObject({ content: 'After', is_author: true })
  expect((await loadFeed(ada))[0]).toMatchObject({ content: 'After' })
  expect((await loadFeed(grace))[0]).toMatchObject({ content: 'Before', edited_at: null })
  expect(await xmin()).toBe(before)
  expect(await publishAll()).toBe(1)
  expect((await loadFeed(grace))[0]).toMatchObject({ content: 'After', edited_at: expect.any(Number) })
  const { author_seal } = await app.db
    .selectFrom('posts')
    .where('id', '=', post.id)
    .select('author_seal')
    .executeTakeFirstOrThrow()
  const item = { schoolId: school.id, kind: 'post', id: post.id }
  const content = await app.anonymity.unsealContent(author_seal ?? Buffer.alloc(0), item)
  const sealed = await app.anonymity.unsealContent((await app.anonymity.seal(ada.id, item, 'After')).author_seal, item)
  expect(content).toEqual(sealed)
})

test('an item whose parent is gone is dropped; one that fails otherwise is retried', async () => {
  const post = await makePost(app, ada, { anonymous: true })
  await publishAll()
  await makeComment(app, ada, post)
  await as(app, ada)(posts.remove, { params: { id: post.id } })
  expect(await publishAll()).toBe(0)
  expect(await app.db.selectFrom('pending_items').selectAll().execute()).toEqual([])

  await makeConfession(app, ada)
  await sql`alter table confessions add constraint planted check (content is null) not valid`.execute(app.db)
  await sql`alter table confessions rename column content to content_away`.execute(app.db)
  await expect(publishAll()).rejects.toThrow('1 anonymous items wait longer')
  await sql`alter table confessions rename column content_away to content`.execute(app.db)
  await sql`alter table confessions drop constraint planted`.execute(app.db)
  expect(await publishAll()).toBe(1)
  expect(await loadConfessions(grace)).toHaveLength(1)
})

test('two servers publish each item once', async () => {
  const other = await buildServer(app.config, app.db, await openTestKeys())
  for (let count = 0; count < 20; count++) await makeConfession(app, ada, { content: `Confession ${count}` })
  await sql`update pending_items set publish_at = now()`.execute(app.db)
  const counts = await Promise.all([app, other, app].map(({ pending }) => pending.publishDue(app.db)))
  expect(counts.reduce((sum, count) => sum + count)).toBe(20)
  expect(await loadConfessions(grace)).toHaveLength(20)
  await other.http.close()
})

test('a pending item survives the end of its server', async () => {
  await makeConfession(app, ada, { content: 'Still here after all' })
  const next = await buildServer(app.config, app.db, await openTestKeys())
  expect((await as(next, ada)(confessions.list)).body.data[0]?.content).toBe('Still here after all')
  await sql`update pending_items set publish_at = now() - interval '1 hour'`.execute(app.db)
  const publishing = next.pending.start(app.db, () => {})
  await expect.poll(async () => (await loadConfessions(grace)).length).toBe(1)
  await publishing.stop()
  await next.http.close()
})

test('a user has at most 32 pending items; further ones are refused without loss', async () => {
  const body = (count: number) => ({ content: `Post number ${count}`, is_anonymous: true })
  const replies = []
  for (let count = 0; count < 34; count++) replies.push(await as(app, ada)(posts.create, { body: body(count) }))
  expect(replies.map(({ status }) => status)).toEqual([...Array(32).fill(201), 429, 429])
  expect(await publishAll()).toBe(32)
})

test('an author sees a pending item in the next period, and when another server whose clock is ahead stored it', async () => {
  const markPeriod = 15 * 60_000
  const boundary = Math.ceil(Date.now() / markPeriod) * markPeriod
  const setClock = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: boundary + seconds * 1000 })
  setClock(-20)
  const before = await makePost(app, ada, { anonymous: true })
  setClock(20)
  const after = await makePost(app, ada, { anonymous: true })
  for (const seconds of [-30, 100]) {
    setClock(seconds)
    const seen = (await loadFeed(ada)).map(({ id }) => id)
    expect(seen.sort(), `${seconds} s`).toEqual([before.id, after.id].sort())
    expect(await loadFeed(grace)).toEqual([])
  }
})

test('readers look for pending items only if one may be their own', async () => {
  const countLookups = async (reader: TestUser) => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    await loadFeed(reader)
    const texts = query.mock.calls.map(([statement]) => (statement as { text?: string } | undefined)?.text ?? '')
    query.mockRestore()
    return texts.filter((text) => text.includes('"sealed"')).length
  }
  await makePost(app, ada, { anonymous: true })
  expect([await countLookups(ada), await countLookups(grace)]).toEqual([1, 0])

  const writer = await makeUser(app, { school })
  for (let number = 0; number < 32; number++) await makePost(app, writer, { anonymous: true, content: `${number}` })
  expect(await countLookups(grace), 'too many to compare them first').toBe(1)
  expect((await loadFeed(ada)).length).toBe(1)
})

test('concurrent requests each get a separate slot', async () => {
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, count) =>
      as(app, ada)(confessions.create, { body: { content: `Number ${count} of 20` } }),
    ),
  )
  expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(201))
  expect(await loadConfessions(ada)).toHaveLength(20)
})

test('a replayed request returns its item, also while it is pending', async () => {
  const ask = { body: { content: 'Only once, please' }, headers: { 'idempotency-key': 'once' } }
  const first = await as(app, ada)(confessions.create, ask)
  expect((await as(app, ada)(confessions.create, ask)).body).toEqual(first.body)
  expect(await publishAll()).toBe(1)
  expect((await as(app, ada)(confessions.create, ask)).body).toEqual(first.body)
  expect(await loadConfessions(grace)).toHaveLength(1)
})

test('streams receive an anonymous comment when it is published', async () => {
  const post = await makePost(app, ada, { anonymous: true })
  await publishAll()
  const stream = await openStream(app, grace, { posts: [post.id] })
  await makeComment(app, ada, post)
  await makeComment(app, grace, post, { content: 'A fence' })
  const first = (await stream.next('post.commented')).body as { comments_count: number }
  expect(first.comments_count, 'the signed comment').toBe(1)
  await publishAll()
  const second = (await stream.next('post.commented')).body as { comments_count: number }
  expect(second.comments_count).toBe(2)
  stream.close()
})

test('the author of an anonymous post can sign a comment below it', async () => {
  const post = await makePost(app, ada, { anonymous: true })
  await publishAll()
  const say = (person: TestUser, is_anonymous?: boolean) =>
    as(app, person)(comments.create, { body: { post_id: post.id, content: 'Well', is_anonymous } })
  expect((await say(ada)).body.data).toMatchObject({ is_anonymous: true, author_id: null })
  expect((await say(ada, true)).body.data).toMatchObject({ is_anonymous: true, author_id: null })
  expect((await say(ada, false)).body.data).toMatchObject({ is_anonymous: false, author_id: ada.id })
  expect((await say(grace, true)).body.data).toMatchObject({ is_anonymous: false, author_id: grace.id })
})

test('replies for the author of an anonymous item are as long as for others', async () => {
  const post = await makePost(app, ada, { anonymous: true })
  await makeConfession(app, ada)
  const professor = await makeProfessor(app, grace)
  await as(app, ada)(ratings.create, { params: { id: professor.id }, body: { ...sampleRating, anonymous: true } })
  await publishAll()
  await makeComment(app, ada, post)
  await publishAll()
  const alan = await makeUser(app, { school, name: 'Alan' })
  for (const url of [
    '/api/posts/feed',
    `/api/posts/${post.id}`,
    `/api/posts/${post.id}/comments`,
    '/api/confessions',
    `/api/professors/${professor.id}`,
    `/api/professors/${professor.id}/ratings`,
  ]) {
    const sizes = []
    for (const { cookie } of [ada, alan]) {
      const reply = await app.http.inject({ url, headers: { cookie, 'accept-encoding': 'gzip, deflate, br, zstd' } })
      expect(reply.json().success, url).toBe(true)
      expect(reply.headers, 'the padding would compress away').not.toHaveProperty('content-encoding')
      expect(reply.headers['cache-control'], 'nor may a proxy compress it').toContain('no-transform')
      sizes.push(reply.rawPayload.length)
    }
    expect(sizes[0], url).toBe(sizes[1])
  }
})

test('a key rotation re-encrypts pending items', async () => {
  await makeConfession(app, ada)
  await makeConfession(app, ada)
  const newest = 'the key that comes after it, long enough as well'
  const before = await openKeysHere([newest, app.config.secretKey ?? ''])
  const after = await openKeysHere([newest])
  expect(await withTransaction(app.db, (trx) => rekeyPendingItems(trx, before.anonymity, after.anonymity))).toBe(2)
  const next = await buildServer(app.config, app.db, await openKeysHere([newest]))
  expect((await as(next, ada)(confessions.list)).body.data).toHaveLength(2)
  await sql`update pending_items set publish_at = now()`.execute(app.db)
  expect(await next.pending.publishDue(app.db)).toBe(2)
  await next.http.close()
})

test('a second rating while the first anonymous one is pending replies as a first, and its author is notified', async () => {
  const professor = await makeProfessor(app, grace)
  const rate = (anonymous: boolean) =>
    as(app, ada)(ratings.create, { params: { id: professor.id }, body: { ...sampleRating, anonymous } })
  expect((await rate(true)).status).toBe(201)
  for (const anonymous of [true, false]) expect((await rate(anonymous)).status).toBe(201)
  await publishAll()
  const { rows } = await sql<{ payload: object }>`
    delete from graphile_worker._private_jobs where payload::jsonb ? 'sealedNotice' returning payload`.execute(app.db)
  const [job] = app.notifications.jobs(app.db)
  for (const { payload } of rows) await job?.run(payload)
  const { data } = (await as(app, ada)(notifications.list)).body
  expect(data.map(({ sentence, times }) => [sentence, times])).toEqual([
    ['You had already rated this professor. Your earlier rating stays.', 2],
  ])
  const { body } = await as(app, grace)(professors.show, { params: { id: professor.id } })
  expect(body.data.total_ratings).toBe(1)
})
