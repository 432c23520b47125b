import { expect, test } from 'vitest'
import { listDueDays } from './due.ts'
import { suggestSubject } from './subject.ts'

test.each([
  ['MATH 101', 'Mathematics'],
  ['cs61a', 'Computer Science'],
  ['PHYS 2', 'Physics'],
  ['PHIL 10', 'Philosophy'],
  ['ENGL 110', 'Literature'],
  ['ENGR 20', 'Engineering'],
  ['STAT 7', 'Statistics'],
  ['X', undefined],
  ['', undefined],
])('suggests for the course %j the subject %j', (course, subject) => {
  expect(suggestSubject(course)).toBe(subject)
})

test.each([
  ['a Wednesday', new Date(2026, 10, 25, 12), ['', '2026-11-25', '2026-11-26', '2026-11-29']],
  ['a Saturday', new Date(2026, 10, 28, 12), ['', '2026-11-28', '2026-11-29']],
  ['a Sunday', new Date(2026, 10, 29, 12), ['', '2026-11-29', '2026-11-30']],
])('offers on %s each of the next days once', (_, now, days) => {
  expect(listDueDays(now).map(([day]) => day)).toEqual(days)
})
