import { expect, test } from 'vitest'
import { formatRelativeTime, formatTimeAgo } from './time.ts'
import { toInitials } from './ui/Avatar.tsx'

const now = Date.UTC(2026, 10, 21, 12) / 1000

test.each([
  [-5, 'now'],
  [59, 'now'],
  [60, '1 min'],
  [59 * 60, '59 min'],
  [3600, '1 h'],
  [86_399, '23 h'],
  [86_400, '1 d'],
  [6.9 * 86_400, '6 d'],
])('formats %d seconds ago as "%s"', (seconds, text) => {
  expect(formatRelativeTime(now - seconds, now)).toBe(text)
})

test.each([
  [30, /^now$/],
  [7200, /^2 h ago$/],
  [30 * 86_400, /^(?!.*ago)/],
])('formats %d seconds ago within a sentence as %s', (seconds, text) => {
  expect(formatTimeAgo(Date.now() / 1000 - seconds)).toMatch(text)
})

test('shows the date of a timestamp older than a week, with the year if it differs', () => {
  expect(formatRelativeTime(now - 10 * 86_400, now)).toMatch(/11/)
  expect(formatRelativeTime(now - 10 * 86_400, now)).not.toMatch(/2026/)
  expect(formatRelativeTime(now - 400 * 86_400, now)).toMatch(/2025/)
})

test.each([
  ['Ada Castellan', 'AC'],
  ['Cher', 'C'],
  ['  mary  ann   van der Berg ', 'MB'],
  ['Éva Ízes', 'ÉÍ'],
  ['😀 Smile', '😀S'],
  ['', ''],
])('abbreviates "%s" to "%s"', (name, letters) => {
  expect(toInitials(name)).toBe(letters)
})
