import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '../../../shared/server/db/sql.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { fillEvent, makeEvent } from '../../../testing/factories/events.ts'
import { makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { notifications } from '../../notifications/contract.ts'
import { events } from '../contract.ts'
import { sendReminders } from './reminders.ts'

const { app, school, ada, grace, foreigner } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace' } },
  foreign: { people: { foreigner: {} } },
})

const choose = (person: TestUser, id: string, minutes: unknown) =>
  as(app, person)(events.setReminders, { params: { id }, body: { minutes } })
const look = async (person: TestUser, id: string) => (await as(app, person)(events.show, { params: { id } })).body.data
const listReminders = async (person: TestUser) =>
  (await as(app, person)(notifications.list)).body.data
    .filter(({ kind }) => kind === 'event_reminder')
    .map(({ sentence }) => sentence)
/** Moves the clock by moving the event and what is due, as an hour that passes does. */
const pass = async (id: string, minutes: number) => {
  const step = sql`make_interval(mins => ${minutes})`
  await sql`alter table events disable trigger events_move_reminders`.execute(app.db)
  await sql`update events set start_date = start_date - ${step}, end_date = end_date - ${step} where id = ${id}`.execute(
    app.db,
  )
  await sql`alter table events enable trigger events_move_reminders`.execute(app.db)
  await sql`update event_reminders set due_at = due_at - ${step} where event_id = ${id}`.execute(app.db)
}
const readAll = (person: TestUser) => as(app, person)(notifications.readAll)

/** An event of Ada in two days that Grace attends. */
async function makeAttended() {
  const { id } = await makeEvent(app, ada, { title: 'Picnic', start: 48 })
  await fillEvent(app, { id }, grace)
  return id
}

test('reminds an attendee who has not chosen once, an hour before the start', async () => {
  const id = await makeAttended()
  expect((await look(grace, id)).reminders).toBeNull()
  await pass(id, 46 * 60)
  await sendReminders(app)
  expect(await listReminders(grace)).toEqual([])
  await pass(id, 61)
  for (const _ of [1, 2]) await sendReminders(app)
  expect(await listReminders(grace)).toEqual(['“Picnic” starts soon'])
  expect(await listReminders(ada)).toEqual([])
})

test('reminds at the chosen times, each once, instead of an hour before', async () => {
  const id = await makeAttended()
  const { body } = await choose(grace, id, [1440, 10, 1440])
  expect(body.data).toEqual({ reminders: [10, 1440] })
  expect((await look(grace, id)).reminders).toEqual([10, 1440])
  const listed = (await as(app, grace)(events.list)).body.data.find((event) => event.id === id)
  expect(listed?.reminders).toEqual([10, 1440])
  expect((await look(ada, id)).reminders).toBeNull()

  await sendReminders(app)
  expect(await listReminders(grace)).toEqual([])
  await pass(id, 24 * 60 + 1)
  for (const _ of [1, 2]) await sendReminders(app)
  expect(await listReminders(grace)).toEqual(['“Picnic” starts in 1 day'])
  await readAll(grace)
  await pass(id, 23 * 60)
  await sendReminders(app)
  expect(await listReminders(grace)).toHaveLength(1)
  await pass(id, 50)
  await Promise.all([sendReminders(app), sendReminders(app)])
  expect(await listReminders(grace)).toEqual(['“Picnic” starts in 10 minutes', '“Picnic” starts in 1 day'])
})

test('an empty choice means no reminder', async () => {
  const id = await makeAttended()
  expect((await choose(grace, id, [])).body.data).toEqual({ reminders: [] })
  expect((await look(grace, id)).reminders).toEqual([])
  await pass(id, 47 * 60 + 30)
  await sendReminders(app)
  expect(await listReminders(grace)).toEqual([])
})

test('does not send a reminder whose time had passed when it was chosen', async () => {
  const id = await makeAttended()
  await pass(id, 47 * 60)
  await choose(grace, id, [1440, 10])
  await sendReminders(app)
  expect(await listReminders(grace)).toEqual([])
})

