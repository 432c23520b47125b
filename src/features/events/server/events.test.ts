import { expect, test } from 'vitest'
import { as, signedOut } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeEvent } from '../../../testing/factories/events.ts'
import { deleteUser, makeBlock, makeSchool, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { events } from '../contract.ts'

const { app, ada, grace } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace' } },
})

const upcoming = async (person: { cookie: string }, query = {}) => await as(app, person)(events.upcoming, { query })
const titlesFor = async (person: TestUser, query = {}) =>
  (await upcoming(person, query)).body.data.map(({ title }) => title)

test('lists the upcoming events of the school, soonest first, without those that have begun', async () => {
  await makeEvent(app, grace, { title: 'in three hours', start: 3 })
  const { id } = await makeEvent(app, grace, { title: 'in one hour', start: 1 })
  await makeEvent(app, grace, { title: 'in two hours', start: 2 })
  await makeEvent(app, grace, { title: 'just begun', start: 0 })
  await makeEvent(app, grace, { title: 'yesterday', start: -24 })
  const stranger = await makeUser(app, { school: await makeSchool(app) })
  await makeEvent(app, stranger, { title: 'elsewhere' })

  const { status, body } = await upcoming(ada)
  expect(status).toBe(200)
  expect(body.data.map(({ title }) => title)).toEqual(['in one hour', 'in two hours', 'in three hours'])
  expect(body.data[0]).toEqual({
    id,
    title: 'in one hour',
    description: 'All day',
    location: 'Main hall',
    start_date: expect.any(Number),
    end_date: expect.any(Number),
    max_attendees: null,
    attendees_count: 0,
    image_url: null,
    is_removed: false,
    image: null,
    tags: [],
    attendees_preview: [],
    organizer_id: grace.id,
    organizer: { id: grace.id, name: 'Grace', avatar_url: null, avatar: null },
    group_id: null,
    user_rsvp: 'not_attending',
    status: 'planned',
    cancel_reason: null,
    reminders: null,
    series: null,
    waitlist: {
      count: 0,
      held: 0,
      position: null,
      is_last: false,
      no_show_rule: false,
      offer_id: null,
      offered_until: null,
    },
    facts: {},
    organizers: [{ id: grace.id, name: 'Grace', avatar_url: null, avatar: null }],
    can: {
      edit: false,
      cancel: false,
      delete: false,
      rsvp: true,
      report: true,
      remove_attendees: false,
      choose_organizers: false,
    },
  })
  const inAnHour = Date.now() / 1000 + 3600
  expect(Math.abs((body.data[0]?.start_date ?? 0) - inAnHour)).toBeLessThan(10)
  expect(await titlesFor(stranger)).toEqual(['elsewhere'])
  expect((await upcoming(signedOut)).status).toBe(401)
})

test('lists five events by default or the requested number', async () => {
  for (let start = 1; start <= 7; start++) await makeEvent(app, grace, { title: `event ${start}`, start })
  expect(await titlesFor(ada)).toEqual(['event 1', 'event 2', 'event 3', 'event 4', 'event 5'])
  expect(await titlesFor(ada, { limit: 2 })).toEqual(['event 1', 'event 2'])
  expect(await titlesFor(ada, { limit: 500 })).toHaveLength(7)
  for (const limit of ['0', '-1', 'x', '1.5']) expect(await titlesFor(ada, { limit }), limit).toHaveLength(5)
})

test('hides events of blocked or deleted organizers', async () => {
  await makeEvent(app, grace, { title: 'from Grace' })
  await makeEvent(app, ada, { title: 'from Ada' })
  await makeBlock(app, grace, ada)
  expect(await titlesFor(ada)).toEqual(['from Ada'])
  expect(await titlesFor(grace)).toEqual(['from Grace'])
  await deleteUser(app, grace)
  const alan = await makeUser(app, { school: { id: ada.schoolId, domain: 'x.example' } })
  expect(await titlesFor(alan)).toEqual(['from Ada'])
})
