import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contentTypes } from '../src/app/registries.ts'
import { answers, assignments } from '../src/features/assignments/contract.ts'
import { confessions } from '../src/features/confessions/contract.ts'
import { events, groupEvents } from '../src/features/events/contract.ts'
import { groupPosts } from '../src/features/group-posts/contract.ts'
import { groups } from '../src/features/groups/contract.ts'
import { marketplace } from '../src/features/marketplace/contract.ts'
import { messages } from '../src/features/messages/contract.ts'
import { content } from '../src/features/moderation/content-contract.ts'
import type { ContentType } from '../src/features/moderation/server/content-types.ts'
import { contentTypes as filterTypes } from '../src/features/moderation/web/labels.ts'
import { comments, posts } from '../src/features/posts/contract.ts'
import { ratings } from '../src/features/professors/contract.ts'
import { withTransaction } from '../src/shared/server/db/transaction.ts'
import { as } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { makeAnswer, makeAssignment } from '../src/testing/factories/assignments.ts'
import { makeConfession } from '../src/testing/factories/confessions.ts'
import {
  makeGroup,
  makeGroupComment,
  makeGroupEvent,
  makeGroupPost,
  makeMember,
  makePoll,
} from '../src/testing/factories/groups.ts'
import { makeListing } from '../src/testing/factories/marketplace.ts'
import { makeUpload } from '../src/testing/factories/media.ts'
import { makeConversation, makeMessage } from '../src/testing/factories/messages.ts'
import { makeComment, makePost } from '../src/testing/factories/posts.ts'
import { makeProfessor, makeRating } from '../src/testing/factories/professors.ts'
import { makeSchool, makeUser, type TestUser } from '../src/testing/factories/users.ts'

const { app, ada, grace } = await campus({ people: { ada: {}, grace: {} } })

type ReportableItem = {
  readonly id: string
  readonly text: string
  /** Path parameters of its report route, if there is more than the id. */
  readonly params?: Record<string, string>
  gone(): Promise<boolean>
}

