// What failed, out of the reports of the runners: the end of a log of half an hour says why it ended red.
import { stripVTControlCharacters } from 'node:util'

type VitestReport = {
  testResults: {
    name: string
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[]
  }[]
}

type Suite = {
  specs?: {
    file: string
    line: number
    title: string
    tests: { projectName: string; status: string; results: { errors: { message?: string }[] }[] }[]
  }[]
  suites?: Suite[]
}

/** A paragraph for each test that failed or passed only at a second try, and for each file that could not be loaded. */
export const failuresOfVitest = ({ testResults }: VitestReport): string[] =>
  testResults.flatMap(({ name, message, assertionResults }) =>
    assertionResults.length === 0 && message
      ? [failure(`failed: ${name}`, message)]
      : assertionResults
          .filter(({ status, failureMessages }) => status === 'failed' || failureMessages?.length)
          .map(({ status, fullName, failureMessages }) =>
            failure(`${status === 'failed' ? status : 'flaky'}: ${name} › ${fullName}`, failureMessages?.[0]),
          ),
  )

/** A paragraph for each journey that failed, and for each that passed only when it was tried again. */
export const failuresOfPlaywright = ({ suites = [], specs = [] }: Suite): string[] => [
  ...specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, status, results }) => {
        const error = results.flatMap(({ errors }) => errors)[0]
        return failure(`${status}: [${projectName}] ${file}:${line} › ${title}`, error?.message)
      }),
  ),
  ...suites.flatMap(failuresOfPlaywright),
]

/** What failed and the beginning of why, as a paragraph. */
export const failure = (title: string, text = ''): string =>
  `${title}\n${stripVTControlCharacters(text).slice(0, 1000).replaceAll(/^/gm, '    ')}`
