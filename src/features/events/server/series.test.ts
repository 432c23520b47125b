import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeGroup } from '../../../testing/factories/groups.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { notifications } from '../../notifications/contract.ts'
import { events, groupEvents } from '../contract.ts'
import { toInstant, toWallClock } from '../recurrence.ts'

const { app, school, ada, grace, foreigner } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace' } },
  foreign: { people: { foreigner: {} } },
})

const zone = 'Europe/Berlin'
const setZone = () => app.db.updateTable('schools').set({ timezone: zone }).where('id', '=', school.id).execute()
const at = (wallClock: string) => toInstant(wallClock, zone).getTime() / 1000
const clock = (seconds: number) => toWallClock(seconds, zone).slice(0, 16)
const valid = {
  title: 'Chess club',
  description: 'Bring a board.',
  location: 'Library',
  start_date: at('2031-03-11T18:00'),
  end_date: at('2031-03-11T20:00'),
}
const weekly = { freq: 'weekly' as const, count: 4 }
const student = () => makeUser(app, { school })
const create = (body: object = {}, person = ada) =>
  as(app, person)(events.create, { body: { ...valid, series: weekly, ...body } })
const change = (id: string, body: object, scope?: string, person = ada) =>
  as(app, person)(events.update, { params: { id }, query: scope === undefined ? {} : { scope }, body })
const cancel = (id: string, scope: string, person = ada) =>
  as(app, person)(events.cancel, { params: { id }, body: { reason: 'Rain', scope } })
const say = (person: TestUser, id: string, body: object) => as(app, person)(events.rsvp, { params: { id }, body })
/** The dates of a series in their order, also cancelled ones. */
const listDates = async (seriesId: string, person = ada) => {
  const rows = await app.db.selectFrom('events').where('series_id', '=', seriesId).select('id').orderBy('nth').execute()
  const shown = rows.map(async ({ id }) => (await as(app, person)(events.show, { params: { id } })).body.data)
  return Promise.all(shown)
}
const count = async (table: 'events' | 'event_series') =>
  (await app.db.selectFrom(table).where('school_id', '=', school.id).select('id').execute()).length
/** Creates a series and returns its dates. */
const made = async (body: object = {}) => {
  await setZone()
  const { status, body: reply } = await create(body)
  expect([status, reply.error]).toEqual([201, undefined])
  const dates = await listDates(reply.data.series?.id ?? '')
  expect(dates[0]).toEqual(reply.data)
  return dates as [(typeof dates)[number], ...typeof dates]
}
const listSentences = async (person: TestUser) =>
  (await as(app, person)(notifications.list)).body.data.map(({ sentence }) => sentence)

test('creates an event for each date, which keeps its time on the clock across a change of the clock', async () => {
  const dates = await made({ tags: ['chess'], max_attendees: 8 })
  expect(dates.map(({ start_date, end_date }) => [clock(start_date), clock(end_date)])).toEqual([
    ['2031-03-11T18:00', '2031-03-11T20:00'],
    ['2031-03-18T18:00', '2031-03-18T20:00'],
    ['2031-03-25T18:00', '2031-03-25T20:00'],
    ['2031-04-01T18:00', '2031-04-01T20:00'],
  ])
  expect((dates[3]?.start_date ?? 0) - (dates[2]?.start_date ?? 0)).toBe(7 * 86400 - 3600)
  const [first] = dates
  dates.forEach((date, index) => {
    expect(date).toMatchObject({ title: 'Chess club', tags: ['chess'], max_attendees: 8, organizer_id: ada.id })
    expect(date.series).toEqual({ id: first.series?.id, nth: index + 1, count: 4 })
  })
  const { body } = await as(app, grace)(events.list, {})
  expect(body.data.map(({ series }) => series?.nth)).toEqual([1, 2, 3, 4])
})

test.each([
  [{ freq: 'weekly', interval: 2, count: 3 }, ['03-11', '03-25', '04-08']],
  [{ freq: 'weekly', until: at('2031-03-25T18:00') }, ['03-11', '03-18', '03-25']],
  [{ freq: 'monthly', count: 3 }, ['03-11', '04-11', '05-11']],
  [{ freq: 'monthly', by: 'weekday', count: 4 }, ['03-11', '04-08', '05-13', '06-10']],
  [{ freq: 'monthly', interval: 3, by: 'day', until: at('2031-09-11T17:00') }, ['03-11', '06-11']],
])('repeats by the rule %j', async (series, days) => {
  const dates = await made({ series })
  expect(dates.map(({ start_date }) => clock(start_date).slice(5, 10))).toEqual(days)
})

