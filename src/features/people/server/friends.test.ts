import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Route } from '../../../shared/contract.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { deleteUser, makeFriends, makeSchool, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { openStream } from '../../../testing/streams.ts'
import { friends, people } from '../contract.ts'

const { app, school, ada, bo, cy } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada' }, bo: { name: 'Bo' }, cy: { name: 'Cy' } },
})

const on = (id: string) => ({ params: { id } })
const act = async (who: TestUser, route: Route, id: string) => (await as(app, who)(route, on(id))).status
const seen = async (who: TestUser, whom: TestUser) => (await as(app, who)(people.show, on(whom.id))).body.data
type Lists = typeof friends.list | typeof friends.blocked | typeof people.search
const names = async (who: TestUser, route: Lists, query = {}) =>
  (await as(app, who)(route, { query })).body.data.map(({ name }) => name)
const counts = async (who: TestUser) => (await as(app, who)(friends.counts)).body.data
const rows = async () => ({
  friendships: (await app.db.selectFrom('friendships').selectAll().where('school_id', '=', school.id).execute()).length,
  requests: (await app.db.selectFrom('friend_requests').selectAll().where('school_id', '=', school.id).execute())
    .length,
  blocks: (await app.db.selectFrom('blocks').selectAll().where('school_id', '=', school.id).execute()).length,
})

test('makes two users friends when a pending request is accepted', async () => {
  const asked = await as(app, ada)(friends.request, on(bo.id))
  expect(asked).toMatchObject({ status: 201, body: { data: { requester_id: ada.id, status: 'pending' } } })
  expect(await seen(ada, bo)).toMatchObject({ friendship_status: 'pending', request: 'sent' })
  expect(await seen(bo, ada)).toMatchObject({ friendship_status: 'pending', request: 'received' })
  const { data } = (await as(app, bo)(friends.requests)).body
  expect(data).toMatchObject([{ id: asked.body.data.id, requester: { name: 'Ada' }, addressee_id: bo.id }])
  expect((await as(app, ada)(friends.sent)).body.data).toMatchObject([{ addressee: { name: 'Bo' } }])
  expect(await counts(bo)).toEqual({ friends: 0, requests: 1, sent: 0, blocked: 0, directory: 2 })
  expect(await act(ada, friends.accept, asked.body.data.id)).toBe(404) // only the addressee can accept a request
  expect(await act(bo, friends.accept, asked.body.data.id)).toBe(200)
  expect(await seen(ada, bo)).toMatchObject({ friendship_status: 'friends', request: null })
  expect(await names(bo, friends.list)).toEqual(['Ada'])
  expect(await counts(ada)).toEqual({ friends: 1, requests: 0, sent: 0, blocked: 0, directory: 2 })
  expect(await act(bo, friends.accept, asked.body.data.id)).toBe(404)
})

test('declines and cancels requests by the id of the request or of the user', async () => {
  for (const by of ['request', 'person'] as const) {
    const first = (await as(app, ada)(friends.request, on(bo.id))).body.data
    expect(await act(ada, friends.decline, by === 'request' ? first.id : bo.id)).toBe(404)
    expect(await act(bo, friends.decline, by === 'request' ? first.id : ada.id)).toBe(200)
    const second = (await as(app, ada)(friends.request, on(bo.id))).body.data
    expect(await act(bo, friends.cancel, by === 'request' ? second.id : ada.id)).toBe(404)
    expect(await act(cy, friends.cancel, second.id)).toBe(404)
    expect(await act(ada, friends.cancel, by === 'request' ? second.id : bo.id)).toBe(200)
    expect(await rows()).toEqual({ friendships: 0, requests: 0, blocks: 0 })
  }
})

test('makes two users friends when they request each other', async () => {
  await act(ada, friends.request, bo.id)
  const crossing = await as(app, bo)(friends.request, on(ada.id))
  expect(crossing).toMatchObject({ status: 201, body: { data: { status: 'friends' } } })
  expect(await rows()).toEqual({ friendships: 2, requests: 0, blocks: 0 })
})

