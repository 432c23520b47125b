// Writes the results of a Vitest run as tools/test.ts counts them. Vitest's own JSON leaves out why a test was skipped.
import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { resultsOfVitest } from './test-results.ts'

export default class ResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const file = process.env.TEST_RESULTS
    if (file) writeFileSync(file, JSON.stringify(resultsOfVitest(modules, process.cwd())))
  }
}
