import { describe, expect, test } from 'vitest'
import { type DayKind, days, findBusiestMinute, listDayArrivals, listVisits } from './campus-day.ts'
import { createRandom } from './random.ts'

describe.each(Object.keys(days) as DayKind[])('a day of the kind %s', (kind) => {
  test('has the visits of its active students', () => {
    const { activeShare, visits } = days[kind]
    const total = listVisits(kind).reduce((sum, inMinute) => sum + inMinute, 0)
    expect(total).toBeCloseTo(activeShare * visits)
  })

  test('has its busiest minute after a lecture, if there are any', () => {
    const minute = findBusiestMinute(kind)
    const isAfterLecture = minute % 60 >= 50 && days[kind].lectureHours.includes(Math.floor(minute / 60))
    expect(isAfterLecture).toBe(days[kind].lectureHours.length > 0)
  })
})

test('orientation week is busier than any other day', () => {
  const most = (kind: DayKind) => Math.max(...listVisits(kind))
  expect(most('orientation')).toBeGreaterThan(most('weekday'))
  expect(most('weekday')).toBeGreaterThan(most('weekend'))
})

test('arrivals rise with the burst, and as the visits say', () => {
  const fromMinute = findBusiestMinute('weekday') - 5
  const options = { kind: 'weekday', requestsPerVisit: 30, fromMinute, minutes: 10, students: 10_000 } as const
  const times = listDayArrivals(createRandom(2), options)
  const visits = listVisits('weekday').slice(fromMinute, fromMinute + 10)
  const expected = visits.reduce((sum, inMinute) => sum + inMinute, 0) * 10_000 * 30
  expect(times.length / expected).toBeCloseTo(1, 1.5)
  const inMinutes = (from: number, to: number) =>
    times.filter((time) => time >= from * 60_000 && time < to * 60_000).length
  expect(inMinutes(5, 10) / inMinutes(0, 5)).toBeGreaterThan(2.5)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
})
