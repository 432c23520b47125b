import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mailJob } from '../../../shared/server/notifications.ts'
import { as, signedOut } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeComment, makePost } from '../../../testing/factories/posts.ts'
import { deleteUser, makeBlock, makeUser } from '../../../testing/factories/users.ts'
import { notifications } from '../../notifications/contract.ts'
import { comments, posts } from '../contract.ts'

const { app, school, ada, grace, foreigner } = await campus({
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace' } },
  foreign: { people: { foreigner: {} } },
})

type Item = { readonly id: string }
const at = ({ id }: Item) => ({ params: { id } })
const say = (person: { cookie: string }, body: unknown) => as(app, person)(comments.create, { body })
const loadComments = async (post: Item, person = ada, query = {}) =>
  (await as(app, person)(comments.list, { ...at(post), query })).body
const loadTexts = async (post: Item, person = ada) =>
  (await loadComments(post, person)).data.map(({ content }) => content)

/** The stored count and the number of rows that it counts. */
async function counts({ id }: Item) {
  const { rows } = await sql<{ count: number; rows: number }>`
    select comment_count as count, (select count(*)::int from comments where post_id = ${id}) as rows
    from posts where id = ${id}`.execute(app.db)
  return rows[0]
}

test('creates a comment below its post and counts it', async () => {
  const post = await makePost(app, ada)
  const { status, body } = await say(grace, { post_id: post.id, content: ' Well said ' })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({
    post_id: post.id,
    parent_id: null,
    author_id: grace.id,
    author: { name: 'Grace' },
    content: 'Well said',
    is_anonymous: false,
    is_author: true,
    like_count: 0,
    likes_count: 0,
    is_liked: false,
    can: { delete: true, report: false },
  })
  expect((await loadComments(post)).data).toMatchObject([
    { id: body.data.id, is_author: false, can: { delete: false, report: true } },
  ])
  expect((await as(app, ada)(posts.show, at(post))).body.data).toMatchObject({ comment_count: 1, comments_count: 1 })
  expect((await say(signedOut, { post_id: post.id, content: 'x' })).status).toBe(401)
})

test.each([
  ['no text', {}, 'Write a comment first'],
  ['an empty text', { content: '' }, 'Write a comment first'],
  ['blanks', { content: ' \n\u200b' }, 'Write a comment first'],
  ['a number', { content: 5 }, 'Write a comment first'],
  ['2001 emoji', { content: '🙂'.repeat(2001) }, 'Keep your comment within 2,000 characters'],
  ['a NUL', { content: 'a\0b' }, 'This text contains characters we can’t save'],
  ['an invalid post id', { content: 'x', post_id: 'x' }, 'post_id is missing or invalid'],
  ['an invalid parent id', { content: 'x', parent_id: 'x' }, 'parent_id is missing or invalid'],
])('rejects a comment of %s', async (_what, body, error) => {
  const post = await makePost(app, ada)
  expect(await say(grace, { post_id: post.id, ...body })).toMatchObject({
    status: 400,
    body: { success: false, error },
  })
  expect(await counts(post)).toEqual({ count: 0, rows: 0 })
})

test('accepts a comment of 2000 characters', async () => {
  const post = await makePost(app, ada)
  expect((await say(grace, { post_id: post.id, content: '🙂'.repeat(2000) })).status).toBe(201)
})

test('accepts as a parent only a comment of the same post', async () => {
  const [post, elsewhere] = [await makePost(app, ada), await makePost(app, ada)]
  const comment = await makeComment(app, grace, post)
  const reply = await makeComment(app, ada, post, { content: 'Thank you', parent: comment })
  expect(reply.parent_id).toBe(comment.id)
  expect((await makeComment(app, grace, post, { parent: reply })).parent_id).toBe(reply.id)
  expect(await counts(post)).toEqual({ count: 3, rows: 3 })

  const other = await makeComment(app, grace, elsewhere)
  const foreign = await makeComment(app, foreigner, await makePost(app, foreigner))
  for (const parent of [other.id, foreign.id, randomUUID(), post.id]) {
    const { status, body } = await say(ada, { post_id: post.id, content: 'x', parent_id: parent })
    expect(status).toBe(404)
    expect(body.error).toBe('Comment not found')
  }
  expect(await counts(post)).toEqual({ count: 3, rows: 3 })
})

