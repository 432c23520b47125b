// With RECORD_STATEMENTS=FOLDER the server suite writes down every distinct statement that the product sends, with real
// values and the files that sent it. `tools/one-school.ts` judges them.
import { appendFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

type Sample = { readonly text: string; readonly values: readonly unknown[]; readonly shape: string }

export type RecordedStatement = {
  /** Its text without literals and the numbers of its parameters. */
  readonly key: string
  /** Up to three runs whose values differ in shape. */
  readonly samples: readonly Sample[]
  /** The files of the product that sent it. */
  readonly files: readonly string[]
}

type Entry = { samples: Map<string, Sample>; files: Set<string>; isChanged: boolean }

const maxSamples = 3
const maxFrames = 60
const entries = new Map<string, Entry>()
let isRecording = false

/** Wraps the clients of `pg` for the rest of the process. */
export function recordStatements(): void {
  if (isRecording) return
  isRecording = true
  // A pool passes the object of a statement on to a client, in a callback that has lost the stack of the sender.
  const recorded = new WeakSet<object>()
  const wrap = (owner: { query: (...words: never[]) => unknown }) => {
    const query = owner.query as (...words: unknown[]) => unknown
    owner.query = function (this: unknown, ...words: unknown[]) {
      const [first, second] = words
      const statement =
        typeof first === 'object' && first !== null ? (first as { text?: unknown; values?: unknown }) : undefined
      if (!statement || !recorded.has(statement)) {
        if (statement) recorded.add(statement)
        const values = statement?.values ?? second
        record(String(statement ? statement.text : first), Array.isArray(values) ? values : [])
      }
      return query.apply(this, words)
    } as never
  }
  wrap(pg.Client.prototype as never)
  wrap(pg.Pool.prototype as never)
}

function record(text: string, values: readonly unknown[]): void {
  if (!isExplainable(text)) return
  const file = findSender()
  if (file === null) return
  const key = withoutLiterals(text)
  const entry = entries.get(key) ?? { samples: new Map(), files: new Set<string>(), isChanged: true }
  entries.set(key, entry)
  const shape = values.map(describeShape).join()
  if (!entry.samples.has(shape) && entry.samples.size < maxSamples) {
    entry.samples.set(shape, { text, values: values.map(encodeValue), shape })
    entry.isChanged = true
  }
  if (!entry.files.has(file)) {
    entry.files.add(file)
    entry.isChanged = true
  }
}

/** What reads or changes rows, also after `begin;`. The rest locks tables, listens or defines. */
const isExplainable = (text: string) => /^\s*(begin;\s*)?(select|insert|update|delete|with|merge|values)\b/i.test(text)

/** Statements with literals or lists of another length are the same statement. */
const withoutLiterals = (text: string) =>
  text
    .replaceAll(/'(?:[^']|'')*'/g, "'…'")
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/\(\$(, \$)*\)(, \(\$(, \$)*\))*/g, '($…)')
    .replaceAll(/\s+/g, ' ')

const describeShape = (value: unknown): string => {
  if (value === null || value === undefined) return '-'
  if (Array.isArray(value)) return `[${Math.min(value.length, 2)}]`
  return typeof value
}

const root = process.cwd()

/**
 * The file of the product that sent a statement; null for a test, a factory or the demo's texts. A statement whose sender
 * is unknown counts as one of the product.
 */
function findSender(): string | null {
  const { prepareStackTrace, stackTraceLimit } = Error
  Error.stackTraceLimit = maxFrames
  Error.prepareStackTrace = (_, sites) => sites.map((site) => site.getFileName() ?? '')
  const names = new Error().stack as unknown as string[]
  Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  for (const name of names) {
    const file = relative(root, name.startsWith('file:') ? fileURLToPath(name) : name).replace(/\?.*/, '')
    if (file.startsWith('..') || file.includes('node_modules') || file === 'src/testing/statement-recorder.ts') continue
    if (/^(tests|demo|tools|src\/testing)\/|\.test\.ts$/.test(file)) return null
    if (file.startsWith('src/') && !file.startsWith('src/shared/server/db/')) return file
  }
  return 'unknown'
}

/** JSON has neither dates nor bytes. */
const encodeValue = (value: unknown): unknown => {
  if (value instanceof Date) return { date: value.toISOString() }
  if (value instanceof Uint8Array) return { hex: Buffer.from(value).toString('hex') }
  if (Array.isArray(value)) return value.map(encodeValue)
  return typeof value === 'object' && value !== null ? { json: JSON.stringify(value) } : value
}

/** Appends what is new since the last call to the file of this process. */
export function writeStatements(folder: string): void {
  const lines: string[] = []
  for (const [key, entry] of entries) {
    if (!entry.isChanged) continue
    entry.isChanged = false
    const statement: RecordedStatement = { key, samples: [...entry.samples.values()], files: [...entry.files] }
    lines.push(`${JSON.stringify(statement)}\n`)
  }
  if (lines.length > 0) appendFileSync(join(folder, `${process.pid}.jsonl`), lines.join(''))
}
