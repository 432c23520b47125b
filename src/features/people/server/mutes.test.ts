import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeAnswer, makeAssignment } from '../../../testing/factories/assignments.ts'
import { makeConfession } from '../../../testing/factories/confessions.ts'
import { makeEvent } from '../../../testing/factories/events.ts'
import { makeGroup } from '../../../testing/factories/groups.ts'
import { makeListing } from '../../../testing/factories/marketplace.ts'
import { makeConversation, makeMessage } from '../../../testing/factories/messages.ts'
import { makeComment, makePost } from '../../../testing/factories/posts.ts'
import { makeProfessor, makeRating } from '../../../testing/factories/professors.ts'
import { makeBlock, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { openStream } from '../../../testing/streams.ts'
import { answers, assignments } from '../../assignments/contract.ts'
import { confessions } from '../../confessions/contract.ts'
import { events } from '../../events/contract.ts'
import { groupPosts } from '../../group-posts/contract.ts'
import { marketplace } from '../../marketplace/contract.ts'
import { listingSearches } from '../../marketplace/searches-contract.ts'
import { matchSearches } from '../../marketplace/server/matches.ts'
import { messages } from '../../messages/contract.ts'
import { conversations } from '../../messages/conversation-contract.ts'
import { countUnreadMessages, messagePushes } from '../../messages/server/push-source.ts'
import { notifications } from '../../notifications/contract.ts'
import { comments, posts } from '../../posts/contract.ts'
import { ratings } from '../../professors/contract.ts'
import { search } from '../../search/contract.ts'
import { friends, people } from '../contract.ts'
import { type HideableKind, hideableKinds, maxHiddenItems, safety } from '../safety-contract.ts'
import { isListedFor } from './queries.ts'

const { app, school, ada, bo, foreigner } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada' }, bo: { name: 'Bo' } },
  foreign: { people: { foreigner: {} } },
})

const on = (id: string) => ({ params: { id } })
const mute = async (who: TestUser, other: TestUser) => (await as(app, who)(safety.mute, on(other.id))).status
const unmute = async (who: TestUser, other: TestUser) => (await as(app, who)(safety.unmute, on(other.id))).status
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

type Item = { readonly id: string; list(): Promise<string[]> }

/** One named item of the author per kind, and how the viewer lists it. */
async function makeItems(author: TestUser, viewer: TestUser): Promise<Record<HideableKind, Item>> {
  const ask = as(app, viewer)
  const post = await makePost(app, author, { content: 'Rowing at dawn' })
  const own = await makePost(app, viewer)
  const comment = await makeComment(app, author, own)
  const group = await makeGroup(app, viewer, { members: [author] })
  const params = { gid: group.id }
  const { body: created } = await as(app, author)(groupPosts.create, { params, body: { content: 'Boats' } })
  const pid = created.data.id
  const { body: commented } = await as(app, author)(groupPosts.comment, {
    params: { ...params, pid },
    body: { content: 'Oars' },
  })
  const event = await makeEvent(app, author)
  const listing = await makeListing(app, author)
  const assignment = await makeAssignment(app, author)
  const question = await makeAssignment(app, viewer)
  const answer = await makeAnswer(app, author, question)
  const professor = await makeProfessor(app, viewer)
  const rating = await makeRating(app, author, professor, { anonymous: false })
  const confession = await makeConfession(app, author)
  return {
    post: { id: post.id, list: async () => ids((await ask(posts.feed)).body.data) },
    comment: { id: comment.id, list: async () => ids((await ask(comments.list, on(own.id))).body.data) },
    group_post: { id: pid, list: async () => ids((await ask(groupPosts.list, { params })).body.data) },
    group_comment: {
      id: commented.data.id,
      list: async () => ids((await ask(groupPosts.comments, { params: { ...params, pid } })).body.data),
    },
    event: { id: event.id, list: async () => ids((await ask(events.list)).body.data) },
    listing: { id: listing.id, list: async () => ids((await ask(marketplace.list)).body.data) },
    assignment: { id: assignment.id, list: async () => ids((await ask(assignments.list)).body.data) },
    assignment_answer: { id: answer.id, list: async () => ids((await ask(answers.list, on(question.id))).body.data) },
    rating: { id: rating.id, list: async () => ids((await ask(ratings.list, on(professor.id))).body.data) },
    confession: { id: confession.id, list: async () => ids((await ask(confessions.list)).body.data) },
  }
}

