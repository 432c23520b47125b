import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { renderNotification } from '../../../shared/notification-kinds.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makeConversation, makeMessage } from '../../../testing/factories/messages.ts'
import { makeBlock, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { openStream } from '../../../testing/streams.ts'
import { notifications } from '../../notifications/contract.ts'
import { messages } from '../contract.ts'
import { conversations } from '../conversation-contract.ts'
import { pins } from '../pin-contract.ts'
import { messagePushes } from './push-source.ts'

const { app, school, ada, grace, alan } = await campus({
  people: { ada: { name: 'Ada Castellan' }, grace: { name: 'Grace Mbeki' }, alan: { name: 'Alan Teo' } },
})

const person = (name = 'Test Person') => makeUser(app, { school, name })
const list = async (who: TestUser, id: string) => (await as(app, who)(messages.list, { params: { id } })).body.data
const find = async (who: TestUser, message: { id: string; conversation_id: string }) =>
  (await list(who, message.conversation_id)).find(({ id }) => id === message.id)
const react = (who: TestUser, id: string, emoji: string) => as(app, who)(messages.react, { params: { id, emoji } })
const unreact = (who: TestUser, id: string, emoji: string) => as(app, who)(messages.unreact, { params: { id, emoji } })
const answer = (who: TestUser, conversation: { id: string }, reply_to: string, content = 'I agree') =>
  as(app, who)(messages.send, { params: { id: conversation.id }, body: { content, reply_to } })

test('a reply quotes up to 100 characters of the message that it answers, as it is now', async () => {
  const conversation = await makeConversation(app, ada, [grace])
  const first = await makeMessage(app, ada, conversation, { content: `Lunch\nat ${'noon '.repeat(40)}` })
  const { status, body } = await answer(grace, conversation, first.id)
  expect(status).toBe(201)
  const quote = { id: first.id, seq: first.seq, sender_id: ada.id, sender_name: 'Ada Castellan' }
  expect(body.data.reply_to).toEqual({ ...quote, excerpt: expect.stringMatching(/^Lunch at noon/), revision: 0 })
  expect(body.data.reply_to?.excerpt.length).toBeLessThanOrEqual(100)
  expect((await find(ada, body.data))?.reply_to).toEqual(body.data.reply_to)
  await as(app, ada)(messages.update, { params: { id: first.id }, body: { content: 'Lunch at one' } })
  expect((await find(grace, body.data))?.reply_to).toEqual({ ...quote, excerpt: 'Lunch at one', revision: 1 })
  await as(app, ada)(messages.remove, { params: { id: first.id } })
  const deleted = {
    id: null,
    seq: first.seq,
    sender_id: null,
    sender_name: null,
    excerpt: 'Message deleted',
    revision: null,
  }
  expect((await find(grace, body.data))?.reply_to).toEqual(deleted)

  const image = await makeUpload(app, ada, { type: 'message' })
  const photo = await makeMessage(app, ada, conversation, { content: '', image })
  expect((await answer(grace, conversation, photo.id)).body.data.reply_to?.excerpt).toBe('Photo')
})

test('a reply answers only a visible message of the same conversation', async () => {
  const conversation = await makeConversation(app, ada, [grace])
  const elsewhere = await makeMessage(app, ada, await makeConversation(app, ada, [alan]))
  const several = await makeConversation(app, ada, [grace, alan])
  await as(app, alan)(conversations.leave, { params: { id: several.id } })
  const line = (await list(ada, several.id)).find(({ system }) => system === 'left')
  const cleared = await makeMessage(app, ada, conversation)
  await as(app, grace)(conversations.clear, { params: { id: conversation.id } })
  expect((await answer(ada, conversation, elsewhere.id)).status).toBe(404)
  expect((await answer(ada, several, line?.id ?? '')).status).toBe(404)
  expect((await answer(grace, conversation, cleared.id)).status).toBe(404)
  expect((await answer(grace, conversation, 'no id')).status).toBe(400)
})

test('a reply to a message of a blocked user, or to a cleared one, shows none of its words: also live', async () => {
  const [blocker, blocked, third] = [await person('Blocker'), await person('Blocked'), await person('Third')]
  const conversation = await makeConversation(app, third, [blocker, blocked])
  const secret = await makeMessage(app, blocked, conversation, { content: 'A pelican sings' })
  const stream = await openStream(app, blocker)
  const other = await openStream(app, blocked)
  await makeBlock(app, blocker, blocked)
  const { body } = await answer(third, conversation, secret.id)
  const hidden = { id: null, sender_id: null, sender_name: null, excerpt: 'Message not available' }
  expect((await stream.next('message.created')).body).toMatchObject({
    message: { content: 'I agree', reply_to: hidden },
  })
  expect((await other.next('message.created')).body).toMatchObject({
    message: { reply_to: { excerpt: 'A pelican sings' } },
  })
  expect((await find(blocker, body.data))?.reply_to).toMatchObject(hidden)
  expect(JSON.stringify(await list(blocker, conversation.id))).not.toContain('pelican')

  const pair = await makeConversation(app, ada, [grace])
  const early = await makeMessage(app, ada, pair, { content: 'A heron waits' })
  await as(app, grace)(conversations.clear, { params: { id: pair.id } })
  const reply = await answer(ada, pair, early.id)
  expect((await find(grace, reply.body.data))?.reply_to).toMatchObject(hidden)
  expect((await find(ada, reply.body.data))?.reply_to?.excerpt).toBe('A heron waits')
})

test('a reply to a withheld message shows none of its words: in lists, live, pins, searches and pushes', async () => {
  const [writer, reader] = [await person('Writer'), await person('Reader')]
  const conversation = await makeConversation(app, writer, [reader])
  const original = await makeMessage(app, writer, conversation, { content: 'A pelican sings' })
  const { body } = await answer(reader, conversation, original.id)
  await as(app, reader)(pins.add, { params: { id: original.id } })
  await as(app, reader)(pins.add, { params: { id: body.data.id } })
  expect((await find(writer, body.data))?.reply_to?.excerpt).toBe('A pelican sings')
  await sql`update messages set withheld_at = now() where id = ${original.id}`.execute(app.db)
  const stream = await openStream(app, writer)
  await as(app, reader)(messages.update, { params: { id: body.data.id }, body: { content: 'I agreed' } })
  const event = await stream.next('message.updated')
  expect(event.body).toMatchObject({
    message: { reply_to: { id: null, sender_name: null, excerpt: 'Message deleted' } },
  })
  const params = { id: conversation.id }
  const replies = [
    await as(app, writer)(messages.list, { params }),
    await as(app, writer)(messages.list, { params, query: { q: 'pelican' } }),
    await as(app, writer)(messages.list, { params, query: { around: original.seq } }),
    await as(app, writer)(pins.list, { params }),
    await as(app, writer)(conversations.list),
    await as(app, writer)(conversations.show, { params }),
    await answer(writer, conversation, body.data.id),
  ]
  for (const reply of replies) expect([200, 201]).toContain(reply.status)
  const pushes = await messagePushes.load(app.db, [
    { schoolId: school.id, userId: reader.id, link: `/messages/${conversation.id}` } as never,
  ])
  expect(pushes[0], 'the reader has an unread reply').toBeDefined()
  expect(JSON.stringify([replies.map((reply) => reply.body), pushes, event.body])).not.toContain('pelican')
})

test('a user adds up to three reactions to a message, and withdraws them', async () => {
  const message = await makeMessage(app, ada, await makeConversation(app, ada, [grace]))
  expect((await react(grace, message.id, '👍🏽')).body.data.reactions).toEqual([
    { emoji: '👍🏽', count: 1, mine: true },
  ])
  expect((await react(grace, message.id, '👍🏽')).status).toBe(200)
  await react(grace, message.id, '🇫🇮')
  await react(ada, message.id, '🇫🇮')
  const three = await react(grace, message.id, '👨‍👩‍👧‍👦')
  expect(three.body.data.reactions).toEqual([
    { emoji: '👍🏽', count: 1, mine: true },
    { emoji: '🇫🇮', count: 2, mine: true },
    { emoji: '👨‍👩‍👧‍👦', count: 1, mine: true },
  ])
  const fourth = await react(grace, message.id, '🎉')
  expect(fourth).toMatchObject({ status: 409, body: { error: 'You can add up to 3 reactions to a message' } })
  expect((await unreact(grace, message.id, '🇫🇮')).body.data.reactions).toHaveLength(3)
  expect((await react(grace, message.id, '🎉')).status).toBe(200)
  expect((await find(ada, message))?.reactions).toEqual([
    { emoji: '👍🏽', count: 1, mine: false },
    { emoji: '🇫🇮', count: 1, mine: true },
    { emoji: '👨‍👩‍👧‍👦', count: 1, mine: false },
    { emoji: '🎉', count: 1, mine: false },
  ])
  const { body } = await as(app, ada)(messages.reactions, { params: { id: message.id } })
  expect(body.data.map(({ emoji, people }) => [emoji, people.map(({ name }) => name)])).toEqual([
    ['👍🏽', ['Grace Mbeki']],
    ['🇫🇮', ['Ada Castellan']],
    ['👨‍👩‍👧‍👦', ['Grace Mbeki']],
    ['🎉', ['Grace Mbeki']],
  ])
})

test.each(['', 'a', '👍👍', '👍 ', '<b>', '1', '\u200d'])('refuses %j as a reaction', async (emoji) => {
  const message = await makeMessage(app, ada, await makeConversation(app, ada, [grace]))
  const { status } = await react(grace, message.id, emoji)
  expect(emoji === '' ? [404, 400] : [400]).toContain(status)
})

test('users outside, who have left, or with a block in a direct conversation, cannot react', async () => {
  const [one, other, outsider] = [await person(), await person(), await person()]
  const direct = await makeConversation(app, one, [other])
  const message = await makeMessage(app, one, direct)
  expect((await react(outsider, message.id, '👍')).status).toBe(404)
  expect((await as(app, outsider)(messages.reactions, { params: { id: message.id } })).status).toBe(404)
  await makeBlock(app, one, other)
  expect((await react(other, message.id, '👍')).status).toBe(403)
  const several = await makeConversation(app, one, [ada, outsider])
  const written = await makeMessage(app, ada, several)
  await as(app, outsider)(conversations.leave, { params: { id: several.id } })
  expect((await react(outsider, written.id, '👍')).status).toBe(404)
  const line = (await list(one, several.id)).find(({ system }) => system === 'left')
  expect((await react(one, line?.id ?? '', '👍')).status).toBe(404)
})

test('live events carry counts and no names, and say to their own user only what is theirs', async () => {
  const conversation = await makeConversation(app, ada, [grace])
  const message = await makeMessage(app, ada, conversation)
  const [theirs, own] = [await openStream(app, ada), await openStream(app, grace)]
  await react(grace, message.id, '❤️')
  const event = { conversation_id: conversation.id, message_id: message.id, emoji: '❤️', count: 1, revision: 1 }
  expect((await theirs.next('message.reacted')).body).toEqual(event)
  expect((await own.next('message.reacted')).body).toEqual({ ...event, mine: true })
})

test('only the first reaction notifies the sender, unless the conversation is muted, and withdrawing it retracts', async () => {
  const [writer, one, other] = [await person('Writer'), await person('First'), await person('Second')]
  const conversation = await makeConversation(app, writer, [one, other])
  const message = await makeMessage(app, writer, conversation)
  const bell = async () => (await as(app, writer)(notifications.list)).body.data.map((row) => renderNotification(row))
  await react(writer, message.id, '👍')
  expect(await bell()).toEqual([])
  await unreact(writer, message.id, '👍')
  await react(one, message.id, '❤️')
  await react(other, message.id, '❤️')
  expect(await bell()).toEqual(['First reacted ❤️ to your message'])
  await unreact(one, message.id, '❤️')
  expect(await bell()).toEqual([])
  await as(app, writer)(conversations.mute, { params: { id: conversation.id }, body: { muted: true } })
  const next = await makeMessage(app, writer, conversation)
  await react(one, next.id, '❤️')
  expect(await bell()).toEqual([])
})

test('a user adds up to 60 reactions a minute, and can still withdraw them', async () => {
  const [writer, reader] = [await person(), await person()]
  const { id } = await makeConversation(app, writer, [reader])
  const message = await makeMessage(app, writer, { id })
  const params = { id: message.id, emoji: '👍' }
  const statuses: number[] = []
  for (let count = 0; count < 61; count++) statuses.push((await as(app, reader)(messages.react, { params })).status)
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429])
  expect((await as(app, reader)(messages.unreact, { params })).status).toBe(200)
  expect((await as(app, writer)(messages.react, { params })).status).toBe(200)
})

