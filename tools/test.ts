// `npm test`: everything that decides whether this Quad is sound, cheapest first. `npm run check` (--fast) stops before
// the build and the browser. Ends with the line `N passed, N failed`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './chromium.ts'
import { failure, failuresOfPlaywright, failuresOfVitest } from './failures.ts'
import { installCommand } from './install.ts'
import { installPrograms } from './programs.ts'

type Count = { passed: number; failed: number }

const failures: string[] = []
const reports = mkdtempSync(join(tmpdir(), 'quad-reports-'))
const total: Count = { passed: 0, failed: 0 }

check('types of the server', ['tsc', '-p', 'tsconfig.server.json'])
check('types of the client', ['tsc', '-p', 'tsconfig.web.json'])
check('lint and format', ['biome', 'check', '--error-on-warnings', '.'])
check('walls', ['node', 'tools/walls.ts'])
check('nothing unused', ['knip'])
check('table types', ['node', 'tools/schema.ts', '--check'])
const missing = installPrograms(['postgres', 'redis-server', 'haproxy'])
if (missing) console.log(`\nTests of several servers are skipped. ${missing}`)
suite(
  'server and components',
  ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${reports}/vitest.json`],
  {},
  () => {
    const report = readReport('vitest.json')
    failures.push(...failuresOfVitest(report))
    const { numPassedTests, numFailedTests, testResults } = report
    const unloaded = testResults.filter(
      (file: { status: string; assertionResults: unknown[] }) =>
        file.status === 'failed' && file.assertionResults.length === 0,
    )
    return { passed: numPassedTests, failed: numFailedTests + unloaded.length }
  },
)
if (!process.argv.includes('--fast')) {
  if (check('build of the client', ['node', 'tools/build.ts', '--if-stale'])) browser()
}

rmSync(reports, { recursive: true, force: true })
for (const failure of failures) console.log(`\n${failure}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)

function browser() {
  const chromium = findChromium()
  if (!chromium) {
    console.error(
      `No Chromium: name one in CHROMIUM_PATH, or on Debian: ${installCommand(['chromium', 'fonts-liberation'])}`,
    )
    total.failed++
    return
  }
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: `${reports}/playwright.json` }
  suite('browser journeys', ['playwright', 'test', '--reporter=line,json'], env, () => {
    const report = readReport('playwright.json')
    failures.push(...failuresOfPlaywright(report))
    const { stats, errors } = report
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }
  })
}

/** One command that counts as one test. */
function check(name: string, command: readonly string[]): boolean {
  const began = Date.now()
  const { status, stdout, stderr } = run(command, {}, 'pipe')
  const passed = status === 0
  console.log(`${passed ? '✓' : '✗'} ${name} (${Date.now() - began} ms)`)
  if (!passed) {
    console.log(`${stdout}${stderr}`)
    failures.push(failure(`failed: ${name}`, `${stdout}${stderr}`))
  }
  total[passed ? 'passed' : 'failed']++
  return passed
}

/** A runner that counts its own tests. One that dies without a report, or with no test at all, has failed. */
function suite(name: string, command: readonly string[], env: Record<string, string>, countOf: () => Count) {
  console.log(`\n${name}`)
  const { status } = run(command, env, 'inherit')
  let count: Count
  try {
    count = countOf()
  } catch {
    count = { passed: 0, failed: 1 }
  }
  if (count.failed === 0 && (status !== 0 || count.passed === 0)) count = { ...count, failed: 1 }
  total.passed += count.passed
  total.failed += count.failed
}

function run([program = '', ...args]: readonly string[], env: Record<string, string>, stdio: 'pipe' | 'inherit') {
  return spawnSync(program, args, {
    stdio: ['ignore', stdio, stdio],
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 2 ** 26,
  })
}

function readReport(name: string) {
  return JSON.parse(readFileSync(join(reports, name), 'utf8'))
}
