import { expect, test } from 'vitest'
import { withTransaction } from '../../../shared/server/db/transaction.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeConversation, makeMessage } from '../../../testing/factories/messages.ts'
import { makeBlock, makeUser } from '../../../testing/factories/users.ts'
import { openStream } from '../../../testing/streams.ts'
import { moderate } from '../../moderation/server/actions.ts'
import type { ContentType } from '../../moderation/server/content-types.ts'
import { type Message, messages } from '../contract.ts'
import { conversations } from '../conversation-contract.ts'
import { pins } from '../pin-contract.ts'
import { messageContentTypes } from './content-types.ts'
import { publishWithheld } from './publish.ts'

const { app, school, ada, grace } = await campus({ people: { ada: {}, grace: {} } })

test('publishes creation, edit and deletion of a message to both sides, each with their own rights', async () => {
  const { id } = await makeConversation(app, ada, [grace])
  const [hers, theirs] = [await openStream(app, ada), await openStream(app, grace)]
  const sent = await makeMessage(app, ada, { id }, { content: 'Noon' })
  const [own, received] = [(await hers.next('message.created')).body, (await theirs.next('message.created')).body]
  expect(own).toEqual({ conversation_id: id, message: sent })
  const others = { edit: false, delete: false, report: true }
  expect(received).toEqual({ conversation_id: id, message: { ...sent, can: others } })
  await as(app, ada)(messages.update, { params: { id: sent.id }, body: { content: 'One' } })
  expect((await theirs.next('message.updated')).body).toMatchObject({
    message: { content: 'One', edited: true, can: others },
  })
  await as(app, ada)(messages.remove, { params: { id: sent.id } })
  for (const stream of [hers, theirs]) {
    expect((await stream.next('message.deleted')).body).toEqual({
      conversation_id: id,
      message_id: sent.id,
      revision: 2,
    })
    stream.close()
  }
})

test('each event of a message carries the revision that a page has from then on, and a restored message keeps its own', async () => {
  const { id } = await makeConversation(app, ada, [grace])
  const { id: message } = await makeMessage(app, ada, { id })
  const stream = await openStream(app, grace)
  const params = { id: message }
  const revision = async () => {
    const { body } = await as(app, grace)(messages.list, { params: { id } })
    return body.data.find((row) => row.id === message)?.revision
  }
  expect(await revision()).toBe(0)
  const heart = { ...params, emoji: '❤️' }
  const changes = [
    ['message.updated', () => as(app, ada)(messages.update, { params, body: { content: 'New' } })],
    ['message.reacted', () => as(app, grace)(messages.react, { params: heart })],
    ['message.reacted', () => as(app, ada)(messages.react, { params: heart })],
    ['message.reacted', () => as(app, ada)(messages.unreact, { params: heart })],
    ['message.pinned', () => as(app, ada)(pins.add, { params })],
    ['message.pinned', () => as(app, ada)(pins.remove, { params })],
  ] as const
  for (const [index, [name, change]] of changes.entries()) {
    const { status, body } = await change()
    expect(status).toBe(200)
    const event = (await stream.next(name)).body as { revision?: number; message?: Message }
    expect(event.message?.revision ?? event.revision).toBe(index + 1)
    expect([body.data.revision, await revision()]).toEqual([index + 1, index + 1])
  }
  for (const repeat of [
    () => as(app, grace)(messages.react, { params: heart }),
    () => as(app, ada)(pins.remove, { params }),
  ])
    expect((await repeat()).body.data.revision).toBe(changes.length)
  const [{ withhold, restore }] = messageContentTypes as [Required<ContentType>]
  await withTransaction(app.db, async (trx) => {
    await withhold(trx, school.id, message)
    await publishWithheld(app.live, trx, school.id, message)
  })
  const event = (await stream.next('message.deleted')).body as { revision: number }
  expect(event.revision).toBe(changes.length + 1)
  await withTransaction(app.db, (trx) => restore(trx, school.id, message))
  expect(await revision()).toBe(event.revision)
  stream.close()
})

