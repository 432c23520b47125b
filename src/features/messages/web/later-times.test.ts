import { expect, test } from 'vitest'
import { listLaterTimes, parseFieldTime, toFieldTime } from './later-times.ts'

const labels = (now: Date) => listLaterTimes(now).map(({ label }) => label)

test('offers this evening only before it, and Monday not on the day before', () => {
  expect(labels(new Date(2026, 10, 26, 10))).toEqual([
    'In an hour',
    'This evening',
    'Tomorrow morning',
    'Monday morning',
  ])
  expect(labels(new Date(2026, 10, 26, 17, 30))).not.toContain('This evening')
  expect(labels(new Date(2026, 10, 29, 10))).not.toContain('Monday morning')
})

test.each([0, 1, 2, 3, 4, 5, 6])('offers only times ahead, and the coming Monday, on weekday %i', (weekday) => {
  const now = new Date(2026, 10, 22 + weekday, 23, 59)
  for (const { label, at } of listLaterTimes(now)) {
    expect(at.getTime()).toBeGreaterThan(now.getTime())
    expect(at.getTime() - now.getTime()).toBeLessThanOrEqual(7 * 24 * 3_600_000)
    if (label === 'Monday morning') expect(at.getDay()).toBe(1)
  }
})

test('reads the time of a field in the time zone of the device', () => {
  const at = new Date(2026, 10, 26, 10, 5)
  expect(toFieldTime(at)).toBe('2026-11-26T10:05')
  expect(parseFieldTime(toFieldTime(at))).toBe(at.getTime() / 1000)
  expect(parseFieldTime('')).toBeUndefined()
})
