import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeGroup } from '../../../testing/factories/groups.ts'
import { makeListing } from '../../../testing/factories/marketplace.ts'
import { makeConversation, makeMessage } from '../../../testing/factories/messages.ts'
import { makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { openStream, waitForEarlierEvents } from '../../../testing/streams.ts'
import { groups } from '../../groups/contract.ts'
import { marketplace } from '../../marketplace/contract.ts'
import { messages } from '../contract.ts'
import { conversations } from '../conversation-contract.ts'
import { deleteEmptyConversations } from './leave-actions.ts'

let id: string

const { app, school, ada, grace, alan } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada Castellan' }, grace: { name: 'Grace Mbeki' }, alan: { name: 'Alan Teo' } },
})
beforeEach(async () => {
  id = (await makeConversation(app, ada, [grace, alan])).id
})

const leave = (who: TestUser, conversation = id) => as(app, who)(conversations.leave, { params: { id: conversation } })
const send = (who: TestUser, content: string) => as(app, who)(messages.send, { params: { id }, body: { content } })
const history = async (who: TestUser) => (await as(app, who)(messages.list, { params: { id } })).body.data
const listed = async (who: TestUser) =>
  (await as(app, who)(conversations.list)).body.data.find((conversation) => conversation.id === id)

test('removes a participant who leaves a conversation of several, which then returns 404 for them', async () => {
  await makeMessage(app, grace, { id }, { content: 'Noon?' })
  expect((await as(app, grace)(conversations.show, { params: { id } })).body.data.can).toEqual({
    send: true,
    leave: true,
    manage: false,
    rename: false,
    pin: true,
    vanish: false,
  })
  const [leaver, other] = [await openStream(app, grace), await openStream(app, alan)]
  expect(await leave(grace)).toMatchObject({ status: 200, body: { success: true } })
  expect((await other.next('message.created')).body).toMatchObject({
    message: { content: 'Grace Mbeki left the conversation.', system: 'left', sender: { name: 'Grace Mbeki' } },
  })
  await send(alan, 'Without her then')
  for (const route of [conversations.show, conversations.remove, conversations.read, conversations.leave])
    expect((await as(app, grace)(route, { params: { id } })).status, route.path).toBe(404)
  expect((await send(grace, 'Wait')).status).toBe(404)
  expect(await listed(grace)).toBeUndefined()
  await waitForEarlierEvents(app, grace, leaver)
  expect(JSON.stringify(leaver.heard)).not.toContain(id)
  leaver.close()
  other.close()
  expect((await history(alan)).map(({ content }) => content)).toEqual([
    'Noon?',
    'Grace Mbeki left the conversation.',
    'Without her then',
  ])
  expect((await listed(alan))?.participants).not.toContain(grace.id)
})

test('writes a system line without rights, which changes no unread count and restores no removed conversation', async () => {
  await makeMessage(app, ada, { id }, { content: 'Hello' })
  await as(app, ada)(conversations.remove, { params: { id } })
  await as(app, alan)(conversations.read, { params: { id } })
  expect((await leave(grace)).status).toBe(200)
  expect(await listed(ada)).toBeUndefined()
  expect(await listed(alan)).toMatchObject({
    unread_count: 0,
    last_message: { content: 'Grace Mbeki left the conversation.', system: 'left' },
  })
  const line = (await history(alan)).at(-1)
  expect(line?.can).toEqual({ edit: false, delete: false, report: false })
  const params = { id: line?.id ?? '' }
  expect((await as(app, alan)(messages.report, { params, body: { reason: 'spam', description: '' } })).status).toBe(404)
  await send(alan, 'Still here')
  expect(await listed(ada)).toBeDefined() // a message restores a removed conversation
  await app.db.updateTable('users').set({ name: 'Grace Hopper' }).where('id', '=', grace.id).execute()
  expect((await history(alan)).map(({ content }) => content)).toContain('Grace Hopper left the conversation.')
})

