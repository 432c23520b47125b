// Removed items: hidden from every reader, restored as they were, and consistent under concurrency.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contentTypes, personalDataRegistry } from '../src/app/registries.ts'
import { recount } from '../src/cli/recount.ts'
import { answers } from '../src/features/assignments/contract.ts'
import { confessions } from '../src/features/confessions/contract.ts'
import { decisions } from '../src/features/decisions/contract.ts'
import { events } from '../src/features/events/contract.ts'
import { groupPosts } from '../src/features/group-posts/contract.ts'
import { notifyMembers } from '../src/features/group-posts/server/notifications.ts'
import { groups } from '../src/features/groups/contract.ts'
import { marketplace } from '../src/features/marketplace/contract.ts'
import { media } from '../src/features/media/contract.ts'
import { messages } from '../src/features/messages/contract.ts'
import { conversations } from '../src/features/messages/conversation-contract.ts'
import { content } from '../src/features/moderation/content-contract.ts'
import { moderation } from '../src/features/moderation/contract.ts'
import { type ReportRoute, reports } from '../src/features/moderation/report-contract.ts'
import { eraseWithheldItems } from '../src/features/moderation/server/erase-actions.ts'
import { notifications } from '../src/features/notifications/contract.ts'
import { mailDigests, mailImmediately } from '../src/features/notifications/server/mail-actions.ts'
import { comments, posts } from '../src/features/posts/contract.ts'
import { professors, ratings } from '../src/features/professors/contract.ts'
import { search } from '../src/features/search/contract.ts'
import { as } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { makeAnswer, makeAssignment } from '../src/testing/factories/assignments.ts'
import { makeConfession } from '../src/testing/factories/confessions.ts'
import { findRuleId } from '../src/testing/factories/decisions.ts'
import { makeEvent } from '../src/testing/factories/events.ts'
import {
  makeGroup,
  makeGroupComment,
  makeGroupEvent,
  makeGroupPost,
  makePoll,
} from '../src/testing/factories/groups.ts'
import { makeListing } from '../src/testing/factories/marketplace.ts'
import { makeUpload } from '../src/testing/factories/media.ts'
import { makeConversation, makeMessage } from '../src/testing/factories/messages.ts'
import { makeComment, makePost, makeReport } from '../src/testing/factories/posts.ts'
import { makeProfessor, makeRating, sampleRating } from '../src/testing/factories/professors.ts'
import { makeUser, type TestUser } from '../src/testing/factories/users.ts'
import { openStream } from '../src/testing/streams.ts'

const { app, school, ada, grace, dean } = await campus({
  people: { ada: { name: 'Ada Castellan' }, grace: {}, dean: { role: 'admin' } },
})
const rule_id = await findRuleId(app, school.id)
const facts = 'It names where a student lives.'
const word = 'zymurgyword'

type Example = { readonly kind: string; readonly id: string; readonly report: () => Promise<{ status: number }> }

