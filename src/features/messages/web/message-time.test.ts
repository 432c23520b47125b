import { expect, test } from 'vitest'
import type { Message } from '../contract.ts'
import { formatSeparator, isAfterGap } from './message-time.ts'

const at = (hour: number, minute: number, day = 24) => new Date(2026, 10, day, hour, minute).getTime() / 1000
const message = (created_at: number) => ({ created_at }) as Message

test('the time is shown above the first message, a new day, and after 60 minutes without messages', () => {
  expect(isAfterGap(undefined, message(at(9, 0)))).toBe(true)
  expect(isAfterGap(message(at(9, 0)), message(at(9, 59)))).toBe(false)
  expect(isAfterGap(message(at(9, 0)), message(at(10, 0)))).toBe(true)
  expect(isAfterGap(message(at(23, 50, 23)), message(at(0, 5)))).toBe(true)
})

test('the line above names the day and the time', () => {
  const now = new Date(2026, 10, 24, 12)
  expect(formatSeparator(at(9, 5), now)).toMatch(/^Today .*9:05/)
  expect(formatSeparator(at(9, 5, 23), now)).toMatch(/^Yesterday .*9:05/)
})
