// Writes the results of a Vitest run in the format of tools/test.ts. Vitest's own JSON omits why a test was skipped.
import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { resultsOfVitest } from './test-results.ts'

export default class ResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const file = process.env.TEST_RESULTS
    if (file) writeFileSync(file, JSON.stringify(resultsOfVitest(modules, process.cwd())))
  }
}