test('publishes a message once when it is sent twice with one idempotency key', async () => {
  const { id } = await makeConversation(app, ada, [grace])
  const stream = await openStream(app, grace)
  const ask = { params: { id }, body: { content: 'Once' }, headers: { 'idempotency-key': 'twice' } }
  await as(app, ada)(messages.send, ask)
  await as(app, ada)(messages.send, ask)
  await makeMessage(app, ada, { id }, { content: 'End' })
  for (const content of ['Once', 'End'])
    expect((await stream.next('message.created')).body).toMatchObject({ message: { content } })
  stream.close()
})

test('publishes reads to the others and to the reader’s devices, and typing to the others only', async () => {
  const { id } = await makeConversation(app, ada, [grace])
  const first = await makeMessage(app, ada, { id })
  await makeMessage(app, ada, { id })
  const [hers, theirs] = [await openStream(app, ada), await openStream(app, grace)]
  await as(app, grace)(messages.read, { params: { id, mid: first.id } })
  expect((await hers.next('conversation.read')).body).toEqual({
    conversation_id: id,
    user_id: grace.id,
    read_seq: first.seq,
  })
  expect((await theirs.next('unread')).body).toEqual({ conversation_id: id, unread_count: 1 })
  await as(app, grace)(conversations.read, { params: { id } })
  expect((await theirs.next('unread')).body).toEqual({ conversation_id: id, unread_count: 0 })
  await as(app, grace)(conversations.typing, { params: { id } })
  expect((await hers.next('typing')).body).toEqual({ conversation_id: id, user_id: grace.id, name: grace.name })
  expect(hers.heard.filter(({ name }) => name === 'unread')).toEqual([])
  expect(theirs.heard.filter(({ name }) => name === 'typing')).toEqual([])
  for (const stream of [hers, theirs]) stream.close()
})

test('publishes nothing of a conversation to users who are not participants', async () => {
  const outsider = await makeUser(app, { school })
  const stream = await openStream(app, outsider)
  const { id } = await makeConversation(app, ada, [grace])
  const message = await makeMessage(app, ada, { id })
  await as(app, grace)(conversations.read, { params: { id } })
  await as(app, grace)(conversations.typing, { params: { id } })
  await as(app, ada)(messages.remove, { params: { id: message.id } })
  const own = await makeConversation(app, ada, [outsider])
  await makeMessage(app, ada, own)
  expect((await stream.next('message.created')).body).toMatchObject({ conversation_id: own.id })
  expect(stream.heard).toHaveLength(2)
  expect(JSON.stringify(stream.heard)).not.toContain(id)
  stream.close()
})

test('stops events between blocked users: messages among several, reads and typing between two', async () => {
  const [one, other, third] = [
    await makeUser(app, { school }),
    await makeUser(app, { school }),
    await makeUser(app, { school }),
  ]
  const several = await makeConversation(app, one, [other, third])
  const two = await makeConversation(app, one, [other])
  await makeMessage(app, one, two)
  await makeBlock(app, other, one)
  const [ones, others, thirds] = [
    await openStream(app, one),
    await openStream(app, other),
    await openStream(app, third),
  ]
  await makeMessage(app, one, several)
  await thirds.next('message.created')
  await as(app, other)(conversations.read, { params: { id: two.id } })
  await as(app, other)(conversations.typing, { params: { id: two.id } })
  await as(app, other)(conversations.typing, { params: { id: several.id } })
  expect((await thirds.next('typing')).body).toMatchObject({ user_id: other.id })
  expect(others.heard.map(({ name }) => name)).toEqual(['reconnect', 'unread'])
  expect(ones.heard.map(({ name }) => name)).toEqual(['reconnect', 'message.created'])
  for (const stream of [ones, others, thirds]) stream.close()
})

test('ends the stream of a banned user, who receives no later messages', async () => {
  const mallory = await makeUser(app, { school })
  const { id } = await makeConversation(app, ada, [mallory])
  const stream = await openStream(app, mallory)
  await withTransaction(app.db, (trx) =>
    moderate(trx, { id: null, name: 'Dean' }, mallory, { type: 'ban', reason: 'Spam' }),
  )
  await stream.ended
  await makeMessage(app, ada, { id })
  expect(stream.heard.map(({ name }) => name)).toEqual(['reconnect', 'blocked'])
})
