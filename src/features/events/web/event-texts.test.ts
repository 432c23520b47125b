import { expect, test } from 'vitest'
import type { Event } from '../contract.ts'
import { countEvents } from './count-events.ts'
import { formatGoing, formatWhoIsGoing } from './going.ts'
import { listPlaces } from './last-places.ts'
import { listQuickStarts } from './quick-starts.ts'
import { formatLongTime, formatShortTime } from './school-time.ts'
import { toSections } from './sections.ts'

const zone = 'America/New_York'
/** A Tuesday, at noon in New York. */
const now = Date.parse('2026-11-24T17:00Z') / 1000
const hour = 3600
const day = 24 * hour

const sample = (over: Partial<Event>) =>
  ({
    id: 'one',
    start_date: now,
    end_date: now + hour,
    attendees_count: 0,
    attendees_preview: [],
    max_attendees: null,
    user_rsvp: 'not_attending',
    ...over,
  }) as Event

test('divides events into sections by their start at the school', () => {
  const at = (start: number, length = hour) => sample({ start_date: start, end_date: start + length })
  const events = [
    at(now - hour, 2 * hour), // still going on
    at(now + 11 * hour), // 11 PM
    at(now + 13 * hour),
    at(now + 5 * day), // Sunday
    at(now + 6 * day),
    at(now - day),
  ]
  const sections = toSections(events, zone, now)
  expect(sections.map(({ title, events: entries }) => [title, entries.map(({ index }) => index)])).toEqual([
    ['Today', [0, 1]],
    ['Tomorrow', [2]],
    ['This week', [3]],
    ['Later', [4]],
    ['Past', [5]],
  ])
})

test('names who is going, the viewer and friends first, and counts the others', () => {
  const people = ['Ada Castellan', 'Alan Teo', 'Grace Mbeki'].map((name) => ({
    id: name,
    name,
    avatar_url: null,
    avatar: null,
  }))
  const going = (count: number, names: number, user_rsvp: Event['user_rsvp'] = 'not_attending') =>
    formatWhoIsGoing(sample({ attendees_count: count, attendees_preview: people.slice(0, names), user_rsvp }))
  expect(going(14, 3)).toBe('Ada, Alan and 12 going')
  expect(going(14, 3, 'attending')).toBe('You, Ada and 12 going')
  expect(going(2, 2)).toBe('Ada and Alan going')
  expect(going(1, 0, 'attending')).toBe('You going')
  expect(going(5, 0)).toBe('5 going') // people that the viewer may not see
  expect(going(0, 0)).toBe('0 going')
  expect(formatGoing(sample({ attendees_count: 12, max_attendees: 40 }))).toBe('12 going · 28 seats left')
  expect(formatGoing(sample({ attendees_count: 40, max_attendees: 40 }))).toBe('40 going · full')
})

test('says how many events a day has, and how many of them the viewer attends', () => {
  expect(countEvents([])).toBe('no events')
  expect(countEvents([sample({})])).toBe('1 event')
  expect(countEvents([sample({}), sample({ user_rsvp: 'attending' })])).toBe('2 events, you’re going to 1')
})

test('offers evenings that are still to come, each once', () => {
  const labels = (time: number) => listQuickStarts(zone, time).map(({ label, start }) => `${label} ${start}`)
  expect(labels(now)).toEqual([
    'Tonight 7 PM 2026-11-24T19:00',
    'Tomorrow 7 PM 2026-11-25T19:00',
    'This Friday 2026-11-27T19:00',
  ])
  expect(labels(now + 8 * hour)).toEqual(['Tomorrow 7 PM 2026-11-25T19:00', 'This Friday 2026-11-27T19:00'])
  expect(labels(now + 3 * day)).toEqual(['Tonight 7 PM 2026-11-27T19:00', 'Tomorrow 7 PM 2026-11-28T19:00'])
})

test('lists five places, one’s own first, each once and none that is a description', () => {
  const places = [
    ['The lawn', 'grace'],
    ['Library', 'ada'],
    ['the lawn', 'alan'],
    ['x'.repeat(41), 'alan'],
    ...['A', 'B', 'C', 'D'].map((place) => [place, 'alan']),
  ].map(([location = '', organizer_id = '']) => ({ location, organizer_id }))
  expect(listPlaces(places, 'ada')).toEqual(['Library', 'The lawn', 'A', 'B', 'C'])
})

test('writes the time of an event briefly on a card, and with its day on the page', () => {
  const plain = (text: string) => text.replace(/[\s\u2009\u202f\u00a0]+/g, ' ')
  const span = { start_date: now + 5 * hour, end_date: now + 7 * hour }
  expect(plain(formatShortTime(span, zone, now))).toBe('Tue 5:00 – 7:00 PM')
  expect(plain(formatLongTime(span, zone, now))).toBe('Today, 5:00 – 7:00 PM')
  const later = { start_date: span.start_date + 14 * day, end_date: span.end_date + 14 * day }
  expect(plain(formatShortTime(later, zone, now))).toBe('Dec 8, 5:00 – 7:00 PM')
  expect(plain(formatLongTime(later, zone, now))).toBe('Tuesday, December 8, 5:00 – 7:00 PM')
  const long = { start_date: span.start_date, end_date: span.end_date + day }
  expect(formatShortTime(long, zone, now)).toContain('25')
})
