import { expect, test } from 'vitest'
import { parseWallClock, toWallClock } from '../../../shared/web/wall-clock.ts'
import { EventInput } from '../contract.ts'
import { checkDuration, type EventFormValues, toBody, toFormValues, withStart } from './form.ts'
import { addDays, addMonths, byDay, listWeeks, readDay, readMonth } from './month.ts'
import { formatTimeRange, toDayKey } from './school-time.ts'

const zone = 'America/New_York'
const at = (wallClock: string) => parseWallClock(wallClock, zone) ?? Number.NaN

test('lists the weeks of a month from Monday', () => {
  const weeks = listWeeks('2026-11')
  expect(weeks).toHaveLength(6)
  expect([weeks[0]?.[0], weeks[0]?.[6], weeks.at(-1)?.at(-1)]).toEqual(['2026-10-26', '2026-11-01', '2026-12-06'])
  expect(listWeeks('2027-02')).toHaveLength(4)
  for (let month = '2020-01'; month < '2030-01'; month = addMonths(month, 1)) {
    const days = listWeeks(month).flat()
    expect(new Set(days).size).toBe(days.length)
    expect(days).toContain(`${month}-01`)
    expect(days).toContain(addDays(`${addMonths(month, 1)}-01`, -1))
  }
})

test('lists an event on every day that it overlaps, not on the day that begins at its end', () => {
  const days = listWeeks('2026-11').flat()
  const festival = { name: 'festival', start_date: at('2026-11-06T18:00'), end_date: at('2026-11-09T00:00') }
  const dance = { name: 'dance', start_date: at('2026-11-07T22:00'), end_date: at('2026-11-08T02:00') }
  const before = { name: 'before', start_date: at('2026-10-01T22:00'), end_date: at('2026-10-26T02:00') }
  const found = byDay([festival, dance, before], days, zone)
  const on = (day: string) => found.get(day)?.map(({ name }) => name)
  expect([on('2026-11-05'), on('2026-11-06'), on('2026-11-07'), on('2026-11-08'), on('2026-11-09')]).toEqual([
    [],
    ['festival'],
    ['festival', 'dance'],
    ['festival', 'dance'],
    [],
  ])
  expect(on('2026-10-26')).toEqual(['before'])
})

test('computes days in the school’s time zone, wherever the viewer is', () => {
  const late = Date.parse('2026-11-22T03:30Z') / 1000
  expect(toDayKey(late, zone)).toBe('2026-11-21')
  expect(toDayKey(late, 'Europe/London')).toBe('2026-11-22')
  expect(toDayKey(late, 'Asia/Kathmandu')).toBe('2026-11-22')
})

test.each(['America/New_York', 'Europe/London', 'Asia/Kathmandu', 'Pacific/Auckland', 'UTC'])(
  'converts a wall clock time back to the same timestamp in %s',
  (somewhere) => {
    const start = Date.parse('2026-01-01T00:00Z') / 1000
    for (let hours = 0; hours < 365 * 24; hours += 7) {
      const moment = start + hours * 3600
      const back = parseWallClock(toWallClock(moment, somewhere), somewhere) ?? 0
      expect([0, 3600]).toContain(moment - back) // the hour that occurs twice in autumn is parsed as the first
    }
  },
)

test('parses an hour skipped in spring as the following hour', () => {
  expect(toWallClock(at('2026-03-08T02:30'), zone)).toBe('2026-03-08T03:30')
  expect(at('2026-03-08T12:00') - at('2026-03-07T12:00')).toBe(23 * 3600)
  expect(at('2026-11-01T12:00') - at('2026-10-31T12:00')).toBe(25 * 3600)
  expect(parseWallClock('', zone)).toBeUndefined()
})

test('parses day and month of a URL or ignores them', () => {
  for (const wrong of ['', '2026-02-30', '2026-1-1', 'x']) expect(readDay(wrong)).toBeUndefined()
  expect(readDay('2028-02-29')).toBe('2028-02-29')
  for (const wrong of ['', '2026-13', '0001-01', 'x']) expect(readMonth(wrong)).toBeUndefined()
})

const parse = (values: EventFormValues) => EventInput.safeParse(toBody(values, zone))
const messages = (values: EventFormValues) =>
  Object.fromEntries(parse(values).error?.issues.map(({ path, message }) => [path[0], message]) ?? [])

test('reports missing fields and sends the others', () => {
  const fresh = toFormValues(undefined, zone, at('2026-11-21T10:20'))
  expect(messages(fresh)).toEqual({
    title: 'Title is required',
    description: 'Description is required',
    location: 'Location is required',
  })
  expect(messages({ ...fresh, start: '', end: '' })).toMatchObject({
    start_date: 'Add a start time',
    end_date: 'Add an end time',
  })
  const filled = { ...fresh, title: 'Chess', description: 'Ten boards', location: 'Lawn', tagList: ['chess', 'fun'] }
  expect(parse(filled).data).toEqual({
    title: 'Chess',
    description: 'Ten boards',
    location: 'Lawn',
    start_date: at('2026-11-21T19:00'),
    end_date: at('2026-11-21T21:00'),
    max_attendees: null,
    tags: ['chess', 'fun'],
    facts: {},
    online_link: null,
    exact_location: null,
  })
  expect(checkDuration(filled, zone)).toEqual({})
  expect(checkDuration({ ...filled, end: filled.start }, zone)).toEqual({
    end: 'The event has to end after it starts',
  })
  for (const seats of ['0', '-1', '1.5', 'many', '100001'])
    expect(messages({ ...filled, seats })).toHaveProperty('max_attendees')
})

test.each([
  ['2026-11-21T15:59', '2026-11-21T19:00', '2026-11-21T21:00'],
  ['2026-11-21T16:00', '2026-11-22T19:00', '2026-11-22T21:00'],
  ['2026-12-31T23:59', '2027-01-01T19:00', '2027-01-01T21:00'],
  ['2026-11-01T00:30', '2026-11-01T19:00', '2026-11-01T21:00'], // the clocks change at two
])('a new event at %s of the school starts at %s for two hours', (now, start, end) => {
  expect(toFormValues(undefined, zone, at(now))).toMatchObject({ start, end })
})

test('moves the end together with the start', () => {
  const fields = toFormValues(undefined, zone, at('2026-10-31T10:20'))
  expect(withStart(fields, '2026-11-01T00:30', zone).end).toBe('2026-11-01T01:30') // two real hours, one on the clock
  expect(withStart(fields, '', zone)).toEqual({ ...fields, start: '' })
})

test('does not separate a time from its AM or PM', () => {
  const event = { start_date: at('2026-11-24T10:00'), end_date: at('2026-11-24T18:00') }
  const span = formatTimeRange(event, zone, event.start_date)
  expect(span).toContain('10:00\u00a0AM')
  expect(span).toMatch(/6:00\u00a0PM$/)
})