/** An item of each type by Ada, and the report of another user, who gets 404 when the item is not visible. */
const examples: Readonly<Record<string, () => Promise<Omit<Example, 'kind'>>>> = {
  post: async () => {
    const { id } = await makePost(app, ada, { content: `A post ${word}` })
    await makeComment(app, grace, { id })
    await as(app, grace)(posts.like, { params: { id } })
    return { id, report: () => reportIt(posts.report, { id }) }
  },
  comment: async () => {
    const post = await makePost(app, grace)
    const comment = await makeComment(app, ada, post, { content: `A comment ${word}` })
    await makeComment(app, grace, post, { parent: comment })
    await as(app, grace)(comments.like, { params: { id: comment.id } })
    return { id: comment.id, report: () => reportIt(comments.report, { id: comment.id }) }
  },
  message: async () => {
    const { id } = await makeMessage(app, ada, await makeConversation(app, ada, [grace]), { content: `Hi ${word}` })
    return { id, report: () => reportIt(messages.report, { id }) }
  },
  event: async () => {
    const { id } = await makeEvent(app, ada, { title: `Picnic ${word}` })
    await as(app, grace)(events.rsvp, { params: { id }, body: { status: 'attending' } })
    return { id, report: () => reportIt(events.report, { id }) }
  },
  listing: async () => {
    const { id } = await makeListing(app, ada, { title: `Desk ${word}` })
    await as(app, grace)(marketplace.favorite, { params: { id } })
    return { id, report: () => reportIt(marketplace.report, { id }) }
  },
  rating: async () => {
    const professor = await makeProfessor(app, grace)
    const { id } = await makeRating(app, ada, professor, { anonymous: false, review_text: `Patient ${word}` })
    await as(app, grace)(ratings.vote, { params: { id }, body: { is_helpful: true } })
    return { id, report: () => reportIt(ratings.report, { id }) }
  },
  professor: async () => {
    const { id } = await makeProfessor(app, ada, { last_name: 'Zymurgyword' })
    return { id, report: () => reportIt(professors.report, { id }) }
  },
  assignment_answer: async () => {
    const question = await makeAssignment(app, grace)
    const { id } = await makeAnswer(app, ada, question, { content: `It is ${word}` })
    return { id, report: () => reportIt(answers.report, { id }) }
  },
  confession: async () => {
    const { id } = await makeConfession(app, ada, { content: `I did ${word}` })
    await as(app, grace)(confessions.like, { params: { id } })
    return { id, report: () => reportIt(confessions.report, { id }) }
  },
  group_post: async () => {
    const group = await makeGroup(app, ada)
    const { id } = await makeGroupPost(app, ada, group, { content: `Group post ${word}` })
    return { id, report: () => reportIt(groupPosts.report, { gid: group.id, pid: id }) }
  },
  group_comment: async () => {
    const group = await makeGroup(app, ada)
    const post = await makeGroupPost(app, ada, group)
    const { id } = await makeGroupComment(app, ada, post)
    return { id, report: () => reportIt(groupPosts.reportComment, { gid: group.id, pid: post.id, cid: id }) }
  },
  group_event: async () => {
    const group = await makeGroup(app, ada)
    const { id } = await makeGroupEvent(app, ada, group)
    return { id, report: () => reportIt(events.report, { id }) }
  },
}

const reportIt = async (route: ReportRoute, params: Record<string, string>) =>
  as(app, await makeReader())(route, { params, body: { reason: 'spam' } })
/** A member of everything that Ada has. */
const makeReader = async () => {
  const reader = await makeUser(app, { school })
  await sql`insert into participants (school_id, conversation_id, user_id)
    select school_id, id, ${reader.id} from conversations where school_id = ${school.id}`.execute(app.db)
  return reader
}
const withhold = (id: string, type: string, more: object = {}) =>
  as(app, dean)(decisions.withhold, { params: { id }, body: { type, rule_id, facts, ...more } })
const restore = (id: string, type: string) =>
  as(app, dean)(decisions.restore, { params: { id }, body: { type, reason: 'It was a mistake' } })

test('every content type that is removed can be withheld and restored', () => {
  const removable = contentTypes.filter(({ remove }) => remove)
  expect(removable.filter(({ withhold, restore }) => !withhold || !restore)).toEqual([])
})

test.each(Object.entries(examples))(
  'a withheld %s is hidden from all, counts nowhere, and returns as it was',
  async (kind, make) => {
    const { id, report } = await make()
    const before = await readCounts()
    expect((await report()).status).toBe(201)

    const { status, body } = await withhold(id, kind)
    expect(status).toBe(201)
    expect((await withhold(id, kind)).status, 'once').toBe(409)
    expect((await report()).status, 'not visible').toBe(404)
    const listed = (await as(app, dean)(content.list, { query: { limit: 200 } })).body.data.content
    expect(listed.map((item) => item.id)).not.toContain(id)
    expect(await recount(app.db)).toEqual([])
    const statement = (await as(app, ada)(decisions.show, { params: { id: body.data.id } })).body.data
    expect(statement).toMatchObject({ action_type: 'remove', scope: 'item', facts, automated: false })

    expect((await restore(id, kind)).status).toBe(200)
    expect((await restore(id, kind)).status).toBe(409)
    expect((await report()).status, 'visible again').toBe(201)
    expect(await recount(app.db)).toEqual([])
    expect(await readCounts()).toEqual(before)
  },
)

