import { describe, expect, test } from 'vitest'
import {
  ApiError,
  findBlocked,
  findErrorData,
  findFaultId,
  findFieldErrors,
  isConflict,
  isForbidden,
  isNotFound,
  isOffline,
  isRateLimit,
  isRefused,
  isUnauthorized,
  userMessage,
  waitMessage,
} from './errors.ts'

const theirs = 'You are a member already.'
const fallback = 'Failed to join group'
const reply = (status: number, extra = {}) => new ApiError(status, { error: theirs, ...extra })

describe('userMessage', () => {
  const withStatus = (status: number) => `Failed (${status})`
  test.each([
    // No options: the text of the specification for every failure.
    [reply(400), {}, fallback],
    [reply(409), {}, fallback],
    [reply(429), {}, fallback],
    [reply(500), {}, fallback],
    [new ApiError(0, {}), {}, fallback],
    [new TypeError('x is not a function'), {}, fallback],
    [undefined, {}, fallback],
    // Statuses whose message is for the user.
    [reply(409), { statuses: [409] }, theirs],
    [reply(400), { statuses: [409] }, fallback],
    [reply(500), { statuses: [409] }, fallback],
    [new ApiError(409, {}), { statuses: [409] }, fallback],
    [new ApiError(409, { error: '' }), { statuses: [409] }, fallback],
    [reply(500), { statuses: 'all' }, theirs],
    [reply(429), { statuses: 'all' }, theirs],
    [new ApiError(502, {}), { statuses: 'all' }, fallback],
    [new ApiError(0, {}), { statuses: 'all' }, fallback],
    [new Error('internal'), { statuses: 'all' }, fallback],
    // Texts for single statuses.
    [reply(404), { texts: { 404: 'Group not found' }, statuses: 'all' }, 'Group not found'],
    [reply(403), { texts: { 404: 'Group not found' } }, fallback],
    [new ApiError(0, {}), { texts: { 0: 'Check your connection.' } }, 'Check your connection.'],
    // With the status, once there is a reply.
    [reply(500), { withStatus }, 'Failed (500)'],
    [reply(500), { withStatus, statuses: 'all' }, theirs],
    [new ApiError(502, {}), { withStatus, statuses: 'all' }, 'Failed (502)'],
    [new ApiError(0, {}), { withStatus }, fallback],
    [new Error('internal'), { withStatus }, fallback],
    // With details.
    [reply(422, { details: 'No name' }), { withDetails: true, statuses: 'all' }, `${fallback}: No name`],
    [reply(422), { withDetails: true, statuses: 'all' }, theirs],
  ] as const)('%s with %o is "%s"', (error, options, text) => {
    expect(userMessage(error, fallback, options)).toBe(text)
  })
})

test('a rate limit states how long to wait, also without a message', () => {
  expect(waitMessage(reply(429))).toBe(theirs)
  expect(waitMessage(new ApiError(429, { retry_after: 5 }))).toBe('Try again in 5 seconds.')
  expect(waitMessage(new ApiError(429, {}))).toBe('An error occurred')
})

test('an error has what its reply states', () => {
  const body = { error: theirs, code: 'conflict', request_id: 'r1', fields: { name: 'Too long' }, retry_after: 7 }
  const { code, requestId, fieldErrors, retryAfterSeconds, message } = new ApiError(409, body)
  expect({ code, requestId, fieldErrors, retryAfterSeconds, message }).toEqual({
    code: 'conflict',
    requestId: 'r1',
    fieldErrors: { name: 'Too long' },
    retryAfterSeconds: 7,
    message: theirs,
  })
  expect(new ApiError(502, {})).toMatchObject({ fieldErrors: {}, message: 'An error occurred' })
})

test.each([
  [0, [isOffline]],
  [400, [isRefused]],
  [401, [isUnauthorized, isRefused]],
  [403, [isForbidden, isRefused]],
  [404, [isNotFound, isRefused]],
  [409, [isConflict, isRefused]],
  [429, [isRateLimit, isRefused]],
  [499, [isRefused]],
  [500, []],
])('status %i has its kinds only', (status, kinds) => {
  const all = [isOffline, isUnauthorized, isForbidden, isNotFound, isConflict, isRateLimit, isRefused]
  expect(all.filter((is) => is(new ApiError(status, {})))).toEqual(kinds)
  expect(all.some((is) => is(new Error('x')) || is(null))).toBe(false)
})

test('finds the number of a failure inside the server only', () => {
  expect(findFaultId(reply(500, { request_id: 'r1' }))).toBe('r1')
  expect(findFaultId(reply(404, { request_id: 'r1' }))).toBeUndefined()
  expect(findFaultId(new Error('x'))).toBeUndefined()
})

test('finds fields, a ban, and the data of one status', () => {
  const blocked = { isBlocked: true, blockReason: 'banned' }
  expect(findFieldErrors(reply(400, { fields: { name: 'Too long' } }))).toEqual({ name: 'Too long' })
  expect(findFieldErrors(new Error('x'))).toEqual({})
  expect(findBlocked(reply(403, blocked))).toMatchObject(blocked)
  expect(findBlocked(reply(404, blocked))).toBeUndefined()
  expect(findBlocked(new Error('x'))).toBeUndefined()
  expect(findErrorData(reply(409, { data: 'c1' }), 409 as never)).toMatchObject({ data: 'c1' })
  expect(findErrorData(reply(403, { data: 'c1' }), 409 as never)).toBeUndefined()
})
