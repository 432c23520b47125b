import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '../../../shared/server/db/sql.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeAssignment } from '../../../testing/factories/assignments.ts'
import { makeConfession } from '../../../testing/factories/confessions.ts'
import { makeEvent } from '../../../testing/factories/events.ts'
import { makeGroup } from '../../../testing/factories/groups.ts'
import { makeListing } from '../../../testing/factories/marketplace.ts'
import { makeConversation, makeMessage } from '../../../testing/factories/messages.ts'
import { makePost } from '../../../testing/factories/posts.ts'
import { makeProfessor } from '../../../testing/factories/professors.ts'
import { makeBlock, makeFriends, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { messages } from '../../messages/contract.ts'
import { posts } from '../../posts/contract.ts'
import { search, searchTypes } from '../contract.ts'

const { app, school, ada, grace, alan, foreigner } = await campus({
  people: { ada: { name: 'Ada Castellan' }, grace: { name: 'Grace Mbeki' }, alan: { name: 'Alan Teo' } },
  foreign: { people: { foreigner: { name: 'Linus Aaltonen' } } },
})

const find = async (person: TestUser, q: string, limit?: number) => {
  const { status, body } = await as(app, person)(search.all, { query: { q, ...(limit ? { limit } : {}) } })
  expect(status).toBe(200)
  return body.data
}

/** Creates one item of each type that contains a term, by an author, visible to a listener. */
async function everything(author: TestUser, listener: TestUser, word: string) {
  const named = await makeUser(app, {
    school: { id: author.schoolId, domain: `${word}.example` },
    name: `${word} Person`,
  })
  const post = await makePost(app, author, { content: `A post about ${word}` })
  const event = await makeEvent(app, author, { title: `${word} evening` })
  const listing = await makeListing(app, author, { title: `${word} chair` })
  const group = await makeGroup(app, author, { name: `${word} club` })
  const professor = await makeProfessor(app, author, { last_name: word })
  const assignment = await makeAssignment(app, author, { title: `What is a ${word}?` })
  const confession = await makeConfession(app, author, { content: `I fear every ${word}` })
  const conversation = await makeConversation(app, author, [listener])
  const message = await makeMessage(app, author, conversation, { content: `Do you know ${word}?` })
  return { named, post, event, listing, conversation, message, group, professor, assignment, confession }
}

test('finds every item that contains a term, by type, with a link to its page', async () => {
  const made = await everything(grace, ada, 'zeppelin')
  const found = await find(ada, 'ZEPPELIN')
  expect(found.map(({ kind }) => kind)).toEqual(searchTypes)
  expect(found.map(({ link }) => link)).toEqual([
    `/profile/${made.named.id}`,
    `/groups/${made.group.id}`,
    `/rate-my-professor/${made.professor.id}`,
    `/messages/${made.conversation.id}?message=${made.message.id}`,
    `/dashboard?post=${made.post.id}`,
    `/events?event=${made.event.id}`,
    `/assignment-help?question=${made.assignment.id}`,
    `/marketplace?listing=${made.listing.id}`,
    `/confessions?search=${made.confession.confession_number}`,
  ])
  expect(found.find(({ kind }) => kind === 'post')).toMatchObject({
    title: 'Grace Mbeki',
    text: 'A post about zeppelin',
  })
})

/** Without messages: a direct conversation stays readable for both users after a block. */
const kindsBut = async (left: string, q: string) =>
  (await find(ada, q)).map(({ kind }) => kind).filter((kind) => kind !== left)

/** What remains visible after a block: items of the school, and anonymous ones. */
const unowned = ['person', 'group', 'professor', 'confession']

test('never finds items of other schools, foreign conversations, blocked users or deleted ones', async () => {
  await everything(
    foreigner,
    await makeUser(app, { school: { id: foreigner.schoolId, domain: 'x.example' } }),
    'canaryone',
  )
  expect(await find(ada, 'canaryone')).toEqual([])
  expect((await find(foreigner, 'canaryone')).map(({ kind }) => kind)).toEqual(searchTypes)

  await everything(grace, alan, 'canarytwo')
  expect((await find(ada, 'canarytwo')).map(({ kind }) => kind)).toEqual(
    searchTypes.filter((kind) => kind !== 'message'),
  )

  const hidden = await makeUser(app, { school, name: 'Canarythree Hidden' })
  await everything(hidden, ada, 'canarythree')
  await makeBlock(app, hidden, ada)
  expect(await kindsBut('message', 'canarythree')).toEqual(unowned)
  const blocker = await makeUser(app, { school, name: 'Canaryfour Blocker' })
  await everything(blocker, ada, 'canaryfour')
  await makeBlock(app, ada, blocker)
  expect(await kindsBut('message', 'canaryfour')).toEqual(unowned)

  const { post, message } = await everything(grace, ada, 'canaryfive')
  await as(app, grace)(posts.remove, { params: { id: post.id } })
  await as(app, grace)(messages.remove, { params: { id: message.id } })
  const kinds = (await find(ada, 'canaryfive')).map(({ kind }) => kind)
  expect(kinds).not.toContain('post')
  expect(kinds).not.toContain('message')
})

test('finds names with typos when no exact hit exists', async () => {
  for (const typo of ['Grase', 'Mbeky', 'grace mbekki', 'Castelan'])
    expect(
      (await find(alan, typo)).map(({ title }) => title),
      typo,
    ).toContain(typo === 'Castelan' ? 'Ada Castellan' : 'Grace Mbeki')
  expect(await find(alan, 'qqqqqqq')).toEqual([])
})

test('finds an anonymous post by its text, without its author, even for the author', async () => {
  await makePost(app, ada, { content: 'No one knows that I sing waltzes', anonymous: true })
  for (const person of [ada, grace]) {
    const [hit] = await find(person, 'waltzes')
    expect(hit).toMatchObject({ kind: 'post', title: 'Anonymous', image_url: null })
    expect(JSON.stringify(hit)).not.toContain(ada.id)
  }
  expect((await find(grace, 'Ada Castellan')).map(({ kind }) => kind)).toEqual(['person'])
})

test('finds only names for two letters, nothing for one, and takes special characters literally', async () => {
  expect((await find(ada, 'mb')).map(({ title }) => title)).toEqual(['Grace Mbeki'])
  for (const term of ['', 'm', '%', '__', '%%%', "'; drop table users", '\\'])
    expect(await find(ada, term), term).toEqual([])
  await makePost(app, grace, { content: 'Only 100% wool' })
  expect((await find(ada, '100%')).map(({ text }) => text)).toEqual(['Only 100% wool'])
  const { status } = await as(app, ada)(search.all, { query: { q: 'x'.repeat(201) } })
  expect(status).toBe(400)
})

test('limits the hits per type, latest first', async () => {
  for (let n = 0; n < 7; n++) await makePost(app, grace, { content: `Lantern number ${n}` })
  expect((await find(ada, 'lantern')).map(({ text }) => text.slice(-1))).toEqual(['6', '5', '4', '3', '2'])
  expect((await find(ada, 'lantern', 2)).length).toBe(2)
})

/** Others that contain a term, more than a search compares: the first or the last of each table in the order of time, of ids and of storage. */
async function makeOthers(when: 'first' | 'last') {
  const id = sql`lpad(n::text, 32, ${when === 'first' ? '0' : 'f'})::uuid`
  const at = sql`now() + make_interval(days => ${when === 'first' ? -1 : 1})`
  await sql`insert into users (school_id, id, name, email, terms_accepted_at, created_at)
    select ${school.id}, ${id}, 'Josephine Overquilter ' || n, ${when}::text || n || '@quilters.example', now(), ${at}
    from generate_series(1, 250) as n`.execute(app.db)
  await sql`insert into groups (school_id, id, creator_id, name, description, members_count, created_at)
    select ${school.id}, ${id}, ${alan.id}, 'Circle of quilters ' || n, 'We meet.', 20, ${at} from generate_series(1, 250) as n`.execute(
    app.db,
  )
  await sql`insert into events (school_id, id, organizer_id, title, description, location, start_date, end_date)
    select ${school.id}, ${id}, ${alan.id}, 'Evening of quilters ' || n, 'All day', 'Main hall',
      now() - make_interval(days => n), now() - make_interval(days => n, hours => -1) from generate_series(1, 250) as n`.execute(
    app.db,
  )
  await analyze()
}

/** As autovacuum does within a minute of so many new rows. Before, a plan for a few rows takes a second. */
const analyze = () => sql`analyze users, groups, events`.execute(app.db)

test('finds friends, names that begin with the term, own groups and the next event first, however many others contain the term', async () => {
  await makeOthers('first')
  const friend = await makeUser(app, { school, name: 'Mary Quilter' })
  await makeFriends(app, ada, friend)
  const [coming, group] = [
    await makeEvent(app, grace, { title: 'Evening of quilters' }),
    await makeGroup(app, ada, { name: 'Quilters' }),
  ]
  const fitting = await makeUser(app, { school, name: 'Quilter Anderson' })
  await makeOthers('last')
  const list = async (q: string, kind: string) =>
    (await find(ada, q)).filter((hit) => hit.kind === kind).map(({ id }) => id)
  const people = await list('quilter', 'person')
  expect([people.length, people.slice(0, 2)]).toEqual([5, [friend.id, fitting.id]])
  expect((await list('quilter', 'event'))[0]).toBe(coming.id)
  expect((await list('quilter', 'group'))[0]).toBe(group.id)
  expect((await list('quiltter', 'person'))[0]).toBe(friend.id)
  expect((await list('quiltter', 'group'))[0]).toBe(group.id)
})

test('finds events that are next, go on or ended last first, and old ones of a rare word', async () => {
  const insert = async (title: string, start: string, end: string) => {
    const id = newId()
    await sql`insert into events (school_id, id, organizer_id, title, description, location, start_date, end_date)
      values (${school.id}, ${id}, ${alan.id}, ${title}, 'All day', 'Hall', now() + ${start}::interval, now() + ${end}::interval)`.execute(
      app.db,
    )
    return id
  }
  const found = async (q: string) => (await find(ada, q)).filter(({ kind }) => kind === 'event').map((hit) => hit.id)
  const old = await insert('Vernissage of the weavers', '-1000 days', '-999 days')
  await sql`insert into events (school_id, id, organizer_id, title, description, location, start_date, end_date)
    select ${school.id}, gen_random_uuid(), ${alan.id}, 'Evening of weavers ' || n, 'All day', 'Hall',
      now() - make_interval(days => n + 1), now() - make_interval(days => n) from generate_series(1, 600) as n`.execute(
    app.db,
  )
  await analyze()
  const running = await insert('Weeks of weavers', '-20 days', '1 hour')
  const next = await insert('Weavers', '1 day', '2 days')
  const started = await insert('Weavers at work', '-2 hours', '1 hour')
  const last = await insert('Past weavers', '-3 hours', '-1 hour')
  expect((await found('weavers')).slice(0, 4)).toEqual([started, next, running, last])
  await makePost(app, grace, { content: 'A vernissage of prints' })
  expect(await found('vernissage')).toEqual([old])
})
