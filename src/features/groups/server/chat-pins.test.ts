import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeGroup } from '../../../testing/factories/groups.ts'
import { makeMessage } from '../../../testing/factories/messages.ts'
import { conversations } from '../../messages/conversation-contract.ts'
import { pins } from '../../messages/pin-contract.ts'
import { groups } from '../contract.ts'

const { app, ada, grace } = await campus({ people: { ada: {}, grace: {} } })

test('only admins of a group pin messages of its chat, and every member sees them', async () => {
  const group = await makeGroup(app, ada, { members: [grace] })
  const { body } = await as(app, ada)(groups.openConversation, { params: { id: group.id } })
  const id = body.conversation_id
  const message = await makeMessage(app, grace, { id }, { content: 'The room' })
  const refused = await as(app, grace)(pins.add, { params: { id: message.id } })
  expect(refused).toMatchObject({ status: 403, body: { error: 'Only group admins can pin messages here.' } })
  const may = async (who: typeof ada) => (await as(app, who)(conversations.show, { params: { id } })).body.data.can.pin
  expect([await may(ada), await may(grace)]).toEqual([true, false])
  expect((await as(app, ada)(pins.add, { params: { id: message.id } })).status).toBe(200)
  const list = await as(app, grace)(pins.list, { params: { id } })
  expect(list.body.data.map(({ content }) => content)).toEqual(['The room'])
  expect((await as(app, grace)(pins.remove, { params: { id: message.id } })).status).toBe(403)
})