test('refuses repeated requests, requests to friends, and friendship with or blocks of the viewer', async () => {
  await act(ada, friends.request, bo.id)
  expect(await act(ada, friends.request, bo.id)).toBe(409)
  await act(bo, friends.accept, ada.id)
  expect(await act(ada, friends.request, bo.id)).toBe(409)
  expect(await act(ada, friends.request, ada.id.toUpperCase())).toBe(400)
  expect(await act(ada, friends.block, ada.id)).toBe(400)
  expect(await act(ada, friends.request, randomUUID())).toBe(404)
  expect(await act(ada, friends.remove, cy.id)).toBe(404)
  expect(await act(ada, friends.unblock, cy.id)).toBe(404)
})

test('ends a friendship for both users', async () => {
  await makeFriends(app, ada, bo)
  expect(await act(bo, friends.remove, ada.id)).toBe(200)
  expect(await rows()).toMatchObject({ friendships: 0 })
  expect(await act(ada, friends.remove, bo.id)).toBe(404)
})

test('ends friendship and requests on a block, hides the blocker, and marks the blocked user', async () => {
  await makeFriends(app, ada, bo)
  await act(cy, friends.request, ada.id)
  expect(await act(ada, friends.block, bo.id)).toBe(200)
  expect(await act(ada, friends.block, bo.id)).toBe(200)
  expect(await act(ada, friends.block, cy.id)).toBe(200)
  expect(await rows()).toEqual({ friendships: 0, requests: 0, blocks: 2 })

  for (const route of [people.show, people.friends, friends.request, friends.block]) {
    expect(await act(bo, route, ada.id), route.path).toBe(404)
  }
  expect(await names(bo, people.search, { allow_empty: 'true' })).toEqual(['Cy'])
  expect(await names(bo, people.search, { q: 'Ada' })).toEqual([])
  expect(await counts(bo)).toMatchObject({ directory: 1 })

  await app.db.updateTable('users').set({ bio: 'Secret' }).where('id', '=', bo.id).execute()
  expect(await seen(ada, bo)).toMatchObject({ name: 'Bo', is_blocked: true, bio: null, friendship_status: 'none' })
  expect(await act(ada, friends.request, bo.id)).toBe(403)
  expect(await names(ada, friends.blocked)).toEqual(['Bo', 'Cy'])
  const { data } = (await as(app, ada)(people.search, { query: { q: 'bo' } })).body
  expect(data).toMatchObject([{ name: 'Bo', is_blocked: true }])

  expect(await act(ada, friends.unblock, bo.id)).toBe(200)
  expect(await act(ada, friends.unblock, bo.id)).toBe(404)
  expect(await seen(bo, ada)).toMatchObject({ friendship_status: 'none' })
})

test('counts mutual friends without deleted accounts', async () => {
  const [dee, eli] = [await makeUser(app, { school }), await makeUser(app, { school })]
  for (const common of [cy, dee, eli]) {
    await makeFriends(app, ada, common)
    await makeFriends(app, bo, common)
  }
  expect(await seen(ada, bo)).toMatchObject({ mutual_friends_count: 3 })
  await deleteUser(app, eli)
  expect(await seen(ada, bo)).toMatchObject({ mutual_friends_count: 2 })
  await act(bo, friends.request, ada.id)
  const { data } = (await as(app, ada)(friends.requests)).body
  expect(data[0]?.requester.mutual_friends_count).toBe(2)
  expect(await names(ada, friends.list)).toHaveLength(2)
  expect(await counts(ada)).toMatchObject({ friends: 2 })
})

