import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeConversation, makeMessage } from '../../../testing/factories/messages.ts'
import { deleteUser, makeBlock, makeFriends, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { openStream, waitForEarlierEvents } from '../../../testing/streams.ts'
import { safety } from '../../people/safety-contract.ts'
import { messageLimits, messages } from '../contract.ts'
import { conversations } from '../conversation-contract.ts'

let id: string

const { app, school, ada, grace, alan } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada Castellan' }, grace: { name: 'Grace Mbeki' }, alan: { name: 'Alan Teo' } },
})
beforeEach(async () => {
  id = (await makeConversation(app, ada, [grace, alan])).id
})

const person = (name = 'Test Person') => makeUser(app, { school, name })
const show = (who: TestUser) => as(app, who)(conversations.show, { params: { id } })
const texts = async (who: TestUser) =>
  (await as(app, who)(messages.list, { params: { id } })).body.data.map(({ content }) => content)
const rename = (who: TestUser, title: string) => as(app, who)(conversations.update, { params: { id }, body: { title } })
const add = (who: TestUser, ...users: TestUser[]) =>
  as(app, who)(conversations.addParticipants, { params: { id }, body: { user_ids: users.map((user) => user.id) } })
const remove = (who: TestUser, { id: uid }: TestUser) =>
  as(app, who)(conversations.removeParticipant, { params: { id, uid } })
const handOver = (who: TestUser, { id: user_id }: TestUser) =>
  as(app, who)(conversations.handOver, { params: { id }, body: { user_id } })
const leave = (who: TestUser) => as(app, who)(conversations.leave, { params: { id } })

test('the creator owns a conversation, names it, adds and removes users, and hands it over', async () => {
  expect((await show(ada)).body.data).toMatchObject({ owner_id: ada.id, can: { manage: true, leave: true } })
  expect((await show(grace)).body.data).toMatchObject({ owner_id: ada.id, can: { manage: false } })
  expect((await rename(ada, 'Lake swimmers')).body.data.title).toBe('Lake swimmers')
  const linus = await person('Linus Berg')
  expect((await add(ada, linus, grace)).body.data).toEqual({ added: [linus.id], asked: [] })
  expect((await remove(ada, alan)).status).toBe(200)
  expect((await handOver(ada, grace)).body.data).toMatchObject({ owner_id: grace.id, can: { manage: false } })
  expect((await rename(grace, '')).body.data.title).toBe('Ada, Linus')
  expect(await texts(ada)).toEqual([
    'Ada Castellan named the conversation “Lake swimmers”.',
    'Linus Berg joined the conversation.',
    'Alan Teo was removed from the conversation.',
    'Grace Mbeki removed the name of the conversation.',
  ])
  expect((await show(alan)).status).toBe(404)
})

test('a new participant sees no earlier message, and receives the next ones', async () => {
  await makeMessage(app, grace, { id }, { content: 'A secret from before' })
  const linus = await person('Linus Berg')
  const stream = await openStream(app, linus)
  await add(ada, linus)
  expect((await stream.next('conversation.changed')).body).toEqual({ id })
  expect(await texts(linus)).toEqual(['Linus Berg joined the conversation.'])
  await makeMessage(app, grace, { id }, { content: 'Welcome' })
  expect(await texts(linus)).toEqual(['Linus Berg joined the conversation.', 'Welcome'])
  expect((await show(linus)).body.data.unread_count).toBe(1)
})

test('others cannot manage it: participants get 403, all others and other kinds 404', async () => {
  const [outsider, dean] = [await person(), await makeUser(app, { school, role: 'admin' })]
  const calls = [
    (who: TestUser) => rename(who, 'Mine'),
    (who: TestUser) => add(who, outsider),
    (who: TestUser) => remove(who, alan),
    (who: TestUser) => handOver(who, grace),
  ]
  for (const call of calls) {
    expect((await call(grace)).status).toBe(403)
    for (const who of [outsider, dean]) expect((await call(who)).status).toBe(404)
  }
  id = (await makeConversation(app, ada, [grace])).id
  for (const call of calls) expect((await call(ada)).status).toBe(404)
})

test('a user who has left is not added again, one who was removed can be, and a user out of reach is unknown', async () => {
  await leave(grace)
  expect(await add(ada, grace)).toMatchObject({ status: 409, body: { error: 'Grace Mbeki left this conversation' } })
  await remove(ada, alan)
  expect((await remove(ada, alan)).status).toBe(404)
  expect((await add(ada, alan)).body.data.added).toEqual([alan.id])
  const [blocked, gone] = [await person(), await person()]
  await makeBlock(app, blocked, ada)
  await deleteUser(app, gone)
  for (const user of [blocked, gone]) expect((await add(ada, user)).status).toBe(404)
  expect((await remove(ada, ada)).status).toBe(400)
  expect((await handOver(ada, blocked)).status).toBe(404)
  expect((await add(ada)).status).toBe(400)
})

