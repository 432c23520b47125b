import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeEvent } from '../../../testing/factories/events.ts'
import { makeBlock, makeFriends, makeSchool, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { events } from '../contract.ts'

const { app, school, ada, grace } = await campus({ people: { ada: { name: 'Ada' }, grace: { name: 'Grace' } } })

const say = (person: TestUser, id: string, status: unknown = 'attending') =>
  as(app, person)(events.rsvp, { params: { id }, body: { status } })
/** The stored count, and the rows it counts. */
const counted = async (id: string) => {
  const { rows } = await sql<{ kept: number; rows: number }>`
    select attendees_count as kept, (select count(*) from event_attendees where event_id = events.id) as rows
    from events where id = ${id}`.execute(app.db)
  return [rows[0]?.kept, rows[0]?.rows]
}
const limit = (id: string, max: number) =>
  app.db.updateTable('events').set({ max_attendees: max }).where('id', '=', id).execute()

test('counts repeated attending and leaving once and never below zero', async () => {
  const { id } = await makeEvent(app, ada)
  for (const _ of [1, 2])
    expect((await say(grace, id)).body.data).toEqual({ user_rsvp: 'attending', attendees_count: 1 })
  expect((await as(app, grace)(events.show, { params: { id } })).body.data.user_rsvp).toBe('attending')
  expect((await as(app, ada)(events.attendees, { params: { id } })).body.data).toEqual([
    { id: grace.id, name: 'Grace', avatar_url: null, avatar: null, status: 'attending', rsvp_at: expect.any(Number) },
  ])
  for (const _ of [1, 2])
    expect((await say(grace, id, 'not_attending')).body.data).toEqual({
      user_rsvp: 'not_attending',
      attendees_count: 0,
    })
  expect(await counted(id)).toEqual([0, 0])
})

test('rejects the organizer, an unknown status and users of another school', async () => {
  const { id } = await makeEvent(app, ada)
  expect((await say(ada, id)).status).toBe(403)
  for (const status of ['maybe', null, '', 1]) expect((await say(grace, id, status)).status).toBe(400)
  const foreigner = await makeUser(app, { school: await makeSchool(app) })
  expect((await say(foreigner, id)).status).toBe(404)
  expect(await counted(id)).toEqual([0, 0])
})

test('gives ten seats to a hundred concurrent users and rejects the other ninety as full', async () => {
  const { id } = await makeEvent(app, ada)
  await limit(id, 10)
  const people = await Promise.all(Array.from({ length: 100 }, () => makeUser(app, { school })))
  const answers = await Promise.all(people.map((person) => say(person, id)))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(90)
  for (const { status, body } of refused) expect([status, body.error]).toEqual([409, 'Event is full'])
  expect(await counted(id)).toEqual([10, 10])

  const inside = people[answers.findIndex(({ status }) => status === 200)] as TestUser
  expect((await say(inside, id)).status).toBe(200)
  await say(inside, id, 'not_attending')
  expect((await say(grace, id)).body.data.attendees_count).toBe(10)
})

test('keeps the count consistent with the rows under concurrent changes', async () => {
  const { id } = await makeEvent(app, ada)
  await limit(id, 7)
  const people = await Promise.all(Array.from({ length: 15 }, () => makeUser(app, { school })))
  await Promise.all(
    people.flatMap((person, index) =>
      Array.from({ length: 8 }, (_, turn) => say(person, id, (index + turn) % 3 === 0 ? 'not_attending' : 'attending')),
    ),
  )
  const [kept, rows] = await counted(id)
  expect(kept).toBe(rows)
  expect(kept).toBeLessThanOrEqual(7)
})

test('keeps at least as many seats as attendees, also under concurrent changes', async () => {
  const { id } = await makeEvent(app, ada)
  const people = await Promise.all(Array.from({ length: 12 }, () => makeUser(app, { school })))
  const shrink = () => as(app, ada)(events.update, { params: { id }, body: { max_attendees: 4 } })
  const [shrunk] = await Promise.all([shrink(), ...people.map((person) => say(person, id))])
  const [kept = 0, rows] = await counted(id)
  expect(kept).toBe(rows)
  if (shrunk.status === 200) expect(kept).toBeLessThanOrEqual(4)
  else
    expect([shrunk.status, shrunk.body.error]).toEqual([
      400,
      expect.stringMatching(/^\d+ (person is|people are) already going$/),
    ])
  await limit(id, 100)
  await Promise.all(people.map((person) => say(person, id)))
  expect((await shrink()).body.error).toBe('12 people are already going')
})

test('frees the seats of a deleted account', async () => {
  const { id } = await makeEvent(app, ada)
  const alan = await makeUser(app, { school })
  await say(alan, id)
  await say(grace, id)
  await app.db.deleteFrom('users').where('school_id', '=', alan.schoolId).where('id', '=', alan.id).execute()
  expect(await counted(id)).toEqual([1, 1])
})

test('previews three attendees, friends first, without the viewer, blocked users and closed accounts', async () => {
  const { id } = await makeEvent(app, ada)
  const viewer = await makeUser(app, { school })
  const friends = [await makeUser(app, { school, name: 'Friend' })]
  for (const friend of friends) await makeFriends(app, viewer, friend)
  const others = await Promise.all(['One', 'Two', 'Three'].map((name) => makeUser(app, { school, name })))
  const blocked = await makeUser(app, { school, name: 'Blocked' })
  await makeBlock(app, viewer, blocked)
  for (const person of [...others, ...friends, blocked, viewer]) await say(person, id)
  const preview = async (person: TestUser) =>
    (await as(app, person)(events.show, { params: { id } })).body.data.attendees_preview.map(({ name }) => name)
  const seen = await preview(viewer)
  expect(seen).toHaveLength(3)
  expect(seen[0]).toBe('Friend')
  expect(seen).not.toContain('Blocked')
  expect(await preview(blocked)).not.toContain(viewer.name)
  const [listed] = (await as(app, viewer)(events.list, { query: { search: '' } })).body.data.filter(
    (event) => event.id === id,
  )
  expect(listed?.attendees_preview.map(({ name }) => name)).toEqual(seen)
  const all = (await as(app, viewer)(events.attendees, { params: { id } })).body.data.map(({ name }) => name)
  expect(all[0]).toBe('Friend')

  await app.db
    .updateTable('users')
    .set({ deleted_at: new Date() })
    .where('id', '=', friends[0]?.id ?? '')
    .execute()
  expect(await preview(viewer)).not.toContain('Friend')
})