test('omits months without the day, and takes the last weekday of a month for the fifth', async () => {
  const days = async (start: string, by: string) => {
    const body = { start_date: at(`${start}T18:00`), end_date: at(`${start}T19:00`) }
    const dates = await made({ ...body, series: { freq: 'monthly', by, count: 4 } })
    return dates.map(({ start_date }) => clock(start_date).slice(5, 10))
  }
  expect(await days('2031-01-31', 'day')).toEqual(['01-31', '03-31', '05-31', '07-31'])
  expect(await days('2031-01-31', 'weekday')).toEqual(['01-31', '02-28', '03-28', '04-25'])
})

test.each([
  [{ freq: 'weekly' }, 'Give either the number of dates or the last date'],
  [{ freq: 'weekly', count: 3, until: valid.end_date }, 'Give either the number of dates or the last date'],
  [{ freq: 'weekly', count: 1 }, 'Enter 2 to 52 dates'],
  [{ freq: 'weekly', count: 53 }, 'Enter 2 to 52 dates'],
  [{ freq: 'weekly', interval: 13, count: 2 }, 'Enter 1 to 12'],
  [{ freq: 'weekly', until: at('2031-03-17T18:00') }, 'A series needs at least two dates'],
  [{ freq: 'weekly', until: at('2032-03-30T18:00') }, 'A series has at most 52 dates'],
  [{ freq: 'monthly', interval: 12, count: 10 }, 'A series ends within five years'],
])('rejects the rule %j', async (series, problem) => {
  await setZone()
  const { status, body } = await create({ series })
  expect([status, body.error]).toEqual([400, problem])
  expect([await count('events'), await count('event_series')]).toEqual([0, 0])
})

test('creates the dates of a full year with one insert', async () => {
  const dates = await made({ series: { freq: 'weekly', count: 52 } })
  expect(new Set(dates.map(({ start_date }) => clock(start_date).slice(11)))).toEqual(new Set(['18:00']))
  const { rows } = await sql<{
    inserts: number
  }>`select count(distinct xmin::text)::int as inserts from events
    where school_id = ${school.id}`.execute(app.db)
  expect(rows).toEqual([{ inserts: 1 }])
})

test('changes this date, this and following, or all dates, but none that was changed alone', async () => {
  const [first, second, third, fourth] = await made()
  const places = async () => (await listDates(first.series?.id ?? '')).map(({ location }) => location)
  await change(third?.id ?? '', { location: 'Garden' })
  expect(await places()).toEqual(['Library', 'Library', 'Garden', 'Library'])
  await change(second?.id ?? '', { location: 'Hall' }, 'following')
  expect(await places()).toEqual(['Library', 'Hall', 'Garden', 'Hall'])
  await change(fourth?.id ?? '', { title: 'Chess', location: 'Hall' }, 'all')
  const dates = await listDates(first.series?.id ?? '')
  expect(dates.map(({ title }) => title)).toEqual(['Chess', 'Chess', 'Chess club', 'Chess'])
  expect(await places(), 'a field that is sent with its value changes no other date').toEqual([
    'Library',
    'Hall',
    'Garden',
    'Hall',
  ])
})

test('moves following dates by days and on the clock, and keeps all answers', async () => {
  const [first, second, third] = await made()
  await say(grace, first.id, { status: 'attending', scope: 'all' })
  const body = { start_date: at('2031-03-19T19:30'), end_date: at('2031-03-19T20:30') }
  const { status, body: reply } = await change(second?.id ?? '', body, 'following')
  expect([status, reply.data]).toEqual([200, expect.objectContaining(body)])
  const dates = await listDates(first.series?.id ?? '', grace)
  expect(dates.map(({ start_date, end_date }) => `${clock(start_date)}-${clock(end_date).slice(11)}`)).toEqual([
    '2031-03-11T18:00-20:00',
    '2031-03-19T19:30-20:30',
    '2031-03-26T19:30-20:30',
    '2031-04-02T19:30-20:30',
  ])
  expect(dates.map(({ user_rsvp }) => user_rsvp)).toEqual(Array(4).fill('attending'))
  await change(third?.id ?? '', { start_date: at('2031-03-26T17:00') }, 'all')
  const moved = await listDates(first.series?.id ?? '')
  expect(moved.map(({ start_date }) => clock(start_date).slice(5))).toEqual([
    '03-11T17:00',
    '03-19T17:00',
    '03-26T17:00',
    '04-02T17:00',
  ])
})