const whereListed = async (items: Record<HideableKind, Item>) => {
  const listed: HideableKind[] = []
  for (const kind of hideableKinds) if ((await items[kind].list()).includes(items[kind].id)) listed.push(kind)
  return listed
}

test('a mute hides every named item of the user from lists, and no anonymous one', async () => {
  const items = await makeItems(bo, ada)
  const anonymous = await makePost(app, bo, { anonymous: true })
  const comment = await makeComment(app, bo, anonymous)
  expect(comment.is_anonymous).toBe(true)
  expect(await whereListed(items)).toEqual(hideableKinds)
  expect(await mute(ada, bo)).toBe(200)
  expect(await mute(ada, bo)).toBe(200)
  expect(await whereListed(items)).toEqual(['confession'])
  expect((await as(app, ada)(posts.show, on(items.post.id))).status).toBe(200) // by its link
  const found = (await as(app, ada)(search.all, { query: { q: 'Rowing' } })).body.data
  expect(JSON.stringify(found)).not.toContain(items.post.id)
  expect(await items.post.list()).toContain(anonymous.id)
  expect(ids((await as(app, ada)(comments.list, on(anonymous.id))).body.data)).toContain(comment.id)
  expect(await unmute(ada, bo)).toBe(200)
  expect(await whereListed(items)).toEqual(hideableKinds)
})

test('a hidden item leaves the lists of its viewer only, until it is shown again', async () => {
  const items = await makeItems(bo, ada)
  for (const kind of hideableKinds) {
    const item = { params: { kind, id: items[kind].id } }
    expect((await as(app, ada)(safety.hide, item)).status, kind).toBe(200)
    expect((await as(app, ada)(safety.hide, item)).status, kind).toBe(200)
    expect(await items[kind].list(), kind).not.toContain(items[kind].id)
    expect((await as(app, ada)(safety.unhide, item)).status, kind).toBe(200)
    expect(await items[kind].list(), kind).toContain(items[kind].id)
    expect((await as(app, foreigner)(safety.hide, item)).status, kind).toBe(404)
    expect((await as(app, foreigner)(safety.unhide, item)).status, kind).toBe(404)
    const missing = { params: { kind, id: randomUUID() } }
    expect((await as(app, ada)(safety.hide, missing)).status, kind).toBe(404)
  }
})

test('keeps the newest hidden items of a user, also when they hide concurrently', async () => {
  const rows = Array.from({ length: maxHiddenItems - 3 }, () => ({
    school_id: school.id,
    user_id: ada.id,
    kind: 'post',
    item_id: randomUUID(),
    created_at: new Date('2026-01-01'),
  }))
  await app.db.insertInto('hidden_items').values(rows).execute()
  const made = []
  for (let index = 0; index < 8; index++) made.push(await makePost(app, bo))
  await Promise.all(made.map(({ id }) => as(app, ada)(safety.hide, { params: { kind: 'post', id } })))
  const left = await app.db.selectFrom('hidden_items').select('item_id').where('user_id', '=', ada.id).execute()
  expect(left).toHaveLength(maxHiddenItems)
  expect(left.map(({ item_id }) => item_id)).toEqual(expect.arrayContaining(ids(made)))
})

test('lists muted users by name, and marks them in their profile for the muting user only', async () => {
  expect((await as(app, ada)(safety.muted)).body.data).toEqual([])
  await mute(ada, bo)
  expect((await as(app, ada)(safety.muted)).body.data).toMatchObject([{ id: bo.id, name: 'Bo' }])
  expect((await as(app, bo)(safety.muted)).body.data).toEqual([])
  expect((await as(app, ada)(people.show, on(bo.id))).body.data.is_muted).toBe(true)
  expect((await as(app, bo)(people.show, on(ada.id))).body.data.is_muted).toBe(false)
  expect(await mute(ada, ada)).toBe(400)
  expect(await mute(ada, foreigner)).toBe(404)
  await makeBlock(app, bo, ada)
  expect(await unmute(ada, bo)).toBe(200) // although Ada cannot see the profile any more
  expect(await unmute(ada, bo)).toBe(404)
})

