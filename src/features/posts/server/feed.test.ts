import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeComment, makePost } from '../../../testing/factories/posts.ts'
import {
  deleteUser,
  makeBlock,
  makeFriends,
  makeSchool,
  makeUser,
  type TestUser,
} from '../../../testing/factories/users.ts'
import { posts } from '../contract.ts'

const { app, school, ada, grace, alan } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada Castellan' }, grace: { name: 'Grace Mbeki' }, alan: { name: 'Alan Teo' } },
})

type Query = Record<string, string | number>
const loadFeed = async (person: TestUser, query: Query = {}) => (await as(app, person)(posts.feed, { query })).body
const loadTexts = async (person: TestUser, query: Query = {}) =>
  (await loadFeed(person, query)).data.map(({ content }) => content)
const search = (term: string, person = ada) => loadTexts(person, { search: term })
const say = (person: TestUser, ...texts: string[]) =>
  texts.reduce<Promise<unknown>>(
    (before, content) => before.then(() => makePost(app, person, { content })),
    Promise.resolve(),
  )

/** Inserts `count` posts of a user in one statement, one minute apart; 'post 1' is the newest. */
const manyPosts = (author: TestUser, count: number, apart = '1 minute') =>
  sql`insert into posts (school_id, id, author_id, content, created_at)
    select ${author.schoolId}, gen_random_uuid(), ${author.id}, 'post ' || n, date_trunc('minute', now()) - n * ${apart}::interval
    from generate_series(1, ${count}::int) as n`.execute(app.db)
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `post ${from + index}`)

/** Returns the text of every post in the feed, page by page with the cursor. */
async function walk(person: TestUser, limit: number, between: () => Promise<unknown> = async () => {}) {
  const texts: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await loadFeed(person, { limit, ...(cursor ? { cursor } : {}) })
    texts.push(...page.data.map(({ content }) => content))
    cursor = page.pagination.cursor
    await between()
  }
  return texts
}

test('returns the feed in pages of 20 posts, newest first', async () => {
  await manyPosts(ada, 45)
  const first = await loadFeed(grace)
  expect(first.data.map(({ content }) => content)).toEqual(numbered(1, 20))
  expect(first.pagination).toEqual({ page: 1, limit: 20, hasMore: true, cursor: expect.any(String) })
  expect(await loadTexts(grace, { page: 2 })).toEqual(numbered(21, 40))
  const last = await loadFeed(grace, { page: 3 })
  expect(last.data.map(({ content }) => content)).toEqual(numbered(41, 45))
  expect(last.pagination).toEqual({ page: 3, limit: 20, hasMore: false, cursor: null })
  expect(await loadFeed(grace, { page: 4 })).toMatchObject({ data: [], pagination: { hasMore: false, cursor: null } })
  expect((await loadFeed(grace, { limit: 45 })).pagination.hasMore).toBe(false)
})

test('falls back to the defaults for invalid page numbers and limits, and caps the limit at 200', async () => {
  await manyPosts(ada, 205)
  for (const bad of ['0', '-1', '1.5', 'x', '', 'NaN', 'Infinity', '1e99', '[]', 'null', '1;drop'])
    expect((await loadFeed(ada, { page: bad, limit: bad })).pagination, bad).toMatchObject({ page: 1, limit: 20 })
  for (const high of [201, 205, 1_000_000]) {
    const { data, pagination } = await loadFeed(ada, { limit: high })
    expect(data.length).toBe(200)
    expect(pagination).toMatchObject({ limit: 200, hasMore: true })
  }
  expect((await loadFeed(ada, { limit: 1 })).data.length).toBe(1)
})

test('returns every post once when following the cursor while posts are created', async () => {
  await manyPosts(ada, 23)
  let news = 0
  const post = () => makePost(app, grace, { content: `news ${++news}` })
  expect(await walk(grace, 5, post)).toEqual(numbered(1, 23))
  expect(news).toBeGreaterThan(3)
})

test('returns posts with equal timestamps once each when following the cursor', async () => {
  await manyPosts(ada, 12, '0 minutes')
  for (const limit of [1, 5, 12]) expect((await walk(ada, limit)).sort()).toEqual(numbered(1, 12).sort())
})