test('leaves dates that are over as they were', async () => {
  const [first, second] = await made()
  await sql`update events set start_date = now() - interval '2 hours', end_date = now() - interval '1 hour'
    where id = ${first.id}`.execute(app.db)
  await change(second?.id ?? '', { location: 'Hall' }, 'all')
  expect((await listDates(first.series?.id ?? '')).map(({ location }) => location)).toEqual([
    'Library',
    'Hall',
    'Hall',
    'Hall',
  ])
})

test('notifies each attendee once of a change of several dates', async () => {
  const [first, second] = await made()
  await say(grace, first.id, { status: 'attending', scope: 'all' })
  const other = await student()
  await say(other, first.id, { status: 'attending' })
  await change(second?.id ?? '', { location: 'Hall' }, 'following')
  expect(await listSentences(grace)).toEqual(['{names} updated 3 dates of “Chess club”'])
  expect(await listSentences(other)).toEqual([])
})

test('cancels dates of the scope once, and none that was changed alone', async () => {
  const [first, second, third, fourth] = await made()
  await say(grace, first.id, { status: 'attending', scope: 'all' })
  await change(third?.id ?? '', { description: 'Bring two boards.' })
  const { body } = await cancel(second?.id ?? '', 'following')
  expect(body.data).toMatchObject({ id: second?.id, status: 'cancelled', cancel_reason: 'Rain' })
  const statuses = async () => (await listDates(first.series?.id ?? '')).map(({ status }) => status)
  expect(await statuses()).toEqual(['planned', 'cancelled', 'planned', 'cancelled'])
  expect(await listSentences(grace)).toEqual(['{names} cancelled 2 dates of “Chess club”: Rain'])
  const refused = await cancel(fourth?.id ?? '', 'all')
  expect([refused.status, refused.body.error]).toEqual([409, 'This event was cancelled'])
  expect(await statuses()).toEqual(['planned', 'cancelled', 'planned', 'cancelled'])
  await cancel(first.id, 'this')
  expect(await statuses()).toEqual(['cancelled', 'cancelled', 'planned', 'cancelled'])
})

test('attends all dates that are not full, cancelled or over, and leaves them', async () => {
  const dates = await made({ max_attendees: 1, series: { freq: 'weekly', count: 5 } })
  const [first, second, third, fourth] = dates
  const guest = await student()
  await say(guest, second?.id ?? '', { status: 'attending' })
  await cancel(third?.id ?? '', 'this')
  await sql`update events set start_date = now() - interval '2 hours', end_date = now() - interval '1 hour'
    where id = ${fourth?.id}`.execute(app.db)
  const { body } = await say(grace, first.id, { status: 'attending', scope: 'all' })
  expect(body.data).toEqual({ user_rsvp: 'attending', attendees_count: 1 })
  const answers = async () =>
    (await listDates(first.series?.id ?? '', grace)).map(({ user_rsvp }) => user_rsvp === 'attending')
  expect(await answers()).toEqual([true, false, false, false, true])
  const full = await say(grace, second?.id ?? '', { status: 'attending', scope: 'all' })
  expect([full.status, full.body.error]).toEqual([409, 'Event is full'])
  await say(grace, first.id, { status: 'not_attending', scope: 'all' })
  expect(await answers()).toEqual(Array(5).fill(false))
})

test('never exceeds the seats when many answer for all dates concurrently', async () => {
  const dates = await made({ max_attendees: 3 })
  const guests = await Promise.all(Array.from({ length: 12 }, student))
  const statuses = await Promise.all(
    guests.map(async (guest, index) => {
      const { id } = dates[index % 4] ?? dates[0]
      return (await say(guest, id, { status: 'attending', scope: 'all' })).status
    }),
  )
  expect(new Set(statuses)).toEqual(new Set([200, 409]))
  const after = await listDates(dates[0].series?.id ?? '')
  expect(after.map(({ attendees_count }) => attendees_count)).toEqual([3, 3, 3, 3])
})