test('leaves through both path families, and records an exit', async () => {
  for (const [who, path] of [
    [grace, `/messages/conversations/${id}/leave`],
    [alan, `/api/conversations/${id}/leave`],
  ] as const)
    expect((await app.http.inject({ method: 'POST', url: path, headers: { cookie: who.cookie } })).statusCode).toBe(200)
  const exits = await app.db
    .selectFrom('conversation_exits')
    .where('conversation_id', '=', id)
    .select(['user_id', 'removed_by'])
    .execute()
  expect(exits).toHaveLength(2)
  expect(exits).toContainEqual({ user_id: grace.id, removed_by: null })
})

test('refuses to leave direct, listing and group conversations', async () => {
  const direct = await makeConversation(app, ada, [grace])
  const lamp = await makeListing(app, ada, { title: 'Lamp' })
  const asked = await as(app, grace)(marketplace.interest, { params: { id: lamp.id }, body: { message: 'Hi' } })
  const group = await makeGroup(app, ada, { members: [grace] })
  const chat = await as(app, grace)(groups.openConversation, { params: { id: group.id } })
  for (const conversation of [direct.id, asked.body.conversation_id, chat.body.conversation_id]) {
    const { status, body } = await leave(grace, conversation)
    expect([status, body.error]).toEqual([409, 'You cannot leave this conversation'])
    const shown = await as(app, grace)(conversations.show, { params: { id: conversation } })
    expect(shown.body.data.can.leave).toBe(false)
  }
  const outsider = await makeUser(app, { school })
  expect((await leave(outsider)).status).toBe(404)
})

test('numbers every line once when leaving races sending, and sends the leaver nothing after the exit', async () => {
  const stream = await openStream(app, grace)
  const racing = Array.from({ length: 30 }, (_, number) =>
    number === 15 ? leave(grace) : send(number % 2 ? alan : grace, `Message ${number}`),
  )
  const statuses = (await Promise.all([...racing, leave(grace)])).map(({ status }) => status)
  expect(statuses.filter((status) => ![200, 201, 404].includes(status))).toEqual([])
  await waitForEarlierEvents(app, grace, stream)
  const lines = await history(alan)
  expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1))
  const exit = lines.find(({ system }) => system === 'left')
  expect(lines.filter(({ system }) => system === 'left')).toHaveLength(1)
  const after = lines.filter(({ seq }) => seq > (exit?.seq ?? 0))
  expect(after.filter(({ sender_id }) => sender_id === grace.id)).toEqual([])
  const heard = stream.heard.filter(({ name }) => name === 'message.created')
  const heardIds = new Set(heard.map(({ body }) => (body as { message: { id: string } }).message.id))
  expect(after.filter((message) => heardIds.has(message.id))).toEqual([])
  stream.close()
})

test('deletes a conversation 30 days after its last participant left', async () => {
  await makeMessage(app, ada, { id }, { content: 'Bye' })
  for (const who of [ada, grace, alan]) expect((await leave(who)).status).toBe(200)
  const count = async () =>
    (await app.db.selectFrom('messages').where('conversation_id', '=', id).select('id').execute()).length
  await deleteEmptyConversations(app.db)
  expect(await count()).toBe(4)
  await sql`update conversations set created_at = now() - interval '40 days', last_message_at = now() - interval '40 days'
    where id = ${id}`.execute(app.db)
  await deleteEmptyConversations(app.db)
  expect(await count()).toBe(4) // the participants left just now
  await sql`update conversation_exits set at = now() - interval '31 days' where conversation_id = ${id}`.execute(app.db)
  const other = await makeConversation(app, ada, [grace, alan])
  await sql`update conversations set created_at = now() - interval '40 days' where id = ${other.id}`.execute(app.db)
  await deleteEmptyConversations(app.db)
  expect(await count()).toBe(0)
  expect((await as(app, ada)(conversations.show, { params: { id: other.id } })).status).toBe(200)
})