test('starts at the top for a cursor that the server did not encode, or rejects it', async () => {
  await manyPosts(ada, 3)
  const base64 = (text: string) => Buffer.from(text).toString('base64url')
  const somebody = '00000000-0000-4000-8000-000000000000'
  for (const cursor of ['x', '%%%', base64('now'), base64(`infinity ${somebody}`), base64('x y'), 'A'.repeat(500)])
    expect(await loadTexts(ada, { cursor }), cursor).toEqual(numbered(1, 3))
  for (const time of ['2024-02-30T00:00:00.000000Z', '0000-01-01T00:00:00.000000Z', "2024-01-01T00:00:00.000000Z'--"])
    expect((await as(app, ada)(posts.feed, { query: { cursor: base64(`${time} ${somebody}`) } })).status).toBeLessThan(
      500,
    )
})

test('shows only posts of the own school for a cursor of another school', async () => {
  await manyPosts(ada, 5)
  const { cursor } = (await loadFeed(ada, { limit: 2 })).pagination
  const linus = await makeUser(app, { school: await makeSchool(app) })
  await manyPosts(linus, 3)
  for (const { author_id } of (await loadFeed(linus, { cursor: cursor ?? '' })).data) expect(author_id).toBe(linus.id)
})

test('filters the feed by friends and by own posts, and ignores unknown filters', async () => {
  await makeFriends(app, ada, grace)
  await say(ada, 'from Ada')
  await say(grace, 'from Grace')
  await say(alan, 'from Alan')
  for (const person of [ada, grace, alan]) await makePost(app, person, { content: 'anonymous', anonymous: true })

  expect(await loadTexts(ada, { filter: 'friends' })).toEqual(['from Grace'])
  expect(await loadTexts(grace, { filter: 'friends' })).toEqual(['from Ada'])
  expect(await loadTexts(alan, { filter: 'friends' })).toEqual([])
  expect(await loadTexts(ada, { filter: 'my-posts' })).toEqual(['from Ada'])
  for (const filter of ['all', 'everything', '', 'FRIENDS', "'; drop table posts; --"])
    expect((await loadTexts(ada, { filter })).length, filter).toBe(6)
})

test('continues a search in order beyond the window of recent posts', async () => {
  await manyPosts(grace, 4500)
  const holding = (n: string) =>
    Array.from({ length: 4500 }, (_, index) => `post ${index + 1}`).filter((text) => text.includes(n))
  const loadPages = async (search: string, count: number) => {
    const pages: string[][] = []
    for (let cursor = ''; pages.length < count; ) {
      const { data, pagination } = await loadFeed(ada, { search, limit: 20, ...(cursor ? { cursor } : {}) })
      pages.push(data.map(({ content }) => content))
      cursor = pagination.cursor ?? ''
    }
    return pages.flat()
  }
  expect(await loadPages('post 199', 1)).toEqual(holding('post 199')) // 1990 to 1999 are inside the window of recent posts, one row before its end
  expect(await loadPages('post 2', 3)).toEqual(holding('post 2').slice(0, 60))
  expect(await loadPages('post 44', 6)).toEqual(holding('post 44').slice(0, 112)) // 44, 440 to 449, 4400 to 4499
  expect(await loadTexts(ada, { search: 'post 44', page: 2 })).toEqual(holding('post 44').slice(20, 40))
  expect(await loadTexts(ada, { search: 'mbeki', page: 3 })).toEqual(numbered(41, 60))
  expect(await search('castellan')).toEqual([])
})

test('finds posts of the same minute on both sides of the end of that window once each', async () => {
  await manyPosts(grace, 1990)
  await sql`insert into posts (school_id, id, author_id, content, created_at)
    select ${grace.schoolId}, gen_random_uuid(), ${grace.id}, 'zither ' || n, date_trunc('minute', now()) - interval '3 days'
    from generate_series(1, 21) as n`.execute(app.db)
  const found = await loadTexts(ada, { search: 'zither', limit: 30 })
  expect([found.length, new Set(found).size]).toEqual([21, 21])
})

