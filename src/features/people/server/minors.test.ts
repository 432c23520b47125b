// The defaults for minors, as docs/minors.md lists them.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { RequestInput } from '../../../shared/contract.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeAd } from '../../../testing/factories/ads.ts'
import { makeGroup } from '../../../testing/factories/groups.ts'
import { makeConversation, makeMessage } from '../../../testing/factories/messages.ts'
import { makeFriends, type TestUser } from '../../../testing/factories/users.ts'
import { admin } from '../../admin/contract.ts'
import { ads } from '../../ads/contract.ts'
import { assignments } from '../../assignments/contract.ts'
import { confessions } from '../../confessions/contract.ts'
import { groups } from '../../groups/contract.ts'
import { conversations } from '../../messages/conversation-contract.ts'
import { notifications } from '../../notifications/contract.ts'
import { schools } from '../../schools/contract.ts'
import { session } from '../../session/contract.ts'
import { friends, people } from '../contract.ts'
import { safety } from '../safety-contract.ts'

const { app, school, ada, grace, omar, dean, site, head } = await campus({
  perTest: true,
  people: {
    ada: { name: 'Ada' },
    grace: { name: 'Grace' },
    omar: { name: 'Omar' },
    dean: { role: 'admin' },
    site: { role: 'site_admin' },
  },
  foreign: { people: { head: { role: 'admin' } } },
})

const setSchool = (body: RequestInput<typeof schools.update>['body']) =>
  as(app, site)(schools.update, { params: { id: school.id }, body })
const protect = async () => {
  expect((await setSchool({ minors: true, confessions: 'read_first' })).body.data).toMatchObject({ minors: true })
}
const findSettings = async (who: TestUser) => (await as(app, who)(safety.settings)).body.data
const create = (who: TestUser, ...others: readonly TestUser[]) =>
  as(app, who)(conversations.create, { body: { participants: others.map(({ id }) => id) } as never })
const addPoints = (who: TestUser) =>
  sql`insert into point_totals (school_id, user_id, points) values (${school.id}, ${who.id}, 5)`.execute(app.db)
const listLeaders = async () => {
  const { status, body } = await as(app, grace)(assignments.leaderboard)
  expect(body, JSON.stringify(body)).toMatchObject({ success: true })
  expect(status).toBe(200)
  return body.data.map(({ user }) => user.id)
}

test("In a minors' school, each default of the table reads back over HTTP", async () => {
  await protect()
  await addPoints(ada)
  await makeAd(app, { placement: 'sidebar' })
  expect(await findSettings(ada)).toMatchObject({
    is_minor: true,
    requests: 'known',
    default_requests: 'known',
    profile: 'friends_and_groups',
    ask_before_saving: true,
    counts: false,
    leaderboard: false,
    receipts: false,
    typing: false,
  })
  expect((await as(app, ada)(session.me)).body.safety).toMatchObject({ counts: false, receipts: false, typing: false })
  const seesProfile = async () => !(await as(app, grace)(people.show, { params: { id: ada.id } })).body.data.is_hidden
  expect(await seesProfile()).toBe(false)
  expect(await listLeaders()).toEqual([])
  expect((await as(app, ada)(notifications.choices)).body.data).toMatchObject({
    quiet: null,
    fixed_quiet: { from: 22, to: 6 },
  })
  expect((await as(app, ada)(ads.list, { query: { placement: 'sidebar' } })).body.data).toEqual([])
  const confessed = await as(app, ada)(confessions.create, { body: { content: 'I like early mornings' } })
  expect([confessed.status, confessed.body.data.state]).toEqual([201, 'waiting'])
  expect((await setSchool({ confessions: 'on' })).status).toBe(400)
  const group = await makeGroup(app, grace, { type: 'private' })
  const invitation = { params: { id: group.id }, body: { user_id: ada.id } }
  expect((await as(app, grace)(groups.invite, invitation)).body.data.invited).toBe(1)
  const joined = (await as(app, ada)(groups.show, { params: { id: group.id } })).body.data
  expect(joined, 'they are asked').toMatchObject({ is_member: false, is_invited: true })
  const asked = await create(ada, grace)
  expect([asked.status, asked.body.error], 'without a shared group').toEqual([404, 'User not found'])
  await makeFriends(app, ada, grace)
  expect((await create(ada, grace)).status).toBe(201)
  expect(await seesProfile()).toBe(true)
})

test('a school that changes nothing has none of these defaults, and its staff has none in a minors’ school', async () => {
  const plain = {
    is_minor: false,
    requests: 'everyone',
    profile: 'everyone',
    ask_before_saving: false,
    counts: true,
    leaderboard: true,
    receipts: true,
    typing: true,
  }
  await addPoints(ada)
  await makeAd(app, { placement: 'sidebar' })
  expect(await findSettings(ada)).toMatchObject(plain)
  expect(await listLeaders()).toEqual([ada.id])
  expect((await as(app, ada)(notifications.choices)).body.data).not.toHaveProperty('fixed_quiet')
  expect((await as(app, ada)(ads.list, { query: { placement: 'sidebar' } })).body.data.length).toBeGreaterThan(0)
  await protect()
  expect(await findSettings(dean)).toMatchObject(plain)
})

