// Long, because one set of users serves every rule about posts.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { as, signedOut } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeComment, makePost } from '../../../testing/factories/posts.ts'
import { comments, posts } from '../contract.ts'

const { app, ada, grace, dean, foreigner } = await campus({
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace' }, dean: { name: 'Dean', role: 'admin' } },
  foreign: { people: { foreigner: {} } },
})

const create = (body: unknown, headers = {}) => as(app, ada)(posts.create, { body, headers })
const at = ({ id }: { id: string }) => ({ params: { id } })
const findRow = ({ id }: { id: string }) =>
  app.db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirst()
const countRows = async (table: 'posts' | 'comments' | 'post_likes' | 'comment_likes' | 'idempotency_keys') => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(app.db)
  return rows[0]?.count
}

test('shows a new post at the top of the feed of its school and in no other school', async () => {
  const { status, body } = await create({ content: 'The library is open' })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({
    content: 'The library is open',
    type: 'text',
    author_id: ada.id,
    author: { name: 'Ada' },
    visibility: 'school',
    like_count: 0,
    likes_count: 0,
    comment_count: 0,
    comments_count: 0,
    is_author: true,
    edited_at: null,
  })

  const feed = await as(app, grace)(posts.feed)
  expect(feed.body.data[0]).toMatchObject({
    id: body.data.id,
    is_author: false,
    can: { edit: false, delete: false, report: true },
  })
  expect((await as(app, foreigner)(posts.feed)).body.data).toEqual([])
  expect((await as(app, signedOut)(posts.feed)).status).toBe(401)
})

test.each([
  ['no text', {}, 'Please write something to post'],
  ['null', { content: null }, 'Please write something to post'],
  ['a number', { content: 5 }, 'Please write something to post'],
  ['a list', { content: ['x'] }, 'Please write something to post'],
  ['an empty text', { content: '' }, 'Post cannot be empty'],
  ['blanks', { content: ' \n\t\u00a0 ' }, 'Post cannot be empty'],
  ['characters that show nothing', { content: '\u200b\u2060\u00ad\ufeff' }, 'Post cannot be empty'],
  ['fillers', { content: '\u3164\u2800\u115f\uffa0' }, 'Post cannot be empty'],
  ['2001 letters', { content: 'x'.repeat(2001) }, 'Post cannot exceed 2000 characters'],
  ['2001 emoji', { content: '🙂'.repeat(2001) }, 'Post cannot exceed 2000 characters'],
])('rejects a post of %s with the documented error on create and on update', async (_what, body, error) => {
  const before = await countRows('posts')
  const refusal = { status: 400, body: { success: false, error, fields: { content: error } } }
  expect(await create(body)).toMatchObject(refusal)
  expect(await countRows('posts')).toBe(before)
  if (!('content' in body)) return // an update without a text changes nothing
  const post = await makePost(app, ada)
  expect(await as(app, ada)(posts.update, { ...at(post), body })).toMatchObject(refusal)
  expect(await findRow(post)).toMatchObject({ content: 'Good morning', edited_at: null })
})

test('counts code points after trimming when it checks the length', async () => {
  for (const content of ['x'.repeat(2000), '🙂'.repeat(2000), ` ${'é'.repeat(2000)}\n`, 'x']) {
    const { status, body } = await create({ content })
    expect(status).toBe(201)
    expect(body.data.content).toBe(content.trim())
  }
})

test.each([
  ['a NUL', 'a\0b'],
  ['half a character', 'a\ud83d'],
  ['the other half of a character', '\ude42b'],
])('rejects a text with %s, which the database cannot store', async (_what, content) => {
  expect((await create({ content })).status).toBe(400)
})

test('returns every text that can be stored unchanged', async () => {
  const texts = [
    "'; drop table posts; --",
    '<script>alert(1)</script>',
    'مرحبا \u202eright to left',
    `e${'\u0301'.repeat(500)}`,
    '$1 %s \\ " {}',
  ]
  for (const content of texts) expect((await makePost(app, ada, { content })).content).toBe(content)
})

