// `npm test`: all checks and tests, cheapest first. `npm run check` (--fast) stops after the checks and the tests that
// relate to the change. The last line is `N passed, N failed, N skipped`; see docs/testing.md.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium, findHeadlessShell } from './chromium.ts'
import { installCommand } from './install.ts'
import { installPrograms } from './programs.ts'
import { applyQuarantine, readQuarantine } from './quarantine.ts'
import { foldersOfRelatedTests } from './related-tests.ts'
import { describeFailure, type PlaywrightReport, resultsOfPlaywright, type TestResult } from './test-results.ts'

const isFast = process.argv.includes('--fast')
const reports = mkdtempSync(join(tmpdir(), 'quad-reports-'))
const results: TestResult[] = []
const times: { part: string; seconds: number }[] = []

const checks: readonly (readonly [string, readonly string[]])[] = [
  ['types of the server', ['tsc', '-p', 'tsconfig.server.json', ...incremental('server')]],
  ['types of the client', ['tsc', '-p', 'tsconfig.web.json', ...incremental('web')]],
  ['lint and format', ['biome', 'check', '--error-on-warnings', '.']],
  ['import boundaries', ['node', 'tools/boundaries.ts']],
  ['nothing unused', ['knip']],
  ['language', ['node', 'tools/language.ts']],
  ['paths in tests', ['node', 'tools/route-paths.ts']],
  ['contract tables', ['node', 'tools/contract-tables.ts', '--check']],
  ...(isFast ? [] : [['table types', ['node', 'tools/schema.ts', '--check']] as const]),
]
await timed('checks', () => runTwoAtATime(checks))

if (isFast) {
  const folders = foldersOfRelatedTests(await changedFiles())
  const projects = ['--project', 'server', '--project', 'web*']
  if (folders.length > 0)
    await timed('related tests', () => vitest(['--passWithNoTests', ...projects, ...folders], 'inherit'))
} else {
  const missing = installPrograms([
    'postgres',
    'redis-server',
    'haproxy',
    'nginx',
    'exiftool',
    'promtool',
    'pgbackrest',
    'pgbouncer',
    'patroni',
    'etcd',
  ])
  if (missing) console.log(`\nSome tests are skipped. ${missing}`)
  const recordings = join(reports, 'statements')
  mkdirSync(recordings)
  const env = { RECORD_STATEMENTS: recordings }
  await timed('server and web', () => vitest(['--project', 'server', '--project', 'web*'], 'inherit', env))
  await timed('statements', () => check('one school per statement', ['node', 'tools/one-school.ts', recordings]))
  if (await timed('build', () => check('build of the client', ['node', 'tools/build.ts', '--if-stale']))) {
    await timed('journeys', journeys)
    await timed('faults', () => vitest(['--project', 'faults'], 'inherit'))
  }
}
rmSync(reports, { recursive: true, force: true })
process.exit(report())

/** Caches type-check results of unchanged files. */
function incremental(name: string): string[] {
  return ['--incremental', '--tsBuildInfoFile', `node_modules/.cache/tsc/${name}.tsbuildinfo`]
}

/** Files with uncommitted changes, or on a clean tree those of the last commit. */
async function changedFiles(): Promise<string[]> {
  const list = async (command: string) =>
    (await run(['git', ...command.split(' ')], 'pipe')).output.split('\n').filter(Boolean)
  const uncommitted = [
    ...(await list('diff --name-only HEAD')),
    ...(await list('ls-files --others --exclude-standard')),
  ]
  return uncommitted.length > 0 ? uncommitted : list('diff --name-only HEAD~1')
}

async function vitest(
  options: readonly string[],
  output: 'inherit' | 'pipe',
  env: Readonly<Record<string, string>> = {},
) {
  const file = join(reports, `vitest-${times.length}-${options.length}.json`)
  const reporters = ['--reporter=default', '--reporter=./tools/vitest-reporter.ts']
  const { status, output: text } = await run(['vitest', 'run', ...reporters, ...options], output, {
    ...env,
    TEST_RESULTS: file,
  })
  if (text) console.log(text)
  keep(options.join(' '), status, () => JSON.parse(readFileSync(file, 'utf8')) as TestResult[], !isFast)
}