/** All stored counts of the school, without the tallies of decisions, reports and cases. */
async function readCounts() {
  const { rows } = await sql<{ what: string; n: number }>`
    select what, sum(count)::int as n from tallies where school_id = ${school.id}
      and what not like 'action %' and what not like 'report %' and what not like 'case %' group by what having sum(count) <> 0
    union all select 'posts', sum(like_count + comment_count)::int from posts
    union all select 'professors', sum(total_ratings)::int from professors
    union all select 'departments', sum(professors_count)::int from departments
    union all select 'answers', sum(answers_count)::int from assignments
    order by what`.execute(app.db)
  return rows
}

test('the words of withheld items are in no list, search, notification or export of another user', async () => {
  const post = await makePost(app, ada, { content: `Only ${word}` })
  const conversation = await makeConversation(app, ada, [grace])
  const message = await makeMessage(app, ada, conversation, { content: `Secret ${word}` })
  await as(app, ada)(comments.create, { body: { post_id: post.id, content: `@[Grace](${grace.id}) ${word}` } })
  await withhold(post.id, 'post')
  await withhold(message.id, 'message')
  const ask = as(app, grace)
  const read = [
    (await ask(posts.feed, { query: { limit: 200 } })).body,
    (await ask(search.all, { query: { q: 'Only' } })).body,
    (await ask(messages.list, { params: { id: conversation.id } })).body,
    (await ask(conversations.list)).body,
    (await ask(posts.activity)).body,
  ]
  expect(JSON.stringify(read)).not.toContain('Only zymurgyword')
  expect(JSON.stringify(read)).not.toContain('Secret zymurgyword')
  for (const person of [ada, grace])
    expect((await as(app, person)(posts.show, { params: { id: post.id } })).status, 'its author too').toBe(404)
  expect((await ask(comments.list, { params: { id: post.id } })).body.data ?? []).toEqual([])
})

test('the words of withheld items are in no digest, notification or export of another user', async () => {
  const title = `Soiree ${word}`
  const reader = await makeUser(app, { school })
  const ask = as(app, reader)
  const event = await makeEvent(app, ada, { title })
  await ask(events.rsvp, { params: { id: event.id }, body: { status: 'attending' } })
  await ask(notifications.choose, { body: { ways: { event_changed: 'digest' } } })
  await as(app, ada)(events.update, { params: { id: event.id }, body: { location: 'Another hall' } })
  const post = await makePost(app, reader)
  const comment = await makeComment(app, ada, post, { content: `Reply ${word}` })
  await ask(posts.like, { params: { id: post.id } })
  const question = await makeAssignment(app, ada, { title: `Proof ${word}` })
  const answer = await makeAnswer(app, reader, question)
  expect((await as(app, ada)(answers.best, { params: { id: question.id, aid: answer.id } })).status).toBe(200)
  const readAll = async () => {
    const exports = personalDataRegistry.named.map(({ export: list }) => list(app.db, reader))
    return JSON.stringify([await Promise.all(exports), (await ask(notifications.list)).body])
  }
  expect(await readAll(), 'before').toContain(word)

  await withhold(event.id, 'event')
  await withhold(comment.id, 'comment')
  await withhold(question.id, 'assignment')
  expect(await readAll()).not.toContain(word)
  await sql`update notifications set created_at = created_at - interval '2 days' where user_id = ${reader.id}`.execute(
    app.db,
  )
  await sql`update schools set timezone = 'UTC' where id = ${school.id}`.execute(app.db)
  await mailImmediately(app)
  await mailDigests(app)
  const { rows } = await sql<{ payload: unknown }>`select payload from graphile_worker._private_jobs
    where payload::jsonb ->> 'to' = ${reader.email}`.execute(app.db)
  expect(JSON.stringify(rows)).not.toContain(word)
})

