import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { mailJob } from '../../../shared/server/notifications.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeComment, makePost } from '../../../testing/factories/posts.ts'
import { makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { notifications } from '../../notifications/contract.ts'
import { comments, posts } from '../contract.ts'

let crowd: TestUser[]

const { app, school, ada } = await campus({ people: { ada: {} } })
beforeAll(async () => {
  crowd = await Promise.all(Array.from({ length: 50 }, () => makeUser(app, { school })))
})

/** A post and a comment, which are liked in the same way. */
const likeable = {
  post: {
    make: () => makePost(app, ada),
    like: posts.like,
    unlike: posts.unlike,
    shown: async (id: string) => (await as(app, ada)(posts.show, { params: { id } })).body.data,
    tables: ['posts', 'post_likes', 'post_id'],
  },
  comment: {
    make: async () => makeComment(app, ada, await makePost(app, ada)),
    like: comments.like,
    unlike: comments.unlike,
    shown: async (id: string) => {
      const row = await app.db.selectFrom('comments').select('post_id').where('id', '=', id).executeTakeFirst()
      const list = await as(app, ada)(comments.list, { params: { id: row?.post_id ?? '' } })
      return list.body.data.find((comment) => comment.id === id)
    },
    tables: ['comments', 'comment_likes', 'comment_id'],
  },
} as const

const kinds = Object.keys(likeable) as (keyof typeof likeable)[]

/** The stored count and the number of rows that it counts. */
async function counts(kind: keyof typeof likeable, id: string) {
  const [of, likes, key] = likeable[kind].tables
  const { rows } = await sql<{ count: number; rows: number }>`
    select like_count as count, (select count(*)::int from ${sql.table(likes)} where ${sql.ref(key)} = ${id}) as rows
    from ${sql.table(of)} where id = ${id}`.execute(app.db)
  return rows[0]
}

test.each(kinds)('counts two likes of a %s by one user once, and so it does two unlikes', async (kind) => {
  const { make, like, unlike, shown } = likeable[kind]
  const { id } = await make()
  const ask = { params: { id } }
  for (let times = 0; times < 2; times++) {
    const { status, body } = await as(app, ada)(like, ask)
    expect(status).toBe(200)
    expect(body.data).toEqual({ likes_count: 1, is_liked: true })
  }
  expect(await shown(id)).toMatchObject({ like_count: 1, likes_count: 1, is_liked: true })
  for (let times = 0; times < 2; times++)
    expect((await as(app, ada)(unlike, ask)).body.data).toEqual({ likes_count: 0, is_liked: false })
  expect(await shown(id)).toMatchObject({ like_count: 0, is_liked: false })
})

test.each(kinds)('removes only the viewer’s own like of a %s', async (kind) => {
  const { make, like, unlike, shown } = likeable[kind]
  const { id } = await make()
  const [grace, alan] = crowd as [TestUser, TestUser]
  await as(app, grace)(like, { params: { id } })
  expect((await as(app, alan)(unlike, { params: { id } })).body.data).toEqual({ likes_count: 1, is_liked: false })
  expect(await shown(id)).toMatchObject({ like_count: 1, is_liked: false })
})

test.each(kinds)('counts 50 concurrent likes of a %s exactly', async (kind) => {
  const { make, like } = likeable[kind]
  const { id } = await make()
  const answers = await Promise.all(crowd.map((person) => as(app, person)(like, { params: { id } })))
  expect(answers.map(({ body }) => body.data.likes_count).sort((count, nextCount) => count - nextCount)).toEqual(
    Array.from({ length: 50 }, (_, place) => place + 1),
  )
  expect(await counts(kind, id)).toEqual({ count: 50, rows: 50 })
})

test.each(kinds)(
  'keeps the count of a %s consistent when one user likes and unlikes it 50 times concurrently',
  async (kind) => {
    const { make, like, unlike } = likeable[kind]
    const { id } = await make()
    await as(app, crowd[0] as TestUser)(like, { params: { id } })
    const storm = Array.from({ length: 50 }, (_, turn) => as(app, ada)(turn % 2 ? like : unlike, { params: { id } }))
    for (const { status, body } of await Promise.all(storm)) {
      expect(status).toBe(200)
      expect([1, 2]).toContain(body.data.likes_count)
    }
    const { count, rows } = (await counts(kind, id)) ?? {}
    expect(count).toBe(rows)
  },
)

test.each(kinds)('keeps the count of a %s consistent when 50 users like and unlike it concurrently', async (kind) => {
  const { make, like, unlike } = likeable[kind]
  const { id } = await make()
  const storm = crowd.flatMap((person) =>
    [like, unlike, like].map((route) => as(app, person)(route, { params: { id } })),
  )
  for (const { status } of await Promise.all(storm)) expect(status).toBe(200)
  const { count, rows } = (await counts(kind, id)) ?? {}
  expect(count).toBe(rows)
  await Promise.all(crowd.map((person) => as(app, person)(like, { params: { id } })))
  expect(await counts(kind, id)).toEqual({ count: 50, rows: 50 })
})

test('refuses likes that arrive while the post is deleted, without an error', async () => {
  const { id } = await makePost(app, ada)
  const storm = crowd.map((person) => as(app, person)(posts.like, { params: { id } }))
  const [removed, ...likes] = await Promise.all([as(app, ada)(posts.remove, { params: { id } }), ...storm])
  expect(removed.status).toBe(200)
  for (const { status } of likes) expect([200, 404]).toContain(status)
  expect(await app.db.selectFrom('post_likes').selectAll().where('post_id', '=', id).execute()).toEqual([])
})

test.each(['like', 'unlike'] as const)(
  'changes nothing with a %s that waits for the removal of its post',
  async (act) => {
    const { id } = await makePost(app, ada)
    const [grace, alan] = crowd as [TestUser, TestUser]
    await as(app, grace)(posts.like, { params: { id } })
    const person = act === 'like' ? alan : grace
    let answered = false
    const sent = await app.db.transaction().execute(async (trx) => {
      await trx.updateTable('posts').set({ withheld_at: new Date() }).where('id', '=', id).execute()
      const pending = as(app, person)(posts[act], { params: { id } }).finally(() => {
        answered = true
      })
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      while (!answered && (await waiting.execute(app.db)).rows.length === 0);
      return { pending }
    })
    expect((await sent.pending).status).toBe(404)
    expect(await counts('post', id)).toEqual({ count: 1, rows: 1 })
  },
)

test('counts a like once when its author gets an email about it', async () => {
  const author = await makeUser(app, { school })
  await as(app, author)(notifications.choose, { body: { ways: { like: 'mail' } } })
  const { id } = await makePost(app, author)
  expect((await as(app, ada)(posts.like, { params: { id } })).body.data).toEqual({ likes_count: 1, is_liked: true })
  expect(await counts('post', id)).toEqual({ count: 1, rows: 1 })
  const { rows: stored } = await sql`select times, due from notifications where user_id = ${author.id}`.execute(app.db)
  expect(stored).toEqual([{ times: 1, due: 'mail' }])
  const { rows: jobs } = await sql`select from graphile_worker.jobs where task_identifier = ${mailJob}`.execute(app.db)
  expect(jobs).toHaveLength(1)
})
