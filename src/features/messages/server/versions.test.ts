import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeConversation, makeMessage } from '../../../testing/factories/messages.ts'
import { makeBlock, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { messageLimits, messages } from '../contract.ts'
import { conversations } from '../conversation-contract.ts'

const { app, school, ada, grace, alan, dean } = await campus({
  people: { ada: { name: 'Ada Castellan' }, grace: {}, alan: {}, dean: { role: 'admin' } },
})

const edit = (who: TestUser, id: string, content: string) =>
  as(app, who)(messages.update, { params: { id }, body: { content } })
const versions = (who: TestUser, id: string) => as(app, who)(messages.versions, { params: { id } })
const texts = async (who: TestUser, id: string) => (await versions(who, id)).body.data.map(({ content }) => content)

test('participants read what a message said before each edit, and when', async () => {
  const message = await makeMessage(app, ada, await makeConversation(app, ada, [grace]), { content: 'Noon' })
  expect(message).toMatchObject({ edited: false, edited_at: null })
  expect((await versions(grace, message.id)).body.data).toEqual([{ content: 'Noon', written_at: message.created_at }])
  await edit(ada, message.id, 'One')
  await edit(ada, message.id, 'One') // the same text adds none
  const last = (await edit(ada, message.id, 'Two')).body.data
  expect(last).toMatchObject({ edited: true, edited_at: expect.any(Number) })
  expect(await texts(grace, message.id)).toEqual(['Noon', 'One', 'Two'])
  const { body } = await versions(grace, message.id)
  expect(body.data[0]?.written_at).toBe(message.created_at)
  expect(body.data[2]?.written_at).toBe(last.edited_at)
})

test('who cannot see a message sees none of its versions, not even an administrator', async () => {
  const [blocker, writer] = [await makeUser(app, { school }), await makeUser(app, { school })]
  const several = await makeConversation(app, ada, [blocker, writer])
  const message = await makeMessage(app, writer, several, { content: 'A pelican sings' })
  await edit(writer, message.id, 'A pelican sleeps')
  expect(await texts(blocker, message.id)).toHaveLength(2)
  await makeBlock(app, blocker, writer)
  await as(app, ada)(conversations.clear, { params: { id: several.id } })
  for (const who of [alan, dean, blocker, ada]) expect((await versions(who, message.id)).status).toBe(404)
})

test('deleting a message deletes its versions', async () => {
  const { id } = await makeMessage(app, ada, await makeConversation(app, ada, [grace]))
  await edit(ada, id, 'Changed')
  await as(app, ada)(messages.remove, { params: { id } })
  expect((await versions(ada, id)).status).toBe(404)
  expect(await app.db.selectFrom('message_versions').where('message_id', '=', id).selectAll().execute()).toEqual([])
})

test('a report keeps the text that was reported, whatever the message says later', async () => {
  const { id } = await makeMessage(app, ada, await makeConversation(app, ada, [grace]), { content: 'Unkind words' })
  await as(app, grace)(messages.report, { params: { id }, body: { reason: 'harassment' } })
  await edit(ada, id, 'Kind words')
  const report = await app.db.selectFrom('reports').where('content_id', '=', id).select('content').executeTakeFirst()
  expect(report?.content).toBe('Unkind words')
})

test('concurrent edits keep each former text once, in order, up to a hundred', async () => {
  const { id } = await makeMessage(app, ada, await makeConversation(app, ada, [grace]), { content: 'Text 0' })
  const writers = Array.from({ length: messageLimits.edits + 4 }, (_, index) => `Text ${index + 1}`)
  const statuses: number[] = []
  for (let start = 0; start < writers.length; start += 13)
    statuses.push(
      ...(await Promise.all(writers.slice(start, start + 13).map(async (text) => (await edit(ada, id, text)).status))),
    )
  expect(statuses.filter((status) => status === 409)).toHaveLength(4)
  const shown = await texts(grace, id)
  expect(shown).toHaveLength(messageLimits.edits + 1)
  expect(new Set(shown).size).toBe(shown.length)
  expect(shown[0]).toBe('Text 0')
}, 60_000)