/** For every content type: an item with likes and replies, and a check that nothing of it is left. */
const examples: Readonly<Record<string, (author: TestUser, anonymous: boolean) => Promise<ReportableItem>>> = {
  user: async (author) => ({ id: author.id, text: '', gone: async () => false }),
  post: async (author, anonymous) => {
    const post = await makePost(app, author, { content: 'A post', anonymous })
    const comment = await makeComment(app, grace, post)
    await as(app, grace)(posts.like, { params: { id: post.id } })
    await as(app, grace)(comments.like, { params: { id: comment.id } })
    return { id: post.id, text: 'A post', gone: () => leavesNothing(post.id) }
  },
  comment: async (author, anonymous) => {
    const post = await makePost(app, anonymous ? author : grace, { anonymous })
    await makeComment(app, grace, post, { content: 'stays' })
    const comment = await makeComment(app, author, post, { content: 'A comment' })
    await makeComment(app, grace, post, { content: 'goes with it', parent: comment })
    await as(app, grace)(comments.like, { params: { id: comment.id } })
    const gone = async () => {
      const { body } = await as(app, grace)(comments.list, { params: { id: post.id } })
      const shown = (await as(app, grace)(posts.show, { params: { id: post.id } })).body.data
      return body.data.map(({ content }) => content).join() === 'stays' && shown.comment_count === 1
    }
    return { id: comment.id, text: 'A comment', gone }
  },
  message: async (author) => {
    const conversation = await makeConversation(app, author, [grace])
    const { id } = await makeMessage(app, author, conversation, { content: 'A message' })
    const gone = async () => (await as(app, grace)(messages.update, { params: { id }, body: {} })).status === 404
    return { id, text: 'A message', gone }
  },
  event: async (author) => {
    const image = await makeUpload(app, author, { type: 'event' })
    const dates = { start_date: 2_000_000_000, end_date: 2_000_003_600 }
    const body = { title: 'An event', description: 'All day', location: 'Hall', image_url: image.url, ...dates }
    const { id } = (await as(app, author)(events.create, { body })).body.data
    await as(app, grace)(events.rsvp, { params: { id }, body: { status: 'attending' } })
    const gone = async () =>
      (await app.db.selectFrom('event_attendees').where('event_id', '=', id).selectAll().execute()).length === 0 &&
      (await as(app, grace)(events.show, { params: { id } })).status === 404
    return { id, text: 'All day\nHall', gone }
  },
  listing: async (author) => {
    const { id } = await makeListing(app, author, { description: 'It works.', price: 12.5 })
    await as(app, grace)(marketplace.favorite, { params: { id } })
    const gone = async () =>
      (await app.db.selectFrom('listing_favorites').where('listing_id', '=', id).selectAll().execute()).length === 0 &&
      (await as(app, grace)(marketplace.show, { params: { id } })).status === 404
    return { id, text: 'It works.\n12.50', gone }
  },
  rating: async (author, anonymous) => {
    const review_text = 'Patient, and funny.'
    const { id } = await makeRating(app, author, await makeProfessor(app, grace), { anonymous, review_text })
    await as(app, grace)(ratings.vote, { params: { id }, body: { is_helpful: true } })
    const gone = async () =>
      (await app.db.selectFrom('rating_votes').where('rating_id', '=', id).selectAll().execute()).length === 0 &&
      (await app.db.selectFrom('ratings').where('id', '=', id).selectAll().execute()).length === 0
    return { id, text: review_text, gone }
  },
  professor: async (author) => {
    const professor = await makeProfessor(app, author, { title: 'Dr.', bio: 'Counts.', courses_taught: '["M1"]' })
    const { id } = professor
    await makeRating(app, grace, professor)
    const gone = async () => {
      const [left, courses, stars] = await Promise.all([
        app.db.selectFrom('professors').where('id', '=', id).selectAll().execute(),
        app.db.selectFrom('professor_courses').where('professor_id', '=', id).selectAll().execute(),
        app.db.selectFrom('ratings').where('professor_id', '=', id).selectAll().execute(),
      ])
      return [...left, ...courses, ...stars].length === 0
    }
    return { id, text: 'Dr.\nCounts.', gone }
  },
  assignment: async (author) => {
    const { url } = await makeUpload(app, author, { type: 'assignment' })
    const { id } = await makeAssignment(app, author, { description: 'A question', images: [url] })
    const answer = await makeAnswer(app, grace, { id })
    await as(app, author)(answers.helpful, { params: { id: answer.id }, body: {} })
    const gone = async () => {
      const rows = await Promise.all([
        app.db.selectFrom('assignment_answers').where('assignment_id', '=', id).selectAll().execute(),
        app.db.selectFrom('answer_votes').where('answer_id', '=', answer.id).selectAll().execute(),
        app.db.selectFrom('points').where('assignment_id', '=', id).selectAll().execute(),
        app.db.selectFrom('uploads').where('item_id', '=', id).selectAll().execute(),
      ])
      return rows.flat().length === 0 && (await as(app, grace)(assignments.show, { params: { id } })).status === 404
    }
    return { id, text: 'A question', gone }
  },
  assignment_answer: async (author) => {
    const { id: question } = await makeAssignment(app, grace)
    await makeAnswer(app, grace, { id: question }, { content: 'This one stays.' })
    const { id } = await makeAnswer(app, author, { id: question }, { content: 'This one goes.' })
    await as(app, grace)(answers.helpful, { params: { id }, body: {} })
    const gone = async () => {
      const { body } = await as(app, grace)(answers.list, { params: { id: question } })
      const shown = (await as(app, grace)(assignments.show, { params: { id: question } })).body.data
      return body.data.map(({ content }) => content).join() === 'This one stays.' && shown.answers_count === 1
    }
    return { id, text: 'This one goes.', gone }
  },
  confession: async (author) => {
    const { id } = await makeConfession(app, author, { content: 'I like Mondays.' })
    await as(app, grace)(confessions.like, { params: { id } })
    const gone = async () =>
      (await app.db.selectFrom('confession_likes').where('confession_id', '=', id).selectAll().execute()).length ===
        0 && (await as(app, grace)(confessions.like, { params: { id } })).status === 404
    return { id, text: 'I like Mondays.', gone }
  },
  group: async (author) => {
    const group = await makeGroup(app, author, { description: 'We play', members: [grace] })
    const media = await makeUpload(app, author, { type: 'group_post' })
    await makeGroupPost(app, author, group, { images: [media.url] })
    await as(app, grace)(groups.conversation, { params: { id: group.id } })
    const gone = async () => {
      const uploads = await app.db.selectFrom('uploads').where('item_kind', '=', 'group_post').selectAll().execute()
      const talks = await app.db.selectFrom('conversations').where('group_id', '=', group.id).selectAll().execute()
      const shown = await as(app, grace)(groups.show, { params: { id: group.id } })
      const names = uploads.map(({ name }) => `/media/${name}.webp`)
      return shown.status === 404 && talks.length === 0 && !names.includes(media.url)
    }
    return { id: group.id, text: 'We play', params: { gid: group.id }, gone }
  },
  group_post: async (author) => {
    const poll = await makePoll(app, author, await makeGroup(app, author, { members: [grace] }))
    const params = { gid: poll.group_id, pid: poll.id }
    await makeGroupComment(app, grace, poll)
    await as(app, grace)(groupPosts.like, { params })
    await as(app, grace)(groupPosts.vote, { params, body: { option_index: 1 } })
    const gone = async () =>
      (await leavesNothing(poll.id)) &&
      (await app.db.selectFrom('poll_votes').where('post_id', '=', poll.id).selectAll().execute()).length === 0
    return { id: poll.id, text: 'Which one?', params, gone }
  },
  group_resource: (author) => aPostOfGroup(author, 'resource'),
  group_discussion: (author) => aPostOfGroup(author, 'text'),
  group_comment: async (author) => {
    const group = await makeGroup(app, grace)
    await makeMember(app, grace, group, author)
    const post = await makeGroupPost(app, grace, group)
    await makeGroupComment(app, grace, post, 'stays')
    const { id } = await makeGroupComment(app, author, post, 'A comment')
    const params = { gid: group.id, pid: post.id }
    const gone = async () => {
      const { body } = await as(app, grace)(groupPosts.comments, { params })
      const shown = (await as(app, grace)(groupPosts.show, { params })).body.data
      return body.data.map(({ content }) => content).join() === 'stays' && shown.comment_count === 1
    }
    return { id, text: 'A comment', params: { ...params, cid: id }, gone }
  },
  group_event: async (author) => {
    const group = await makeGroup(app, author)
    const { id } = await makeGroupEvent(app, author, group)
    const params = { gid: group.id, eid: id }
    await as(app, grace)(groupEvents.rsvp, { params, body: { status: 'attending' } })
    const gone = async () => (await as(app, grace)(groupEvents.show, { params })).status === 404
    return { id, text: 'All welcome\nHall', params: { gid: group.id, id }, gone }
  },
}