test('returns 404 for posts and comments of another school', async () => {
  const post = await makePost(app, foreigner)
  const comment = await makeComment(app, foreigner, post)
  for (const id of [post.id, randomUUID()]) {
    expect((await say(ada, { post_id: id, content: 'x' })).body.error).toBe('Post not found')
    expect((await as(app, ada)(comments.list, at({ id }))).status).toBe(404)
  }
  for (const route of [comments.like, comments.unlike, comments.remove]) {
    const answers = await Promise.all([comment.id, randomUUID()].map((id) => as(app, ada)(route, at({ id }))))
    for (const { status, body } of answers) expect([status, body.error]).toEqual([404, 'Comment not found'])
  }
  expect(await counts(post)).toEqual({ count: 1, rows: 1 })
})

test('lists comments in pages, oldest first', async () => {
  const post = await makePost(app, ada)
  const texts = Array.from({ length: 7 }, (_, place) => `comment ${place}`)
  for (const content of texts) await makeComment(app, grace, post, { content })
  expect(await loadTexts(post)).toEqual(texts)
  expect((await loadComments(post)).pagination).toEqual({ page: 1, limit: 200, hasMore: false })

  const second = await loadComments(post, ada, { page: 2, limit: 3 })
  expect(second.data.map(({ content }) => content)).toEqual(texts.slice(3, 6))
  expect(second.pagination).toEqual({ page: 2, limit: 3, hasMore: true })
  expect((await loadComments(post, ada, { page: 3, limit: 3 })).pagination.hasMore).toBe(false)
  expect((await loadComments(post, ada, { page: 'x', limit: -5 })).pagination).toMatchObject({ page: 1, limit: 200 })
  expect((await loadComments(post, ada, { limit: 9999 })).pagination.limit).toBe(200)
})

test('lets only the author delete a comment, with all replies below it', async () => {
  const post = await makePost(app, ada)
  const comment = await makeComment(app, grace, post, { content: 'root' })
  const reply = await makeComment(app, ada, post, { content: 'reply', parent: comment })
  await makeComment(app, grace, post, { content: 'reply to the reply', parent: reply })
  await makeComment(app, ada, post, { content: 'another' })
  await as(app, ada)(comments.like, at(reply))
  const dean = await makeUser(app, { school, role: 'admin' })
  for (const other of [ada, dean]) expect((await as(app, other)(comments.remove, at(comment))).status).toBe(403)
  expect(await counts(post)).toEqual({ count: 4, rows: 4 })

  expect((await as(app, grace)(comments.remove, at(comment))).body).toEqual({ success: true })
  expect(await loadTexts(post)).toEqual(['another'])
  expect(await counts(post)).toEqual({ count: 1, rows: 1 })
  expect(await app.db.selectFrom('comment_likes').selectAll().where('comment_id', '=', reply.id).execute()).toEqual([])
  expect((await as(app, grace)(comments.remove, at(comment))).status).toBe(404)
})

test('keeps the comment count exact when replies arrive while the parent is deleted', async () => {
  const post = await makePost(app, ada)
  for (let round = 0; round < 3; round++) {
    const parents = await Promise.all(Array.from({ length: 3 }, () => makeComment(app, grace, post)))
    const answers = await Promise.all([
      ...parents.flatMap((parent) =>
        Array.from({ length: 10 }, () => say(ada, { post_id: post.id, content: 'reply', parent_id: parent.id })),
      ),
      ...parents.map((parent) => as(app, grace)(comments.remove, at(parent))),
      ...Array.from({ length: 5 }, () => say(grace, { post_id: post.id, content: 'free' })),
    ])
    for (const { status } of answers) expect([200, 201, 404]).toContain(status)
  }
  const { count, rows } = (await counts(post)) ?? {}
  expect(count).toBe(rows)
  expect(await loadTexts(post)).toEqual(Array(15).fill('free'))
})

test('leaves no comment behind when comments arrive while the post is deleted', async () => {
  const post = await makePost(app, ada)
  const [removed, ...answers] = await Promise.all([
    as(app, ada)(posts.remove, at(post)),
    ...Array.from({ length: 20 }, () => say(grace, { post_id: post.id, content: 'x' })),
  ])
  expect(removed.status).toBe(200)
  for (const { status } of answers) expect([201, 404]).toContain(status)
  expect(await app.db.selectFrom('comments').selectAll().where('post_id', '=', post.id).execute()).toEqual([])
})

test('stores nothing of a comment that waits for the removal of its post', async () => {
  const author = await makeUser(app, { school })
  const post = await makePost(app, author)
  let isAnswered = false
  const sent = await app.db.transaction().execute(async (trx) => {
    await trx.updateTable('posts').set({ withheld_at: new Date() }).where('id', '=', post.id).execute()
    const pending = say(grace, { post_id: post.id, content: 'Too late' }).finally(() => {
      isAnswered = true
    })
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while (!isAnswered && (await waiting.execute(app.db)).rows.length === 0);
    return { pending }
  })
  expect((await sent.pending).status).toBe(404)
  expect(await counts(post)).toEqual({ count: 0, rows: 0 })
  expect(await sql`select from notifications where user_id = ${author.id}`.execute(app.db)).toMatchObject({ rows: [] })
})

