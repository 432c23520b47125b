// Round trips to the database of the writes that students make most often, session lookup and commit included. One more
// statement costs each of them a third of a millisecond.
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { appeals } from '../src/features/appeals/contract.ts'
import { answers } from '../src/features/assignments/contract.ts'
import { confessions } from '../src/features/confessions/contract.ts'
import { decisions } from '../src/features/decisions/contract.ts'
import { events } from '../src/features/events/contract.ts'
import { groupPosts } from '../src/features/group-posts/contract.ts'
import { type Message, messages } from '../src/features/messages/contract.ts'
import { pins } from '../src/features/messages/pin-contract.ts'
import { cards } from '../src/features/messages/share-contract.ts'
import { comments, posts } from '../src/features/posts/contract.ts'
import { ratings } from '../src/features/professors/contract.ts'
import { session } from '../src/features/session/contract.ts'
import type { Route } from '../src/shared/contract.ts'
import { as } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { makeAssignment } from '../src/testing/factories/assignments.ts'
import { makeConfession } from '../src/testing/factories/confessions.ts'
import { findRuleId, makeAppeal } from '../src/testing/factories/decisions.ts'
import { makeEvent } from '../src/testing/factories/events.ts'
import { makeGroup, makeGroupPost } from '../src/testing/factories/groups.ts'
import { makeListing } from '../src/testing/factories/marketplace.ts'
import { makeUpload } from '../src/testing/factories/media.ts'
import { makeConversation, makeMessage } from '../src/testing/factories/messages.ts'
import { makeComment, makePost } from '../src/testing/factories/posts.ts'
import { makeUser } from '../src/testing/factories/users.ts'
import { samples } from '../src/testing/samples/all.ts'

const { app, school, student, dean } = await campus({ people: { student: {}, dean: { role: 'admin' } } })

const query = vi.spyOn(pg.Client.prototype, 'query')
afterAll(() => query.mockRestore())

/** The statements that are sent while `work` runs. */
async function record(work: () => Promise<unknown>): Promise<string[]> {
  query.mockClear()
  await work()
  return query.mock.calls.map(([statement]) =>
    String((statement as { text?: string } | undefined)?.text ?? statement)
      .replace(/\s+/g, ' ')
      .slice(0, 120),
  )
}

/** Plain requests: samples mention users and answer comments, which takes further statements. */
const changes: Readonly<Record<string, object>> = {
  'posts.create': { content: 'Good morning', mentions: [] },
  'comments.create': { parent_id: null, mentions: [] },
  'messages.send': { content: 'Hello', reply_to: null, share: null, mentions: [] },
  'confessions.create': { content: 'I never return books' },
}

test.each([
  ['a reply to a message', { share: null }],
  ['a card in a message', { reply_to: null }],
])('%s takes one round trip more than a message', async (_what, plain) => {
  const owner = await makeUser(app, { school })
  const sample = (await samples['messages.send']?.(app, owner)) ?? {}
  const request = { ...sample, body: { ...sample.body, ...plain } }
  await as(app, owner)(session.me, {})
  let status = 0
  const sent = await record(async () => {
    status = (await as(app, owner)(messages.send, request as object)).status
  })
  expect(status).toBe(201)
  expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(8)
})

const budgets: readonly [name: string, route: Route, trips: number][] = [
  ['posts.create', posts.create, 4],
  ['posts.like', posts.like, 2],
  ['posts.unlike', posts.unlike, 2],
  ['comments.create', comments.create, 2],
  ['comments.like', comments.like, 5],
  ['comments.unlike', comments.unlike, 5],
  ['groupPosts.vote', groupPosts.vote, 6],
  ['messages.send', messages.send, 7], // one of them enqueues pushes
  ['events.rsvp', events.rsvp, 5],
  ['confessions.create', confessions.create, 8], // two of them look for a mute
  ['confessions.like', confessions.like, 6],
  ['answers.helpful', answers.helpful, 6],
  ['ratings.vote', ratings.vote, 6],
]

test.each(budgets)('%s takes a few round trips to the database', async (name, route, trips) => {
  const owner = await makeUser(app, { school })
  const sample = (await samples[name]?.(app, owner)) ?? {}
  const request = { ...sample, body: { ...sample.body, ...changes[name] } }
  const someone = ['messages.send', 'groupPosts.vote'].includes(name) ? owner : student
  await as(app, someone)(session.me, {}) // marks the session as seen
  let status = 0
  const sent = await record(async () => {
    status = (await as(app, someone)(route, request as object)).status
  })
  expect(status).toBeLessThan(300)
  expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(trips)
})

