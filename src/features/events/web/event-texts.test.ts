import { expect, test } from 'vitest'
import type { Event } from '../contract.ts'
import { countEvents } from './count-events.ts'
import { listFacts, toDetails, toDetailValues } from './details.ts'
import { checkSeries, toBody, toFormValues } from './form.ts'
import { formatGoing, formatWaitlist, formatWhoIsGoing } from './going.ts'
import { listPlaces } from './last-places.ts'
import { listQuickStarts } from './quick-starts.ts'
import { formatLongTime, formatShortTime } from './school-time.ts'
import { toSections } from './sections.ts'
import { formatRuleInWords, noSeries, toRule } from './series.ts'
import { formatNth, listScopes } from './series-label.ts'

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
    waitlist: {
      count: 0,
      held: 0,
      position: null,
      is_last: false,
      no_show_rule: false,
      offer_id: null,
      offered_until: null,
    },
    user_rsvp: 'not_attending',
    status: 'planned',
    reminders: null,
    series: null,
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

test('says how many seats are left and wait, and what the waitlist means to the viewer', () => {
  const line = {
    count: 0,
    held: 0,
    position: null,
    is_last: false,
    no_show_rule: false,
    offer_id: null,
    offered_until: null,
  }
  const full = (over: Partial<Event['waitlist']>, user_rsvp: Event['user_rsvp'] = 'not_attending') =>
    sample({ attendees_count: 39, max_attendees: 40, user_rsvp, waitlist: { ...line, ...over } })
  expect(formatGoing(full({}))).toBe('39 going · 1 seat left')
  expect(formatGoing(full({ held: 1 }))).toBe('39 going · full')
  expect(formatGoing(full({ held: 1, count: 3 }))).toBe('39 going · full · 3 waiting')
  expect(formatWaitlist(full({ count: 3 }), zone)).toBe('')
  expect(formatWaitlist(full({ count: 3, position: 2 }), zone)).toBe('You are number 2 on the waitlist')
  expect(formatWaitlist(full({ count: 3 }, 'attending'), zone)).toBe(
    'A seat is yours. Give it back if you cannot come.',
  )
  expect(formatWaitlist(full({}, 'attending'), zone)).toBe('')
  expect(formatGoing({ ...full({ held: 1 }), status: 'cancelled' })).toBe('39 going')
  const offer = formatWaitlist(full({ offer_id: 'x', offered_until: now }), zone)
  expect(offer.replace(/\s/g, ' ')).toBe('A seat is free for you until 12:00 PM')
})

test('says how many events a day has, and how many of them the viewer attends', () => {
  expect(countEvents([])).toBe('no events')
  expect(countEvents([sample({})])).toBe('1 event')
  const going = sample({ user_rsvp: 'attending' })
  expect(countEvents([sample({}), going])).toBe('2 events, you’re going to 1')
  expect(countEvents([going, { ...going, status: 'cancelled' }])).toBe('2 events, you’re going to 1')
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

test.each([
  [{ repeat: 'weekly', dates: '12' }, 'Every Tuesday until Dec 15, 12 dates'],
  [
    { repeat: 'weekly', interval: '2', ends: 'until', lastDay: '2026-12-15' },
    'Every 2 weeks on Tuesday until Dec 8, 6 dates',
  ],
  [{ repeat: 'day', dates: '5' }, 'Every month on day 29 until Jan 29, 2027, 5 dates'],
  [{ repeat: 'weekday', interval: '3', dates: '2' }, 'Every 3 months on the last Tuesday until Dec 29, 2 dates'],
] as const)('says the rule %j in words', (values, words) => {
  const rule = toRule({ ...noSeries, ...values }, '2026-09-29T18:00', zone)
  expect(rule && formatRuleInWords(rule, zone, now)).toBe(words)
})

test.each([
  [{ repeat: 'never', dates: 'x' }, {}],
  [{ repeat: 'weekly' }, {}],
  [{ repeat: 'weekly', interval: '0' }, { interval: 'Enter 1 to 12' }],
  [{ repeat: 'weekly', interval: '1.5' }, { interval: 'Enter 1 to 12' }],
  [{ repeat: 'weekly', dates: '' }, { dates: 'Enter 2 to 52 dates' }],
  [{ repeat: 'weekly', dates: '53' }, { dates: 'Enter 2 to 52 dates' }],
  [{ repeat: 'weekly', ends: 'until' }, { lastDay: 'Choose the last date' }],
  [{ repeat: 'weekly', ends: 'until', lastDay: '2026-12-01' }, { lastDay: 'A series needs at least two dates' }],
  [{ repeat: 'weekly', ends: 'until', lastDay: '2028-12-01' }, { lastDay: 'A series has at most 52 dates' }],
] as const)('checks the rule %j in the form', (values, problems) => {
  const form = { ...toFormValues(undefined, zone, now), start: '2026-11-30T18:00', ...values }
  expect(checkSeries(form, zone)).toEqual(problems)
})

test('sends no rule for a single event, and the end of the last day in the time zone of the school', () => {
  const form = { ...toFormValues(undefined, zone, now), start: '2026-11-30T18:00' }
  expect(toBody(form, zone).series).toBeUndefined()
  expect(toBody({ ...form, repeat: 'weekly', ends: 'until', lastDay: '2026-12-31' }, zone).series).toEqual({
    freq: 'weekly',
    interval: 1,
    by: 'day',
    until: Date.parse('2027-01-01T04:59:00Z') / 1000,
  })
})

test('names the date of a series, and offers following dates except for the first', () => {
  const at = (nth: number) => ({ series: { id: 'series', nth, count: 12 } })
  expect([formatNth({ series: null }), formatNth(at(3))]).toEqual(['', 'Date 3 of 12'])
  expect(listScopes(at(1)).map(({ label }) => label)).toEqual(['This date', 'All dates'])
  expect(listScopes(at(2)).map(({ label }) => label)).toEqual(['This date', 'This and following', 'All dates'])
})

test('sends organizers only when they change, and no details that the viewer cannot read', () => {
  const host = { id: 'host', name: 'Host', avatar_url: null, avatar: null }
  const helper = { id: 'helper', name: 'Helper', avatar_url: null, avatar: null }
  const facts = { step_free: true, food: 'Soup' }
  const event = sample({ organizers: [host, helper], facts, online_link: null, exact_location: 'Door 3' })
  const values = toDetailValues(event)
  expect(toDetails(values, event)).toEqual({ facts, online_link: '', exact_location: 'Door 3' })
  expect(toDetails({ ...values, organizers: [] }, event).co_organizers).toEqual([])
  expect(toDetails(values, sample({ organizers: [host, helper], facts }))).toEqual({ facts })
  expect(listFacts(facts)).toEqual(['Step-free access', 'Food: Soup'])
})
