// Nothing that other users can read or compare reveals an anonymous author.

import { beforeAll, expect, test } from 'vitest'
import { allRoutes } from '../src/app/contract.ts'
import { admin } from '../src/features/admin/contract.ts'
import { assignments } from '../src/features/assignments/contract.ts'
import { confessions } from '../src/features/confessions/contract.ts'
import { content } from '../src/features/moderation/content-contract.ts'
import { moderation } from '../src/features/moderation/contract.ts'
import { moderate } from '../src/features/moderation/server/actions.ts'
import { people } from '../src/features/people/contract.ts'
import { comments, posts } from '../src/features/posts/contract.ts'
import { ratings } from '../src/features/professors/contract.ts'
import { search } from '../src/features/search/contract.ts'
import { session } from '../src/features/session/contract.ts'
import { withTransaction } from '../src/shared/server/db/transaction.ts'
import { as } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { makeConfession } from '../src/testing/factories/confessions.ts'
import { makeUpload } from '../src/testing/factories/media.ts'
import { makeComment, makePost } from '../src/testing/factories/posts.ts'
import { makeProfessor, makeRating } from '../src/testing/factories/professors.ts'
import { deleteUser, makeBlock, makeUser, type TestUser } from '../src/testing/factories/users.ts'
import { containsAny, identifyingStrings } from '../src/testing/identifying-strings.ts'
import { samples } from '../src/testing/samples/all.ts'
import { openStream } from '../src/testing/streams.ts'

let professor: { readonly id: string }

const { app, author, grace, dean, foreigner } = await campus({
  people: {
    author: { name: 'Zelda Quillfeather' },
    grace: { name: 'Grace Mbeki' },
    dean: { name: 'Dean Ruiz', role: 'admin' },
  },
  foreign: { people: { foreigner: {} } },
})
beforeAll(async () => {
  professor = await makeProfessor(app, grace)
})

/** One item of every kind that can be anonymous, with a like by the author where possible. */
async function writeAll(person: TestUser) {
  const post = await makePost(app, person, {
    content: 'I miss home, a little',
    anonymous: true,
    media: [await makeUpload(app, person)],
  })
  const comment = await makeComment(app, person, post, { content: 'And the dog, a lot' })
  const confession = await makeConfession(app, person, { content: 'I never read the book' })
  const rating = await makeRating(app, person, professor, { review_text: 'Never once on time' })
  await as(app, person)(posts.like, { params: { id: post.id } })
  await as(app, person)(comments.like, { params: { id: comment.id } })
  await as(app, person)(confessions.like, { params: { id: confession.id } })
  return { post, comment, confession, rating }
}
const words = ['I miss home, a little', 'And the dog, a lot', 'I never read the book', 'Never once on time']

/** Routes that show the author as a user of the school, which every user may see. */
const namesPeople = /^(friends|people|profiles|session|admin\.users|admin\.audit)/

/** All replies to a user: from every read, from actions on these items, and from the export. */
async function everythingFor(person: TestUser, made: Awaited<ReturnType<typeof writeAll>>): Promise<string> {
  const call = as(app, person)
  const { post, comment, confession, rating } = made
  const by = (id: string) => ({ params: { id } })
  const answers: unknown[] = [
    await call(posts.show, by(post.id)),
    await call(comments.list, by(post.id)),
    await call(ratings.list, by(professor.id)),
    await call(posts.update, { ...by(post.id), body: { content: 'Mine now' } }),
    await call(posts.like, by(post.id)),
    await call(posts.unlike, by(post.id)),
    await call(comments.like, by(comment.id)),
    await call(confessions.like, by(confession.id)),
    await call(ratings.vote, { ...by(rating.id), body: { is_helpful: true } }),
    await call(posts.remove, by(post.id)),
    await call(comments.remove, by(comment.id)),
    await call(confessions.remove, by(confession.id)),
    await call(ratings.remove, by(rating.id)),
  ]
  for (const text of words) answers.push(await call(search.all, { query: { q: text } }))
  for (const type of ['post', 'comment', 'confession', 'rating'])
    answers.push(await call(content.list, { query: { type, limit: 200 } }))
  for (const { name, route } of allRoutes) {
    if (route.method !== 'GET' || !route.reply || namesPeople.test(name)) continue
    const sample = (await samples[name]?.(app, person)) ?? {}
    answers.push(await as(app, person)(route, { ...sample, query: { limit: 200 } } as never))
  }
  const picture = { url: String(post.media_urls[0]), headers: { cookie: person.cookie } }
  const { headers, body } = await app.http.inject(picture)
  return JSON.stringify([answers, headers, body])
}