test('lists the directory in pages sorted by name, filtered by letter, without email addresses', async () => {
  const all = ['Ada', 'adam', 'Ádám', 'Bo', 'Cy', 'Émile', 'Ewa', 'Żaneta', 'Zoë', 'Ægir', '李雷', '7 of Nine']
  for (const name of all.slice(5)) await makeUser(app, { school, name })
  for (const name of all.slice(1, 3)) await makeUser(app, { school, name })
  const directory = (query: object) => names(cy, people.search, { allow_empty: 'true', ...query })
  expect(await directory({})).toEqual([
    '7 of Nine',
    'Ada',
    'adam',
    'Ádám',
    'Ægir',
    'Bo',
    'Émile',
    'Ewa',
    'Żaneta',
    'Zoë',
    '李雷',
  ])
  expect(await directory({ letter: 'E' })).toEqual(['Émile', 'Ewa'])
  expect(await directory({ letter: 'z' })).toEqual(['Żaneta', 'Zoë'])
  expect(await directory({ letter: '#' })).toEqual(['7 of Nine', '李雷'])
  const initials = async (person: TestUser, list: 'friends' | 'directory') =>
    (await as(app, person)(friends.initials, { query: { list } })).body.data
  expect(await initials(cy, 'directory')).toEqual(['#', 'A', 'B', 'E', 'Z'])
  expect(await initials(cy, 'friends')).toEqual([])
  await makeFriends(app, cy, ada)
  expect(await initials(cy, 'friends')).toEqual(['A'])
  expect(await directory({ q: 'dam' })).toEqual(['adam'])
  expect(await directory({ q: '%' })).toEqual([])

  const paged: string[] = []
  let cursor = ''
  do {
    const query = { allow_empty: 'true', limit: 3, cursor }
    const { body } = await as(app, cy)(people.search, { query })
    expect(JSON.stringify(body)).not.toContain('@')
    paged.push(...body.data.map(({ name }) => name))
    cursor = body.pagination.cursor ?? ''
  } while (cursor)
  expect(paged).toEqual(await directory({}))
  for (const broken of [
    'x',
    Buffer.from('[1,2]').toString('base64url'),
    Buffer.from('["a\\u0000","x"]').toString('base64url'),
  ])
    expect(await directory({ cursor: broken })).toHaveLength(11)
  expect(await names(cy, people.search, {})).toEqual([])
  await act(bo, friends.block, cy.id)
  expect(await initials(cy, 'directory')).toEqual(['#', 'A', 'E', 'Z'])
})

test('shows email address and phone number to their owner only', async () => {
  const dean = await makeUser(app, { school, role: 'admin' })
  await app.db.updateTable('users').set({ phone: '123' }).where('id', '=', ada.id).execute()
  expect(await seen(ada, ada)).toMatchObject({ is_me: true, email: ada.email, phone: '123' })
  for (const viewer of [bo, dean]) expect(await seen(viewer, ada)).toMatchObject({ email: null, phone: null })
})

test('publishes friend requests and acceptances to the other user only', async () => {
  const [adas, bos, cys] = [await openStream(app, ada), await openStream(app, bo), await openStream(app, cy)]
  const { id } = (await as(app, ada)(friends.request, on(bo.id))).body.data
  expect((await bos.next('friend.request')).body).toEqual({ id, from: { id: ada.id, name: 'Ada' } })
  await act(bo, friends.accept, id)
  expect((await adas.next('friend.accepted')).body).toEqual({ by: { id: bo.id, name: 'Bo' } })
  await act(cy, friends.request, ada.id)
  await act(ada, friends.request, cy.id)
  expect((await cys.next('friend.accepted')).body).toEqual({ by: { id: ada.id, name: 'Ada' } })
  expect(cys.heard.map(({ name }) => name)).toEqual(['reconnect', 'notification.created', 'friend.accepted'])
  for (const stream of [adas, bos, cys]) stream.close()
})

const storm = 200
/** Hundreds of calls take a while on a busy machine. */
const patient = { timeout: 120_000 }
const times = <T>(work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: storm }, (_, index) => work(index)))

/** Disables the limit of writes per minute, which is not tested here. */
const unlimited = () => {
  const { consume } = app.limits
  app.limits.consume = async () => {}
  return () => {
    app.limits.consume = consume
  }
}

test('leaves one row each for 200 concurrent identical requests, accepts and blocks', patient, async () => {
  const limited = unlimited()
  const requests = await times(() => act(ada, friends.request, bo.id))
  expect(requests.toSorted()).toEqual([201, ...Array(storm - 1).fill(409)])
  expect(await rows()).toEqual({ friendships: 0, requests: 1, blocks: 0 })
  const accepts = await times(() => act(bo, friends.accept, ada.id))
  expect(accepts.toSorted()).toEqual([200, ...Array(storm - 1).fill(404)])
  expect(await rows()).toEqual({ friendships: 2, requests: 0, blocks: 0 })
  expect(new Set(await times(() => act(ada, friends.block, bo.id)))).toEqual(new Set([200]))
  expect(await rows()).toEqual({ friendships: 0, requests: 0, blocks: 1 })
  limited()
})

