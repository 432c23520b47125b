// The language check of `npm run check`: words, names and commit subjects that docs/glossary.md and CONTRIBUTING.md rule out.
// `--per-10000` prints the number of findings for each area and 10,000 lines.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { type Finding, findInDocument, findInSource, findInSubject } from './language-rules.ts'

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

if (process.argv.includes('--per-10000')) printDensity()

const subjects = newSubjects().flatMap((subject) => findInSubject(subject).map((why) => `${subject}: ${why}`))
for (const [file, found] of findings)
  for (const { line, text, advice } of found) console.log(`${file}:${line} “${text}”: ${advice}`)
for (const subject of subjects) console.log(`commit ${subject}`)
const total = [...findings.values()].reduce((sum, found) => sum + found.length, 0)
console.log(`${files.length} files, ${total} findings, ${subjects.length} commit subjects`)
process.exitCode = total + subjects.length > 0 ? 1 : 0

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