test('accepts only own uploads as attachments, at most ten', async () => {
  const refused = async (media_urls: unknown) => {
    const { status, body } = await create({ content: 'Look', media_urls })
    expect(status).toBe(400)
    return body.error
  }
  for (const url of ['https://evil.example/a.png', 'javascript:alert(1)', '/media/of-another-user.png', ''])
    expect(await refused([url])).toBe('You can only attach files you uploaded.')
  expect(await refused(Array(11).fill('/media/a.png'))).toBe('Maximum 10 files allowed')
  expect(await refused('/media/a.png')).toBe('media_urls is missing or invalid')
  expect(await refused([5])).toBe('media_urls.0 is missing or invalid')

  const post = await makePost(app, ada)
  const change = await as(app, ada)(posts.update, {
    ...at(post),
    body: { media_urls: ['https://evil.example/a.png'] },
  })
  expect(change.status).toBe(400)
  expect((await create({ content: 'Nothing attached', media_urls: [], type: 'image' })).body.data.type).toBe('text')
})

test('accepts only the school as visibility', async () => {
  for (const visibility of ['public', 'friends', '', null, true])
    expect((await create({ content: 'x', visibility })).status, String(visibility)).toBe(400)
  expect((await create({ content: 'x', visibility: 'school' })).status).toBe(201)
})

test('accepts only booleans as flags', async () => {
  for (const is_anonymous of ['true', 1, null, [true], {}])
    expect((await create({ content: 'x', is_anonymous })).status, JSON.stringify(is_anonymous)).toBe(400)
})

test('ignores fields that a client may not set on a post', async () => {
  const id = randomUUID()
  const { body } = await create({
    content: 'x',
    id,
    author_id: grace.id,
    school_id: foreigner.schoolId,
    like_count: 99,
    comment_count: 99,
    created_at: 0,
    group_id: id,
    is_author: false,
    can: { delete: false },
  })
  const row = await findRow(body.data)
  expect(row).toMatchObject({
    author_id: ada.id,
    school_id: ada.schoolId,
    like_count: 0,
    comment_count: 0,
    group_id: null,
  })
  expect(row?.id).not.toBe(id)
  expect(Date.now() - Number(row?.created_at)).toBeLessThan(60_000)
})

test('lets only the author edit a post', async () => {
  const post = await makePost(app, ada, { content: 'Tuseday' })
  const change = { ...at(post), body: { content: 'Tuesday', is_anonymous: true, author_id: grace.id } }
  for (const other of [grace, dean]) expect((await as(app, other)(posts.update, change)).status).toBe(403)
  expect(await findRow(post)).toMatchObject({ content: 'Tuseday' })

  const { status, body } = await as(app, ada)(posts.update, change)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    content: 'Tuesday',
    is_anonymous: false,
    author_id: ada.id,
    created_at: post.created_at,
  })
  expect(body.data.edited_at).toBeGreaterThanOrEqual(post.created_at)
  expect((await as(app, grace)(posts.show, at(post))).body.data.content).toBe('Tuesday')
})

test('changes nothing when an update is empty', async () => {
  const post = await makePost(app, ada)
  expect((await as(app, ada)(posts.update, { ...at(post), body: {} })).body.data).toEqual(post)
})

test('lets only the author delete a post, with its comments and likes', async () => {
  const post = await makePost(app, ada)
  const comment = await makeComment(app, grace, post)
  await as(app, grace)(posts.like, at(post))
  await as(app, grace)(comments.like, at(comment))
  for (const other of [grace, dean]) {
    const { status, body } = await as(app, other)(posts.remove, at(post))
    expect(status).toBe(403)
    expect(body).not.toHaveProperty('isBlocked')
  }
  const tables = ['posts', 'comments', 'post_likes', 'comment_likes'] as const
  const before = await Promise.all(tables.map(countRows))

  expect((await as(app, ada)(posts.remove, at(post))).body).toEqual({ success: true })
  expect(await Promise.all(tables.map(countRows))).toEqual(before.map((count) => (count ?? 0) - 1))
  expect((await as(app, ada)(posts.remove, at(post))).status).toBe(404)
})