test('minors change what is theirs to change, and get 409 for what is not', async () => {
  await protect()
  await addPoints(ada)
  const change = (body: RequestInput<typeof safety.update>['body']) => as(app, ada)(safety.update, { body })
  const refused = await change({ requests: 'everyone', counts: true })
  expect([refused.status, refused.body.error]).toEqual([409, 'Your school does not allow this setting'])
  expect(await findSettings(ada), 'nothing is saved').toMatchObject({ requests: 'known', counts: false })
  expect((await change({ requests: 'friends' })).status).toBe(200)
  expect((await change({ counts: true, leaderboard: true, receipts: true, typing: true })).status).toBe(200)
  expect((await change({ profile: 'everyone', ask_before_saving: false })).status).toBe(200)
  expect((await as(app, grace)(people.show, { params: { id: ada.id } })).body.data.is_hidden).toBe(false)
  expect(await findSettings(ada)).toMatchObject({
    requests: 'friends',
    profile: 'everyone',
    ask_before_saving: false,
    counts: true,
    leaderboard: true,
    receipts: true,
  })
  expect(await listLeaders()).toEqual([ada.id])
})

test('a minor who can not be asked has no message button for the viewer, but can be added as a friend', async () => {
  const show = async () => (await as(app, grace)(people.show, { params: { id: ada.id } })).body.data
  expect(await show()).toMatchObject({ can_message: true, is_hidden: false })
  await protect()
  expect(await show()).toMatchObject({ can_message: false, is_hidden: true })
  expect((await as(app, grace)(friends.request, { params: { id: ada.id } })).status).toBe(201)
  expect((await as(app, ada)(friends.accept, { params: { id: grace.id } })).status).toBe(200)
  expect(await show()).toMatchObject({ can_message: true, is_hidden: false })
})

test('an earlier choice of everyone counts as people they know', async () => {
  await as(app, ada)(safety.update, { body: { requests: 'everyone' } })
  await protect()
  expect(await findSettings(ada)).toMatchObject({ requests: 'known' })
  expect((await create(grace, ada)).status).toBe(404)
})

test('members of a shared group ask, friends are direct, and students ask before a minor joins a conversation', async () => {
  await protect()
  const group = await makeGroup(app, grace)
  await as(app, ada)(groups.join, { params: { id: group.id } })
  const requested = await create(grace, ada)
  expect([requested.status, requested.body.data.state]).toEqual([201, 'requested'])
  const back = await create(ada, grace)
  expect([back.status, back.body.conversation_id], 'who is in a conversation already').toEqual([
    409,
    requested.body.data.id,
  ])

  await makeFriends(app, omar, ada)
  expect((await create(omar, ada)).body.data.state).toBe('open')
  await makeFriends(app, omar, grace)
  const several = await create(omar, ada, grace)
  const states = await app.db
    .selectFrom('participants')
    .where('conversation_id', '=', several.body.data.id)
    .select(['user_id', 'state'])
    .execute()
  expect(Object.fromEntries(states.map(({ user_id, state }) => [user_id, state]))).toEqual({
    [omar.id]: 'open',
    [ada.id]: 'requested',
    [grace.id]: 'requested',
  })
  expect((await create(dean, ada)).body.data.state, 'staff').toBe('open')
})

test('read receipts of minors reach no one until both share them', async () => {
  const { id } = await makeConversation(app, ada, [grace])
  await makeMessage(app, ada, { id }, { content: 'Hello' })
  await as(app, grace)(conversations.read, { params: { id } })
  const findRead = async () =>
    (await as(app, ada)(conversations.show, { params: { id } })).body.data.participant_users.find(
      (person) => person.id === grace.id,
    )?.read_seq
  expect(await findRead()).toBe(1)
  await protect()
  expect(await findRead()).toBe(0)
  for (const who of [ada, grace]) await as(app, who)(safety.update, { body: { receipts: true } })
  expect(await findRead()).toBe(1)
})

test('a site administrator marks an account, which is in no reply but the own settings, and the log has each change', async () => {
  const mark = (who: TestUser, is_minor: boolean, target = ada) =>
    as(app, who)(admin.setMinor, { params: { id: target.id }, body: { is_minor } })
  expect((await mark(dean, true)).status).toBe(403)
  expect((await mark(head, true)).status).toBe(403)
  expect((await mark(site, true)).body).toEqual({ success: true })
  expect((await mark(site, true, dean)).status, 'not of staff').toBe(400)
  expect(await findSettings(ada)).toMatchObject({ is_minor: true, requests: 'known' })
  expect(await findSettings(grace)).toMatchObject({ is_minor: false })
  expect(JSON.stringify((await as(app, site)(admin.users, { query: { search: 'Ada' } })).body)).not.toContain('minor')
  expect((await mark(site, false)).status).toBe(200)
  expect(await findSettings(ada)).toMatchObject({ is_minor: false })
  const { rows } = await sql<{ action: string; detail: unknown }>`select action, detail from audit_log
    where school_id = ${school.id} and target_id = ${ada.id} order by id`.execute(app.db)
  expect(rows).toEqual([
    { action: 'user.minor', detail: { is_minor: true } },
    { action: 'user.minor', detail: { is_minor: false } },
  ])
})

test('minors’ mode is on for new boarding schools and off for new universities', async () => {
  const make = async (type: 'university' | 'boarding_school', extra: object = {}) => {
    const body = { name: 'New', email_domain: `new-${randomUUID()}.example`, country: 'Finland' }
    const rest = { timezone: 'UTC', type, ...extra }
    return (await as(app, site)(schools.create, { body: { ...body, ...rest } as never })).body.data
  }
  expect(await make('university')).toMatchObject({ minors: false, confessions: 'on' })
  expect(await make('boarding_school')).toMatchObject({ minors: true, confessions: 'read_first' })
  expect(await make('boarding_school', { minors: false })).toMatchObject({ minors: false, confessions: 'on' })
})
