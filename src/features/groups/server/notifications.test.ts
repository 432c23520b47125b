import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { renderNotification } from '../../../shared/notification-kinds.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeGroup, makeGroupComment, makeGroupPost, makeJoinRequest } from '../../../testing/factories/groups.ts'
import { makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { groupPosts } from '../../group-posts/contract.ts'
import { notifyMembers } from '../../group-posts/server/notifications.ts'
import { messages } from '../../messages/contract.ts'
import { conversations } from '../../messages/conversation-contract.ts'
import { notifications } from '../../notifications/contract.ts'
import { groups } from '../contract.ts'

const { app, school, ada, grace, alan } = await campus({
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace' }, alan: { name: 'Alan' } },
})

const heard = async (who: TestUser) =>
  (await as(app, who)(notifications.list)).body.data
    .map(renderNotification)
    .filter((sentence) => !sentence.includes('invited'))
    .sort()
const clear = (who: TestUser) => as(app, who)(notifications.readAll)
const mute = (who: TestUser, id: string, muted = true) => as(app, who)(groups.mute, { params: { id }, body: { muted } })
const announce = (group: { id: string; name: string }) =>
  notifyMembers(app, { schoolId: school.id, by: ada.id, group, onlyAdmins: false })

test('notifies users who muted a group of join requests only, not of announcements, likes or comments', async () => {
  const group = await makeGroup(app, ada, { members: [grace, alan], name: 'Choir', type: 'private' })
  const post = await makeGroupPost(app, grace, group)
  expect((await mute(grace, group.id)).body.message).toBe('Group muted')
  expect((await as(app, grace)(groups.show, { params: { id: group.id } })).body.data.muted).toBe(true)
  expect((await as(app, alan)(groups.show, { params: { id: group.id } })).body.data.muted).toBe(false)
  await announce(group)
  await as(app, alan)(groupPosts.like, { params: { gid: group.id, pid: post.id } })
  await makeGroupComment(app, alan, post)
  expect(await heard(grace)).toEqual([])
  expect(await heard(alan)).toEqual(['Ada posted an announcement in “Choir”'])

  await mute(ada, group.id)
  await makeJoinRequest(app, await makeUser(app, { school, name: 'Linus' }), group)
  expect(await heard(ada)).toEqual(['Linus asked to join “Choir”'])

  await mute(grace, group.id, false)
  await announce(group)
  expect(await heard(grace)).toEqual(['Ada posted an announcement in “Choir”'])
  const outsider = await makeUser(app, { school })
  expect((await mute(outsider, group.id)).status).toBe(403)
})

test('excludes the chat of a muted group from the unread count, and mutes each chat separately', async () => {
  const group = await makeGroup(app, ada, { members: [grace] })
  const { body } = await as(app, ada)(groups.openConversation, { params: { id: group.id } })
  const params = { id: body.conversation_id }
  const inAll = async () => (await as(app, grace)(conversations.list)).body
  await as(app, ada)(messages.send, { params, body: { content: 'Hello' } })
  expect(await inAll()).toMatchObject({ unread_count: 1, data: [{ unread_count: 1, muted: false }] })
  await mute(grace, group.id)
  expect(await inAll()).toMatchObject({ unread_count: 0, data: [{ unread_count: 1, muted: true }] })
  await as(app, grace)(conversations.mute, { params, body: { muted: false } })
  expect(await inAll()).toMatchObject({ unread_count: 1, data: [{ muted: false }] })
  expect((await as(app, alan)(conversations.mute, { params, body: { muted: true } })).status).toBe(404)
})

test('notifies users mentioned in a group only if they can see the post', async () => {
  for (const person of [ada, grace, alan]) await clear(person)
  const group = await makeGroup(app, ada, { members: [grace], type: 'private' })
  const mentions = [grace.id, alan.id]
  const post = await makeGroupPost(app, ada, group, { content: 'Ask @Grace or @Alan', mentions })
  expect(post.mentions.map(({ name }) => name).sort()).toEqual(['Alan', 'Grace'])
  const [fresh] = (await as(app, grace)(notifications.list)).body.data
  expect(fresh).toMatchObject({ kind: 'mention', link: `/groups/${group.id}#${post.id}` })
  expect(await heard(alan)).not.toContain(`Ada mentioned you in a post in “${group.name}”`)

  await makeGroupPost(app, ada, group, { content: 'Not for @Grace', mentions: [grace.id], visibility: 'admins_only' })
  expect((await as(app, grace)(notifications.list)).body.data.filter(({ kind }) => kind === 'mention')).toHaveLength(1)
  const reply = { content: '@Ada, look', mentions: [ada.id] }
  const { body } = await as(app, grace)(groupPosts.comment, { params: { gid: group.id, pid: post.id }, body: reply })
  expect(body.data.mentions).toEqual([{ id: ada.id, name: 'Ada' }])
  // An author hears of a comment once: as its author, or by the mention while the group is muted.
  const mention = `Grace mentioned you in a comment in “${group.name}”`
  expect(await heard(ada)).toContain(`Grace commented on your post in “${group.name}”`)
  expect(await heard(ada)).not.toContain(mention)
  await as(app, ada)(groups.mute, { params: { id: group.id }, body: { muted: true } })
  await as(app, grace)(groupPosts.comment, { params: { gid: group.id, pid: post.id }, body: reply })
  expect(await heard(ada)).toContain(mention)
})

test('withdraws the notification of a like that is withdrawn', async () => {
  const owner = await makeUser(app, { school })
  const group = await makeGroup(app, owner, { members: [grace] })
  const post = await makeGroupPost(app, owner, group)
  const params = { gid: group.id, pid: post.id }
  await as(app, grace)(groupPosts.like, { params })
  expect(await heard(owner)).toEqual([`Grace liked your post in “${group.name}”`])
  await as(app, grace)(groupPosts.unlike, { params })
  expect(await heard(owner)).toEqual([])
})

test('notifies no user of a comment by a user who lost access to the group meanwhile', async () => {
  const owner = await makeUser(app, { school })
  const group = await makeGroup(app, owner, { members: [grace], type: 'private' })
  const post = await makeGroupPost(app, owner, group)
  const comment = () =>
    as(app, grace)(groupPosts.comment, { params: { gid: group.id, pid: post.id }, body: { content: 'Still here?' } })
  const { pending } = await app.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('group_members').where('group_id', '=', group.id).where('user_id', '=', grace.id).execute()
    const pending = comment()
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await waiting.execute(app.db)).rows.length === 0);
    return { pending }
  })
  expect((await pending).status).toBe(403)
  expect(await heard(owner)).toEqual([])
})