test('stores a comment once when the author of the post gets an email about it', async () => {
  const author = await makeUser(app, { school })
  await as(app, author)(notifications.choose, { body: { ways: { comment: 'mail' } } })
  const post = await makePost(app, author)
  expect((await say(grace, { post_id: post.id, content: 'By mail' })).status).toBe(201)
  expect(await counts(post)).toEqual({ count: 1, rows: 1 })
  const { rows: stored } = await sql`select times, due from notifications where user_id = ${author.id}`.execute(app.db)
  expect(stored).toEqual([{ times: 1, due: 'mail' }])
  const { rows: jobs } = await sql`select from graphile_worker.jobs where task_identifier = ${mailJob}`.execute(app.db)
  expect(jobs).toHaveLength(1)
})

test('keeps only the author of an anonymous post anonymous in its comments', async () => {
  const post = await makePost(app, ada, { anonymous: true })
  const mine = await makeComment(app, ada, post, { content: 'by the author' })
  const hers = await makeComment(app, grace, post, { content: 'by Grace' })
  const answer = await makeComment(app, ada, post, { content: 'a reply by the author', parent: hers })

  for (const own of [mine, answer]) {
    expect(own).toMatchObject({
      author_id: null,
      author: { id: null, name: 'Anonymous' },
      is_anonymous: true,
      is_author: true,
    })
    const { rows } = await sql<{ text: string; seconds: number }>`
      select comments::text as text, extract(second from created_at)::float as seconds
      from comments where id = ${own.id}`.execute(app.db)
    expect(rows[0]?.seconds).toBe(0)
    expect(rows[0]?.text).not.toContain(ada.id)
    expect(own.id[14]).toBe('4')
  }
  expect(hers).toMatchObject({ author_id: grace.id, is_anonymous: false })

  const seen = (await loadComments(post, grace)).data.filter(({ is_anonymous }) => is_anonymous)
  expect(seen.length).toBe(2)
  for (const comment of seen)
    expect(comment).toMatchObject({ author_id: null, is_author: false, can: { delete: false, report: true } })
  expect((await as(app, grace)(comments.remove, at(mine))).status).toBe(403)
  expect((await as(app, ada)(comments.remove, at(mine))).status).toBe(200)
  const named = await makeComment(app, ada, await makePost(app, grace, { anonymous: true }))
  expect(named).toMatchObject({ author_id: ada.id, is_anonymous: false })
})

test('hides comments between blocked users in both directions, but no anonymous comments', async () => {
  const [alan, eve] = [await makeUser(app, { school, name: 'Alan' }), await makeUser(app, { school, name: 'Eve' })]
  const post = await makePost(app, ada)
  const his = await makeComment(app, alan, post, { content: 'from Alan' })
  await makeComment(app, eve, post, { content: 'from Eve' })
  const sealed = await makePost(app, alan, { anonymous: true })
  await makeComment(app, alan, sealed, { content: 'sealed Alan' })
  await makeBlock(app, eve, alan)

  expect(await loadTexts(post, eve)).toEqual(['from Eve'])
  expect(await loadTexts(post, alan)).toEqual(['from Alan'])
  expect(await loadTexts(post, ada)).toEqual(['from Alan', 'from Eve'])
  expect(await loadTexts(sealed, eve)).toEqual(['sealed Alan'])
  expect((await as(app, eve)(comments.like, at(his))).status).toBe(404)
  expect((await say(eve, { post_id: post.id, content: 'x', parent_id: his.id })).status).toBe(404)
})

test('returns 404 for comments on the post of a blocked or deleted user', async () => {
  const alan = await makeUser(app, { school })
  const post = await makePost(app, alan)
  const comment = await makeComment(app, ada, post)
  expect((await as(app, grace)(comments.like, at(comment))).status).toBe(200)
  await makeBlock(app, alan, grace)
  expect((await as(app, grace)(comments.unlike, at(comment))).status).toBe(404)
  await deleteUser(app, alan)
  expect((await as(app, ada)(comments.like, at(comment))).status).toBe(404)
})

test('does not list the comments of a deleted user', async () => {
  const alan = await makeUser(app, { school })
  const post = await makePost(app, ada)
  await makeComment(app, alan, post, { content: 'from Alan' })
  await makeComment(app, grace, post, { content: 'from Grace' })
  await deleteUser(app, alan)
  expect(await loadTexts(post)).toEqual(['from Grace'])
})
