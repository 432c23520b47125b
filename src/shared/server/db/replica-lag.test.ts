import { expect, test } from 'vitest'
import { createLagWatch } from './replica-lag.ts'

const isAhead = false

test('a standby has everything up to the latest moment whose position it has reached', () => {
  const watch = createLagWatch(5000)
  expect(watch.lagMs(0)).toBe(Number.POSITIVE_INFINITY)
  watch.note({ at: 1000, ours: 100, theirs: 90, isAhead })
  expect(watch.lagMs(1000)).toBe(Number.POSITIVE_INFINITY)
  watch.note({ at: 2000, ours: 200, theirs: 100, isAhead })
  expect(watch.lagMs(2500)).toBe(1500)
  watch.note({ at: 3000, ours: 200, theirs: 150, isAhead })
  expect(watch.lagMs(3000)).toBe(2000)
  watch.note({ at: 4000, ours: 200, theirs: 200, isAhead })
  expect(watch.lagMs(4000)).toBe(0)
})

test('an idle standby stays recent, and one that is not heard of gets older', () => {
  const watch = createLagWatch(5000)
  for (const at of [1000, 2000, 3000]) watch.note({ at, ours: 100, theirs: 100, isAhead })
  expect(watch.lagMs(3000)).toBe(0)
  expect(watch.lagMs(9000)).toBe(6000)
  watch.forget()
  expect(watch.lagMs(9000)).toBe(Number.POSITIVE_INFINITY)
})

test('a standby that was ahead of the primary is not recent until it has moved', () => {
  const watch = createLagWatch(5000)
  watch.note({ at: 1000, ours: 90, theirs: 100, isAhead: true })
  // The new primary passes the position at which the standby has stopped.
  for (const [at, ours] of [
    [2000, 99],
    [3000, 110],
  ] as const)
    watch.note({ at, ours, theirs: 100, isAhead })
  expect(watch.lagMs(3000)).toBe(Number.POSITIVE_INFINITY)
  watch.note({ at: 4000, ours: 120, theirs: 120, isAhead })
  expect(watch.lagMs(4000)).toBe(0)
})