/** A removal of something that a reader was notified of, with this link, and has left since. */
type LeftItem = { readonly kind: string; readonly id: string; readonly link: string }
const leftItems: Readonly<Record<string, (reader: TestUser) => Promise<LeftItem>>> = {
  event: async (reader) => {
    const { id } = await makeEvent(app, ada, { title: `Soiree ${word}` })
    const rsvp = (status: 'attending' | 'not_attending') =>
      as(app, reader)(events.rsvp, { params: { id }, body: { status } })
    await rsvp('attending')
    await as(app, ada)(events.update, { params: { id }, body: { location: 'Another hall' } })
    await rsvp('not_attending')
    return { kind: 'event', id, link: `/events?event=${id}` }
  },
  group: async (reader) => {
    const name = `Club ${word}`
    const { id } = await makeGroup(app, ada, { name, members: [reader] })
    await notifyMembers(app, { schoolId: school.id, by: ada.id, group: { id, name }, onlyAdmins: false })
    await as(app, reader)(groups.leave, { params: { id } })
    return { kind: 'group', id, link: `/groups/${id}` }
  },
  'event of a group': async (reader) => {
    const group = await makeGroup(app, ada, { members: [reader] })
    const { id } = await makeGroupEvent(app, ada, group, { title: `Open evening ${word}` })
    await as(app, reader)(events.rsvp, { params: { id }, body: { status: 'attending' } })
    await as(app, ada)(events.update, { params: { id }, body: { location: 'Another hall' } })
    await as(app, reader)(groups.leave, { params: { id: group.id } })
    return { kind: 'group', id: group.id, link: `/events?event=${id}` }
  },
  'group post': async (reader) => {
    const group = await makeGroup(app, ada, { members: [reader] })
    const post = await makeGroupPost(app, ada, group, { content: `@${reader.name}, look`, mentions: [reader.id] })
    await as(app, reader)(groups.leave, { params: { id: group.id } })
    return { kind: 'group_post', id: post.id, link: `/groups/${group.id}#${post.id}` }
  },
  question: async (reader) => {
    const { id } = await makeAssignment(app, ada, { title: `Proof ${word}` })
    const answer = await makeAnswer(app, reader, { id })
    await as(app, ada)(answers.best, { params: { id, aid: answer.id } })
    await sql`delete from assignment_answers where school_id = ${school.id} and id = ${answer.id}`.execute(app.db)
    return { kind: 'assignment', id, link: `/assignment-help?question=${id}` }
  },
}

test.each(Object.entries(leftItems))(
  'the notifications about a removed %s go, also from users who have left it',
  async (_, make) => {
    const reader = await makeUser(app, { school, name: 'Noor' })
    const list = async () => (await as(app, reader)(notifications.list)).body.data.map(({ link }) => link)
    const other = await makeEvent(app, grace)
    await as(app, reader)(events.rsvp, { params: { id: other.id }, body: { status: 'attending' } })
    await as(app, grace)(events.update, { params: { id: other.id }, body: { location: 'Elsewhere' } })
    const { kind, id, link } = await make(reader)
    expect(await list(), 'before').toContain(link)
    expect((await withhold(id, kind)).status).toBe(201)
    const left = await list()
    expect(left).not.toContain(link)
    expect(left, 'another item').toContain(`/events?event=${other.id}`)
  },
)

test('the images of a withheld post are for administrators only', async () => {
  const picture = await makeUpload(app, ada)
  const post = await makePost(app, ada, { media: [picture] })
  const file = picture.url.replace('/media/', '')
  const fetchAs = async (person: typeof ada) => (await as(app, person)(media.file, { params: { file } })).status
  expect(await fetchAs(grace)).toBe(200)
  await withhold(post.id, 'post')
  expect([await fetchAs(grace), await fetchAs(ada), await fetchAs(dean)]).toEqual([404, 404, 200])
  await restore(post.id, 'post')
  expect(await fetchAs(grace)).toBe(200)
})

