// The common result format of all runners, for the summary of `npm test`.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export type TestResult = {
  /** The runner's project: `server`, `web`, `faults`, `phone`, `desk`, or `check` for a command. */
  readonly suite: string
  /** Relative to the root of the repository. */
  readonly file: string
  readonly title: string
  readonly state: 'passed' | 'failed' | 'skipped'
  /** Why it was skipped, or how it failed; empty if it passed. */
  readonly reason: string
}

/** Playwright's JSON report. */
export type PlaywrightReport = PlaywrightSuite & { readonly errors?: readonly { readonly message?: string }[] }
type PlaywrightSuite = { readonly specs?: readonly Spec[]; readonly suites?: readonly PlaywrightSuite[] }
type Spec = {
  readonly file: string
  readonly title: string
  readonly tests: readonly {
    readonly projectName: string
    readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
    readonly annotations?: readonly { readonly type: string; readonly description?: string }[]
    readonly results: readonly { readonly errors: readonly { readonly message?: string }[] }[]
  }[]
}

/**
 * A test that passed only on retry has failed. The annotation `page`, what a page showed, is part of the reason. An error
 * outside of any test is a separate failure.
 */
export const resultsOfPlaywright = (report: PlaywrightReport): TestResult[] => [
  ...resultsOfSuite(report),
  ...(report.errors ?? []).map(({ message = '' }) => ({
    suite: 'journeys',
    file: 'e2e',
    title: 'the run',
    state: 'failed' as const,
    reason: message,
  })),
]

const resultsOfSuite = ({ suites = [], specs = [] }: PlaywrightSuite): TestResult[] => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, status, annotations = [], results }): TestResult => {
      const result = { suite: projectName, file: `e2e/${file}`, title }
      if (status === 'expected') return { ...result, state: 'passed', reason: '' }
      if (status === 'skipped') {
        const skip = annotations.find(({ type }) => type === 'skip' || type === 'fixme')
        return { ...result, state: 'skipped', reason: skip?.description ?? '' }
      }
      const messages = [
        ...results.flatMap(({ errors }) => errors).flatMap(({ message }) => message ?? []),
        ...annotations.filter(({ type }) => type === 'page').flatMap(({ description }) => description ?? []),
      ]
      return { ...result, state: 'failed', reason: messages.join('\n') || status }
    }),
  ),
  ...suites.flatMap(resultsOfSuite),
]

/** The used parts of Vitest's reported modules. */
export type VitestModule = {
  readonly moduleId: string
  readonly project: { readonly name: string }
  state(): string
  errors(): readonly { readonly message: string; readonly stack?: string }[]
  readonly children: {
    allTests(): Iterable<{
      readonly fullName: string
      result(): {
        readonly state: string
        readonly note?: string | undefined
        readonly errors?: readonly { readonly message: string; readonly stack?: string }[] | undefined
      }
    }>
  }
}

/** A file that could not be loaded, or whose hooks failed, is a separate failure; so is a test that never ended. */
export const resultsOfVitest = (modules: readonly VitestModule[], root: string): TestResult[] =>
  modules.flatMap((module) => {
    const common = { suite: module.project.name, file: relative(root, module.moduleId) }
    const tests = [...module.children.allTests()].map((test): TestResult => {
      const { state, note = '', errors = [] } = test.result()
      const result = { ...common, title: test.fullName }
      if (state === 'passed') return { ...result, state, reason: '' }
      if (state === 'skipped') return { ...result, state, reason: note || reasonInTitle(test.fullName) }
      return { ...result, state: 'failed', reason: errors[0]?.stack ?? errors[0]?.message ?? 'It did not end.' }
    })
    const [error] = module.errors()
    return error
      ? [...tests, { ...common, title: 'the file', state: 'failed' as const, reason: error.stack ?? error.message }]
      : tests
  })

/** `test.skipIf` takes no reason, so a conditional test has it at the end of its title. */
const reasonInTitle = (title: string): string => /\(skipped: (.+)\)/.exec(title)?.[1] ?? ''

/** The failed test and the beginning of its error, as a paragraph. */
export const describeFailure = ({ suite, file, title, reason }: TestResult): string =>
  `failed: [${suite}] ${file} › ${title}\n${stripVTControlCharacters(reason).slice(0, 4000).replaceAll(/^/gm, '    ')}`