test('searches texts case-insensitively and takes every character literally', async () => {
  await say(ada, 'Lost: one GREEN umbrella', '100% sure', 'snake_case', 'back\\slash', 'a ÉCOLE b', "it's", 'plain')
  expect(await search('green UMB')).toEqual(['Lost: one GREEN umbrella'])
  expect(await search('  green  ')).toEqual(['Lost: one GREEN umbrella'])
  expect(await search('école')).toEqual(['a ÉCOLE b'])
  expect(await search('%')).toEqual(['100% sure'])
  expect(await search('_')).toEqual(['snake_case'])
  expect(await search('\\')).toEqual(['back\\slash'])
  expect(await search("'")).toEqual(["it's"])
  expect(await search("' or 1=1 --")).toEqual([])
  expect((await search('   ')).length).toBe(7)
  expect((await as(app, ada)(posts.feed, { query: { search: 'x'.repeat(201) } })).status).toBe(400)
})

test('finds posts by the author’s name, but never anonymous posts', async () => {
  await say(grace, 'named')
  await makePost(app, grace, { content: 'sealed', anonymous: true })
  expect(await search('mbeki')).toEqual(['named'])
  expect(await search('Grace', grace)).toEqual(['named'])
  expect(await search('Anonymous')).toEqual([])
  expect(await search(grace.email)).toEqual([])
  expect(await search('sealed')).toEqual(['sealed'])
})

test('combines search, filter and cursor', async () => {
  await manyPosts(ada, 30)
  await say(grace, 'post 1 of Grace')
  const query = { filter: 'my-posts', search: 'post 1', limit: 5 } // post 1, 10 … 19
  const first = await loadFeed(ada, query)
  expect(first.data.map(({ content }) => content)).toEqual(['post 1', ...numbered(10, 13)])
  const second = await loadFeed(ada, { ...query, cursor: first.pagination.cursor ?? '' })
  expect(second.data.map(({ content }) => content)).toEqual(numbered(14, 18))
})

test('hides named posts between blocked users in both directions, but no anonymous posts', async () => {
  await say(ada, 'from Ada')
  await say(grace, 'from Grace')
  const [sealedAda, sealedGrace] = [
    await makePost(app, ada, { content: 'sealed Ada', anonymous: true }),
    await makePost(app, grace, { content: 'sealed Grace', anonymous: true }),
  ]
  const sealed = [sealedAda.content, sealedGrace.content].sort()
  await makeBlock(app, ada, grace)

  expect((await loadTexts(ada)).sort()).toEqual(['from Ada', ...sealed])
  expect((await loadTexts(grace)).sort()).toEqual(['from Grace', ...sealed])
  expect((await loadTexts(alan)).sort()).toEqual(['from Ada', 'from Grace', ...sealed])
  expect(await search('from', grace)).toEqual(['from Grace'])

  const hers = (await loadFeed(alan, { search: 'from Grace' })).data[0]
  const theirs = (await loadFeed(alan, { search: 'from Ada' })).data[0]
  for (const [person, post] of [
    [ada, hers],
    [grace, theirs],
  ] as const) {
    for (const route of [posts.show, posts.like])
      expect((await as(app, person)(route, { params: { id: post?.id ?? '' } })).status).toBe(404)
    expect((await as(app, person)(posts.ofUser, { params: { id: post?.author_id ?? '' } })).status).toBe(404)
    for (const { id } of [sealedAda, sealedGrace])
      expect((await as(app, person)(posts.show, { params: { id } })).status).toBe(200)
  }
})

