import type { Step } from './trace.ts'

/** Texts of statements are few, but searches and filters combine parts. */
const maxRemembered = 2000

let tables: ReadonlySet<string> = new Set()
const remembered = new Map<string, Step>()

/** Sets which names are tables: no other word of a statement becomes part of a trace. */
export function setTracedTables(names: readonly string[]): void {
  tables = new Set(names)
  remembered.clear()
}

/** What a trace says about a statement: its operation and table, never its text. */
export function describeStatement(text: string, name?: string): Step {
  const known = remembered.get(text)
  if (known) return known
  const step = summarize(text, name)
  if (remembered.size >= maxRemembered) remembered.clear()
  remembered.set(text, step)
  return step
}

const controls: ReadonlySet<string> = new Set([
  'begin',
  'commit',
  'rollback',
  'savepoint',
  'release',
  'set',
  'reset',
  'show',
])

function summarize(text: string, name: string | undefined): Step {
  const plain = text.replace(/'(?:[^']|'')*'/g, "''")
  const first = /^\s*(\w+)/.exec(plain)?.[1]?.toLowerCase() ?? ''
  // Not `for update`, nor `on conflict … do update`.
  const [, verb, target] =
    /\b(insert\s+into|delete\s+from|(?<!\b(?:for|do)\s+)update)\s+(?:only\s+)?"?(\w+)/i.exec(plain) ?? []
  const operation = controls.has(first) ? first : (verb?.slice(0, 6).toLowerCase() ?? 'select')
  const table = target && tables.has(target) ? target : findTable(plain)
  return {
    name: table ? `${operation} ${table}` : operation,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table ? { 'db.collection.name': table } : {}),
      ...(name ? { 'quad.statement': name } : {}),
    },
  }
}

/** The first table of the statement itself; if it has none, of its outermost subqueries. */
function findTable(plain: string): string | undefined {
  const byDepth: string[] = []
  let depth = 0
  for (const part of plain.split(/([()])/)) {
    if (part === '(') depth += 1
    else if (part === ')') depth -= 1
    else byDepth[depth] = `${byDepth[depth] ?? ''} ${part}`
  }
  for (const own of byDepth)
    for (const [, source = ''] of (own ?? '').matchAll(/\b(?:from|join)\s+(?:only\s+)?"?(\w+)/gi))
      if (tables.has(source)) return source
  return undefined
}