test('a withheld message disappears from an open chat', async () => {
  const conversation = await makeConversation(app, ada, [grace])
  const message = await makeMessage(app, ada, conversation, { content: 'Gone soon' })
  const stream = await openStream(app, grace)
  await withhold(message.id, 'message')
  expect(await stream.next('message.deleted')).toMatchObject({ body: { message_id: message.id } })
  stream.close()
})

test('a reply that was withheld alone stays withheld when the comment above it returns', async () => {
  const post = await makePost(app, grace)
  const parent = await makeComment(app, ada, post)
  const reply = await makeComment(app, ada, post, { parent })
  await makeComment(app, grace, post, { parent })
  await withhold(reply.id, 'comment')
  await withhold(parent.id, 'comment')
  const countComments = async () =>
    (await as(app, grace)(posts.show, { params: { id: post.id } })).body.data.comment_count
  expect(await countComments()).toBe(0)
  await restore(parent.id, 'comment')
  expect(await countComments()).toBe(2)
  await restore(reply.id, 'comment')
  expect(await countComments()).toBe(3)
  expect(await recount(app.db)).toEqual([])
})

test('a storm of withholding, restoring, replies, likes and edits leaves every count right', {
  timeout: 60_000,
}, async () => {
  const post = await makePost(app, ada)
  const parent = await makeComment(app, ada, post)
  const child = await makeComment(app, grace, post, { parent })
  const readers = await Promise.all(Array.from({ length: 6 }, () => makeUser(app, { school })))
  const allowed = [200, 201, 404, 409, 429]
  for (let round = 0; round < 4; round++) {
    const acts = [
      withhold(parent.id, 'comment'),
      restore(parent.id, 'comment'),
      withhold(post.id, 'post'),
      restore(post.id, 'post'),
      as(app, ada)(posts.update, { params: { id: post.id }, body: { content: `Round ${round}` } }),
      ...readers.flatMap((reader) => [
        as(app, reader)(comments.create, { body: { post_id: post.id, parent_id: child.id, content: 'And me' } }),
        as(app, reader)(posts.like, { params: { id: post.id } }),
        as(app, reader)(comments.like, { params: { id: child.id } }),
      ]),
    ]
    for (const { status } of await Promise.all(acts)) expect(allowed).toContain(status)
  }
  await restore(post.id, 'post')
  await restore(parent.id, 'comment')
  expect(await recount(app.db)).toEqual([])
  const { rows } = await sql`select from comments as reply join comments as above on above.id = reply.parent_id
    where reply.post_id = ${post.id} and reply.withheld_at is null and above.withheld_at is not null`.execute(app.db)
  expect(rows, 'no reply is visible below a withheld comment').toEqual([])
})

/** An item that others write below, and one write of a user. */
const parents: Readonly<
  Record<string, () => Promise<{ id: string; write: (by: TestUser) => Promise<{ status: number }> }>>
> = {
  assignment: async () => {
    const { id } = await makeAssignment(app, ada)
    const write = (by: TestUser) =>
      as(app, by)(answers.create, { params: { id }, body: { content: 'Because it does' } })
    return { id, write }
  },
  assignment_answer: async () => {
    const { id } = await makeAnswer(app, ada, await makeAssignment(app, grace))
    return { id, write: (by) => as(app, by)(answers.helpful, { params: { id }, body: { is_helpful: true } }) }
  },
  confession: async () => {
    const { id } = await makeConfession(app, ada)
    return { id, write: (by) => as(app, by)(confessions.like, { params: { id } }) }
  },
  event: async () => {
    const { id } = await makeEvent(app, ada)
    return { id, write: (by) => as(app, by)(events.rsvp, { params: { id }, body: { status: 'attending' } }) }
  },
  group_post: async () => {
    const group = await makeGroup(app, ada)
    const { id } = await makePoll(app, ada, group)
    const write = async (by: TestUser) => {
      await as(app, by)(groups.join, { params: { id: group.id }, body: {} })
      await as(app, by)(groupPosts.vote, { params: { gid: group.id, pid: id }, body: { option_index: 0 } })
      return as(app, by)(groupPosts.comment, { params: { gid: group.id, pid: id }, body: { content: 'Tea' } })
    }
    return { id, write }
  },
  listing: async () => {
    const { id } = await makeListing(app, ada)
    return { id, write: (by) => as(app, by)(marketplace.favorite, { params: { id } }) }
  },
  professor: async () => {
    const { id } = await makeProfessor(app, ada)
    return { id, write: (by) => as(app, by)(ratings.create, { params: { id }, body: sampleRating }) }
  },
  rating: async () => {
    const { id } = await makeRating(app, ada, await makeProfessor(app, grace), { anonymous: false })
    return { id, write: (by) => as(app, by)(ratings.vote, { params: { id }, body: { is_helpful: true } }) }
  },
}