test('a user who has left is asked after seven days, whatever they allow, and again after they declined', async () => {
  await leave(grace)
  const waitDays = (days: number) =>
    sql`update conversation_exits set at = at - make_interval(days => ${days}) where conversation_id = ${id}`.execute(
      app.db,
    )
  await waitDays(6)
  expect((await add(ada, grace)).status).toBe(409)
  await waitDays(1)
  expect((await add(ada, grace)).body.data).toEqual({ added: [], asked: [grace.id] })
  expect((await as(app, grace)(messages.list, { params: { id } })).body.data, 'before they agree').toEqual([])
  await as(app, grace)(conversations.decline, { params: { id } })
  expect(await texts(ada)).toEqual(['Grace Mbeki left the conversation.'])
  await sql`delete from participants where conversation_id = ${id} and state = 'declined'`.execute(app.db)
  expect((await add(ada, grace)).body.data).toEqual({ added: [], asked: [grace.id] })
  expect((await as(app, grace)(conversations.accept, { params: { id } })).status).toBe(200)
  expect((await show(grace)).body.data.state).toBe('open')
})

test('adds up to 20 people a day who are not friends of the owner', async () => {
  const people = await Promise.all(Array.from({ length: 21 }, () => person()))
  const [extra, ...others] = people
  const friend = await person()
  await makeFriends(app, ada, friend)
  expect((await add(ada, friend, ...others.slice(0, 18))).status).toBe(200)
  const refused = await add(ada, extra as TestUser, ...others.slice(18))
  expect([refused.status, refused.body.error]).toEqual([
    429,
    'You have added many new people today. Try again tomorrow.',
  ])
  expect((await show(ada)).body.data.participants, 'no one of them').toHaveLength(3 + 19)
  expect((await add(ada, friend)).body.data).toEqual({ added: [], asked: [] })
  expect((await add(ada, ...others.slice(18))).status, 'the refused ones are not counted').toBe(200)
  expect((await add(ada, extra as TestUser)).status).toBe(429)
})

test('users who the viewer cannot ask any more are not counted as added', async () => {
  const reserved = await Promise.all(Array.from({ length: messageLimits.openRequests + 1 }, () => person()))
  for (const user of reserved) await as(app, user)(safety.update, { body: { requests: 'friends' } })
  expect(await add(ada, ...reserved)).toMatchObject({
    status: 429,
    body: { error: 'Too many people have not answered you yet. Wait for some of them.' },
  })
  const people = await Promise.all(Array.from({ length: messageLimits.additionsPerDay }, () => person()))
  expect((await add(ada, ...people)).status).toBe(200)
})

test('of concurrent additions to several conversations those within the limit of a day count', async () => {
  const ids = [id]
  while (ids.length < 5) ids.push((await makeConversation(app, ada, [grace, alan])).id)
  const answers = await Promise.all(
    ids.map(async (conversation) => {
      const users = await Promise.all(Array.from({ length: 6 }, () => person()))
      const body = { user_ids: users.map((user) => user.id) }
      return as(app, ada)(conversations.addParticipants, { params: { id: conversation }, body })
    }),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429])
  expect((await add(ada, await person(), await person())).status, 'two are left').toBe(200)
  expect((await add(ada, await person())).status).toBe(429)
})

test('without an owner, the participant who has been there longest manages it', async () => {
  const linus = await person('Linus Berg')
  await add(ada, linus)
  await leave(ada)
  const { owner_id } = (await show(linus)).body.data
  expect([grace.id, alan.id]).toContain(owner_id)
  const [owner, other] = owner_id === grace.id ? [grace, alan] : [alan, grace]
  expect((await rename(other, 'Mine')).status).toBe(403)
  expect((await rename(owner, 'Ours')).status).toBe(200)
  await leave(owner)
  await leave(other)
  expect((await show(linus)).body.data).toMatchObject({ owner_id: linus.id, can: { manage: true } })
})

test('concurrent additions never exceed 50 people, and exits win over removals', async () => {
  const many = await Promise.all(Array.from({ length: messageLimits.people + 5 }, () => person()))
  for (const friend of many) await makeFriends(app, ada, friend) // so that the limit of a day does not count them
  const answers = await Promise.all(many.map((user) => add(ada, user)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect((await show(ada)).body.data.participants).toHaveLength(messageLimits.people + 1)
  const seqs = await app.db.selectFrom('messages').where('conversation_id', '=', id).select('seq').execute()
  expect(new Set(seqs.map(({ seq }) => seq)).size).toBe(messageLimits.people + 1 - 3)
  const outcomes = await Promise.all([leave(grace), remove(ada, grace), makeMessage(app, alan, { id })])
  expect(outcomes[0].status === 200 || outcomes[1].status === 200).toBe(true)
  expect((await show(grace)).status).toBe(404)
  const lines = (await texts(ada)).filter((text) => text.startsWith('Grace Mbeki'))
  expect(lines).toHaveLength(1)
}, 60_000)

test('a user who is removed hears that the conversation has changed, and nothing of what follows', async () => {
  const [removed, staying] = [await openStream(app, alan), await openStream(app, grace)]
  const linus = await person('Linus Berg')
  const changes: readonly (() => Promise<unknown>)[] = [
    () => rename(ada, 'Lake swimmers'),
    () => add(ada, linus),
    () => handOver(ada, grace),
    () => remove(grace, alan),
  ]
  for (const change of changes) {
    await change()
    for (const stream of [removed, staying]) expect((await stream.next('conversation.changed')).body).toEqual({ id })
  }
  const before = removed.heard.length
  await makeMessage(app, ada, { id }, { content: 'Without him' })
  await rename(grace, 'Swimmers')
  await leave(ada)
  await waitForEarlierEvents(app, alan, removed)
  expect(removed.heard.slice(before).map(({ name }) => name)).toEqual(['reports.pending'])
  expect(JSON.stringify(removed.heard)).not.toContain('was removed')
  for (const stream of [removed, staying]) await stream.close()
})