test('answers alike for a post that is of another school, deleted or unknown', async () => {
  const gone = await makePost(app, ada)
  await as(app, ada)(posts.remove, at(gone))
  const unknown = { missing: randomUUID(), gone: gone.id, foreign: (await makePost(app, foreigner)).id, none: 'x' }
  const calls = [posts.show, posts.update, posts.remove, posts.like, posts.unlike, comments.list]
  for (const route of calls) {
    for (const [why, id] of Object.entries(unknown)) {
      const { status, body } = await as(app, ada)(route, {
        params: { id },
        body: route === posts.update ? {} : undefined,
      })
      expect(status, `${route.method} ${route.path} ${why}`).toBe(404)
      if (why !== 'none')
        expect(body, why).toMatchObject({ success: false, error: 'Post not found', code: 'not_found' })
    }
  }
})

test('creates one post and returns one reply for 50 requests with the same idempotency key', async () => {
  const before = await countRows('posts')
  const headers = { 'idempotency-key': randomUUID() }
  const answers = await Promise.all(Array.from({ length: 50 }, () => create({ content: 'Once' }, headers)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await countRows('posts')).toBe((before ?? 0) + 1)
})

test('scopes an idempotency key to one user and one route', async () => {
  const headers = { 'idempotency-key': 'my first' }
  const mine = (await create({ content: 'Mine' }, headers)).body.data
  const hers = (await as(app, grace)(posts.create, { body: { content: 'Hers' }, headers })).body.data
  expect(hers).toMatchObject({ content: 'Hers', author_id: grace.id })
  const comment = await as(app, ada)(comments.create, { body: { post_id: mine.id, content: 'A comment' }, headers })
  expect(comment.body.data).toMatchObject({ post_id: mine.id, content: 'A comment' })
  const likes = [mine, hers].map(async (post) => (await as(app, ada)(posts.like, { ...at(post), headers })).body.data)
  expect(await Promise.all(likes)).toEqual(Array(2).fill({ is_liked: true, likes_count: 1 }))
})

test('does not consume the idempotency key of a failed request', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  expect((await create({ content: '' }, headers)).status).toBe(400)
  const comment = { content: 'x', post_id: randomUUID() }
  expect((await as(app, ada)(comments.create, { body: comment, headers })).status).toBe(404)
  expect((await create({ content: 'Second try' }, headers)).body.data.content).toBe('Second try')
  expect((await create({ content: 'x' }, { 'idempotency-key': 'x'.repeat(201) })).status).toBe(400)
  expect((await create({ content: 'x' }, { 'idempotency-key': 'x'.repeat(200) })).status).toBe(201)
})

test('encrypts the stored reply of an anonymous create, replays it, and stores no exact time', async () => {
  await app.db.deleteFrom('idempotency_keys').execute()
  const body = { content: 'Secret', is_anonymous: true }
  const headers = { 'idempotency-key': 'a key that only Ada knows' }
  const first = await create(body, headers)
  expect((await create(body, headers)).body).toEqual(first.body)
  const { rows } = await sql<{ text: string; coarse: boolean }>`
    select idempotency_keys::text as text, created_at = date_trunc('minute', created_at) as coarse
    from idempotency_keys`.execute(app.db)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.coarse).toBe(true)
  for (const trace of [
    'Secret',
    'is_author',
    ada.id,
    ada.id.replaceAll('-', ''),
    ada.name,
    ada.email,
    'a key that only Ada knows',
  ])
    expect(rows[0]?.text).not.toContain(trace)
})