/** What a user can observe of others: profile, lists, counts and their own items. */
async function observe(who: TestUser, other: TestUser) {
  const ask = as(app, who)
  const replies = [
    await ask(people.show, on(other.id)),
    await ask(people.stats, on(other.id)),
    await ask(friends.counts),
    await ask(friends.suggested),
    await ask(people.search, { query: { q: 'Ada', allow_empty: 'true' } }),
    await ask(posts.feed),
    await ask(notifications.list),
    await ask(conversations.list),
  ]
  return replies.map(({ status, body }) => ({ status, body }))
}

test('the muted user observes nothing: no reply, count or live event changes', async () => {
  await makePost(app, bo)
  await makePost(app, ada)
  const stream = await openStream(app, bo)
  const before = await observe(bo, ada)
  await mute(ada, bo)
  expect(await observe(bo, ada)).toEqual(before)
  await unmute(ada, bo)
  expect(await observe(bo, ada)).toEqual(before)
  await makePost(app, ada)
  await expect.poll(() => stream.heard.map(({ name }) => name)).toContain('post.created')
  expect(stream.heard.filter(({ name }) => name === 'post.created')).toHaveLength(1)
  await stream.close()
})

test('what the muted user does is answered as for others, and read receipts still reach them', async () => {
  const [post, event] = [await makePost(app, ada), await makeEvent(app, ada)]
  const muted = await makeConversation(app, ada, [bo])
  const cy = await makeUser(app, { school, name: 'Cy' })
  const other = await makeConversation(app, ada, [cy])
  await mute(ada, bo)
  const act = async (who: TestUser, { id }: { readonly id: string }) => {
    const ask = as(app, who)
    const stream = await openStream(app, who)
    const replies = [
      await ask(people.show, on(ada.id)),
      await ask(posts.like, on(post.id)),
      await ask(posts.like, on(post.id)), // withdraws it, so that both find the same count
      await ask(events.rsvp, { ...on(event.id), body: { status: 'attending' } }),
      await ask(messages.send, { ...on(id), body: { content: 'Hello' } }),
      await ask(friends.request, on(ada.id)),
    ]
    await as(app, ada)(conversations.typing, on(id))
    await as(app, ada)(conversations.read, on(id))
    await stream.next('conversation.read')
    const names = [...new Set(stream.heard.map(({ name }) => name))].sort()
    await stream.close()
    await ask(events.rsvp, { ...on(event.id), body: { status: 'not_attending' } })
    const shapes = replies.map(({ status, body }) => [status, Object.keys(body), Object.keys(body.data ?? {})])
    return { shapes, names }
  }
  expect(await act(bo, muted)).toEqual(await act(cy, other))
})

const bell = async (who: TestUser) =>
  (await as(app, who)(notifications.list)).body.data.map(({ kind, actors }) => [kind, actors.map(({ name }) => name)])

test('a mute removes the user from the bell and keeps them out of it, of email and of push', async () => {
  const post = await makePost(app, ada)
  await as(app, bo)(posts.like, on(post.id))
  expect(await bell(ada)).toEqual([['like', ['Bo']]])
  await mute(ada, bo)
  expect(await bell(ada)).toEqual([])
  await makeComment(app, bo, post)
  await as(app, bo)(friends.request, on(ada.id))
  expect(await bell(ada)).toEqual([])
  const due = await app.db.selectFrom('push_due').selectAll().where('user_id', '=', ada.id).execute()
  expect(due).toEqual([])
})

test('a message of a muted user stays visible, but neither pushes nor counts as unread', async () => {
  const talk = await makeConversation(app, bo, [ada])
  await mute(ada, bo)
  await makeMessage(app, bo, talk)
  const { body } = await as(app, ada)(conversations.list)
  expect(body.unread_count).toBe(0)
  expect(body.data[0]?.last_message).not.toBeNull()
  const person = { schoolId: ada.schoolId, userId: ada.id }
  const push = { ...person, kind: 'message', link: `/messages/${talk.id}`, showsText: true } as const
  expect(await messagePushes.load(app.db, [push])).toEqual([undefined])
  expect(await countUnreadMessages(app.db, [person])).toEqual(new Map())
  await unmute(ada, bo)
  expect((await as(app, ada)(conversations.list)).body.unread_count).toBe(1)
})

