import { afterEach, expect, test } from 'vitest'
import { ApiError } from './data/errors.ts'
import { retryRead } from './read-retries.ts'

afterEach(() => delete window.quadTest)

test.each([0, 500, 503])('repeats a read that failed with %i, as often as stated', (status) => {
  const error = new ApiError(status, {})
  expect([0, 1, 2].map((failures) => retryRead(2)(failures, error))).toEqual([true, true, false])
})

test.each([400, 401, 403, 404, 409, 429])('does not repeat a read that was refused with %i', (status) => {
  expect(retryRead(2)(0, new ApiError(status, {}))).toBe(false)
})

test('repeats no read in browser tests', () => {
  window.quadTest = { readRetries: 0 }
  expect(retryRead(2)(0, new ApiError(500, {}))).toBe(false)
})
