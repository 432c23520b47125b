import { expect, test } from 'vitest'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import { withTransaction } from '../../../shared/server/db/transaction.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeGroup } from '../../../testing/factories/groups.ts'
import { makeMessage } from '../../../testing/factories/messages.ts'
import type { TestUser } from '../../../testing/factories/users.ts'
import { openStream } from '../../../testing/streams.ts'
import { conversations } from '../conversation-contract.ts'
import {
  deleteGroupConversation,
  joinGroupConversation,
  leaveGroupConversation,
  openGroupConversation,
  openListingConversation,
  renameGroupConversation,
} from './actions.ts'

const { app, school, ada, grace, alan } = await campus({ people: { ada: {}, grace: {}, alan: {} } })

const show = (who: TestUser, id: string) => as(app, who)(conversations.show, { params: { id } })
const toViewer = (person: TestUser) => ({ id: person.id, schoolId: person.schoolId }) as Viewer

test('opens one conversation per buyer and listing under concurrent calls', async () => {
  const listing = { id: newId(), title: 'A bicycle', sellerId: grace.id }
  const open = (buyer: TestUser) =>
    withTransaction(app.db, (trx) => openListingConversation(trx, toViewer(buyer), listing))
  const opened = await Promise.all(Array.from({ length: 20 }, () => open(ada)))
  expect(new Set(opened).size).toBe(1)
  const [id = ''] = opened
  expect((await show(grace, id)).body.data).toMatchObject({
    kind: 'listing',
    title: 'A bicycle',
    marketplace_listing_id: listing.id,
    can: { send: true },
  })
  expect(await open(alan)).not.toBe(id)
  expect((await show(alan, id)).status).toBe(404)
})

test('opens one conversation per group, and adds and removes participants with the members', async () => {
  const group = { schoolId: school.id, id: newId() }
  const founded = { ...group, name: 'Robotics', members: [ada.id, grace.id] }
  const opened = await Promise.all(
    Array.from({ length: 20 }, () => withTransaction(app.db, (trx) => openGroupConversation(trx, founded))),
  )
  expect(new Set(opened).size).toBe(1)
  const [id = ''] = opened
  expect((await show(ada, id)).body.data).toMatchObject({ kind: 'group', title: 'Robotics', group_id: group.id })
  expect((await show(alan, id)).status).toBe(404)
  await makeMessage(app, ada, { id }, { content: 'Welcome' })

  await withTransaction(app.db, (trx) => joinGroupConversation(trx, group, [alan.id]))
  expect((await show(alan, id)).body.data).toMatchObject({ unread_count: 0, last_message: { content: 'Welcome' } })
  const stream = await openStream(app, grace)
  await withTransaction(app.db, (trx) => leaveGroupConversation(trx, group, [grace.id]))
  expect((await show(grace, id)).status).toBe(404)
  await makeMessage(app, ada, { id })
  expect((await show(alan, id)).body.data.unread_count).toBe(1)
  expect(stream.heard).toHaveLength(1)
  stream.close()

  await withTransaction(app.db, (trx) => renameGroupConversation(trx, { ...group, name: 'Robotics Club' }))
  expect((await show(ada, id)).body.data.title).toBe('Robotics Club')
  await withTransaction(app.db, (trx) => deleteGroupConversation(trx, group))
  expect((await show(ada, id)).status).toBe(404)
  await withTransaction(app.db, (trx) => joinGroupConversation(trx, group, [alan.id])) // the group has no conversation yet
})

test('a conversation of a group has the photo of the group, unless the group is withheld', async () => {
  const { id: group } = await makeGroup(app, ada)
  const chat = { schoolId: school.id, id: group, name: 'Robotics', members: [ada.id] }
  const id = await withTransaction(app.db, (trx) => openGroupConversation(trx, chat))
  const findPicture = async () => (await show(ada, id)).body.data.picture_url
  const update = (changes: { avatar_url?: string; withheld_at?: Date }) =>
    app.db.updateTable('groups').set(changes).where('school_id', '=', school.id).where('id', '=', group).execute()
  expect(await findPicture()).toBeNull()
  await update({ avatar_url: '/media/robot.webp' })
  expect(await findPicture()).toBe('/media/robot.webp')
  await update({ withheld_at: new Date() })
  expect(await findPicture()).toBeNull()
})