test('a moved event reminds again', async () => {
  const id = await makeAttended()
  await choose(grace, id, [1440])
  await pass(id, 24 * 60 + 1)
  await sendReminders(app)
  await readAll(grace)
  const start = Math.floor(Date.now() / 1000) + 72 * 3600
  await as(app, ada)(events.update, { params: { id }, body: { start_date: start, end_date: start + 3600 } })
  await sendReminders(app)
  expect(await listReminders(grace)).toHaveLength(1)
  await pass(id, 48 * 60 + 1)
  await sendReminders(app)
  expect(await listReminders(grace)).toHaveLength(2)
})

test('a user who leaves loses the choice, and is not reminded', async () => {
  const id = await makeAttended()
  await choose(grace, id, [10])
  const say = (status: string) => as(app, grace)(events.rsvp, { params: { id }, body: { status } })
  await say('not_attending')
  await pass(id, 48 * 60 - 5)
  await sendReminders(app)
  expect(await listReminders(grace)).toEqual([])
  await say('attending')
  expect((await look(grace, id)).reminders).toBeNull()
})

test('drops the reminders of an event that has begun or is cancelled', async () => {
  const [begun, cancelled] = [await makeAttended(), await makeAttended()]
  for (const id of [begun, cancelled]) await choose(grace, id, [10])
  await as(app, ada)(events.cancel, { params: { id: cancelled }, body: { reason: 'Rain' } })
  await pass(cancelled, 48 * 60 - 5)
  await pass(begun, 48 * 60 + 5)
  await sendReminders(app)
  expect(await listReminders(grace)).toEqual([])
})

test.each([
  [[0], 'Enter whole minutes, at most four weeks'],
  [[1.5], 'Enter whole minutes, at most four weeks'],
  [[28 * 24 * 60 + 1], 'Enter whole minutes, at most four weeks'],
  [[1, 2, 3, 4], 'Choose up to 3 reminders'],
])('rejects the reminders %j', async (minutes, problem) => {
  const { status, body } = await choose(grace, await makeAttended(), minutes)
  expect([status, body.error]).toEqual([400, problem])
})

test('only attendees set reminders', async () => {
  const id = await makeAttended()
  const other = await makeUser(app, { school })
  for (const person of [ada, other]) {
    const { status, body } = await choose(person, id, [10])
    expect([status, body.error]).toEqual([403, 'Only people who are going can set reminders.'])
  }
  expect((await choose(foreigner, id, [10])).status).toBe(404)
})

test('one run reminds of any number of events and at any number of chosen times', async () => {
  const ids = Array.from({ length: 450 }, newId)
  await sql`insert into events (school_id, id, organizer_id, title, description, location, start_date, end_date)
    select ${school.id}, id, ${ada.id}, 'Stall', 'x', 'Square', now() + interval '30 minutes', now() + interval '1 hour'
    from unnest(${ids}::uuid[]) as id`.execute(app.db)
  const other = await makeUser(app, { school })
  await sql`insert into event_attendees (school_id, event_id, user_id)
    select ${school.id}, id, ${grace.id} from unnest(${ids}::uuid[]) as id`.execute(app.db)
  await sql`insert into event_attendees (school_id, event_id, user_id, chose_reminders)
    select ${school.id}, id, ${other.id}, true from unnest(${ids}::uuid[]) as id`.execute(app.db)
  await sql`insert into event_reminders (school_id, event_id, user_id, minutes, due_at)
    select ${school.id}, id, ${other.id}, 45, now() - interval '15 minutes' from unnest(${ids}::uuid[]) as id`.execute(
    app.db,
  )
  await sendReminders(app)
  const { rows } = await sql<{ user_id: string; count: number }>`
    select user_id, count(*)::int as count from notifications where kind = 'event_reminder' and school_id = ${school.id}
    group by 1`.execute(app.db)
  expect(Object.fromEntries(rows.map(({ user_id, count }) => [user_id, count]))).toEqual({
    [grace.id]: 450,
    [other.id]: 450,
  })
})