test.each(Object.entries(parents))(
  'a storm of removals and restorations of one %s against what is written below it leaves every count right',
  { timeout: 60_000 },
  async (kind, make) => {
    const { id, write } = await make()
    const writers = await Promise.all(Array.from({ length: 6 }, () => makeUser(app, { school })))
    for (let round = 0; round < 2; round++) {
      const acts = [withhold(id, kind), ...writers.slice(round * 3, round * 3 + 3).map(write), restore(id, kind)]
      for (const { status } of await Promise.all(acts)) expect([200, 201, 404, 409, 429]).toContain(status)
    }
    await restore(id, kind)
    expect(await recount(app.db)).toEqual([])
    expect([200, 201, 409]).toContain((await write(await makeUser(app, { school }))).status)
  },
)

test('a removal and an edit at one time leave the words of one of them, and an item that returns', async () => {
  for (let round = 0; round < 4; round++) {
    const { id } = await makePost(app, ada, { content: 'Before' })
    const edit = as(app, ada)(posts.update, { params: { id }, body: { content: 'After' } })
    const [removed, edited] = await Promise.all([withhold(id, 'post'), edit])
    expect(removed.status).toBe(201)
    expect([200, 404]).toContain(edited.status)
    const decision = (await as(app, ada)(decisions.show, { params: { id: removed.body.data.id } })).body.data
    await restore(id, 'post')
    const { content: words } = (await as(app, grace)(posts.show, { params: { id } })).body.data
    expect(words).toBe(edited.status === 200 ? 'After' : 'Before')
    expect(decision.snapshot, 'the statement has the words that were removed').toBe(words)
  }
})

test('DELETE leaves a decision with the default words that can be reversed', async () => {
  const post = await makePost(app, ada, { content: 'Back soon' })
  await as(app, dean)(content.remove, { params: { id: post.id } })
  expect((await as(app, dean)(content.remove, { params: { id: post.id } })).status).toBe(404)
  const [decision] = (await as(app, ada)(decisions.list)).body.data
  expect(decision).toMatchObject({
    rule: { title: 'Other' },
    facts: 'Removed by a moderator of your school.',
    item: 'post',
    school: expect.any(String),
    can: { appeal: true },
  })
  const history = async (query: object) =>
    (await as(app, dean)(moderation.history, { query: { limit: 200, ...query } })).body.data.map(({ id }) => id)
  expect(await history({}), 'only on request').not.toContain(decision?.id)
  expect(await history({ includeRemovals: 'true' })).toContain(decision?.id)
  expect(await history({ actionType: 'remove' })).toContain(decision?.id)
  const body = { moderationId: decision?.id ?? '', reason: 'A mistake' }
  expect((await as(app, dean)(moderation.reverse, { body })).status).toBe(200)
  expect((await as(app, grace)(posts.show, { params: { id: post.id } })).body.data.content).toBe('Back soon')
})

