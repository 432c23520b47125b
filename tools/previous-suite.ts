// `npm run previous-suite -- COMMIT [arguments of vitest]`: runs the server suite of an earlier release on the schema of this
// checkout, as its servers meet it during an upgrade. Exits with 1 when a test fails that is not an exception.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { judgePreviousSuite, readExceptions } from './previous-suite-exceptions.ts'
import { describeFailure, type TestResult } from './test-results.ts'

const root = resolve(import.meta.dirname, '..')
const [commit, ...options] = process.argv.slice(2)
if (!commit) {
  console.error('Name the commit of the earlier release: npm run previous-suite -- COMMIT')
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'quad-previous-'))
chmodSync(folder, 0o755) // as root, PostgreSQL runs as another account, which needs access to its programs
const copy = join(folder, 'quad')
const report = join(folder, 'results.json')
let exitCode = 1
try {
  run('git', ['worktree', 'add', '--quiet', '--detach', copy, commit], root)
  installDependencies()
  const before = readMigrations()
  rmSync(join(copy, 'migrations'), { recursive: true })
  cpSync(join(root, 'migrations'), join(copy, 'migrations'), { recursive: true })
  const unknown = readMigrations().filter((name) => !before.includes(name))
  console.log(`The server suite of ${commit}, with ${unknown.length} later migrations: ${unknown.join(', ')}`)
  exitCode = runSuite()
} finally {
  spawnSync('git', ['worktree', 'remove', '--force', copy], { cwd: root, stdio: 'inherit' })
  rmSync(folder, { recursive: true, force: true })
}
process.exit(exitCode)

function readMigrations(): string[] {
  return run('git', ['ls-files', '--cached', '--others', '--', 'migrations'], copy)
    .split('\n')
    .filter((name) => name && existsSync(join(copy, name)))
    .map((name) => name.replace('migrations/', ''))
}

/** Those of that release. They are installed, unless the ones here are the same. */
function installDependencies() {
  const hasSame = ['package-lock.json', 'node_modules/.quad-lock'].every((file) => existsSync(join(root, file)))
  if (
    hasSame &&
    readFileSync(join(root, 'package-lock.json'), 'utf8') === readFileSync(join(copy, 'package-lock.json'), 'utf8')
  )
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  run('node', ['tools/bootstrap.mjs'], copy)
}

function runSuite(): number {
  const bin = join(copy, 'node_modules/.bin')
  const reporters = ['--reporter=default', `--reporter=${join(root, 'tools/vitest-reporter.ts')}`]
  const { status } = spawnSync(join(bin, 'vitest'), ['run', '--project', 'server', ...reporters, ...options], {
    cwd: copy,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, TEST_RESULTS: report },
  })
  if (!existsSync(report)) {
    console.log(`The suite left no report; it ended with ${status}.`)
    return 1
  }
  const results = JSON.parse(readFileSync(report, 'utf8')) as TestResult[]
  const { failures, excused, problems, passed } = judgePreviousSuite(results, readExceptions())
  for (const failure of failures) console.log(`\n${describeFailure(failure)}`)
  for (const { file, test, reason } of excused) console.log(`\nexception: ${file} › ${test}\n    ${reason}`)
  for (const problem of problems) console.log(`\n${problem}`)
  console.log(`\n${passed} of ${passed + failures.length} passed, ${excused.length} exceptions`)
  return failures.length > 0 || problems.length > 0 || passed === 0 ? 1 : 0
}

function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (error) throw error
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}.`)
  return stdout
}