test('no reply or event that others receive contains a trace of an anonymous author', {
  timeout: 120_000,
}, async () => {
  const face = await makeUpload(app, author, { type: 'avatar' })
  await as(app, author)(session.updateMe, { body: { avatar_url: face.url } })
  const { session_id } = await app.db
    .selectFrom('sessions')
    .where('user_id', '=', author.id)
    .select('id as session_id')
    .executeTakeFirstOrThrow()
  const traces = [...identifyingStrings(author), session_id, author.cookie.replace(/^.*=/, ''), face.url.slice(7, 39)]

  const listeners = [grace, dean, foreigner]
  const early = await Promise.all(listeners.map((person) => openStream(app, person)))
  const made = await writeAll(author)
  const looking = await Promise.all(listeners.map((person) => openStream(app, person, { posts: [made.post.id] })))
  await makeComment(app, author, made.post, { content: 'And the dog, a lot' })
  await looking[0]?.next('post.commented')

  for (const person of listeners) {
    const text = await everythingFor(person, made)
    for (const word of words) expect(text.includes(word), `${person.name} reads: ${word}`).toBe(person !== foreigner)
    expect(
      traces.filter((trace) => text.includes(trace)),
      person.name,
    ).toEqual([])
  }
  const heard = JSON.stringify([...early, ...looking].map((stream) => stream.heard))
  expect(containsAny(heard, traces)).toBe(false)
  for (const stream of [...early, ...looking]) stream.close()
  const own = JSON.stringify((await as(app, dean)(people.show, { params: { id: author.id } })).body)
  expect(containsAny(own, traces), 'an existing trace is found').toBe(true)
})

test('writing anonymously changes nothing that others or an admin see of a user', async () => {
  const quiet = await makeUser(app, { school: { id: grace.schoolId, domain: 'x.example' }, name: 'Quinn' })
  await makePost(app, quiet, { content: 'Signed' })
  const by = { params: { id: quiet.id } }
  const look = async () => {
    const [hers, his] = [as(app, grace), as(app, dean)]
    const seen = await Promise.all([
      hers(people.show, by),
      hers(people.friends, by),
      hers(people.search, { query: { q: 'Quinn' } }),
      hers(people.stats, by),
      hers(posts.ofUser, by),
      hers(posts.activity, { query: { limit: 100 } }),
      hers(posts.feed, { query: { search: 'Quinn' } }),
      hers(search.all, { query: { q: 'Quinn' } }),
      hers(assignments.leaderboard),
      his(admin.users, { query: { search: 'Quinn' } }),
      his(admin.recentActivity),
      his(moderation.activities, by),
      his(content.list, { query: { search: 'Quinn' } }),
    ])
    for (const { status } of seen) expect(status).toBe(200)
    return seen.map(({ body }) => body)
  }
  const before = await look()
  expect(JSON.stringify(before)).toContain('Signed')
  await writeAll(quiet)
  expect(await look()).toEqual(before)
})

test('anonymous items look the same before and after their author is blocked, renamed, suspended, banned and deleted', async () => {
  const school = { id: grace.schoolId, domain: 'x.example' }
  const sam = await makeUser(app, { school, name: 'Sam' })
  const made = await writeAll(sam)
  const look = async () => {
    const seen = []
    for (const person of [grace, dean]) {
      const call = as(app, person)
      seen.push(
        await call(posts.feed, { query: { search: 'I miss home', limit: 200 } }),
        await call(posts.show, { params: { id: made.post.id } }),
        await call(comments.list, { params: { id: made.post.id } }),
        await call(confessions.list, { query: { limit: 200 } }),
        await call(ratings.list, { params: { id: professor.id } }),
        await call(search.all, { query: { q: 'never' } }),
        await app.http.inject({ url: String(made.post.media_urls[0]), headers: { cookie: person.cookie } }),
      )
    }
    return seen.map((answer) => ('statusCode' in answer ? answer.statusCode : [answer.status, answer.body]))
  }
  const before = await look()
  const text = JSON.stringify(before)
  for (const word of words) expect(text).toContain(word)
  const warden = { id: null, name: 'Dean' }
  for (const [what, happens] of Object.entries({
    'a block by a reader': () => makeBlock(app, grace, sam),
    'a block by the author': () => makeBlock(app, sam, grace),
    'a new name': () => as(app, sam)(session.updateMe, { body: { name: 'Samuel' } }),
    'a suspension': () =>
      withTransaction(app.db, (trx) => moderate(trx, warden, sam, { type: 'suspend', reason: 'x', days: 1 })),
    'a ban': () => withTransaction(app.db, (trx) => moderate(trx, warden, sam, { type: 'ban', reason: 'x' })),
    'a deleted account': () => deleteUser(app, sam),
  })) {
    await happens()
    expect(await look(), what).toEqual(before)
  }
})