/** Content types that are always signed. */
const alwaysNamed = [
  ...['user', 'message', 'event', 'listing', 'assignment', 'assignment_answer', 'professor'],
  ...['group', 'group_post', 'group_resource', 'group_discussion', 'group_comment', 'group_event'],
]

/** Content types that are always anonymous. */
const alwaysSealed = ['confession']

async function aPostOfGroup(author: TestUser, type: 'resource' | 'text'): Promise<ReportableItem> {
  const post = await makeGroupPost(app, author, await makeGroup(app, author), { type, content: 'A link' })
  const gone = () => leavesNothing(post.id)
  return { id: post.id, text: 'A link', params: { gid: post.group_id, id: post.id }, gone }
}

async function leavesNothing(post: string): Promise<boolean> {
  const tables = [
    app.db.selectFrom('posts').where('id', '=', post),
    app.db.selectFrom('comments').where('post_id', '=', post),
    app.db.selectFrom('post_likes').where('post_id', '=', post),
  ]
  const rows = await Promise.all(tables.map((table) => table.selectAll().execute()))
  return rows.flat().length === 0
}

const findExample = (kind: string) => {
  const example = examples[kind]
  if (!example) throw new Error(`Write an example of the kind ${kind}.`)
  return example
}

test('every content type has a unique name', () => {
  expect(new Set(contentTypes.map(({ kind }) => kind)).size).toBe(contentTypes.length)
})

const removable = contentTypes.filter((kind): kind is ContentType & Required<Pick<ContentType, 'remove'>> =>
  Boolean(kind.remove),
)

test.each(contentTypes.filter(({ kind }) => !alwaysSealed.includes(kind)))(
  'the snapshot of a reported $kind holds its text and author',
  async ({ kind, snapshot }) => {
    const { id, text } = await findExample(kind)(ada, false)
    expect(await snapshot(app.db, ada.schoolId, id)).toMatchObject({ text, authorId: ada.id, seal: null })
  },
)

