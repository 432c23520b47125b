// Flaky tests. They still run, but do not fail the run; each has a reason and a date by which it must be repaired.
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { TestResult } from './test-results.ts'

export const quarantinePath = 'tests/quarantine.json'
/** Maximum time in quarantine; then the run fails until the test is repaired or removed. */
export const maxQuarantineDays = 14

const Quarantined = z.strictObject({
  file: z.string().min(1),
  /** Its full title. */
  test: z.string().min(1),
  reason: z.string().min(20, 'Say what fails, and under which circumstances'),
  since: z.iso.date(),
})
export type Quarantined = z.infer<typeof Quarantined>

/** Throws for a file that is not a list of such entries. */
export const readQuarantine = (path = quarantinePath): Quarantined[] =>
  existsSync(path) ? z.array(Quarantined).parse(JSON.parse(readFileSync(path, 'utf8'))) : []

/**
 * Counts quarantined tests as skipped, whatever their result. `problems` are entries that are too old, and entries
 * whose file ran without a test of that title.
 */
export function applyQuarantine(
  results: readonly TestResult[],
  quarantine: readonly Quarantined[],
  today: Date,
): { results: TestResult[]; problems: string[] } {
  const find = ({ file, title }: TestResult) => quarantine.find((entry) => entry.file === file && entry.test === title)
  const oldest = today.getTime() - maxQuarantineDays * 24 * 3600 * 1000
  const problems = quarantine.flatMap(({ file, test, since }) => {
    const ran = results.filter((result) => result.file === file)
    return [
      ...(new Date(since).getTime() < oldest
        ? [`${file} › ${test} is quarantined since ${since}: for more than ${maxQuarantineDays} days`]
        : []),
      ...(ran.length > 0 && !ran.some(({ title }) => title === test)
        ? [`${file} › ${test} is quarantined but does not exist`]
        : []),
    ]
  })
  return {
    problems,
    results: results.map((result) => {
      const entry = find(result)
      return entry
        ? { ...result, state: 'skipped', reason: `quarantined since ${entry.since}: ${entry.reason}` }
        : result
    }),
  }
}
