// Tests of an earlier release that fail on the schema of this one although its servers work: they test the schema itself, or were
// unreliable in that release.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { TestResult } from './test-results.ts'

const Exception = z.strictObject({
  file: z.string().min(1),
  /** Its full title. */
  test: z.string().min(1),
  reason: z.string().min(20, 'Say what the test asserts that no server relies on'),
  /** It fails on the schema of that release, too, but not in every run. */
  isUnreliable: z.boolean().optional(),
})
export type Exception = z.infer<typeof Exception>

/** Throws for a file that is not a list of such entries. */
export const readExceptions = (path = 'tests/previous-suite.json'): Exception[] =>
  z.array(Exception).parse(JSON.parse(readFileSync(path, 'utf8')))

/**
 * `failures` are compatibility faults. `problems` are exceptions that do not fail, or that a file which ran does not contain: the
 * list belongs to one release and the one before.
 */
export function judgePreviousSuite(results: readonly TestResult[], exceptions: readonly Exception[]) {
  const find = ({ file, title }: TestResult) =>
    exceptions.find((exception) => exception.file === file && exception.test === title)
  const failed = results.filter(({ state }) => state === 'failed')
  const excused = failed.flatMap((result) => find(result) ?? [])
  const ran = new Set(results.map(({ file }) => file))
  return {
    failures: failed.filter((result) => !find(result)),
    excused,
    problems: exceptions
      .filter(({ isUnreliable }) => !isUnreliable)
      .filter((exception) => ran.has(exception.file) && !excused.includes(exception))
      .map(({ file, test }) => `${file} › ${test} is an exception, but it does not fail or does not exist`),
    passed: results.filter(({ state }) => state === 'passed').length,
  }
}