test('a bulk removal makes one decision per item', async () => {
  const items = [await makePost(app, ada), await makePost(app, grace)]
  const ids = items.map(({ id }) => id)
  expect((await as(app, dean)(content.removeMany, { body: { contentIds: ids } })).body.deleted).toBe(2)
  const { rows } = await sql`select from moderation_actions where item_id = any (${ids}::uuid[])`.execute(app.db)
  expect(rows).toHaveLength(2)
})

test('one administrator removes at most 500 items per day in bulk, also with concurrent calls, and another one goes on', async () => {
  const [moderator, colleague] = [await makeUser(app, { school, role: 'admin' }), dean]
  const items = await Promise.all(Array.from({ length: 6 }, () => makePost(app, ada)))
  const removeMany = (person: TestUser, [from, to]: readonly [number, number]) =>
    as(app, person)(content.removeMany, { body: { contentIds: items.slice(from, to).map(({ id }) => id) } })
  expect((await removeMany(moderator, [0, 1])).status).toBe(200)
  // As if 495 others had been removed today.
  await sql`insert into moderation_actions (school_id, id, action_type, reason, created_by, created_by_name, created_at)
    select school_id, gen_random_uuid(), action_type, reason, created_by, created_by_name, created_at
    from moderation_actions, generate_series(1, 495) where school_id = ${school.id} and created_by = ${moderator.id}`.execute(
    app.db,
  )
  const answers = await Promise.all([removeMany(moderator, [1, 4]), removeMany(moderator, [4, 6])])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429])
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.body.error).toBe(
    'One administrator can remove up to 500 items per day. Ask another one to allow 500 more in Users.',
  )
  const left = answers[0]?.status === 429 ? ([1, 4] as const) : ([4, 6] as const)
  expect((await removeMany(colleague, left)).status).toBe(200)
  await sql`update moderation_actions set created_at = now() - interval '24 hours'
    where school_id = ${school.id} and created_by = ${moderator.id}`.execute(app.db)
  const next = await makePost(app, ada)
  expect((await as(app, moderator)(content.removeMany, { body: { contentIds: [next.id] } })).status).toBe(200)
})

test('a second administrator allows 500 more removals until the end of the day of the school, once', async () => {
  const zone = 'Pacific/Auckland'
  await app.db.updateTable('schools').set({ timezone: zone }).where('id', '=', school.id).execute()
  const [moderator, colleague] = [await makeUser(app, { school, role: 'admin' }), dean]
  const site = await makeUser(app, { school, role: 'site_admin' })
  const items = await Promise.all(Array.from({ length: 3 }, () => makePost(app, ada)))
  const remove = async (index: number) =>
    (await as(app, moderator)(content.removeMany, { body: { contentIds: [items[index]?.id ?? ''] } })).status
  const fill = (count: number) =>
    sql`insert into moderation_actions
      (school_id, id, action_type, reason, created_by, created_by_name)
    select ${school.id}, gen_random_uuid(), 'remove', 'x', ${moderator.id}, 'Moderator' from generate_series(1, ${sql.lit(count)})`.execute(
      app.db,
    )
  const allow = (by: TestUser, { id }: TestUser) => as(app, by)(content.allowRemovals, { params: { id } })
  await fill(500)
  expect(await remove(0)).toBe(429)
  expect((await allow(moderator, moderator)).status, 'for oneself').toBe(403)
  expect((await allow(ada, moderator)).status, 'by a student').toBe(403)
  expect((await allow(colleague, ada)).status, 'for a student').toBe(400)
  const allowed = await allow(colleague, moderator)
  expect(allowed.status).toBe(200)
  const clock = new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' })
  expect(clock.format(allowed.body.data.until * 1000)).toBe('00:00')
  expect(allowed.body.data.until - Date.now() / 1000).toBeLessThanOrEqual(25 * 3600)
  expect((await allow(colleague, moderator)).status, 'twice').toBe(409)
  expect(await remove(0)).toBe(200)
  await fill(499)
  expect(await remove(1), 'more than 1,000').toBe(429)
  expect((await allow(site, moderator)).status, 'a site administrator allows more').toBe(200)
  expect(await remove(1)).toBe(200)
  await sql`update removal_allowances set until = now() where user_id = ${moderator.id}`.execute(app.db)
  expect(await remove(2), 'the day is over').toBe(429)
  expect((await allow(colleague, moderator)).status, 'on the next day').toBe(200)
  const audited = await app.db
    .selectFrom('audit_log')
    .where('action', '=', 'user.allow_removals')
    .where('target_id', '=', moderator.id)
    .orderBy('id')
    .select('actor_id')
    .execute()
  expect(audited.map(({ actor_id }) => actor_id)).toEqual([colleague.id, site.id, colleague.id])
})

