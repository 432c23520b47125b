// The language check of `npm run check`: words, names and commit subjects that docs/glossary.md and CONTRIBUTING.md rule out.
// Former findings are counted per file in tools/language-baseline.json, which may only shrink: `--update` writes it, or removes
// it when there are none. `--list` prints every finding, `--per-10000` the number for each area and 10,000 lines.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type Finding, findInDocument, findInSource, findInSubject } from './language-rules.ts'

const baselineFile = 'tools/language-baseline.json'
/** Legal texts are the lawyers', generated files their generator's, and applied migrations never change. */
const exempt =
  /\.gen\.ts$|^src\/features\/session\/web\/legal\/|^migrations\/|^(bench|faults)\/report\.md$|^tools\/language/

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)

const files = git('ls-files', '*.ts', '*.tsx', '*.mjs', '*.md').filter((file) => !exempt.test(file) && existsSync(file))
const findings = new Map<string, readonly Finding[]>()
for (const file of files) {
  const text = readFileSync(file, 'utf8')
  const found = file.endsWith('.md') ? findInDocument(text) : findInSource(file, text)
  if (found.length > 0) findings.set(file, found)
}

if (process.argv.includes('--list')) print([...findings])
if (process.argv.includes('--per-10000')) printDensity()
if (process.argv.includes('--update')) {
  const counts = Object.fromEntries([...findings].map(([file, found]) => [file, found.length]))
  if (findings.size === 0) rmSync(baselineFile, { force: true })
  else writeFileSync(baselineFile, `${JSON.stringify(counts, null, 2)}\n`)
}

/** Without a baseline file, every finding fails. */
const baseline = existsSync(baselineFile)
  ? (JSON.parse(readFileSync(baselineFile, 'utf8')) as Record<string, number>)
  : {}
const worse = [...findings].filter(([file, found]) => found.length > (baseline[file] ?? 0))
const better = Object.entries(baseline).filter(([file, count]) => (findings.get(file)?.length ?? 0) < count)
const subjects = newSubjects().flatMap((subject) => findInSubject(subject).map((why) => `${subject}: ${why}`))
print(worse)
for (const subject of subjects) console.log(`commit ${subject}`)
if (better.length > 0)
  console.log(`Fewer findings than ${baselineFile} allows: run \`node tools/language.ts --update\` and commit it.`)
const total = [...findings.values()].reduce((sum, found) => sum + found.length, 0)
console.log(`${files.length} files, ${total} findings, ${worse.length} files with new ones`)
process.exitCode = worse.length + better.length + subjects.length > 0 ? 1 : 0

function print(list: readonly (readonly [string, readonly Finding[]])[]) {
  for (const [file, found] of list)
    for (const { line, text, advice } of found) console.log(`${file}:${line} “${text}”: ${advice}`)
}

/** Subjects of the commits since this check exists; none in a shallow clone. */
function newSubjects(): string[] {
  const [added] = git('log', '--diff-filter=A', '--format=%H', '--', 'tools/language.ts').slice(-1)
  return added ? git('log', '--no-merges', '--format=%s', `${added}..HEAD`) : []
}

function printDensity() {
  const areas = Map.groupBy(files, (file) =>
    file.endsWith('.md') ? 'documents' : /\.(test|spec)\.tsx?$|^(tests|e2e|faults)\//.test(file) ? 'tests' : 'source',
  )
  for (const [area, list] of areas) {
    const lines = list.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length, 0)
    const count = list.reduce((sum, file) => sum + (findings.get(file)?.length ?? 0), 0)
    console.log(`${area}: ${count} in ${lines} lines, ${((count / lines) * 10_000).toFixed(1)} per 10,000`)
  }
}
