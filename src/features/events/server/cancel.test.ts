import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { fillEvent, makeEvent } from '../../../testing/factories/events.ts'
import { makeGroup, makeGroupEvent } from '../../../testing/factories/groups.ts'
import { makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { notifications } from '../../notifications/contract.ts'
import { search } from '../../search/contract.ts'
import { events, groupEvents } from '../contract.ts'
import { waitlists } from '../waitlist-contract.ts'
import { sendReminders } from './reminders.ts'

const { app, school, ada, grace, foreigner } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace' } },
  foreign: { people: { foreigner: {} } },
})

const reason = 'The hall is flooded.'
const student = () => makeUser(app, { school })
const cancel = (person: TestUser, id: string, body: object = { reason }) =>
  as(app, person)(events.cancel, { params: { id }, body })
const say = (person: TestUser, id: string, status = 'attending') =>
  as(app, person)(events.rsvp, { params: { id }, body: { status } })
const look = async (person: TestUser, id: string) => (await as(app, person)(events.show, { params: { id } })).body.data
const titles = async (person: TestUser, query = {}) =>
  (await as(app, person)(events.list, { query })).body.data.map(({ title }) => title)
const listSentences = async (person: TestUser) =>
  (await as(app, person)(notifications.list)).body.data.map(({ sentence, link }) => [sentence, link])

test('cancels an event with a reason, which attendees and users who wait are notified of', async () => {
  const { id } = await makeEvent(app, ada, { title: 'Picnic', seats: 1 })
  const [waiting, other] = [await student(), await student()]
  await fillEvent(app, { id }, grace)
  await as(app, waiting)(waitlists.join, { params: { id } })
  const { status, body } = await cancel(ada, id, { reason, scope: 'this' })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    status: 'cancelled',
    cancel_reason: reason,
    attendees_count: 1,
    waitlist: { count: 0 },
    can: { edit: false, cancel: false, delete: true },
  })
  expect(await look(grace, id)).toMatchObject({ status: 'cancelled', cancel_reason: reason, user_rsvp: 'attending' })
  for (const person of [grace, waiting])
    expect(await listSentences(person)).toEqual([[`{names} cancelled “Picnic”: ${reason}`, `/events?event=${id}`]])
  for (const person of [ada, other]) expect(await listSentences(person)).toEqual([])
  await as(app, ada)(events.remove, { params: { id } })
  expect(await listSentences(grace)).toHaveLength(1)
})

test('only the organizer and the admins of its group cancel an event', async () => {
  const { id } = await makeEvent(app, ada)
  const refused = await cancel(grace, id)
  expect([refused.status, refused.body.error]).toEqual([403, 'Only the host can cancel this event.'])
  expect((await cancel(foreigner, id)).status).toBe(404)
  const group = await makeGroup(app, ada)
  const member = await student()
  await app.db
    .insertInto('group_members')
    .values({ school_id: school.id, group_id: group.id, user_id: member.id, id: crypto.randomUUID() })
    .execute()
  const { id: meeting } = await makeGroupEvent(app, member, group)
  expect((await cancel(ada, meeting)).status).toBe(200)
  const { body } = await as(app, member)(groupEvents.show, { params: { gid: group.id, eid: meeting } })
  expect(body.data).toMatchObject({ status: 'cancelled', cancel_reason: reason })
})

test.each([{}, { reason: '  ' }, { reason: 'x'.repeat(501) }, { reason, scope: 'none' }])(
  'rejects the body %j',
  async (body) => {
    const { id } = await makeEvent(app, ada)
    expect((await cancel(ada, id, body)).status).toBe(400)
    expect((await look(ada, id)).status).toBe('planned')
  },
)

test('an event is cancelled once, and not after its end', async () => {
  const { id } = await makeEvent(app, ada)
  const answers = await Promise.all([cancel(ada, id), cancel(ada, id), cancel(ada, id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const past = await makeEvent(app, ada, { start: -3 })
  const late = await cancel(ada, past.id)
  expect([late.status, late.body.error]).toEqual([409, 'This event is over'])
  expect((await look(ada, past.id)).can.cancel).toBe(false)
})

test('a cancelled event takes no answers, no waitlist and no edits, but attendees can leave', async () => {
  const { id } = await makeEvent(app, ada, { seats: 1 })
  await fillEvent(app, { id }, grace)
  await cancel(ada, id)
  const other = await student()
  const refusals = [
    await say(other, id),
    await as(app, other)(waitlists.join, { params: { id } }),
    await as(app, ada)(events.update, { params: { id }, body: { title: 'Again' } }),
  ]
  for (const { status, body } of refusals) expect([status, body.error]).toEqual([409, 'This event was cancelled'])
  expect((await say(grace, id, 'not_attending')).body.data.attendees_count).toBe(0)
})

test('lists a cancelled event until its end for attendees and the organizer only', async () => {
  const { id } = await makeEvent(app, ada, { title: 'Picnic' })
  const other = await student()
  await say(grace, id)
  await cancel(ada, id)
  for (const query of [{}, { search: 'Picnic' }, { from: Math.floor(Date.now() / 1000) }]) {
    for (const person of [ada, grace]) expect(await titles(person, query)).toEqual(['Picnic'])
    expect(await titles(other, query)).toEqual([])
  }
  for (const person of [ada, grace, other]) {
    expect((await as(app, person)(events.upcoming)).body.data).toEqual([])
    const found = await as(app, person)(search.all, { query: { q: 'Picnic' } })
    expect(JSON.stringify(found.body)).not.toContain(id)
  }
  expect((await look(other, id)).status).toBe('cancelled')
  await sql`update events set start_date = now() - interval '2 hours', end_date = now() - interval '1 hour'
    where id = ${id}`.execute(app.db)
  for (const person of [ada, grace]) expect(await titles(person)).toEqual([])
})

test('calendars show a cancelled event as cancelled, with its reason', async () => {
  const { id } = await makeEvent(app, ada)
  await say(grace, id)
  const read = async () => {
    const one = await app.http.inject({ url: `/api/events/${id}/ics`, headers: { cookie: grace.cookie } })
    const { mine } = (await as(app, grace)(events.calendarLinks)).body.data
    const own = await app.http.inject({ url: new URL(mine).pathname })
    return [one.body, own.body]
  }
  for (const file of await read()) expect(file).not.toContain('STATUS:')
  await cancel(ada, id)
  for (const file of await read()) {
    expect(file).toContain('STATUS:CANCELLED')
    expect(file).toContain('SEQUENCE:1')
    expect(file).toContain(`Cancelled: ${reason}`)
  }
})

test('sends no reminder of a cancelled event', async () => {
  const { id } = await makeEvent(app, ada, { start: 0 })
  await sql`update events set start_date = now() + interval '30 minutes', end_date = now() + interval '1 hour'
    where id = ${id}`.execute(app.db)
  await say(grace, id)
  await cancel(ada, id)
  await sendReminders(app)
  expect((await listSentences(grace)).map(([sentence]) => sentence)).toEqual([
    `{names} cancelled “Open day”: ${reason}`,
  ])
})
