import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeGroup } from '../../../testing/factories/groups.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makeConversation, makeMessage } from '../../../testing/factories/messages.ts'
import { makeBlock, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { openStream } from '../../../testing/streams.ts'
import { groups } from '../../groups/contract.ts'
import { messages } from '../contract.ts'
import { conversations, type VanishAfter } from '../conversation-contract.ts'
import { findMessageContext } from './message-context.ts'

const { app, school, ada, grace, alan } = await campus({
  people: { ada: { name: 'Ada Castellan' }, grace: {}, alan: {} },
})

const day = 86_400
const person = () => makeUser(app, { school })
const set = (who: TestUser, id: string, vanish_after: VanishAfter | null) =>
  as(app, who)(conversations.update, { params: { id }, body: { vanish_after } })
const list = async (who: TestUser, id: string) => (await as(app, who)(messages.list, { params: { id } })).body.data
const texts = async (who: TestUser, id: string) => (await list(who, id)).map(({ content }) => content)
/** Lets a message disappear some hours ago. */
const vanish = (id: string, hours = 0) =>
  sql`update messages set vanish_at = now() - make_interval(hours => ${hours}) where id = ${id}`.execute(app.db)

test('new messages disappear after the chosen time, and earlier ones and lines stay', async () => {
  const { id } = await makeConversation(app, ada, [grace])
  const early = await makeMessage(app, ada, { id }, { content: 'Early' })
  const stream = await openStream(app, grace)
  expect((await set(ada, id, day)).body.data).toMatchObject({ vanish_after: day, can: { vanish: true } })
  expect((await stream.next('message.created')).body).toMatchObject({
    message: { system: 'vanishing', content: 'Ada Castellan set new messages to disappear after 24 hours.' },
  })
  const sent = await makeMessage(app, grace, { id }, { content: 'Soon gone' })
  expect(early.vanishes_at).toBeNull()
  expect((sent.vanishes_at ?? 0) - sent.created_at).toBeGreaterThan(day - 5)
  expect((sent.vanishes_at ?? 0) - sent.created_at).toBeLessThan(day + 5)
  await set(grace, id, day) // the same value adds no line
  await set(grace, id, null)
  expect((await makeMessage(app, ada, { id }, { content: 'Stays' })).vanishes_at).toBeNull()
  expect((await list(ada, id)).filter(({ system }) => system === 'vanishing')).toHaveLength(2)
  await vanish(sent.id)
  expect(await texts(grace, id)).not.toContain('Soon gone')
  expect(await texts(ada, id)).toContain('Early')
})

test('a message that has disappeared is in no list, count, quote, search, picture or context', async () => {
  const [one, other] = [await person(), await person()]
  const { id } = await makeConversation(app, one, [other])
  const image = await makeUpload(app, one, { type: 'message' })
  const gone = await makeMessage(app, one, { id }, { content: 'A pelican sings', image })
  const reply = await as(app, other)(messages.send, {
    params: { id },
    body: { content: 'Does it?', reply_to: gone.id },
  })
  await makeMessage(app, one, { id }, { content: 'It does' })
  await vanish(gone.id)
  const found = await as(app, other)(messages.list, { params: { id }, query: { q: 'pelican' } })
  expect(found.body.data).toEqual([])
  const replied = (await list(other, id)).find((message) => message.id === reply.body.data.id)
  expect(replied?.reply_to).toMatchObject({ id: null, excerpt: 'Message deleted' })
  for (const call of [messages.versions, messages.reactions] as const)
    expect((await as(app, other)(call, { params: { id: gone.id } })).status).toBe(404)
  for (const who of [one, other]) {
    const { body } = await as(app, who)(conversations.list)
    expect(JSON.stringify(body)).not.toContain('pelican')
  }
  const read = await app.http.inject({ url: image.url, headers: { cookie: other.cookie } })
  expect(read.statusCode).toBe(404)
  expect((await as(app, other)(conversations.show, { params: { id } })).body.data.unread_count).toBe(1)
  expect(JSON.stringify(await findMessageContext(app.db, school.id, reply.body.data.id))).not.toContain('pelican')
})

test('both users of a direct conversation choose, and of several only the owner', async () => {
  const [one, other] = [await person(), await person()]
  const direct = await makeConversation(app, one, [other])
  const several = await makeConversation(app, ada, [one, other])
  expect((await set(other, direct.id, 604_800)).status).toBe(200)
  expect((await set(alan, direct.id, day)).status).toBe(404)
  const refused = await set(one, several.id, day)
  expect(refused).toMatchObject({ status: 403, body: { error: 'You can’t change when messages disappear here.' } })
  expect((await set(ada, several.id, day)).body.data.vanish_after).toBe(day)
  expect((await set(ada, several.id, 5 as VanishAfter)).status).toBe(400)
  expect((await as(app, ada)(conversations.update, { params: { id: several.id }, body: {} })).status).toBe(400)
  await makeBlock(app, one, other)
  expect((await set(one, direct.id, null)).status).toBe(403)
})

test('concurrent changes and messages keep one order: each message has the value of its time', async () => {
  const direct = await makeConversation(app, ada, [await person()])
  await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      index % 3 === 0 ? set(ada, direct.id, index % 2 ? null : day) : makeMessage(app, ada, direct),
    ),
  )
  const rows = await app.db
    .selectFrom('messages')
    .where('conversation_id', '=', direct.id)
    .orderBy('seq')
    .select(['system_kind', 'content', 'vanish_at'])
    .execute()
  let isOn = false
  for (const { system_kind, content, vanish_at } of rows) {
    if (system_kind === 'vanishing') isOn = content.startsWith('set')
    else expect(vanish_at !== null).toBe(isOn)
  }
}, 60_000)

test('only the admins of a group choose when messages of its chat disappear', async () => {
  const [admin, member] = [await person(), await person()]
  const group = await makeGroup(app, admin, { members: [member] })
  const { conversation_id: id } = (await as(app, admin)(groups.openConversation, { params: { id: group.id } })).body
  expect((await set(member, id, day)).status).toBe(403)
  expect((await set(alan, id, day)).status).toBe(404)
  expect((await set(admin, id, day)).body.data).toMatchObject({ vanish_after: day, can: { vanish: true } })
  expect((await makeMessage(app, member, { id })).vanishes_at).not.toBeNull()
  const shown = (await as(app, member)(conversations.show, { params: { id } })).body.data
  expect(shown).toMatchObject({ vanish_after: day, can: { vanish: false } })
})