test('shows all viewers their own feed when they ask concurrently', async () => {
  const foreign = await makeUser(app, { school: await makeSchool(app) })
  await say(foreign, 'elsewhere')
  await say(ada, 'by Ada')
  await say(grace, 'by Grace')
  await say(alan, 'by Alan')
  const viewers = await Promise.all(Array.from({ length: 8 }, () => makeUser(app, { school })))
  const authors = [ada, grace, alan]
  /** Viewer 5, in binary 101, blocks the first and the third author. */
  const blocks = (viewer: number) => authors.filter((_, author) => viewer & (1 << author))
  for (const [viewer, person] of viewers.entries())
    for (const author of blocks(viewer)) await makeBlock(app, person, author)
  const expected = (viewer: number) =>
    ['by Alan', 'by Grace', 'by Ada'].filter((_, index) => !blocks(viewer).includes(authors[2 - index] as TestUser))
  const asked = Array.from({ length: 40 }, (_, index) => index % viewers.length)
  const feeds = await Promise.all(asked.map((viewer) => loadTexts(viewers[viewer] as TestUser)))
  expect(feeds).toEqual(asked.map(expected))
  expect(await loadTexts(foreign)).toEqual(['elsewhere'])
})

test('removes the named posts of a deleted user from every list, and keeps the anonymous ones', async () => {
  const named = await makePost(app, grace, { content: 'named' })
  await makeComment(app, ada, named)
  await makePost(app, grace, { content: 'sealed', anonymous: true })
  await deleteUser(app, grace)
  expect(await loadTexts(ada)).toEqual(['sealed'])
  expect(await search('named')).toEqual([])
  expect((await as(app, ada)(posts.show, { params: { id: named.id } })).status).toBe(404)
  expect((await as(app, ada)(posts.ofUser, { params: { id: grace.id } })).status).toBe(404)
  expect((await as(app, ada)(posts.activity)).body.data).toEqual([])
})

test('lists the named posts of a user in pages', async () => {
  await manyPosts(grace, 25)
  await say(ada, 'from Ada')
  await makePost(app, grace, { content: 'sealed', anonymous: true })
  const ask = { params: { id: grace.id } }
  for (const person of [ada, grace]) {
    const { body } = await as(app, person)(posts.ofUser, ask)
    expect(body.data.map(({ content }) => content)).toEqual(numbered(1, 20))
    expect(body.pagination).toMatchObject({ page: 1, limit: 20, hasMore: true })
    const query = { cursor: body.pagination.cursor ?? '' }
    expect((await as(app, person)(posts.ofUser, { ...ask, query })).body.data.length).toBe(5)
    expect((await as(app, person)(posts.ofUser, { ...ask, query: { page: 2 } })).body.data.length).toBe(5)
  }
  expect((await as(app, alan)(posts.ofUser, { params: { id: alan.id } })).body.data).toEqual([])
})

test('returns 404 for the posts of an unknown user or a user of another school', async () => {
  const linus = await makeUser(app, { school: await makeSchool(app) })
  await say(linus, 'elsewhere')
  for (const id of [linus.id, '00000000-0000-4000-8000-000000000000', 'x'])
    expect((await as(app, ada)(posts.ofUser, { params: { id } })).status).toBe(404)
})

test('lists recent posts and comments in the side rail, without anonymous ones', async () => {
  const post = await makePost(app, grace, { content: 'named' })
  await makeComment(app, alan, post)
  const sealed = await makePost(app, ada, { content: 'sealed', anonymous: true })
  await makeComment(app, ada, sealed)
  await makeComment(app, grace, sealed)

  const { body } = await as(app, ada)(posts.activity)
  expect(body.data.map(({ user, action, post_id }) => [user.name, action, post_id])).toEqual([
    ['Grace Mbeki', 'commented on a post', sealed.id],
    ['Alan Teo', 'commented on a post', post.id],
    ['Grace Mbeki', 'shared a post', post.id],
  ])
  expect(body.data[0]).toEqual({
    id: expect.any(String),
    user: { id: grace.id, name: 'Grace Mbeki', avatar_url: null },
    action: 'commented on a post',
    post_id: sealed.id,
    timestamp: expect.any(Number),
  })
})

test('lists five activities by default, as many as requested, and none of blocked users', async () => {
  await manyPosts(grace, 10)
  await makeComment(app, alan, (await loadFeed(ada)).data[0] ?? { id: '' })
  expect((await as(app, ada)(posts.activity)).body.data.length).toBe(5)
  expect((await as(app, ada)(posts.activity, { query: { limit: 8 } })).body.data.length).toBe(8)
  await makeBlock(app, grace, ada)
  expect((await as(app, ada)(posts.activity)).body.data).toEqual([])
})
