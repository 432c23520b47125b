// `npm run faults:planted`: inserts each fault of tests/planted-faults.ts into a copy of the last commit and runs the
// tests that must detect it. Exits with 1 when one of them does not. An argument limits it to the faults whose names
// contain it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { plantedFaults } from '../tests/planted-faults.ts'
import { type PlaywrightReport, resultsOfPlaywright, type TestResult } from './test-results.ts'

const root = resolve(import.meta.dirname, '..')
const copy = join(root, '.mutation')
const report = join(copy, 'results.json')
const wanted = process.argv[2] ?? ''

rmSync(copy, { recursive: true, force: true })
mkdirSync(copy)
run('sh', ['-c', `git -C ${root} archive HEAD | tar -x -C ${copy}`])
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

const missed: string[] = []
const chosen = plantedFaults.filter(({ name }) => name.includes(wanted))
for (const fault of chosen) {
  const path = join(copy, fault.file)
  const source = readFileSync(path, 'utf8')
  if (source.split(fault.find).length !== 2) throw new Error(`${fault.name}: ${fault.file} has changed.`)
  writeFileSync(
    path,
    source.replace(fault.find, () => fault.replace),
  )
  const caught = new Set([
    ...failedFiles(fault.caughtBy.filter((file) => !file.startsWith('e2e/'))),
    ...failedJourneys(fault.caughtBy.filter((file) => file.startsWith('e2e/'))),
  ])
  writeFileSync(path, source)
  const silent = fault.caughtBy.filter((file) => !caught.has(file))
  console.log(
    `${silent.length === 0 ? '✓' : '✗'} ${fault.name}${silent.length > 0 ? `: ${silent.join(', ')} passed` : ''}`,
  )
  if (silent.length > 0) missed.push(fault.name)
}
rmSync(copy, { recursive: true, force: true })
console.log(`${missed.length} of ${chosen.length} faults were missed`)
process.exit(missed.length > 0 ? 1 : 0)

/** One file at a time, and only until its first failure: a test that waits for something impossible takes a minute. */
function failedFiles(files: readonly string[]): string[] {
  return files.flatMap((file) => {
    run('vitest', ['run', '--bail=1', '--reporter=./tools/vitest-reporter.ts', file], { TEST_RESULTS: report })
    return filesWithFailures(JSON.parse(readFileSync(report, 'utf8')) as TestResult[])
  })
}

function failedJourneys(files: readonly string[]): string[] {
  if (files.length === 0) return []
  run('node', ['tools/build.ts'])
  run('playwright', ['test', '--reporter=json', ...files], { PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  return filesWithFailures(resultsOfPlaywright(JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport))
}

/** A file that could not be loaded has detected nothing. */
function filesWithFailures(results: readonly TestResult[]): string[] {
  return results.filter(({ state, title }) => state === 'failed' && title !== 'the file').map(({ file }) => file)
}

function run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { error } = spawnSync(program, args, { cwd: copy, env: { ...process.env, ...env }, stdio: 'ignore' })
  if (error) throw error
}
