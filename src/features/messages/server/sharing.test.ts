import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeGroup } from '../../../testing/factories/groups.ts'
import { makeConversation, makeMessage } from '../../../testing/factories/messages.ts'
import { makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { openStream } from '../../../testing/streams.ts'
import { groups } from '../../groups/contract.ts'
import { safety } from '../../people/safety-contract.ts'
import { conversations } from '../conversation-contract.ts'

const { app, school, ada, bo, cy } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada' }, bo: { name: 'Bo' }, cy: { name: 'Cy' } },
})

const turn = (person: TestUser, what: 'receipts' | 'typing', wants: boolean) =>
  as(app, person)(safety.update, { body: { [what]: wants } })
/** How far `reader` has read, as `viewer` sees it in the list and alone. */
async function findReadBy(viewer: TestUser, reader: TestUser, id: string): Promise<number[]> {
  const { body: list } = await as(app, viewer)(conversations.list)
  const { body: one } = await as(app, viewer)(conversations.show, { params: { id } })
  return [list.data.find((row) => row.id === id), one.data].map(
    (row) => row?.participant_users.find((person) => person.id === reader.id)?.read_seq ?? -1,
  )
}

test('receipts that one person turns off are hidden in both directions, and for this pair only', async () => {
  const { id } = await makeConversation(app, ada, [bo, cy])
  const { seq } = await makeMessage(app, ada, { id })
  for (const reader of [bo, cy]) await as(app, reader)(conversations.read, { params: { id } })
  expect(await findReadBy(ada, bo, id)).toEqual([seq, seq])

  await turn(bo, 'receipts', false)
  expect(await findReadBy(ada, bo, id)).toEqual([0, 0])
  expect(await findReadBy(bo, cy, id)).toEqual([0, 0])
  expect(await findReadBy(ada, cy, id)).toEqual([seq, seq])
  expect(await findReadBy(bo, bo, id)).toEqual([seq, seq]) // one's own position stays
  await turn(bo, 'receipts', true)
  expect(await findReadBy(ada, bo, id)).toEqual([seq, seq])
})

test('neither reading nor typing leaves the devices of people who turned it off', async () => {
  const { id } = await makeConversation(app, ada, [bo, cy])
  await makeMessage(app, ada, { id })
  await turn(bo, 'receipts', false)
  await turn(bo, 'typing', false)
  const streams = { ada: await openStream(app, ada), bo: await openStream(app, bo), cy: await openStream(app, cy) }
  await as(app, bo)(conversations.typing, { params: { id } })
  await as(app, bo)(conversations.read, { params: { id } })
  await as(app, cy)(conversations.typing, { params: { id } })
  await as(app, cy)(conversations.read, { params: { id } })

  expect((await streams.ada.next('typing')).body).toMatchObject({ user_id: cy.id })
  expect((await streams.ada.next('conversation.read')).body).toMatchObject({ user_id: cy.id })
  await makeMessage(app, ada, { id }, { content: 'The end' })
  await streams.bo.next('message.created')
  const heard = streams.bo.heard.filter(({ name }) => name === 'typing' || name === 'conversation.read')
  expect(heard.map(({ body }) => (body as { user_id: string }).user_id)).toEqual([bo.id]) // own devices follow each other
  for (const stream of Object.values(streams)) stream.close()
})

test('groups of more than 50 people have no receipts, and those of 50 have', async () => {
  const group = await makeGroup(app, ada, { members: [bo] })
  const { conversation_id: id } = (await as(app, ada)(groups.openConversation, { params: { id: group.id } })).body
  const addPeople = async (count: number) => {
    for (let added = 0; added < count; added++) {
      const { id: user } = await makeUser(app, { school })
      await sql`insert into participants (school_id, conversation_id, user_id)
        values (${school.id}, ${id}, ${user})`.execute(app.db)
    }
  }
  await addPeople(48)
  const first = await makeMessage(app, ada, { id })
  await as(app, bo)(conversations.read, { params: { id } })
  expect(await findReadBy(ada, bo, id)).toEqual([first.seq, first.seq])

  await addPeople(1)
  expect(await findReadBy(ada, bo, id)).toEqual([0, 0])
  const { seq } = await makeMessage(app, ada, { id })
  const streams = { ada: await openStream(app, ada), bo: await openStream(app, bo) }
  await as(app, bo)(conversations.read, { params: { id } })
  expect((await streams.bo.next('conversation.read')).body, 'own devices follow each other').toMatchObject({
    read_seq: seq,
  })
  expect(await findReadBy(bo, bo, id)).toEqual([seq, seq])
  await makeMessage(app, bo, { id }, { content: 'The end' })
  await streams.ada.next('message.created')
  expect(streams.ada.heard.filter(({ name }) => name === 'conversation.read')).toEqual([])
  for (const stream of Object.values(streams)) stream.close()
})
