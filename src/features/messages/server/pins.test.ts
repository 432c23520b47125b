import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeConversation, makeMessage } from '../../../testing/factories/messages.ts'
import { makeBlock, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { openStream } from '../../../testing/streams.ts'
import { messages } from '../contract.ts'
import { conversations } from '../conversation-contract.ts'
import { maxPins, pins } from '../pin-contract.ts'

const { app, school, ada, grace, alan } = await campus({ people: { ada: {}, grace: {}, alan: {} } })

const person = () => makeUser(app, { school })
const pin = (who: TestUser, id: string) => as(app, who)(pins.add, { params: { id } })
const unpin = (who: TestUser, id: string) => as(app, who)(pins.remove, { params: { id } })
const pinned = async (who: TestUser, { id }: { id: string }) =>
  (await as(app, who)(pins.list, { params: { id } })).body.data.map((message) => message.content)

test('any participant pins and unpins messages, which the others see immediately', async () => {
  const conversation = await makeConversation(app, ada, [grace])
  const stream = await openStream(app, ada)
  const [first, second] = [
    await makeMessage(app, ada, conversation, { content: 'The room' }),
    await makeMessage(app, ada, conversation, { content: 'The hour' }),
  ]
  expect((await pin(grace, first.id)).status).toBe(200)
  const event = { conversation_id: conversation.id, message_id: first.id }
  expect((await stream.next('message.pinned')).body).toEqual({ ...event, pinned: true, revision: 1 })
  await pin(ada, second.id)
  expect((await pin(ada, second.id)).status).toBe(200)
  expect(await pinned(ada, conversation)).toEqual(['The hour', 'The room'])
  const { body } = await as(app, ada)(messages.list, { params: { id: conversation.id } })
  expect(body.data.map((message) => message.pinned)).toEqual([true, true])
  await unpin(ada, first.id)
  expect((await unpin(ada, first.id)).status).toBe(200)
  expect(await pinned(grace, conversation)).toEqual(['The hour'])
  await as(app, ada)(messages.remove, { params: { id: second.id } })
  expect(await pinned(grace, conversation)).toEqual([])
})

test('users outside, after a block, or who have left cannot pin, and no one pins a system line', async () => {
  const [one, other, third] = [await person(), await person(), await person()]
  const several = await makeConversation(app, one, [other, third])
  const message = await makeMessage(app, one, several)
  expect((await pin(alan, message.id)).status).toBe(404)
  expect((await as(app, alan)(pins.list, { params: { id: several.id } })).status).toBe(404)
  await as(app, third)(conversations.leave, { params: { id: several.id } })
  expect((await pin(third, message.id)).status).toBe(404)
  const line = (await as(app, one)(messages.list, { params: { id: several.id } })).body.data.at(-1)
  expect(line?.system).toBe('left')
  expect((await pin(one, line?.id ?? '')).status).toBe(404)
  const direct = await makeConversation(app, one, [other])
  const last = await makeMessage(app, one, direct)
  await makeBlock(app, one, other)
  expect((await pin(other, last.id)).status).toBe(403)
  expect((await as(app, other)(conversations.show, { params: { id: direct.id } })).body.data.can.pin).toBe(false)
})

test('the list shows neither messages behind a block nor those from before the viewer cleared the history', async () => {
  const [one, other, third] = [await person(), await person(), await person()]
  const several = await makeConversation(app, one, [other, third])
  const hidden = await makeMessage(app, other, several, { content: 'A pelican sings' })
  const kept = await makeMessage(app, one, several, { content: 'The room' })
  await pin(one, hidden.id)
  await pin(one, kept.id)
  await makeBlock(app, third, other)
  expect(await pinned(third, several)).toEqual(['The room'])
  await as(app, third)(conversations.clear, { params: { id: several.id } })
  expect(await pinned(third, several)).toEqual([])
  expect(await pinned(one, several)).toEqual(['The room', 'A pelican sings'])
})

test('concurrent pins leave at most ten, and the refused ones say so', async () => {
  const [one, other] = [await person(), await person()]
  const conversation = await makeConversation(app, one, [other])
  const sent = await Promise.all(Array.from({ length: maxPins + 5 }, () => makeMessage(app, one, conversation)))
  const answers = await Promise.all(sent.flatMap(({ id }) => [pin(one, id), pin(other, id)]))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(answers.find(({ status }) => status === 409)?.body.error).toBe(
    'You can pin up to 10 messages. Unpin one first.',
  )
  expect(await pinned(one, conversation)).toHaveLength(maxPins)
  const rows = await app.db
    .selectFrom('message_pins')
    .where('conversation_id', '=', conversation.id)
    .select('message_id')
    .execute()
  await Promise.all([
    ...rows.map(({ message_id }) => unpin(one, message_id)),
    ...sent.map(({ id }) => as(app, one)(messages.remove, { params: { id } })),
  ])
  expect(await pinned(one, conversation)).toEqual([])
}, 60_000)
