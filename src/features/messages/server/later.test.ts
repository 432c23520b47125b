import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { renderNotification } from '../../../shared/notification-kinds.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeConversation, makeMessage } from '../../../testing/factories/messages.ts'
import { makeBlock, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { openStream } from '../../../testing/streams.ts'
import { notifications } from '../../notifications/contract.ts'
import { safety } from '../../people/safety-contract.ts'
import { messages } from '../contract.ts'
import { conversations } from '../conversation-contract.ts'
import { drafts, laterLimits, reminders, scheduledMessages } from '../later-contract.ts'
import { remindOfMessages } from './reminders.ts'
import { sendScheduled } from './scheduled.ts'

const { app, school, ada, grace } = await campus({ people: { ada: { name: 'Ada Castellan' }, grace: {} } })

const person = (name = 'Test Person') => makeUser(app, { school, name })
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const later = (who: TestUser, id: string, content: string, more: object = {}) =>
  as(app, who)(messages.send, { params: { id }, body: { content, send_at: inSeconds(3600), ...more } })
const waiting = async (who: TestUser) => (await as(app, who)(scheduledMessages.list)).body.data
const texts = async (who: TestUser, id: string) =>
  (await as(app, who)(messages.list, { params: { id } })).body.data.map(({ content }) => content)
/** Lets the time of these messages come. */
const makeDue = (who: TestUser) =>
  sql`update scheduled_messages set send_at = now() - interval '1 second' where sender_id = ${who.id}`.execute(app.db)

test('a message is kept until its time, and sent then, once, by however many servers', async () => {
  const [writer, reader] = [await person(), await person()]
  const { id } = await makeConversation(app, writer, [reader])
  const first = await makeMessage(app, reader, { id }, { content: 'When?' })
  const { status, body } = await later(writer, id, 'At noon', { reply_to: first.id })
  expect(status).toBe(201)
  expect(body).toEqual({ success: true, scheduled: expect.objectContaining({ content: 'At noon', failed: false }) })
  expect(await waiting(writer)).toEqual([{ ...body.scheduled, conversation_title: 'Test Person' }])
  expect(await waiting(reader)).toEqual([])
  await sendScheduled(app)
  expect(await texts(reader, id)).toEqual(['When?'])
  await makeDue(writer)
  const stream = await openStream(app, reader)
  await Promise.all([sendScheduled(app), sendScheduled(app), sendScheduled(app)])
  expect(await texts(reader, id)).toEqual(['When?', 'At noon'])
  expect((await stream.next('message.created')).body).toMatchObject({
    message: { content: 'At noon', sender_id: writer.id, reply_to: { id: first.id } },
  })
  expect(await waiting(writer)).toEqual([])
})

test('its sender changes, sends and deletes a waiting message; others get 404', async () => {
  const [writer, reader] = [await person(), await person()]
  const { id } = await makeConversation(app, writer, [reader])
  const scheduled = (await later(writer, id, 'First')).body.scheduled?.id ?? ''
  const params = { id: scheduled }
  for (const route of [scheduledMessages.send, scheduledMessages.remove])
    expect((await as(app, reader)(route, { params })).status).toBe(404)
  const changed = await as(app, writer)(scheduledMessages.update, {
    params,
    body: { content: 'Second', send_at: inSeconds(7200) },
  })
  expect(changed.body.data).toMatchObject({ content: 'Second' })
  expect((await as(app, writer)(scheduledMessages.send, { params })).status).toBe(200)
  expect(await texts(reader, id)).toEqual(['Second'])
  const other = (await later(writer, id, 'Third')).body.scheduled?.id ?? ''
  expect((await as(app, writer)(scheduledMessages.remove, { params: { id: other } })).status).toBe(200)
  expect(await waiting(writer)).toEqual([])
})

test('a message that has been sent cannot be changed, deleted or sent again: 409 for its sender, 404 for others', async () => {
  const [writer, reader] = [await person(), await person()]
  const { id } = await makeConversation(app, writer, [reader])
  const params = { id: (await later(writer, id, 'At noon')).body.scheduled?.id ?? '' }
  await makeDue(writer)
  await sendScheduled(app)
  const change = (who: TestUser) => [
    as(app, who)(scheduledMessages.update, { params, body: { content: 'At one' } }),
    as(app, who)(scheduledMessages.remove, { params }),
    as(app, who)(scheduledMessages.send, { params }),
  ]
  for (const { status, body } of await Promise.all(change(writer)))
    expect([status, body.error]).toEqual([409, 'This message has been sent.'])
  for (const { status } of await Promise.all(change(reader))) expect(status).toBe(404)
  expect(await texts(reader, id)).toEqual(['At noon'])
  await as(app, writer)(messages.remove, { params })
  for (const { status } of await Promise.all(change(writer))) expect(status).toBe(404)
})

test('a message that its sender may not send any more stays as failed, and a new time lets it wait again', async () => {
  const [blocked, reader, banned] = [await person(), await person(), await person()]
  const { id } = await makeConversation(app, blocked, [reader])
  const several = await makeConversation(app, banned, [ada, reader])
  await later(blocked, id, 'Never')
  await later(banned, several.id, 'Nor this')
  await makeBlock(app, reader, blocked)
  await sql`update users set blocked_as = 'banned' where id = ${banned.id}`.execute(app.db)
  await makeDue(blocked)
  await makeDue(banned)
  await sendScheduled(app)
  await sendScheduled(app)
  expect([await texts(reader, id), await texts(reader, several.id)]).toEqual([[], []])
  const [row] = await waiting(blocked)
  expect(row).toMatchObject({ content: 'Never', failed: true })
  const ask = { params: { id: row?.id ?? '' }, body: { send_at: inSeconds(600) } }
  expect((await as(app, blocked)(scheduledMessages.update, ask)).body.data.failed).toBe(false)
})

test('leaving a conversation deletes what waits there', async () => {
  const writer = await person()
  const { id } = await makeConversation(app, ada, [writer, grace])
  await later(writer, id, 'Too late')
  await makeDue(writer)
  await Promise.all([as(app, writer)(conversations.leave, { params: { id } }), sendScheduled(app), sendScheduled(app)])
  await sendScheduled(app)
  const shown = await texts(ada, id)
  expect(shown.indexOf('Too late')).toBeLessThan(shown.indexOf('Test Person left the conversation.'))
  expect(await waiting(writer)).toEqual([])
})

test('times lie ahead, at most 30 days, and only texts wait', async () => {
  const { id } = await makeConversation(app, ada, [grace])
  for (const send_at of [inSeconds(-60), inSeconds(31 * 24 * 3600)]) {
    const refused = await later(ada, id, 'No', { send_at })
    expect(refused).toMatchObject({ status: 400, body: { error: 'Choose a time within the next 30 days' } })
  }
  expect((await later(ada, id, '  ')).status).toBe(400)
  expect((await later(ada, id, '', { type: 'image', image_url: '/media/a.webp' })).body.error).toBe(
    'Only texts can be sent later.',
  )
  expect(await waiting(ada)).toEqual([])
})

test('concurrent calls keep at most ten per conversation and fifty per user', async () => {
  const writer = await person()
  const chats = await Promise.all(
    Array.from({ length: 6 }, async () => (await makeConversation(app, writer, [await person(), await person()])).id),
  )
  const answers = await Promise.all(chats.flatMap((id) => Array.from({ length: 11 }, () => later(writer, id, 'Soon'))))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
  const rows = await waiting(writer)
  expect(rows).toHaveLength(laterLimits.scheduled)
  for (const id of chats)
    expect(rows.filter((row) => row.conversation_id === id).length).toBeLessThanOrEqual(laterLimits.perConversation)
}, 60_000)

test('a reminder arrives once, for messages that its user still sees', async () => {
  const [reader, writer] = [await person(), await person()]
  const { id } = await makeConversation(app, reader, [writer])
  const [kept, deleted] = [
    await makeMessage(app, writer, { id }, { content: 'The lamp' }),
    await makeMessage(app, writer, { id }),
  ]
  const remind = (message: string, at = inSeconds(600), who = reader) =>
    as(app, who)(reminders.set, { params: { id: message }, body: { at } })
  expect((await remind(kept.id, inSeconds(-10))).status).toBe(400)
  expect((await remind(kept.id, inSeconds(600), grace)).status).toBe(404)
  expect((await remind(kept.id)).status).toBe(201)
  expect((await remind(kept.id, inSeconds(60))).status).toBe(201)
  await remind(deleted.id)
  await as(app, writer)(messages.remove, { params: { id: deleted.id } })
  const bell = async () => (await as(app, reader)(notifications.list)).body.data
  await remindOfMessages(app)
  expect(await bell()).toEqual([])
  await sql`update message_reminders set at = now() where user_id = ${reader.id}`.execute(app.db)
  await Promise.all([remindOfMessages(app), remindOfMessages(app)])
  const [row, ...others] = await bell()
  expect(others).toEqual([])
  expect(row && renderNotification(row)).toBe('You wanted to be reminded of a message')
  expect(row).toMatchObject({ link: `/messages/${id}?message=${kept.id}`, preview: { text: 'The lamp' } })
  await remind(kept.id)
  await as(app, reader)(reminders.remove, { params: { id: kept.id } })
  await as(app, reader)(conversations.clear, { params: { id } })
  expect(await app.db.selectFrom('message_reminders').where('user_id', '=', reader.id).selectAll().execute()).toEqual(
    [],
  )
})

test('fifty reminders per user, also concurrently', async () => {
  const reader = await person()
  const conversation = await makeConversation(app, reader, [await person()])
  const sent = await Promise.all(
    Array.from({ length: laterLimits.reminders + 3 }, () => makeMessage(app, reader, conversation)),
  )
  const answers = await Promise.all(
    sent.map(({ id }) => as(app, reader)(reminders.set, { params: { id }, body: { at: inSeconds(600) } })),
  )
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
}, 60_000)

test('a draft is only its user’s, and ends when it is emptied or the user leaves', async () => {
  const reader = await person()
  const { id } = await makeConversation(app, ada, [reader, grace])
  await makeMessage(app, ada, { id })
  const save = (who: TestUser, text: string) => as(app, who)(drafts.save, { params: { id }, body: { text } })
  const draft = async (who: TestUser) =>
    (await as(app, who)(conversations.list)).body.data.find((row) => row.id === id)?.draft
  expect(await draft(reader)).toBeNull()
  await save(reader, 'Perhaps')
  await save(reader, 'Perhaps not')
  expect([await draft(reader), await draft(ada)]).toEqual(['Perhaps not', null])
  expect((await save(await person(), 'Mine')).status).toBe(404)
  await save(reader, '')
  expect(await draft(reader)).toBeNull()
  await save(reader, 'Last')
  await as(app, reader)(conversations.leave, { params: { id } })
  expect(await app.db.selectFrom('message_drafts').where('user_id', '=', reader.id).selectAll().execute()).toEqual([])
})

test('sent to a user who lets only friends write, it becomes a request when its time comes', async () => {
  const [writer, reader] = [await person('Wanda Writer'), await person()]
  await as(app, reader)(safety.update, { body: { requests: 'friends' } })
  const { body } = await as(app, writer)(conversations.create, { body: { participant_id: reader.id } })
  const id = body.conversation_id
  await later(writer, id, 'May I ask something?')
  await makeDue(writer)
  await sendScheduled(app)
  const list = async (query: Record<string, string>) => (await as(app, reader)(conversations.list, { query })).body.data
  expect(await list({})).toEqual([])
  expect((await list({ requests: 'true' })).map((asked) => asked.id)).toEqual([id])
  const { body: bell } = await as(app, reader)(notifications.list)
  expect(bell.data.map((row) => renderNotification(row))).toContain('Wanda Writer would like to write to you')
  expect((await as(app, writer)(messages.send, { params: { id }, body: { content: 'Hello?' } })).status).not.toBe(201)
})

test('a shared computer stores no draft', async () => {
  const writer = await person()
  const { id } = await makeConversation(app, writer, [await person()])
  await sql`update sessions set is_shared = true where user_id = ${writer.id}`.execute(app.db)
  const saved = await as(app, writer)(drafts.save, { params: { id }, body: { text: 'Not here' } })
  expect(saved.status).toBe(403)
  expect((await as(app, writer)(conversations.show, { params: { id } })).body.data.draft).toBe(null)
})
