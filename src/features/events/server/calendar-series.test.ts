import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import type { TestUser } from '../../../testing/factories/users.ts'
import { events } from '../contract.ts'
import { toInstant, toWallClock } from '../recurrence.ts'

const { app, school, ada, grace } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace' } },
})

type Rule = { freq: 'weekly' | 'monthly'; interval?: number; by?: 'day' | 'weekday'; count: number }

/** Creates a series that begins at a clock time of the school, and returns its dates. */
async function create(zone: string, start: string, series: Rule, body: object = {}) {
  await app.db.updateTable('schools').set({ timezone: zone }).where('id', '=', school.id).execute()
  const start_date = toInstant(start, zone).getTime() / 1000
  const text = { title: 'Choir; again, and \\ again', description: 'Sing.', location: 'Hall' }
  const input = { ...text, start_date, end_date: start_date + 5400, series, ...body }
  const { status, body: reply } = await as(app, ada)(events.create, { body: input })
  expect([status, reply.error]).toEqual([201, undefined])
  const rows = await app.db
    .selectFrom('events')
    .where('school_id', '=', school.id)
    .select(['id', 'start_date', 'end_date', 'series_id'])
    .orderBy('nth')
    .execute()
  return rows.map((row) => ({ ...row, start: row.start_date.getTime() / 1000, end: row.end_date.getTime() / 1000 }))
}

const fetchFile = async (person: TestUser, id: string) =>
  (await app.http.inject({ url: `/api/events/${id}/ics`, headers: { cookie: person.cookie } })).body
const fetchCalendar = async (person: TestUser, kind: 'mine' | 'school') => {
  const url = (await as(app, person)(events.calendarLinks)).body.data[kind]
  return (await app.http.inject({ url: new URL(url).pathname })).body
}

type Occurrence = { start: number; end: number; title: string; location: string; status: string | null }

/** The dates of a calendar file by an independent library, which also reads its time zones. */
function parse(text: string): { uids: string[]; dates: Occurrence[] } {
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const calendar = new ICAL.Component(ICAL.parse(text))
  ICAL.TimezoneService.reset()
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const items = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
  const masters = items.filter((item) => !item.isRecurrenceException())
  const dates = masters.flatMap((master) => {
    for (const item of items) if (item.isRecurrenceException() && item.uid === master.uid) master.relateException(item)
    const found: Occurrence[] = []
    const iterator = master.iterator()
    for (let next = iterator.next(); next; next = iterator.next()) {
      const { item, startDate, endDate } = master.getOccurrenceDetails(next)
      found.push({
        start: startDate.toUnixTime(),
        end: endDate.toUnixTime(),
        title: item.summary,
        location: item.location,
        status: item.component.getFirstPropertyValue('status') as string | null,
      })
    }
    return found
  })
  return { uids: items.map(({ uid }) => uid), dates }
}

test.each([
  ['Europe/Berlin', '2031-03-04T18:00'],
  ['America/New_York', '2031-02-25T18:00'],
  ['Australia/Sydney', '2031-03-11T18:00'],
])('a weekly series keeps its local time in %s, and another library reads the same dates', async (zone, start) => {
  const rows = await create(zone, start, { freq: 'weekly', count: 52 })
  const offsets = new Set(
    rows.map((row) => (toInstant(start, 'UTC').getTime() % 86_400_000) - ((row.start * 1000) % 86_400_000)),
  )
  expect(offsets.size, 'the clock changes within the series').toBe(2)
  for (const row of rows) expect(toWallClock(row.start, zone).slice(11)).toBe('18:00:00')
  for (const text of [await fetchFile(ada, rows[0]?.id ?? ''), await fetchCalendar(grace, 'school')]) {
    const { uids, dates } = parse(text)
    expect(dates.map((date) => [date.start, date.end])).toEqual(rows.map((row) => [row.start, row.end]))
    expect(uids).toEqual([`${rows[0]?.series_id}@localhost`])
    expect(text).toContain(`DTSTART;TZID=${zone}:`)
    expect(text).toContain('RRULE:FREQ=WEEKLY;INTERVAL=1;COUNT=52;BYDAY=TU')
    expect(text.match(/BEGIN:VTIMEZONE/g)).toHaveLength(1)
    expect(text.match(/BEGIN:DAYLIGHT/g)?.length).toBeGreaterThan(0)
    expect(text.match(/BEGIN:STANDARD/g)?.length).toBeGreaterThan(0)
  }
})

