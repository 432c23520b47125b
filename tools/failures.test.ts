import { expect, test } from 'vitest'
import { failuresOfPlaywright, failuresOfVitest } from './failures.ts'

test('tests that failed, or passed at a second try, and files that could not be loaded are told with their first error', () => {
  const failed = {
    status: 'failed',
    fullName: 'adds',
    failureMessages: ['\u001b[31mexpected 2\nto be 3\u001b[0m', 'again'],
  }
  expect(
    failuresOfVitest({
      testResults: [
        { name: 'a.test.ts', assertionResults: [{ status: 'passed', fullName: 'holds', failureMessages: [] }, failed] },
        { name: 'b.test.ts', message: 'No such module', assertionResults: [] },
        { name: 'c.test.ts', message: '', assertionResults: [] },
        { name: 'd.test.ts', assertionResults: [{ status: 'passed', fullName: 'waits', failureMessages: ['late'] }] },
      ],
    }),
  ).toEqual([
    'failed: a.test.ts › adds\n    expected 2\n    to be 3',
    'failed: b.test.ts\n    No such module',
    'flaky: d.test.ts › waits\n    late',
  ])
})

test('so are journeys, also those that passed at a second try', () => {
  const spec = (status: string, ...messages: string[]) => ({
    file: 'feed.spec.ts',
    line: 3,
    title: status,
    tests: [{ projectName: 'desk', status, results: messages.map((message) => ({ errors: [{ message }] })) }],
  })
  expect(
    failuresOfPlaywright({
      suites: [
        { specs: [spec('expected'), spec('flaky', 'late')], suites: [{ specs: [spec('unexpected', 'gone', 'gone')] }] },
      ],
    }),
  ).toEqual([
    'flaky: [desk] feed.spec.ts:3 › flaky\n    late',
    'unexpected: [desk] feed.spec.ts:3 › unexpected\n    gone',
  ])
})
