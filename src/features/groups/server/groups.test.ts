import { expect, test } from 'vitest'
import { personalDataRegistry } from '../../../app/registries.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeAssignment } from '../../../testing/factories/assignments.ts'
import {
  makeGroup,
  makeGroupEvent,
  makeGroupPost,
  makeJoinRequest,
  makeMember,
} from '../../../testing/factories/groups.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makeMessage } from '../../../testing/factories/messages.ts'
import { makeSchool, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { removeDeletedAccounts } from '../../account/server/deletion.ts'
import { groupAssignments } from '../../assignments/contract.ts'
import { events, groupEvents } from '../../events/contract.ts'
import { messages } from '../../messages/contract.ts'
import { friends } from '../../people/contract.ts'
import { groups } from '../contract.ts'

const { app, school, ada, grace, alan } = await campus({
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace' }, alan: { name: 'Alan' } },
})

const show = async (who: TestUser, id: string) => (await as(app, who)(groups.show, { params: { id } })).body.data
const join = (who: TestUser, id: string, message?: string) =>
  as(app, who)(groups.join, { params: { id }, body: message ? { message } : {} })

test('makes the creator of a group its admin, with the type public and the category general by default', async () => {
  const { status, body } = await as(app, ada)(groups.create, {
    body: { name: '  Go Club ', tags: ['go', 'go', 'tea'] },
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({ message: 'Group created successfully!' })
  expect(body.data).toMatchObject({
    name: 'Go Club',
    type: 'public',
    category: 'general',
    tags: ['go', 'tea'],
    max_members: null,
    members_count: 1,
    is_member: true,
    user_role: 'admin',
    creator: { id: ada.id },
    activity_level: 'low',
  })
  for (const input of [{}, { name: ' ' }]) {
    const refused = await as(app, ada)(groups.create, { body: input })
    expect(refused).toMatchObject({ status: 400, body: { error: 'Group name is required' } })
  }
  for (const input of [
    { max_members: 0 },
    { max_members: 1.5 },
    { type: 'secret' },
    { category: 'x' },
    {
      tags: Array(11)
        .fill('t')
        .map((t, i) => t + i),
    },
  ])
    expect((await as(app, ada)(groups.create, { body: { name: 'No', ...input } })).status).toBe(400)
})

test('updates only the given settings, and accepts only own uploads as images', async () => {
  const group = await makeGroup(app, ada, { rules: 'Be kind', max_members: 5, members: [grace] })
  const update = (body: object) => as(app, ada)(groups.update, { params: { id: group.id }, body })
  expect((await update({ name: 'Renamed' })).body.data).toMatchObject({
    name: 'Renamed',
    rules: 'Be kind',
    max_members: 5,
  })
  expect((await update({ rules: null, max_members: null })).body.data).toMatchObject({ rules: null, max_members: null })
  expect(await update({ max_members: 1 })).toMatchObject({
    status: 400,
    body: { error: 'The group already has 2 members' },
  })
  expect((await update({ max_members: 2 })).status).toBe(200)
  expect((await update({ max_members: 0 })).status).toBe(400)
  const [avatar, banner] = [
    await makeUpload(app, ada, { type: 'group', width: 40 }),
    await makeUpload(app, ada, { type: 'group', width: 60 }),
  ]
  expect((await update({ avatar_url: avatar.url, banner_url: banner.url })).body.data).toMatchObject({
    avatar_url: avatar.url,
  })
  expect((await update({ banner_url: null })).body.data).toMatchObject({ avatar_url: avatar.url, banner_url: null })
  const theirs = await makeUpload(app, grace, { type: 'group' })
  expect((await update({ avatar_url: theirs.url })).status).toBe(400)
  const post = await makeUpload(app, ada, { type: 'post' })
  expect((await update({ avatar_url: post.url })).status).toBe(400)
})

test('fills ten free places with 100 concurrent joins exactly, and keeps the member count consistent', async () => {
  const group = await makeGroup(app, ada, { max_members: 11 })
  const crowd = await Promise.all(Array.from({ length: 100 }, () => makeUser(app, { school })))
  const answers = await Promise.all(crowd.map((person) => join(person, group.id)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(answers.filter(({ status, body }) => status === 409 && body.error === 'Group is full')).toHaveLength(90)
  const inside = crowd.filter((_, index) => answers[index]?.status === 200)
  const comeAndGo = inside.map((person) => as(app, person)(groups.leave, { params: { id: group.id } }))
  const more = crowd.slice(0, 40).map((person) => join(person, group.id))
  await Promise.all([...comeAndGo, ...more])
  const { members_count } = await show(ada, group.id)
  const rows = await app.db.selectFrom('group_members').where('group_id', '=', group.id).selectAll().execute()
  expect(members_count).toBe(rows.length)
  expect(members_count).toBeLessThanOrEqual(11)
})

test('admits requesters to a private group by the answer of an admin, once, and sends the others the reason', async () => {
  const group = await makeGroup(app, ada, { type: 'private' })
  const asked = await join(grace, group.id, 'I like tea')
  expect(asked.body).toMatchObject({ message: 'Join request sent', data: { status: 'requested', members_count: 1 } })
  expect((await join(grace, group.id)).status).toBe(409)
  expect(await show(grace, group.id)).toMatchObject({ join_request: { status: 'pending' }, can: { join: false } })
  const requests = () => as(app, ada)(groups.joinRequests, { params: { id: group.id } })
  const [request] = (await requests()).body.data
  expect(request).toMatchObject({ user: { id: grace.id }, message: 'I like tea', status: 'pending' })
  expect((await show(ada, group.id)).requests_count).toBe(1)
  const answer = (action: string, rid = request?.id ?? '', who = ada) =>
    as(app, who)(groups.answerRequest, { params: { id: group.id, rid, action }, body: { message: 'Not this term' } })
  expect((await answer('perhaps')).status).toBe(400)
  expect((await answer('approve', request?.id, grace)).status).toBe(403)
  expect((await answer('decline')).status).toBe(200)
  expect((await answer('approve')).status).toBe(404)
  expect((await show(grace, group.id)).join_request).toEqual({ status: 'rejected', answer: 'Not this term' })
  const again = await makeJoinRequest(app, grace, group)
  const both = await Promise.all([answer('approve', again), answer('accept', again)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  expect(await show(grace, group.id)).toMatchObject({ user_role: 'member', members_count: 2, join_request: null })
  await makeJoinRequest(app, alan, group)
  const leave = () => as(app, alan)(groups.leave, { params: { id: group.id } })
  expect((await leave()).body).toMatchObject({ message: 'Join request cancelled' })
  expect((await requests()).body.data).toEqual([])
  expect((await leave()).status).toBe(403)
})

test('admits invited users to a private group, once, until the inviter is removed', async () => {
  const group = await makeGroup(app, ada, { type: 'private', members: [grace] })
  const invite = (who: TestUser, body: object) => as(app, who)(groups.invite, { params: { id: group.id }, body })
  expect((await invite(grace, { user_ids: [alan.id] })).status).toBe(403)
  expect((await invite(ada, { user_ids: [alan.id], message: 'Come' })).body.data).toEqual({ invited: 1 })
  expect((await invite(ada, { user_id: alan.id })).status).toBe(409)
  expect((await invite(ada, { user_id: grace.id })).status).toBe(409)
  expect((await invite(ada, {})).status).toBe(400)
  const mine = async () =>
    (await as(app, alan)(groups.invitations)).body.data.filter((invitation) => invitation.group.id === group.id)
  const [invitation] = await mine()
  expect(invitation).toMatchObject({ inviter: { id: ada.id }, message: 'Come', group: { type: 'private' } })
  const answer = (action: string, who = alan) =>
    as(app, who)(groups.answerInvitation, { params: { id: invitation?.id ?? '', action } })
  expect((await answer('maybe')).status).toBe(400)
  expect((await answer('accept', grace)).status).toBe(404)
  expect((await answer('decline')).status).toBe(200)
  expect(await mine()).toEqual([])
  await invite(ada, { user_id: alan.id })
  await as(app, ada)(groups.changeRole, { params: { id: group.id, uid: grace.id }, body: { role: 'admin' } })
  await as(app, grace)(groups.removeMember, { params: { id: group.id, uid: ada.id } })
  expect(await mine()).toEqual([])
  expect((await join(alan, group.id)).body.data.status).toBe('requested')
})

test('keeps one group admin when all admins step down concurrently', async () => {
  const group = await makeGroup(app, ada, { members: [grace, alan] })
  const set = (by: TestUser, person: TestUser, role: string) =>
    as(app, by)(groups.changeRole, { params: { id: group.id, uid: person.id }, body: { role } })
  for (const person of [grace, alan])
    expect((await set(ada, person, 'admin')).body.message).toBe('Member role updated to admin')
  const everybody = [ada, grace, alan]
  const steps = await Promise.all(everybody.flatMap((actor) => everybody.map((target) => set(actor, target, 'member'))))
  expect(steps.some(({ status }) => status === 200)).toBe(true)
  const left = await app.db
    .selectFrom('group_members')
    .where('group_id', '=', group.id)
    .where('role', '=', 'admin')
    .select('user_id')
    .execute()
  expect(left).toHaveLength(1)
  const last = everybody.find(({ id }) => id === left[0]?.user_id) ?? ada
  expect(await set(last, last, 'member')).toMatchObject({ status: 400 })
  expect((await as(app, last)(groups.leave, { params: { id: group.id } })).status).toBe(400)
  const self = { params: { id: group.id, uid: last.id } }
  expect((await as(app, last)(groups.removeMember, self)).status).toBe(400)
})

test('separates own groups from suggested ones, and finds groups by name and description', async () => {
  const other = await makeSchool(app)
  const [one, two] = [await makeUser(app, { school: other }), await makeUser(app, { school: other })]
  const small = await makeGroup(app, one, { name: 'Aardvark watch', category: 'hobby' })
  const large = await makeGroup(app, one, { name: 'Zebra_100%', description: 'stripes', members: [two] })
  const listed = async (query: Record<string, string | number>) =>
    (await as(app, two)(groups.list, { query })).body.data.map(({ id }) => id)
  expect(await listed({})).toEqual([large.id, small.id])
  expect(await listed({ suggested: 'true' })).toEqual([small.id])
  expect(await listed({ category: 'hobby' })).toEqual([small.id])
  expect(await listed({ type: 'private' })).toEqual([])
  expect(await listed({ search: 'STRIPES' })).toEqual([large.id])
  expect(await listed({ search: '_100%' })).toEqual([large.id])
  expect(await listed({ limit: 1, page: 2 })).toEqual([small.id])
  for (const route of [groups.mine, groups.ofMe]) {
    const { body } = await as(app, one)(route)
    expect(body.data.map(({ id }) => id)).toEqual([small.id, large.id])
    expect(body.pagination.total).toBe(2)
  }
})

test('lists 20 members per page, admins first', async () => {
  const group = await makeGroup(app, ada)
  const people = await Promise.all(
    Array.from({ length: 21 }, (_, index) => makeUser(app, { school, name: `Person ${index}` })),
  )
  for (const person of people) await join(person, group.id)
  const members = (query: Record<string, string | number> = {}) =>
    as(app, ada)(groups.members, { params: { id: group.id }, query })
  const first = await members()
  expect(first.body.data).toHaveLength(20)
  expect(first.body.data[0]).toMatchObject({ user_id: ada.id, role: 'admin', user: { name: 'Ada' } })
  expect(first.body.pagination.hasMore).toBe(true)
  expect((await members({ page: 2 })).body.data).toHaveLength(2)
  expect((await members({ limit: 200 })).body.data).toHaveLength(22)
  expect((await members({ search: 'person 20' })).body.data).toHaveLength(1)
})

test('shows a group’s event to users who can view the group, and lets its admins change it', async () => {
  const [open, closed] = [
    await makeGroup(app, ada, { members: [grace] }),
    await makeGroup(app, ada, { type: 'private', members: [grace] }),
  ]
  const shown = await makeGroupEvent(app, grace, open, { title: 'Open tournament' })
  const hidden = await makeGroupEvent(app, grace, closed, { title: 'Closed tournament' })
  const found = async (who: TestUser) =>
    (await as(app, who)(events.list, { query: { filter: 'group-events', search: 'tournament' } })).body.data.map(
      ({ id }) => id,
    )
  expect(await found(alan)).toEqual([shown.id])
  expect((await found(ada)).sort()).toEqual([shown.id, hidden.id].sort())
  const rsvp = (who: TestUser, id: string) =>
    as(app, who)(events.rsvp, { params: { id }, body: { status: 'attending' } })
  expect((await rsvp(alan, shown.id)).body.data.attendees_count).toBe(1)
  expect((await rsvp(alan, hidden.id)).status).toBe(404)
  const change = (who: TestUser) =>
    as(app, who)(groupEvents.update, { params: { gid: closed.id, eid: hidden.id }, body: { title: 'Moved' } })
  expect((await change(ada)).body.data).toMatchObject({ title: 'Moved', group_id: closed.id, organizer_id: grace.id })
  expect((await change(grace)).status).toBe(200)
  const astray = { params: { gid: open.id, eid: hidden.id } }
  expect((await as(app, ada)(groupEvents.show, astray)).status).toBe(404)
})

test('hands a group to another member when an account is deleted, and deletes a group without members', async () => {
  const leaving = await makeUser(app, { school })
  const shared = await makeGroup(app, leaving, { members: [grace, alan] })
  const alone = await makeGroup(app, leaving)
  await makeMember(app, leaving, shared, ada)
  await app.db
    .updateTable('users')
    .set({ deleted_at: new Date(Date.now() - 40 * 24 * 3600 * 1000) })
    .where('id', '=', leaving.id)
    .execute()
  await removeDeletedAccounts(app.db, app.anonymity, personalDataRegistry)
  expect(await show(grace, shared.id)).toMatchObject({
    user_role: 'admin',
    members_count: 3,
    creator: { id: null, name: 'Deleted user' },
  })
  expect((await as(app, grace)(groups.show, { params: { id: alone.id } })).status).toBe(404)
})

test('deleting a group deletes its chat with the pictures in it', async () => {
  const founder = await makeUser(app, { school })
  const group = await makeGroup(app, founder, { members: [grace] })
  const { conversation_id: id } = (await as(app, founder)(groups.openConversation, { params: { id: group.id } })).body
  const { url } = await makeUpload(app, founder, { type: 'message' })
  const picture = { params: { id }, body: { type: 'image', image_url: url } } as const
  expect((await as(app, founder)(messages.send, picture)).status).toBe(201)
  const read = async () => (await app.http.inject({ url, headers: { cookie: grace.cookie } })).statusCode
  expect(await read()).toBe(200)
  expect((await as(app, founder)(groups.remove, { params: { id: group.id } })).status).toBe(200)
  expect(await read()).toBe(404)
  const kept = app.db.selectFrom('uploads').where('school_id', '=', school.id).where('item_kind', '=', 'message')
  expect(await kept.select('name').execute()).toEqual([])
})

test('the activity of the groups of a user is the latest post or message that they can see, newest first', async () => {
  const [founder, member, outsider] = await Promise.all(
    ['Mara', 'Theo', 'Nia'].map((name) => makeUser(app, { school, name })),
  )
  if (!founder || !member || !outsider) throw new Error('No users')
  const quiet = await makeGroup(app, founder, { name: 'Quiet', members: [member] })
  const chess = await makeGroup(app, founder, { name: 'Chess', members: [member] })
  const tea = await makeGroup(app, founder, { name: 'Tea', type: 'private', members: [member] })
  const activity = async (who: TestUser) => (await as(app, who)(groups.activity)).body.data
  await makeGroupPost(app, founder, chess, { content: 'Knights tonight' })
  await makeGroupPost(app, founder, chess, { content: 'For admins', visibility: 'admins_only' })
  const chat = await as(app, founder)(groups.openConversation, { params: { id: tea.id } })
  await makeMessage(app, founder, { id: chat.body.conversation_id }, { content: 'Which tea?' })
  expect(await activity(member)).toMatchObject([
    { group_id: tea.id, author_name: 'Mara', text: 'Which tea?', unread: 1 },
    { group_id: chess.id, author_name: 'Mara', text: 'Knights tonight', unread: 0 },
  ])
  expect((await activity(founder)).map(({ group_id, text }) => [group_id, text])).toEqual([
    [tea.id, 'Which tea?'],
    [chess.id, 'For admins'],
  ])
  expect(await activity(outsider)).toEqual([])
  expect((await activity(member)).some(({ group_id }) => group_id === quiet.id)).toBe(false)
  await as(app, member)(friends.block, { params: { id: founder.id } })
  expect(await activity(member)).toEqual([])
})

test('counts what others have added to a group since a member last opened it', async () => {
  const [founder, member, outsider] = await Promise.all(
    ['Mara', 'Theo', 'Nia'].map((name) => makeUser(app, { school, name })),
  )
  if (!founder || !member || !outsider) throw new Error('No users')
  const group = await makeGroup(app, founder, { name: 'Kites', members: [member] })
  await makeGroupEvent(app, founder, group)
  await makeGroupEvent(app, member, group)
  const { id } = await makeAssignment(app, founder)
  await as(app, founder)(groupAssignments.share, { params: { gid: group.id }, body: { assignment_id: id } })
  const news = async (who: TestUser) => (await show(who, group.id)).news
  const see = (tab: 'events' | 'assignments') =>
    as(app, member)(groups.seen, { params: { id: group.id }, body: { tab } })
  expect(await news(member)).toEqual({ events: 1, assignments: 1 })
  expect(await news(founder)).toEqual({ events: 1, assignments: 0 })
  expect(await news(outsider)).toBeUndefined()
  await see('events')
  expect(await news(member)).toEqual({ events: 0, assignments: 1 })
  await makeGroupEvent(app, founder, group)
  expect(await news(member)).toEqual({ events: 1, assignments: 1 })
  await as(app, member)(friends.block, { params: { id: founder.id } })
  expect(await news(member)).toEqual({ events: 0, assignments: 0 })
})