test.each<[Rule, string]>([
  [{ freq: 'weekly', interval: 2, count: 26 }, 'FREQ=WEEKLY;INTERVAL=2;COUNT=26;BYDAY=FR'],
  [{ freq: 'monthly', count: 12 }, 'FREQ=MONTHLY;INTERVAL=1;COUNT=12;BYMONTHDAY=31'],
  [{ freq: 'monthly', by: 'weekday', count: 12 }, 'FREQ=MONTHLY;INTERVAL=1;COUNT=12;BYDAY=-1FR'],
])('another library reads the same dates of %j', async (rule, text) => {
  const rows = await create('Europe/London', '2031-01-31T20:15', rule)
  const file = await fetchFile(ada, rows[0]?.id ?? '')
  expect(file).toContain(`RRULE:${text}`)
  expect(parse(file).dates.map(({ start }) => start)).toEqual(rows.map(({ start }) => start))
})

test('a series at night keeps its time on the clock, also where an hour is skipped or occurs twice', async () => {
  const rows = await create('Europe/Berlin', '2031-03-23T02:30', { freq: 'weekly', count: 36 })
  const file = await fetchFile(ada, rows[0]?.id ?? '')
  // The library reads the skipped hour before the change; RFC 5545 (3.3.5) after it, as here.
  const others = (starts: readonly number[]) => starts.filter((_, index) => index !== 1)
  expect(others(parse(file).dates.map(({ start }) => start))).toEqual(others(rows.map(({ start }) => start)))
  expect(toWallClock(rows[1]?.start ?? 0, 'Europe/Berlin')).toBe('2031-03-30T03:30:00')
})

test('names deleted dates as exceptions, and moved, changed and cancelled ones by the date that they replace', async () => {
  const zone = 'America/New_York'
  const rows = await create(zone, '2031-02-25T18:00', { freq: 'weekly', count: 6 })
  const [first, second, third, fourth, fifth] = rows
  const change = (id: string | undefined, body: object, scope = 'this') =>
    as(app, ada)(events.update, { params: { id: id ?? '' }, query: { scope }, body })
  await as(app, ada)(events.remove, { params: { id: second?.id ?? '' } })
  await change(third?.id, { start_date: (third?.start ?? 0) + 86_400, end_date: (third?.end ?? 0) + 86_400 })
  await change(fourth?.id, { location: 'Garden' })
  await as(app, ada)(events.cancel, { params: { id: fifth?.id ?? '' }, body: { reason: 'Snow' } })
  const file = await fetchFile(ada, first?.id ?? '')
  const { uids, dates } = parse(file)
  expect(new Set(uids)).toEqual(new Set([`${first?.series_id}@localhost`]))
  expect(file).toContain(`EXDATE;TZID=${zone}:20310304T180000`)
  expect(file).toContain(`RECURRENCE-ID;TZID=${zone}:20310311T180000`)
  expect(file.match(/SEQUENCE:4/g), 'each of four changes raises the number').toHaveLength(uids.length)
  expect(dates.map(({ start, location, status }) => [start, location, status])).toEqual([
    [first?.start, 'Hall', null],
    [(third?.start ?? 0) + 86_400, 'Hall', null],
    [fourth?.start, 'Garden', null],
    [fifth?.start, 'Hall', 'CANCELLED'],
    [rows[5]?.start, 'Hall', null],
  ])
  await change(first?.id, { start_date: (first?.start ?? 0) + 3600, end_date: (first?.end ?? 0) + 3600 }, 'all')
  const moved = parse(await fetchFile(ada, first?.id ?? ''))
  expect(moved.dates.map(({ start }) => start)).toEqual([
    (first?.start ?? 0) + 3600,
    (third?.start ?? 0) + 86_400,
    fourth?.start,
    fifth?.start,
    (rows[5]?.start ?? 0) + 3600,
  ])
})

test('the own calendar has the attended dates only, and a file adds its date to them', async () => {
  const rows = await create('Europe/Berlin', '2031-03-04T18:00', { freq: 'weekly', count: 5 })
  const single = { title: 'Alone', description: 'x', location: 'x', start_date: 1_930_000_000, end_date: 1_930_003_600 }
  const alone = (await as(app, ada)(events.create, { body: single })).body.data
  for (const id of [rows[1]?.id, rows[3]?.id, alone.id])
    await as(app, grace)(events.rsvp, { params: { id: id ?? '' }, body: { status: 'attending' } })
  const text = await fetchCalendar(grace, 'mine')
  expect(text, 'single events keep their id and UTC').toContain(`UID:${alone.id}@localhost`)
  expect(text).toContain('DTSTART:20310227T')
  expect(parse(text).dates.map(({ start }) => start)).toEqual([single.start_date, rows[1]?.start, rows[3]?.start])
  const file = parse(await fetchFile(grace, rows[4]?.id ?? ''))
  expect(file.dates.map(({ start }) => start)).toEqual([rows[1]?.start, rows[3]?.start, rows[4]?.start])
})
