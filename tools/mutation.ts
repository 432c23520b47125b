// `npm run mutation [files…]`: plants small faults, one at a time, in the code that decides who may see and do what,
// and runs the related tests. A mutant that no test detects survives. Prints the score of each file and every survivor;
// exits with 1 when a survivor is not explained in equivalent-mutants.ts. Writes nothing to the working tree.
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createVitest, type Vitest } from 'vitest/node'
import config from '../vitest.config.ts'
import { equivalentMutants } from './equivalent-mutants.ts'
import { listMutants, type Mutant } from './mutants.ts'

type Target = {
  readonly file: string
  /** Names of the declarations to change; absent: the whole file. */
  readonly pattern?: RegExp
  readonly tests: readonly string[]
}

/** Run last, because they take longest: every route with every role, and with the ids of another school. */
const wideTests = globSync('tests/{permissions,isolation}.test.ts')
const testsNamed = (...names: string[]) =>
  names.flatMap((name) => {
    const found = globSync(`{src,tests}/**/${name}.test.ts`)
    if (found.length === 0) throw new Error(`No test file is named ${name}.test.ts.`)
    return found
  })
const visibility = /^visible[A-Z]/

const targets: readonly Target[] = [
  ...globSync('src/features/*/server/policy.ts').map((file) => ({ file, tests: listTests(file) })),
  ...globSync('src/features/*/server/*queries.ts')
    .filter((file) => /^(export )?(const|function) visible[A-Z]/m.test(readFileSync(file, 'utf8')))
    .map((file) => ({ file, pattern: visibility, tests: listTests(file) })),
  {
    file: 'src/shared/server/crypto/anonymity.ts',
    tests: testsNamed('anonymity', 'rotate-keys', 'unmasking', 'export'),
  },
  {
    file: 'src/shared/server/http/serve.ts',
    tests: testsNamed('serve', 'http/server', 'session', 'search-queue', 'seal-openings'),
  },
]

/** The tests of the same feature. */
function listTests(file: string): string[] {
  return globSync(join(dirname(file), '*.test.ts'))
}

/** `--narrow` skips the wide tests: faster, with survivors that those would kill. */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { narrow: { type: 'boolean', default: false } },
})
const wanted = targets.filter(({ file }) => positionals.length === 0 || positionals.some((part) => file.includes(part)))
if (wanted.length === 0) throw new Error(`No target matches ${positionals.join(', ')}.`)

let active: { readonly path: string; readonly text: string } | undefined
const vitest = await openVitest()
let unexplained = 0
try {
  for (const target of wanted) unexplained += await measure(target)
} finally {
  await vitest.close()
}
process.exit(unexplained > 0 ? 1 : 0)

/** Vitest with the server project only, and a plugin that loads the mutant in place of the file. */
function openVitest(): Promise<Vitest> {
  const load = (id: string) => (active && id.split('?')[0] === active.path ? active.text : undefined)
  const plugins = [{ name: 'mutant', enforce: 'pre' as const, load }]
  const projects = (config.test?.projects ?? []) as readonly { readonly test?: { readonly name?: unknown } }[]
  const server = projects.find(({ test }) => test?.name === 'server')
  if (!server) throw new Error('vitest.config.ts has no project named server.')
  const test = { ...server.test, fsModuleCache: false } // the cache would keep the first text of the file
  const overrides: object = { test: { fsModuleCache: false, projects: [{ plugins, test }] } }
  return createVitest({ config: false, watch: false, bail: 1, reporters: [{}], silent: true }, overrides)
}

async function measure({ file, pattern, tests }: Target): Promise<number> {
  const text = readFileSync(file, 'utf8')
  const mutants = listMutants(file, text, pattern)
  if (!(await passes(file, text, tests))) throw new Error(`The tests of ${file} fail without a mutant.`)
  const survivors: Mutant[] = []
  const findReason = ({ change }: Mutant) =>
    equivalentMutants.find((known) => file.endsWith(known.file) && change === known.change)?.reason
  for (const mutant of mutants) {
    if (!(await passes(file, mutant.text, tests))) continue
    survivors.push(mutant)
    console.log(`  ${basename(file)}:${mutant.line} ${mutant.change}  ${findReason(mutant) ?? 'SURVIVED'}`)
  }
  if (!(await passes(file, text, tests)))
    throw new Error(`The tests of ${file} fail without a mutant, after the last one.`)
  const open = survivors.filter((survivor) => findReason(survivor) === undefined)
  const killed = mutants.length - survivors.length
  const score = mutants.length > 0 ? Math.round((killed / mutants.length) * 100) : 100
  console.log(
    `${file}: ${killed} of ${mutants.length} killed (${score} %), ${survivors.length - open.length} equivalent`,
  )
  return open.length
}

/** The file's own test, the related ones, the wide ones: the first kills most mutants. */
function planStages(file: string, tests: readonly string[]): (readonly string[])[] {
  const own = tests.filter((test) => test === file.replace(/\.ts$/, '.test.ts'))
  const related = tests.filter((test) => !own.includes(test))
  return [own, related, values.narrow ? [] : wideTests].filter((stage) => stage.length > 0)
}

/** True when all of these tests pass with this text of the file; stops at the first failure. */
async function passes(file: string, text: string, tests: readonly string[]): Promise<boolean> {
  const path = resolve(file)
  active = { path, text }
  vitest.invalidateFile(path)
  try {
    for (const stage of planStages(file, tests)) {
      vitest.state.filesMap.clear() // failures of the previous mutant would count towards `bail` and end this run immediately
      const { testModules, unhandledErrors } = await vitest.runTestFiles(stage.map((test) => resolve(test)))
      if (unhandledErrors.length > 0 || testModules.length < stage.length || testModules.some((module) => !module.ok()))
        return false
    }
    return true
  } finally {
    active = undefined
  }
}
