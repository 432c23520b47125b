import { describe, expect, test } from 'vitest'
import { applyQuarantine, type Quarantined } from './quarantine.ts'
import {
  describeFailure,
  resultsOfPlaywright,
  resultsOfVitest,
  type TestResult,
  type VitestModule,
} from './test-results.ts'

type VitestTest = { title: string; state: string; note?: string; error?: string }
const vitestModule = (file: string, tests: VitestTest[], fileError?: string): VitestModule => ({
  moduleId: `/root/${file}`,
  project: { name: 'server' },
  state: () => 'passed',
  errors: () => (fileError ? [{ message: fileError }] : []),
  children: {
    allTests: () =>
      tests.map(({ title, state, note, error }) => ({
        fullName: title,
        result: () => ({ state, note, errors: error ? [{ message: error }] : [] }),
      })),
  },
})

const outcomes = (results: readonly TestResult[]) => results.map(({ title, state, reason }) => [title, state, reason])

describe('resultsOfVitest', () => {
  test('counts failed tests, tests that never ended and files that could not be loaded as failures', () => {
    const results = resultsOfVitest(
      [
        vitestModule('a.test.ts', [
          { title: 'adds', state: 'passed' },
          { title: 'subtracts', state: 'failed', error: 'expected 2' },
          { title: 'waits', state: 'pending' },
        ]),
        vitestModule('b.test.ts', [], 'No such module'),
      ],
      '/root',
    )
    expect(outcomes(results)).toEqual([
      ['adds', 'passed', ''],
      ['subtracts', 'failed', 'expected 2'],
      ['waits', 'failed', 'It did not end.'],
      ['the file', 'failed', 'No such module'],
    ])
    expect(results[3]?.file).toBe('b.test.ts')
  })

  test('reads why a test was skipped from its note or its title', () => {
    const results = resultsOfVitest(
      [
        vitestModule('a.test.ts', [
          { title: 'one', state: 'skipped', note: 'no Redis' },
          { title: 'two (skipped: no HAProxy)', state: 'skipped' },
          { title: 'three', state: 'skipped' },
        ]),
      ],
      '/root',
    )
    expect(results.map(({ reason }) => reason)).toEqual(['no Redis', 'no HAProxy', ''])
  })
})

describe('resultsOfPlaywright', () => {
  const spec = (title: string, status: 'expected' | 'unexpected' | 'flaky' | 'skipped', message?: string) => ({
    file: 'feed.spec.ts',
    title,
    tests: [
      {
        projectName: 'desk',
        status,
        annotations: status === 'skipped' ? [{ type: 'skip', description: 'no touch screen' }] : [],
        results: message ? [{ errors: message.split('; ').map((part) => ({ message: part })) }] : [],
      },
    ],
  })

  test('counts a test that passed on retry, and an error outside of all tests, as failures', () => {
    const results = resultsOfPlaywright({
      suites: [
        {
          specs: [spec('reads', 'expected'), spec('writes', 'flaky', 'late')],
          suites: [
            { specs: [spec('deletes', 'unexpected', 'timed out; waiting for a button'), spec('swipes', 'skipped')] },
          ],
        },
      ],
      errors: [{ message: 'The server did not start.' }],
    })
    expect(outcomes(results)).toEqual([
      ['reads', 'passed', ''],
      ['writes', 'failed', 'late'],
      ['deletes', 'failed', 'timed out\nwaiting for a button'],
      ['swipes', 'skipped', 'no touch screen'],
      ['the run', 'failed', 'The server did not start.'],
    ])
    expect(results[0]?.file).toBe('e2e/feed.spec.ts')
  })
})

test('describeFailure indents the reason and removes its colours', () => {
  const reason = '\u001b[31mexpected 2\nto be 3\u001b[0m'
  expect(describeFailure({ suite: 'web', file: 'a.test.ts', title: 'adds', state: 'failed', reason })).toBe(
    'failed: [web] a.test.ts › adds\n    expected 2\n    to be 3',
  )
})

describe('applyQuarantine', () => {
  const today = new Date('2026-11-23T12:00:00Z')
  const failed: TestResult = { suite: 'desk', file: 'e2e/a.spec.ts', title: 'waits', state: 'failed', reason: 'late' }
  const entry: Quarantined = {
    file: 'e2e/a.spec.ts',
    test: 'waits',
    reason: 'Fails when the clock of the machine jumps',
    since: '2026-11-20',
  }

  test('counts a quarantined test as skipped, with its date and reason', () => {
    const { results, problems } = applyQuarantine([failed, { ...failed, title: 'reads' }], [entry], today)
    expect(outcomes(results)).toEqual([
      ['waits', 'skipped', 'quarantined since 2026-11-20: Fails when the clock of the machine jumps'],
      ['reads', 'failed', 'late'],
    ])
    expect(problems).toEqual([])
  })

  test('reports an entry that is older than 14 days', () => {
    const at = (since: string) => applyQuarantine([failed], [{ ...entry, since }], today).problems.length
    expect([at('2026-11-10'), at('2026-11-09')]).toEqual([0, 1])
  })

  test('reports an entry without a test, unless its file did not run', () => {
    const renamed = [{ ...entry, test: 'waited' }]
    expect(applyQuarantine([failed], renamed, today).problems).toHaveLength(1)
    expect(applyQuarantine([{ ...failed, file: 'e2e/b.spec.ts' }], renamed, today).problems).toEqual([])
  })
})