test('concurrent changes of a series wait for each other', async () => {
  const [first, second, third] = await made()
  const results = await Promise.all([
    change(first.id, { title: 'One' }, 'all'),
    change(second?.id ?? '', { location: 'Two' }, 'following'),
    change(third?.id ?? '', { description: 'Three' }, 'all'),
    cancel(third?.id ?? '', 'following'),
  ])
  for (const { status } of results.slice(0, 2)) expect(status).toBe(200)
  expect([200, 409]).toContain(results[2]?.status)
  const dates = await listDates(first.series?.id ?? '')
  expect(dates.map(({ status }) => status)).toEqual(['planned', 'planned', 'cancelled', 'cancelled'])
  expect(dates[1]?.location).toBe('Two')
})

test('lowers the seats of no date below its attendees', async () => {
  const [first, , , fourth] = await made()
  for (const person of [grace, await student()]) await say(person, fourth?.id ?? '', { status: 'attending' })
  const { status, body } = await change(first.id, { max_attendees: 1 }, 'all')
  expect([status, body.error]).toEqual([400, '2 people are already going'])
  expect((await change(first.id, { max_attendees: 1 })).status).toBe(200)
})

test('only the organizer changes a series, also of a group', async () => {
  const [first] = await made()
  expect((await change(first.id, { title: 'Mine' }, 'all', grace)).status).toBe(403)
  expect((await change(first.id, { title: 'Mine' }, 'all', foreigner)).status).toBe(404)
  expect((await cancel(first.id, 'all', grace)).status).toBe(403)
  expect((await say(foreigner, first.id, { status: 'attending', scope: 'all' })).status).toBe(404)
  expect((await change(first.id, { title: 'Mine' }, 'none')).status).toBe(400)
  const group = await makeGroup(app, ada)
  const { body } = await as(app, ada)(groupEvents.create, {
    params: { gid: group.id },
    body: { ...valid, series: weekly },
  })
  const params = { gid: group.id, eid: body.data.id }
  const renamed = await as(app, ada)(groupEvents.patch, { params, query: { scope: 'all' }, body: { title: 'Go' } })
  expect(renamed.body.data.title).toBe('Go')
  const dates = await listDates(body.data.series?.id ?? '')
  expect(dates.map(({ title, group_id }) => [title, group_id])).toEqual(Array(4).fill(['Go', group.id]))
})

test('dates share an image until one has its own, and the last one deletes it', async () => {
  const [shared, own, later] = [
    await makeUpload(app, ada, { type: 'event' }),
    await makeUpload(app, ada, { type: 'event', width: 50 }),
    await makeUpload(app, ada, { type: 'event', width: 60 }),
  ]
  const dates = await made({ image_url: shared.url })
  const [first, second, third] = dates
  const read = async (url: string) => (await app.http.inject({ url, headers: { cookie: grace.cookie } })).statusCode
  expect(dates.map(({ image }) => image)).toEqual(Array(4).fill(shared))
  expect((await change(first.id, { title: 'New', image_url: shared.url })).status, 'an unchanged image').toBe(200)
  await change(second?.id ?? '', { image_url: own.url })
  await change(third?.id ?? '', { image_url: later.url }, 'following')
  const images = (await listDates(first.series?.id ?? '')).map(({ image }) => image)
  expect(images).toEqual([shared, own, later, later])
  for (const url of [shared.url, own.url, later.url]) expect(await read(url)).toBe(200)
  for (const { id } of dates) await as(app, ada)(events.remove, { params: { id } })
  for (const url of [shared.url, own.url, later.url]) expect(await read(url)).toBe(404)
  expect(await count('event_series')).toBe(0)
})

test('a series ends with its last date, also when all are deleted concurrently or with their organizer', async () => {
  const dates = await made()
  await Promise.all(dates.map(({ id }) => as(app, ada)(events.remove, { params: { id } })))
  expect(await count('event_series')).toBe(0)
  await made()
  await sql`delete from users where id = ${ada.id}`.execute(app.db)
  expect([await count('events'), await count('event_series')]).toEqual([0, 0])
})
