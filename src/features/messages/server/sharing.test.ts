import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeConversation, makeMessage } from '../../../testing/factories/messages.ts'
import type { TestUser } from '../../../testing/factories/users.ts'
import { openStream } from '../../../testing/streams.ts'
import { safety } from '../../people/safety-contract.ts'
import { conversations } from '../contract.ts'

const { app, ada, bo, cy } = await campus({
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
