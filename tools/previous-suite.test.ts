import { expect, test } from 'vitest'
import { judgePreviousSuite, readExceptions } from './previous-suite-exceptions.ts'
import type { TestResult } from './test-results.ts'

const result = (title: string, state: TestResult['state'], file = 'a.test.ts'): TestResult => ({
  suite: 'server',
  file,
  title,
  state,
  reason: '',
})
const exception = (test: string, file = 'a.test.ts') => ({ file, test, reason: 'It compares the catalog with a list.' })

test('reads the exceptions of the suite of the earlier release', () => {
  expect(readExceptions()).not.toEqual([])
})

test('reports every failure that is not an exception', () => {
  const results = [result('lists tables', 'failed'), result('likes', 'failed'), result('comments', 'passed')]
  const judged = judgePreviousSuite(results, [exception('lists tables')])
  expect(judged.failures.map(({ title }) => title)).toEqual(['likes'])
  expect(judged.excused.map(({ test }) => test)).toEqual(['lists tables'])
  expect(judged).toMatchObject({ passed: 1, problems: [] })
})

test('reports exceptions that pass or do not exist, unless they are unreliable or their file did not run', () => {
  const unreliable = { ...exception('passes sometimes'), isUnreliable: true }
  const exceptions = [exception('passes'), exception('renamed'), exception('elsewhere', 'b.test.ts'), unreliable]
  const { problems } = judgePreviousSuite([result('passes', 'passed')], exceptions)
  expect(problems).toEqual([
    'a.test.ts › passes is an exception, but it does not fail or does not exist',
    'a.test.ts › renamed is an exception, but it does not fail or does not exist',
  ])
})
