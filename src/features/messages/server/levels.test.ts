import { expect, test } from 'vitest'
import { renderNotification } from '../../../shared/notification-kinds.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeConversation, makeMessage } from '../../../testing/factories/messages.ts'
import { subscribe } from '../../../testing/factories/push.ts'
import { makeBlock, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { createBrowser } from '../../../testing/push-browser.ts'
import { notifications } from '../../notifications/contract.ts'
import { messages } from '../contract.ts'
import { conversations, type Level } from '../conversation-contract.ts'

const { app, school, ada, grace, alan } = await campus({
  people: { ada: { name: 'Ada Castellan' }, grace: { name: 'Grace Mbeki' }, alan: { name: 'Alan Teo' } },
})

const person = (name = 'Test Person') => makeUser(app, { school, name })
const setLevel = (who: TestUser, id: string, level: Level) =>
  as(app, who)(conversations.level, { params: { id }, body: { level } })
const show = async (who: TestUser, id: string) => (await as(app, who)(conversations.show, { params: { id } })).body.data
const bell = async (who: TestUser) =>
  (await as(app, who)(notifications.list)).body.data
    .filter(({ is_read }) => !is_read)
    .map((row) => renderNotification(row))
const waiting = async (who: TestUser) =>
  (await app.db.selectFrom('push_due').where('user_id', '=', who.id).select('kind').execute()).map(({ kind }) => kind)

test('a user chooses what notifies them of each conversation, and muting is the same as nothing', async () => {
  const [direct, several] = [await makeConversation(app, ada, [grace]), await makeConversation(app, ada, [grace, alan])]
  expect([(await show(grace, direct.id)).level, (await show(grace, several.id)).level]).toEqual(['all', 'mentions'])
  await setLevel(grace, several.id, 'all')
  expect(await show(grace, several.id)).toMatchObject({ level: 'all', muted: false })
  await setLevel(grace, several.id, 'nothing')
  expect(await show(grace, several.id)).toMatchObject({ level: 'nothing', muted: true })
  await as(app, grace)(conversations.mute, { params: { id: several.id }, body: { muted: false } })
  expect(await show(grace, several.id)).toMatchObject({ level: 'all', muted: false })
  expect((await show(alan, several.id)).level).toBe('mentions')
  expect((await setLevel(await person(), several.id, 'all')).status).toBe(404)
  expect((await setLevel(grace, several.id, 'sometimes' as Level)).status).toBe(400)
})

test.each([
  ['all', { plain: true, mention: true, reply: true }],
  ['mentions', { plain: false, mention: true, reply: true }],
  ['nothing', { plain: false, mention: false, reply: false }],
] as const)('with the level %s, pushes follow it in every kind of conversation', async (level, expected) => {
  for (const kind of ['direct', 'several']) {
    const [writer, reader] = [await person(), await person('Nadia Okello')]
    await subscribe(app, reader, createBrowser().subscription)
    const { id } = await makeConversation(app, writer, kind === 'direct' ? [reader] : [reader, await person()])
    const own = await makeMessage(app, reader, { id })
    await setLevel(reader, id, level)
    const pushed = async (body: { content: string; reply_to?: string }) => {
      await app.db.deleteFrom('push_due').where('user_id', '=', reader.id).execute()
      await as(app, writer)(messages.send, { params: { id }, body })
      return (await waiting(reader)).includes('message')
    }
    expect({
      plain: await pushed({ content: 'Good morning' }),
      mention: await pushed({ content: 'Look, @Nadia Okello' }),
      reply: await pushed({ content: 'I agree', reply_to: own.id }),
    }).toEqual(expected)
  }
})

test('a mention in a larger conversation is in the list until the message is read, and is pushed once', async () => {
  const [writer, reader] = [await person('Writer Wong'), await person('Nadia Okello')]
  await subscribe(app, reader, createBrowser().subscription)
  const { id } = await makeConversation(app, writer, [reader, await person()])
  const first = await makeMessage(app, writer, { id }, { content: '@Nadia Okello, bring the lamp' })
  await makeMessage(app, writer, { id }, { content: 'And @Nadia Okello, the rope' })
  expect(first.mentions).toEqual([{ id: reader.id, name: 'Nadia Okello' }])
  expect(await bell(reader)).toEqual(Array(2).fill('Writer Wong mentioned you in a message'))
  const { body } = await as(app, reader)(notifications.list)
  expect(body.data.at(-1)).toMatchObject({ link: `/messages/${id}?message=${first.id}` })
  expect(body.data.at(-1)?.preview?.text).toBe('@Nadia Okello, bring the lamp')
  expect(await waiting(reader)).toEqual(['message'])
  await as(app, reader)(messages.read, { params: { id, mid: first.id } })
  expect(await bell(reader)).toHaveLength(1)
  await as(app, reader)(conversations.read, { params: { id } })
  expect(await bell(reader)).toEqual([])
})

test('a mention notifies neither in a direct or muted conversation, nor with a block, nor a user outside', async () => {
  const [writer, reader, outsider] = [await person(), await person('Nadia Okello'), await person('Otto Brandt')]
  const direct = await makeConversation(app, writer, [reader])
  await makeMessage(app, writer, direct, { content: '@Nadia Okello?' })
  const several = await makeConversation(app, writer, [reader, await person()])
  const outside = await makeMessage(app, writer, several, { content: '@Otto Brandt is not here' })
  expect(outside.mentions).toEqual([])
  await setLevel(reader, several.id, 'nothing')
  await makeMessage(app, writer, several, { content: '@Nadia Okello?' })
  await setLevel(reader, several.id, 'mentions')
  await makeBlock(app, reader, writer)
  await makeMessage(app, writer, several, { content: '@Nadia Okello!' })
  expect([await bell(reader), await bell(outsider)]).toEqual([[], []])
})

test('of two participants with one name, the picked one is mentioned, and an edit names others', async () => {
  const [writer, one, other] = [await person(), await person('Kim Lee'), await person('Kim Lee')]
  const { id } = await makeConversation(app, writer, [one, other])
  const send = async (body: object) => {
    const sent = await as(app, writer)(messages.send, { params: { id }, body: { content: 'Hi @Kim Lee', ...body } })
    return sent.body.data
  }
  const sent = await send({ mentions: [other.id, ada.id] })
  expect(sent.mentions.map((user) => user.id)).toEqual([other.id])
  expect((await send({})).mentions).toHaveLength(2)
  expect((await send({ content: 'Hi', mentions: [one.id] })).mentions).toEqual([])
  const ask = { params: { id: sent.id }, body: { content: 'Hi all' } }
  expect((await as(app, writer)(messages.update, ask)).body.data.mentions).toEqual([])
})
