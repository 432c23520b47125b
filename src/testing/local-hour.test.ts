import { expect, test } from 'vitest'
import { countMsToNextHour } from './local-hour.ts'

test('countMsToNextHour waits only when the hour ends during a test', () => {
  const at = (time: string) => countMsToNextHour(Date.parse(`2026-11-28T${time}Z`))
  expect([at('10:00:00'), at('10:30:00'), at('10:59:30')]).toEqual([0, 0, 0])
  expect([at('10:59:31'), at('10:59:59.900')]).toEqual([29_000, 100])
})