async function journeys() {
  const chromium = findChromium()
  if (!chromium) {
    const help = `Name one in CHROMIUM_PATH, or on Debian: ${installCommand(['chromium', 'fonts-liberation'])}`
    results.push({ suite: 'journeys', file: 'e2e', title: 'a Chromium is found', state: 'failed', reason: help })
    return
  }
  if (!findHeadlessShell({ install: true })) console.log('Without chromium-headless-shell the journeys take longer.')
  const file = join(reports, 'playwright.json')
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const { status } = await run(['playwright', 'test', '--reporter=line,json'], 'inherit', env)
  keep('journeys', status, () => resultsOfPlaywright(JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport), true)
}

/**
 * Records the results of a runner. One without a report, without tests, or with an unexplained exit code has failed.
 */
function keep(suite: string, status: number | null, read: () => TestResult[], mustHaveTests: boolean) {
  let found: TestResult[] = []
  let problem = ''
  try {
    found = read()
  } catch (error) {
    problem = `It left no report: ${error}`
  }
  if (!problem && mustHaveTests && found.length === 0) problem = 'It ran no test.'
  if (!problem && status !== 0 && found.every(({ state }) => state !== 'failed')) problem = `It ended with ${status}.`
  results.push(...found)
  if (problem) results.push({ suite, file: suite, title: 'the run', state: 'failed', reason: problem })
}

/** Prints failures, skipped tests with reasons, the time of each part, and the counts. Returns the exit code. */
function report(): number {
  const { results: judged, problems } = applyQuarantine(results, readQuarantine(), new Date())
  const unexplained = judged.filter(({ state, reason }) => state === 'skipped' && reason === '')
  const failures = [
    ...judged.filter(({ state }) => state === 'failed'),
    ...problems.map((reason) => toFailure('quarantine', reason)),
    ...unexplained.map(({ file, title }) => toFailure('a skip without a reason', `${file} › ${title}`)),
  ]
  const skipped = Map.groupBy(
    judged.filter(({ state }) => state === 'skipped'),
    ({ reason }) => reason,
  )
  for (const failure of failures) console.log(`\n${describeFailure(failure)}`)
  for (const [reason, tests] of skipped) console.log(`\nskipped, ${tests.length}: ${reason || 'without a reason'}`)
  console.log(`\n${times.map(({ part, seconds }) => `${part} ${seconds} s`).join(' · ')}`)
  const passed = judged.filter(({ state }) => state === 'passed').length
  const skips = judged.filter(({ state }) => state === 'skipped').length
  console.log(`\n${passed} passed, ${failures.length} failed, ${skips} skipped`)
  return failures.length > 0 || passed === 0 ? 1 : 0
}

function toFailure(title: string, reason: string): TestResult {
  return { suite: 'check', file: 'tools/test.ts', title, state: 'failed', reason }
}

async function runTwoAtATime(all: typeof checks) {
  const waiting = [...all]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await check(...next)
  }
  await Promise.all([work(), work()])
}

/** Runs a command that counts as one test. */
async function check(name: string, command: readonly string[]): Promise<boolean> {
  const began = Date.now()
  const { status, output } = await run(command, 'pipe')
  const isPassed = status === 0
  console.log(`${isPassed ? '✓' : '✗'} ${name} (${Date.now() - began} ms)`)
  const state = isPassed ? 'passed' : 'failed'
  results.push({ suite: 'check', file: command.join(' '), title: name, state, reason: isPassed ? '' : output })
  if (!isPassed) console.log(output)
  return isPassed
}

async function timed<T>(part: string, work: () => Promise<T>): Promise<T> {
  const began = Date.now()
  try {
    return await work()
  } finally {
    times.push({ part, seconds: Math.round((Date.now() - began) / 1000) })
  }
}

function run(
  [program = '', ...args]: readonly string[],
  stdio: 'pipe' | 'inherit',
  env: Readonly<Record<string, string>> = {},
): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', stdio, stdio], env: { ...process.env, ...env } })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => (output += text))
    child.on('error', (error) => resolve({ status: null, output: String(error) }))
    child.on('close', (status) => resolve({ status, output }))
  })
}