test.each(contentTypes.filter(({ kind }) => !alwaysNamed.includes(kind)))(
  'the snapshot of an anonymous $kind holds a seal instead of the author',
  async ({ kind, snapshot }) => {
    const { id, text } = await findExample(kind)(ada, true)
    const noted = await snapshot(app.db, ada.schoolId, id)
    expect(noted).toMatchObject({ text, authorId: null })
    const item = { schoolId: ada.schoolId, kind, id }
    expect((await app.anonymity.unsealContent(noted?.seal ?? Buffer.alloc(0), item)).authorId).toBe(ada.id)
  },
)

test.each(removable)('a $kind of another school can be neither snapshotted nor removed', async (of) => {
  const { id, gone } = await findExample(of.kind)(ada, false)
  const elsewhere = await makeSchool(app)
  expect(await of.snapshot(app.db, elsewhere.id, id)).toBeUndefined()
  expect(await withTransaction(app.db, (trx) => of.remove(trx, elsewhere.id, id))).toBe(false)
  expect(await gone()).toBe(false)
})

test.each(removable)(
  'removing a $kind removes its dependent rows, keeps counters correct, and happens once',
  async (of) => {
    const { id, gone } = await findExample(of.kind)(ada, false)
    expect(await gone()).toBe(false)
    expect(await withTransaction(app.db, (trx) => of.remove(trx, ada.schoolId, id))).toBe(true)
    expect(await gone()).toBe(true)
    expect(await withTransaction(app.db, (trx) => of.remove(trx, ada.schoolId, id))).toBe(false)
    expect(await of.snapshot(app.db, ada.schoolId, id)).toBeUndefined()
    expect(await withTransaction(app.db, (trx) => of.remove(trx, ada.schoolId, randomUUID()))).toBe(false)
  },
)

test.each(removable)('of five concurrent removals of a $kind, one succeeds', async (of) => {
  const { id, gone } = await findExample(of.kind)(ada, false)
  const removals = await Promise.all(
    Array.from({ length: 5 }, () => withTransaction(app.db, (trx) => of.remove(trx, ada.schoolId, id))),
  )
  expect(removals.filter(Boolean)).toHaveLength(1)
  expect(await gone()).toBe(true)
})

test.each(contentTypes)('a $kind can be reported through its route, and only by users who can see it', async (of) => {
  const { report } = of
  expect(report, 'a content type without a report route needs a reason here').toBeDefined()
  if (!report) return
  const school = await makeSchool(app)
  const stranger = await makeUser(app, { school })
  const { id, params = { id } } = await findExample(of.kind)(ada, false)
  const ask = { params, body: { reason: 'spam' } }
  expect((await as(app, stranger)(report.route, ask)).status).toBe(404)
  const isSealed = of.kind === 'confession' // an error would reveal the author
  expect((await as(app, ada)(report.route, ask)).status).toBe(isSealed ? 201 : 403)
  expect((await as(app, grace)(report.route, ask)).status).toBe(201)
  expect((await as(app, grace)(report.route, ask)).body.error).toBe(
    of.repeatedReport ?? `You have already reported this ${of.label}`,
  )
})

test('the filter of content management offers every listed kind', () => {
  const kinds = contentTypes.filter(({ listed }) => listed).map(({ kind, listed }) => listed?.type ?? kind)
  expect(filterTypes.map(([type]) => type).toSorted()).toEqual(kinds.toSorted())
})

test.each(removable.filter(({ listed }) => listed))(
  'a $kind is listed and counted in content management',
  async (of) => {
    const school = { id: ada.schoolId, domain: 'x.example' }
    const dean = await makeUser(app, { school, role: 'admin' })
    const type = of.listed?.type ?? of.kind
    const listed = async () => (await as(app, dean)(content.list, { query: { type, limit: 200 } })).body.data
    const { id } = await findExample(of.kind)(ada, false)
    const { content: items, pagination } = await listed()
    expect(items.map((item) => item.id)).toContain(id)
    expect(pagination.total).toBe(items.length)
    expect(await withTransaction(app.db, (trx) => of.remove(trx, school.id, id))).toBe(true)
    const after = await listed()
    expect(after.content.map((item) => item.id)).not.toContain(id)
    expect(after.pagination.total).toBe(after.content.length)
  },
)