test('an event that the viewer attends stays in their lists, and its changes are announced', async () => {
  const event = await makeEvent(app, bo)
  await as(app, ada)(events.rsvp, { ...on(event.id), body: { status: 'attending' } })
  await mute(ada, bo)
  expect(ids((await as(app, ada)(events.list)).body.data)).toContain(event.id)
  await as(app, bo)(events.cancel, { ...on(event.id), body: { reason: 'Rain' } })
  expect(await bell(ada)).toMatchObject([['event_changed', expect.anything()]])
})

test('a saved search does not report a listing of a muted seller', async () => {
  await as(app, ada)(listingSearches.create, { body: { name: 'Lamps', filters: { search: 'lamp' } } })
  await mute(ada, bo)
  const listing = await makeListing(app, bo, { title: 'Desk lamp' })
  await matchSearches(app, { schoolId: school.id, id: listing.id })
  expect(await bell(ada)).toEqual([])
  await unmute(ada, bo)
  await matchSearches(app, { schoolId: school.id, id: listing.id })
  expect(await bell(ada)).toMatchObject([['listing_match', ['Bo']]])
})

test('the feed finds mutes and hidden items by their keys among 10,000 posts', async () => {
  await sql`insert into posts (school_id, id, author_id, is_anonymous, content, created_at)
    select ${school.id}::uuid, gen_random_uuid(), ${bo.id}::uuid, false, 'Post ' || n, now() - make_interval(mins => n)
    from generate_series(1, 10000) as n`.execute(app.db)
  await sql`insert into hidden_items (school_id, user_id, kind, item_id)
    select school_id, ${ada.id}::uuid, 'post', id from posts where school_id = ${school.id} order by created_at desc limit 400`.execute(
    app.db,
  )
  await sql`analyze posts, hidden_items, mutes`.execute(app.db)
  const { rows } = await sql<{
    'QUERY PLAN': string
  }>`explain (analyze, timing off, summary off) select posts.id from posts
    where posts.school_id = ${school.id} and posts.group_id is null
      and ${isListedFor(ada, { kind: 'post', id: 'posts.id', author: 'posts.author_id' })}
    order by posts.created_at desc, posts.id desc limit 21`.execute(app.db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('Anti Join')
  expect(plan).not.toMatch(/Seq Scan on (posts|hidden_items)/)
  const feed = (await as(app, ada)(posts.feed, { query: { limit: 20 } })).body
  expect(feed.data).toHaveLength(20)
  expect(feed.data[0]?.content).toBe('Post 401')
})

test('a muted user who mentions, answers or reacts to the viewer in a conversation of several is read, and notifies no one', async () => {
  const cy = await makeUser(app, { school, name: 'Cy' })
  const { id } = await makeConversation(app, bo, [ada, cy])
  const own = await makeMessage(app, ada, { id }, { content: 'Who rows?' })
  await as(app, ada)(conversations.level, { ...on(id), body: { level: 'all' } })
  await mute(ada, bo)
  const act = async (who: TestUser) => {
    await as(app, who)(messages.send, { ...on(id), body: { content: `@Ada, ${who.name} does`, mentions: [ada.id] } })
    await as(app, who)(messages.send, { ...on(id), body: { content: 'At dawn', reply_to: own.id } })
    await as(app, who)(messages.react, { params: { id: own.id, emoji: '👍' } })
    await as(app, who)(messages.unreact, { params: { id: own.id, emoji: '👍' } })
    await as(app, who)(messages.react, { params: { id: own.id, emoji: '❤️' } })
  }
  const person = { schoolId: ada.schoolId, userId: ada.id }
  const push = { ...person, kind: 'message', link: `/messages/${id}`, showsText: true } as const
  const findPush = async () => (await messagePushes.load(app.db, [push]))[0]
  await act(bo)
  expect([await bell(ada), await findPush()]).toEqual([[], undefined])
  const read = (await as(app, ada)(messages.list, on(id))).body.data
  expect(read.map(({ content }) => content)).toEqual(['Who rows?', '@Ada, Bo does', 'At dawn'])
  expect(read[0]?.reactions).toEqual([{ emoji: '❤️', count: 1, mine: false }])
  await as(app, bo)(messages.unreact, { params: { id: own.id, emoji: '❤️' } })
  await act(cy)
  expect(await bell(ada)).toHaveLength(2)
  expect(JSON.stringify(await findPush())).toContain('At dawn')
})