test('concurrent reactions, exits and deletions leave at most three per user and counts that equal the rows', async () => {
  const users = await Promise.all(Array.from({ length: 12 }, () => person()))
  const [owner = ada, ...others] = users
  const conversation = await makeConversation(app, owner, others)
  const kept = await makeMessage(app, owner, conversation)
  const removed = await makeMessage(app, owner, conversation)
  const emojis = ['👍', '❤️', '😂', '🎉', '😮']
  const statuses = await Promise.all([
    ...users.flatMap((user) => emojis.map((emoji) => react(user, kept.id, emoji))),
    ...users.flatMap((user) => emojis.map((emoji) => react(user, removed.id, emoji))),
    ...users.map((user) => unreact(user, kept.id, '👍')),
    ...others.slice(0, 3).map((user) => as(app, user)(conversations.leave, { params: { id: conversation.id } })),
    as(app, owner)(messages.remove, { params: { id: removed.id } }),
  ])
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200, 404, 409]))
  const rows = await app.db.selectFrom('message_reactions').where('message_id', '=', kept.id).selectAll().execute()
  for (const user of users) expect(rows.filter(({ user_id }) => user_id === user.id).length).toBeLessThanOrEqual(3)
  const counts = Object.fromEntries(emojis.map((emoji) => [emoji, rows.filter((row) => row.emoji === emoji).length]))
  const shown = (await find(owner, kept))?.reactions.map(({ emoji, count }) => [emoji, count])
  expect(Object.fromEntries(shown ?? [])).toEqual(
    Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
  )
  expect(
    await app.db.selectFrom('message_reactions').where('message_id', '=', removed.id).selectAll().execute(),
  ).toEqual([])
}, 60_000)