const reads: readonly [name: string, route: Route][] = [
  ['events.list', events.list],
  ['events.upcoming', events.upcoming],
  ['decisions.list', decisions.list],
  ['decisions.show', decisions.show],
  ['appeals.ownReports', appeals.ownReports],
]

test.each(reads)('%s takes two statements after the session lookup', async (name, route) => {
  const owner = await makeUser(app, { school })
  const sample = (await samples[name]?.(app, owner)) ?? {}
  await as(app, owner)(session.me, {})
  let status = 0
  const sent = await record(async () => {
    status = (await as(app, owner)(route, sample as object)).status
  })
  expect(status).toBe(200)
  expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(3)
})

test('a page of messages with replies, reactions, mentions, pins, pictures and cards takes two statements after the session lookup', async () => {
  const [owner, other] = [await makeUser(app, { school }), await makeUser(app, { school, name: 'Nadia Okello' })]
  const { id } = await makeConversation(app, owner, [other, student])
  const share = { kind: 'post', id: (await makePost(app, owner)).id } as const
  for (let index = 0; index < 5; index++) {
    const image = await makeUpload(app, owner, { type: 'message' })
    const message = await makeMessage(app, owner, { id }, { content: 'Look, @Nadia Okello', image })
    await as(app, other)(messages.send, { params: { id }, body: { content: 'I do', reply_to: message.id, share } })
    await as(app, other)(messages.react, { params: { id: message.id, emoji: '👍' } })
    await as(app, other)(pins.add, { params: { id: message.id } })
  }
  await as(app, owner)(session.me, {})
  let shown: readonly Message[] = []
  const sent = await record(async () => {
    shown = (await as(app, owner)(messages.list, { params: { id } })).body.data
  })
  expect(shown).toHaveLength(10)
  const [first, second] = shown
  expect(first).toMatchObject({ pinned: true, image: expect.anything(), reactions: [{ count: 1 }] })
  expect(second).toMatchObject({ reply_to: { id: first?.id }, share })
  expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(3)
})

test('the cards of a page take one statement per kind after the session lookup', async () => {
  const [owner, reader] = [await makeUser(app, { school }), await makeUser(app, { school })]
  const shares: string[] = []
  for (let index = 0; index < 5; index++) {
    shares.push(`post:${(await makePost(app, owner)).id}`, `event:${(await makeEvent(app, owner)).id}`)
    shares.push(`listing:${(await makeListing(app, owner)).id}`, `question:${(await makeAssignment(app, owner)).id}`)
  }
  await as(app, reader)(session.me, {})
  let found = 0
  const sent = await record(async () => {
    found = (await as(app, reader)(cards.list, { query: { items: shares.join() } })).body.data.length
  })
  expect(found).toBe(20)
  expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(5)
})

test('appeals.list takes two statements after the session lookup, and one for its audit line', async () => {
  await makeAppeal(app, await makeUser(app, { school }))
  await as(app, dean)(session.me, {})
  let total = 0
  const sent = await record(async () => {
    total = (await as(app, dean)(appeals.list)).body.pagination.total
  })
  expect(total).toBeGreaterThan(0)
  expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(4)
})

const removable: Readonly<Record<string, () => Promise<{ readonly id: string }>>> = {
  post: () => makePost(app, student, { media: [] }),
  comment: async () => makeComment(app, student, await makePost(app, student)),
  confession: () => makeConfession(app, student),
  event: () => makeEvent(app, student),
  message: async () => makeMessage(app, student, await makeConversation(app, student, [dean])),
  marketplace_listing: () => makeListing(app, student),
  assignment: () => makeAssignment(app, student),
  group_post: async () => makeGroupPost(app, student, await makeGroup(app, student)),
}

test.each(Object.entries(removable))(
  'the removal of an item of type %s takes at most eight statements',
  async (type, make) => {
    const { id } = await make()
    const rule_id = await findRuleId(app, school.id)
    await as(app, dean)(session.me, {})
    let status = 0
    const body = { type, rule_id, facts: 'It names where a student lives.' }
    const sent = await record(async () => {
      status = (await as(app, dean)(decisions.withhold, { params: { id }, body })).status
    })
    expect(status).toBe(201)
    // Besides them: the session lookup, begin with the guard, and commit.
    expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(8 + 3)
  },
)