test('an erased item cannot return, and its statement stays', async () => {
  const post = await makePost(app, ada)
  const { id } = (await withhold(post.id, 'post', { erase: true })).body.data
  expect(await app.db.selectFrom('posts').where('id', '=', post.id).selectAll().execute()).toEqual([])
  expect((await restore(post.id, 'post')).status).toBe(409)
  expect((await as(app, ada)(decisions.show, { params: { id } })).body.data).toMatchObject({ is_erased: true, facts })
})

test('the job erases what was withheld when the time to appeal has ended, once', async () => {
  const [due, later] = [await makePost(app, ada), await makePost(app, ada)]
  await withhold(due.id, 'post')
  await withhold(later.id, 'post')
  await sql`update moderation_actions set appeal_until = now() - interval '1 minute' where item_id = ${due.id}`.execute(
    app.db,
  )
  await Promise.all([eraseWithheldItems(app.db, contentTypes), eraseWithheldItems(app.db, contentTypes)])
  const left = await app.db.selectFrom('posts').where('id', 'in', [due.id, later.id]).select('id').execute()
  expect(left).toEqual([{ id: later.id }])
  expect(await recount(app.db)).toEqual([])
})

test('a removal needs a rule of the school and facts of at least ten characters', async () => {
  const { id } = await makePost(app, ada)
  expect((await withhold(id, 'post', { facts: 'Too short' })).status).toBe(400)
  expect((await withhold(id, 'post', { rule_id: id })).status).toBe(404)
  expect((await withhold(id, 'nonsense')).status).toBe(404)
})

test('a removal that names another type of the same table changes nothing', async () => {
  const group = await makeGroup(app, ada)
  const post = await makeGroupPost(app, ada, group)
  const comment = await makeComment(app, ada, await makePost(app, ada))
  expect((await withhold(post.id, 'post')).status).toBe(404)
  expect((await withhold(comment.id, 'group_comment')).status).toBe(404)
  const { rows } = await sql`select from posts where id = ${post.id} and withheld_at is not null
    union all select from comments where id = ${comment.id} and withheld_at is not null`.execute(app.db)
  expect(rows).toEqual([])
  expect(await recount(app.db)).toEqual([])
})

test('a moderator does not remove their own reported item, nor close a report about it', async () => {
  const post = await makePost(app, dean)
  const report = await makeReport(app, grace, post)
  expect((await withhold(post.id, 'post')).status).toBe(403)
  const ask = { params: { id: report.id }, body: { status: 'dismissed' as const } }
  expect((await as(app, dean)(reports.settle, ask)).status).toBe(403)
})

test('an item whose author or group is gone does not return, and the cause is named', async () => {
  const group = await makeGroup(app, grace)
  const post = await makeGroupPost(app, grace, group)
  await withhold(post.id, 'group_post')
  await withhold(group.id, 'group')
  const refusal = await restore(post.id, 'group_post')
  expect([refusal.status, refusal.body.error]).toEqual([409, 'The group was removed. Restore the group first.'])
  const leaver = await makeUser(app, { school })
  const theirs = await makePost(app, leaver)
  await withhold(theirs.id, 'post')
  await sql`update users set deleted_at = now(), anonymous_items = 'delete' where id = ${leaver.id}`.execute(app.db)
  expect((await restore(theirs.id, 'post')).body.error).toBe('The account of the author was deleted.')
})
