// What the calls about messages and conversations refuse, by one row per limit. Nothing of a refused call is stored.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { withTransaction } from '../../../shared/server/db/transaction.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeConversation, makeMessage } from '../../../testing/factories/messages.ts'
import { makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { messageLimits, messages } from '../contract.ts'
import { conversations } from '../conversation-contract.ts'
import { drafts, laterLimits, reminders, scheduledMessages } from '../later-contract.ts'

const { app, school, ada, grace, alan } = await campus({ people: { ada: {}, grace: {}, alan: {} } })

const person = () => makeUser(app, { school })
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const long = (characters: number) => 'x'.repeat(characters)
const list = async (who: TestUser, id: string) => (await as(app, who)(messages.list, { params: { id } })).body.data

test('a conversation begins with at most 50 people, however they are named', async () => {
  const people = await Promise.all(Array.from({ length: messageLimits.people + 1 }, person))
  const ids = people.map(({ id }) => id)
  const [extra = '', ...others] = ids
  const create = (body: object) => as(app, ada)(conversations.create, { body })
  const full = await create({ participants: others })
  expect([full.status, full.body.data.participants.length]).toEqual([201, messageLimits.people + 1])
  expect((await create({ participants: [...others, ada.id] })).status, 'the viewer is one of them').toBe(201)
  const countAll = async () => (await as(app, ada)(conversations.list)).body.data.length
  const before = await countAll()
  for (const body of [{ participants: ids }, { participants: others, participant_id: extra }])
    expect((await create(body)).status).toBe(400)
  expect(await countAll()).toBe(before)
})

test.each([
  ['a title that is too long', { title: long(messageLimits.title + 1) }],
  ['a title with a NUL', { title: 'a\0b' }],
  ['a picture that is not an address', { picture_url: 5 }],
  ['a picture with a long address', { picture_url: `/media/${long(500)}.webp` }],
  ['an unknown time', { vanish_after: 3600 }],
  ['unknown renamers', { renamed_by: 'no one' }],
  ['no change', {}],
])('the owner cannot change a conversation to %s', async (_what, body) => {
  const { id } = await makeConversation(app, ada, [grace, alan])
  const show = async () => (await as(app, ada)(conversations.show, { params: { id } })).body.data
  const before = await show()
  expect((await as(app, ada)(conversations.update, { params: { id }, body: body as object })).status).toBe(400)
  expect([await show(), await list(grace, id)]).toEqual([before, []])
})

test.each([
  ['a quote that is not an id', { reply_to: 'first' }],
  ['too many mentions', { mentions: Array.from({ length: 51 }, () => randomUUID()) }],
  ['an item of an unknown kind', { share: { kind: 'user', id: randomUUID() } }],
  ['a time before 1970', { send_at: -1 }],
  ['a time that is not a number', { send_at: 'tomorrow' }],
])('%s is refused with a message', async (_what, body) => {
  const { id } = await makeConversation(app, ada, [grace])
  const before = (await list(grace, id)).length
  const sent = await as(app, ada)(messages.send, { params: { id }, body: { content: 'Hello', ...(body as object) } })
  expect(sent.status).toBe(400)
  expect([(await list(grace, id)).length, (await as(app, ada)(scheduledMessages.list)).body.data]).toEqual([before, []])
})

test.each([
  ['around', 'here'],
  ['around', '0'],
  ['before', '-1'],
  ['after', 'now'],
  ['from', 'grace'],
  ['media', 'sounds'],
  ['after_date', '2026-02-30'],
] as const)('a page of messages with %s=%s is refused', async (name, value) => {
  const { id } = await makeConversation(app, ada, [grace])
  const query = { [name]: value }
  expect((await as(app, ada)(messages.list, { params: { id }, query })).status).toBe(400)
})

test('drafts and scheduled messages have up to 5,000 characters, and a scheduled one some', async () => {
  const { id } = await makeConversation(app, ada, [grace])
  const save = async (text: string) => (await as(app, ada)(drafts.save, { params: { id }, body: { text } })).status
  expect(await save(long(laterLimits.characters))).toBe(200)
  expect(await save(long(laterLimits.characters + 1))).toBe(400)
  expect((await as(app, ada)(conversations.show, { params: { id } })).body.data.draft).toHaveLength(
    laterLimits.characters,
  )
  await save('')
  const body = { content: 'Later', send_at: inSeconds(600) }
  const { scheduled } = (await as(app, ada)(messages.send, { params: { id }, body })).body
  const params = { id: scheduled?.id ?? '' }
  const change = async (to: object, who = ada) =>
    (await as(app, who)(scheduledMessages.update, { params, body: to })).status
  for (const to of [
    { content: long(laterLimits.characters + 1) },
    { content: '  ' },
    { send_at: inSeconds(-60) },
    { send_at: inSeconds((laterLimits.daysAhead + 1) * 86_400) },
  ])
    expect(await change(to), JSON.stringify(to).slice(0, 40)).toBe(400)
  expect(await change({ content: 'Mine' }, grace), 'of another user').toBe(404)
  expect((await as(app, ada)(scheduledMessages.list)).body.data).toMatchObject([scheduled ?? {}])
  expect(
    await change({ content: long(laterLimits.characters), send_at: inSeconds(laterLimits.daysAhead * 86_400 - 60) }),
  ).toBe(200)
  await as(app, ada)(scheduledMessages.remove, { params })
})

test('a message that is being sent is neither changed, sent again nor deleted', async () => {
  const { id } = await makeConversation(app, ada, [grace])
  const body = { content: 'At noon', send_at: inSeconds(600) }
  const { scheduled } = (await as(app, ada)(messages.send, { params: { id }, body })).body
  const params = { id: scheduled?.id ?? '' }
  await withTransaction(app.db, async (trx) => {
    await trx
      .selectFrom('scheduled_messages')
      .where('school_id', '=', school.id)
      .where('id', '=', params.id)
      .select('id')
      .forUpdate()
      .execute()
    const replies = [
      await as(app, ada)(scheduledMessages.update, { params, body: { content: 'At one' } }),
      await as(app, ada)(scheduledMessages.send, { params }),
      await as(app, ada)(scheduledMessages.remove, { params }),
    ]
    for (const { status, body } of replies) expect([status, body.error]).toEqual([409, 'This message is being sent.'])
  })
  expect((await as(app, ada)(scheduledMessages.send, { params })).status).toBe(200)
  expect((await list(grace, id)).map(({ content }) => content)).toContain('At noon')
})

test('reminders lie ahead, at most a year, and not on lines about participants', async () => {
  const { id } = await makeConversation(app, ada, [grace, alan])
  const message = await makeMessage(app, grace, { id })
  await as(app, alan)(conversations.leave, { params: { id } })
  const line = (await list(ada, id)).find(({ system }) => system === 'left')
  const remind = async (at: unknown, of = message.id) =>
    (await as(app, ada)(reminders.set, { params: { id: of }, body: { at: at as number } })).status
  for (const at of [inSeconds(-1), inSeconds(367 * 86_400), 'noon', -5, undefined]) expect(await remind(at)).toBe(400)
  expect(await remind(inSeconds(60), line?.id)).toBe(404)
  expect(await remind(inSeconds(364 * 86_400))).toBe(201)
  expect((await as(app, grace)(reminders.remove, { params: { id: message.id } })).status, 'only their own').toBe(200)
  const rows = app.db.selectFrom('message_reminders').where('message_id', '=', message.id).select('user_id')
  expect(await rows.execute()).toEqual([{ user_id: ada.id }])
  expect((await as(app, ada)(reminders.remove, { params: { id: message.id } })).status).toBe(200)
  expect(await rows.execute()).toEqual([])
})

test('an asked user cannot become the owner, and a conversation that is full meanwhile cannot be joined', async () => {
  const guest = await makeUser(app, { school })
  const { id } = await makeConversation(app, ada, [grace, alan])
  const { id: asked } = guest
  await app.db
    .insertInto('safety_settings')
    .values({ school_id: school.id, user_id: asked, requests: 'friends' })
    .execute()
  const add = { params: { id }, body: { user_ids: [asked] } }
  expect((await as(app, ada)(conversations.addParticipants, add)).body.data).toEqual({ added: [], asked: [asked] })
  const handOver = { params: { id }, body: { user_id: asked } }
  expect((await as(app, ada)(conversations.handOver, handOver)).status).toBe(404)
  const people = await Promise.all(Array.from({ length: messageLimits.people + 1 - 3 }, person))
  await app.db
    .insertInto('participants')
    .values(people.map((user) => ({ school_id: school.id, conversation_id: id, user_id: user.id })))
    .execute()
  const refused = await as(app, guest)(conversations.accept, { params: { id } })
  expect([refused.status, refused.body.error]).toEqual([409, 'This conversation is full.'])
  await as(app, people[0] as TestUser)(conversations.leave, { params: { id } })
  expect((await as(app, guest)(conversations.accept, { params: { id } })).status).toBe(200)
})