test('makes one friendship of 200 concurrent crossing requests', patient, async () => {
  const limited = unlimited()
  const answers = await times((index) =>
    index % 2 ? act(ada, friends.request, bo.id) : act(bo, friends.request, ada.id),
  )
  expect(answers.filter((status) => status === 201)).toHaveLength(2)
  expect(await rows()).toEqual({ friendships: 2, requests: 0, blocks: 0 })
  limited()
})

test('leaves a pair with at most one of request, friendship and block after concurrent actions', patient, async () => {
  const limited = unlimited()
  const moves = [friends.request, friends.accept, friends.remove, friends.decline, friends.cancel, friends.unblock]
  for (const last of [friends.unblock, friends.block]) {
    await times((index) => {
      const [who, whom] = index % 2 ? [ada, bo] : [bo, ada]
      return act(who, index % 7 === 0 ? last : (moves[index % moves.length] ?? last), whom.id)
    })
    const { friendships, requests, blocks } = await rows()
    expect([0, 2]).toContain(friendships)
    expect((friendships > 0 ? 1 : 0) + requests + (blocks > 0 ? 1 : 0)).toBeLessThanOrEqual(1)
  }
  limited()
})

test('includes the viewer in the friends of another user, like the friend count', async () => {
  await makeFriends(app, ada, bo)
  const of = async (who: TestUser, whom: TestUser) => (await as(app, who)(people.friends, on(whom.id))).body.data
  expect(await of(ada, bo)).toMatchObject([{ name: 'Ada', friendship_status: 'none', mutual_friends_count: 0 }])
  await makeFriends(app, bo, cy)
  expect((await of(ada, bo)).map(({ name }) => name)).toEqual(['Ada', 'Cy'])
  expect((await of(ada, ada)).map(({ name }) => name)).toEqual(['Bo']) // a user's own friends do not include the user
  expect(await names(ada, people.search, { allow_empty: 'true' })).toEqual(['Bo', 'Cy'])
})

test('suggests users without any relation to the viewer, with the reasons, the likeliest first', async () => {
  const study = (user: TestUser, major: string, graduation_year: number) =>
    app.db.updateTable('users').set({ major, graduation_year }).where('id', '=', user.id).execute()
  const suggestions = async (who: TestUser, query = {}) => (await as(app, who)(friends.suggested, { query })).body.data
  const named = (name: string) => makeUser(app, { school, name })
  const [both, major, year, known, common] = [
    await named('Both'),
    await named('Major'),
    await named('Year'),
    await named('Known'),
    await named('Common'),
  ]
  await study(ada, 'Physics', 2029)
  await study(both, ' physics', 2029)
  await study(major, 'PHYSICS', 2027)
  await study(year, 'Music', 2029)
  await makeFriends(app, ada, common)
  await makeFriends(app, common, known)
  const newest = await named('New')
  await makeUser(app, { school: await makeSchool(app), name: 'Foreign' })
  const found = await suggestions(ada)
  expect(found.map(({ name }) => name)).toEqual(['Both', 'Known', 'Year', 'Major', newest.name, 'Cy', 'Bo'])
  expect(found[0]).toMatchObject({ same_major: true, same_year: true, mutual_friends_count: 0 })
  expect(found[1]).toMatchObject({ same_major: false, same_year: false, mutual_friends_count: 1 })
  expect(await suggestions(ada, { limit: '1' })).toHaveLength(1)

  // None of these are suggested: a request in either direction, a block in either direction, a ban, an unfinished account.
  await act(ada, friends.request, both.id)
  await act(known, friends.request, ada.id)
  await act(ada, friends.block, major.id)
  await act(year, friends.block, ada.id)
  await app.db.updateTable('users').set({ blocked_as: 'banned' }).where('id', '=', newest.id).execute()
  await makeUser(app, { school, name: 'Unfinished', terms: false })
  await deleteUser(app, cy)
  expect((await suggestions(ada)).map(({ name }) => name)).toEqual(['Bo'])
})
