// docs/security.md names the tests that prove each requirement. A proof that was renamed, removed, skipped or
// quarantined fails here.
import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { type Quarantined, readQuarantine } from './quarantine.ts'

const counts = { AU: 15, ST: 9, TN: 7, AZ: 8, AN: 20, IV: 10, UP: 9, OH: 10, RL: 10, AD: 3, PR: 8, SC: 5, AS: 4 }
const required = Object.entries(counts).flatMap(([area, count]) =>
  Array.from({ length: count }, (_, index) => `${area}-${index + 1}`),
)

const lines = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| [A-Z]{2}-\d+ /.test(line))
  .map((line) => {
    const [, id = '', , proof = '', result = ''] = line.split('|').map((cell) => cell.trim())
    return { id, proofs: [...proof.matchAll(/`(.+?) › (.+?)`/g)], result }
  })

const files = globSync('{src,tests,demo,e2e,tools}/**/*.{test,spec}.{ts,tsx}')

const quarantined = readQuarantine()

type SyntaxNode = {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}
const isNode = (value: unknown): value is SyntaxNode => typeof (value as SyntaxNode | null)?.type === 'string'
const skips = ['skip', 'skipIf', 'runIf', 'todo', 'fixme']

/** The title of each test of a source, and whether it is skipped: itself, by its group, or by a call in its body. */
function listTests(source: string, file = 'proof.ts'): Map<string, 'runs' | 'skipped'> {
  const found = new Map<string, 'runs' | 'skipped'>()
  const visit = (value: unknown, isSkipped: boolean) => {
    if (Array.isArray(value)) for (const item of value) visit(item, isSkipped)
    if (!isNode(value)) return
    const chain = value.type === 'CallExpression' ? calledNames(value.callee) : []
    const [root = ''] = chain
    if (!['test', 'it', 'describe', 'testWith'].includes(root))
      return void Object.values(value).forEach((child) => {
        visit(child, isSkipped)
      })
    const [title, ...rest] = value.arguments as SyntaxNode[]
    const skipped = isSkipped || chain.some((name) => skips.includes(name)) || rest.some(skipsItself)
    if (title && rest.length > 0 && root !== 'describe') {
      const name = title.type === 'Literal' ? String(title.value) : source.slice(title.start + 1, title.end - 1)
      found.set(name, skipped ? 'skipped' : 'runs')
    }
    for (const argument of rest) visit(argument, skipped)
  }
  visit(parseSync(file, source).program, false)
  return found
}

/** test.concurrent.each(…)(…) → test, concurrent, each. */
function calledNames(callee: unknown): string[] {
  if (!isNode(callee)) return []
  if (callee.type === 'Identifier') return [String(callee.name)]
  if (callee.type === 'MemberExpression')
    return [...calledNames(callee.object), String((callee.property as { name?: string }).name)]
  if (callee.type === 'CallExpression') return calledNames(callee.callee)
  return callee.type === 'TaggedTemplateExpression' ? calledNames(callee.tag) : []
}

/**
 * True when a body calls `test.skip()` or `context.skip()`. A call with a condition does not count: such journeys run
 * on some devices.
 */
function skipsItself(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(skipsItself)
  if (!isNode(value)) return false
  if (value.type === 'CallExpression') {
    const [, ...names] = calledNames(value.callee)
    const [condition] = value.arguments as SyntaxNode[]
    if (names.some((name) => name === 'skip' || name === 'fixme') && (!condition || condition.type === 'Literal'))
      return true
  }
  return Object.values(value).some(skipsItself)
}

/** Why a test proves nothing; undefined if it does. */
function objectionTo(path: string, title: string, list: readonly Quarantined[] = quarantined): string | undefined {
  const found = files.filter((file) => `/${file}`.endsWith(`/${path}`))
  const [file = ''] = found
  if (found.length !== 1) return `${path} is ${found.length} files`
  const state = listTests(readFileSync(file, 'utf8'), file).get(title)
  if (!state) return `${path} has no “${title}”`
  if (state === 'skipped') return `${path} skips “${title}”`
  if (list.some((entry) => entry.file === file && entry.test.endsWith(title))) return `“${title}” is quarantined`
  return undefined
}

test('every requirement has exactly one row', () => {
  expect(lines.map(({ id }) => id)).toEqual(required)
})

test('every named proof exists, and no requirement without a proof is called proved', () => {
  const missing = lines.flatMap(({ id, proofs, result }) => [
    ...(result === 'proved' && proofs.length === 0 ? [`${id} names no proof`] : []),
    ...proofs.flatMap(([, path = '', title = '']) => {
      const objection = objectionTo(path, title)
      return objection ? [`${id}: ${objection}`] : []
    }),
  ])
  expect(missing).toEqual([])
})

test.each([
  ['a test', `test('a proof', () => {})`, 'runs'],
  ['a test of a table', `test.each([1, 2])('a proof', { timeout: 5 }, () => {})`, 'runs'],
  ['a test in a group', `describe('group', () => { test('a proof', () => {}) })`, 'runs'],
  ['a test that needs a program', `testWith('redis-server')('a proof', {}, () => {})`, 'runs'],
  ['a journey for some devices', `test('a proof', ({ isMobile }) => { test.skip(isMobile, 'no rails') })`, 'runs'],
  ['a skipped test', `test.skip('a proof', () => {})`, 'skipped'],
  ['a test that is skipped by a condition', `test.skipIf(!hasRedis)('a proof', () => {})`, 'skipped'],
  ['a test that runs by a condition', `test.runIf(hasRedis)('a proof', () => {})`, 'skipped'],
  ['a skipped table', `test.skip.each([1])('a proof', () => {})`, 'skipped'],
  ['a test in a skipped group', `describe.skip('group', () => { test('a proof', () => {}) })`, 'skipped'],
  ['a test that skips itself', `test('a proof', (context) => { if (!redis) context.skip() })`, 'skipped'],
  ['a journey that is to be fixed', `test.fixme('a proof', () => {})`, 'skipped'],
  ['a title in a comment', `// test('a proof', () => {})\nconst title = 'a proof'`, undefined],
])('listTests finds %s', (_, source, state) => {
  expect(listTests(source).get('a proof')).toBe(state)
})

test('a quarantined test is not a proof', () => {
  const [file, name] = ['tools/security.test.ts', 'a quarantined test is not a proof']
  expect(objectionTo('security.test.ts', name, [])).toBeUndefined()
  const entry = { file, test: name, reason: 'fails at times', since: '2026-11-23' }
  expect(objectionTo('security.test.ts', name, [entry])).toContain('is quarantined')
  expect(objectionTo('security.test.ts', name, [{ ...entry, file: 'tools/other.test.ts' }])).toBeUndefined()
})
