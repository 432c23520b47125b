// Finds which tables of the database a source file reads and writes, in Kysely calls and in SQL text. The boundary check
// compares the accesses with the owners in src/app/tables.ts.
import { parseSync, Visitor } from 'oxc-parser'

export type TableAccess = {
  /** Undefined where the name is computed at run time. */
  readonly table: string | undefined
  readonly mode: 'reads' | 'writes'
  readonly line: number
}

type Access = Omit<TableAccess, 'line'>
type SyntaxNode = { readonly type: string; readonly start: number; readonly end: number }

const readMethods = /^(selectFrom|from|using|(inner|left|right|full|cross)Join(Lateral)?)$/
const writeMethods = /^(insertInto|replaceInto|updateTable|deleteFrom|mergeInto)$/
const startsLikeSql = /^\s*(select|insert\s+into|update|delete\s+from|with|lock\s+table|truncate)\s/i

/** The accesses of a file to `tables`. An access by a computed name has no table. */
export function listTableAccesses(file: string, text: string, tables: ReadonlySet<string>): TableAccess[] {
  const { program } = parseSync(file, text)
  const found: TableAccess[] = []
  const note = (node: SyntaxNode, accesses: readonly Access[]) => {
    const line = text.slice(0, node.start).split('\n').length
    found.push(...accesses.map((access) => ({ ...access, line })))
  }
  const sqlTemplates = new Set<number>()
  const visitor = new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type === 'Identifier' && tag.name === 'sql') sqlTemplates.add(quasi.start)
    },
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || !first) return
      const { name } = callee.property
      const mode = writeMethods.test(name) ? 'writes' : readMethods.test(name) ? 'reads' : undefined
      const isSqlTable = name === 'table' && callee.object.type === 'Identifier' && callee.object.name === 'sql'
      if (mode) note(first, readNames(first, mode, isKyselyOnly(name)))
      if (isSqlTable && first.type !== 'Literal') note(first, [{ table: undefined, mode: 'reads' }])
    },
    TemplateLiteral({ quasis, expressions, start, end }) {
      const texts = quasis.map(({ value }) => value.cooked ?? '')
      const holes = expressions.map((expression) => nameInHole(expression))
      const whole = texts.map((part, index) => part + (index < holes.length ? (holes[index] ?? ' ? ') : '')).join('')
      if (sqlTemplates.has(start) || startsLikeSql.test(whole))
        note({ type: '', start, end }, listSqlAccesses(whole, tables))
    },
    Literal({ value, start, end }) {
      if (typeof value === 'string' && startsLikeSql.test(value))
        note({ type: '', start, end }, listSqlAccesses(value, tables))
    },
  })
  visitor.visit(program)
  return found

  function readNames(node: SyntaxNode, mode: Access['mode'], mustName: boolean): Access[] {
    const value = node as SyntaxNode & Record<string, unknown>
    if (node.type === 'Literal') {
      const name = typeof value.value === 'string' ? (value.value.split(' ')[0] ?? '') : ''
      return tables.has(name) ? [{ table: name, mode }] : []
    }
    if (node.type === 'ConditionalExpression')
      return [value.consequent, value.alternate].flatMap((part) => readNames(part as SyntaxNode, mode, mustName))
    if (node.type === 'ArrayExpression')
      return (value.elements as SyntaxNode[]).flatMap((part) => readNames(part, mode, mustName))
    if (node.type === 'TSAsExpression') return readNames(value.expression as SyntaxNode, mode, mustName)
    if (!mustName || /^(Arrow|Call|Function)/.test(node.type)) return [] // a subquery: its own calls are visited
    return [{ table: undefined, mode }]
  }
}

/** Methods that no other library has: a variable as their argument is a table or a query. */
const isKyselyOnly = (method: string) => method !== 'from' && method !== 'using'

/** The text of `${sql.table('name')}`. Other expressions are part of no table name. */
function nameInHole(expression: SyntaxNode): string | undefined {
  const call = expression as SyntaxNode & { callee?: SyntaxNode & Record<string, unknown>; arguments?: SyntaxNode[] }
  const property = call.callee?.property as { name?: string } | undefined
  const literal = call.arguments?.[0] as { value?: unknown } | undefined
  return call.type === 'CallExpression' && property?.name === 'table' && typeof literal?.value === 'string'
    ? literal.value
    : undefined
}

/** Table names after from, join, using, into, update, lock table and truncate. */
export function listSqlAccesses(sql: string, tables: ReadonlySet<string>): Access[] {
  const tokens = sql
    .replace(/--.*$|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/gm, ' ')
    .toLowerCase()
    .match(/[a-z_][a-z0-9_$]*|"[^"]*"|\S/g)
  const found: Access[] = []
  const words = tokens ?? []
  words.forEach((word, index) => {
    const before = words[index - 1]
    const isWrite = word === 'into' || (word === 'update' && before !== 'for' && before !== 'do' && before !== 'key')
    const isDelete = word === 'from' && before === 'delete'
    const isRead = (word === 'from' && before !== 'distinct') || word === 'join' || word === 'using'
    const isLock = word === 'table' && before === 'lock'
    if (isWrite || isDelete || word === 'truncate') note(index + 1, 'writes')
    else if (isRead || isLock) noteList(index + 1)
  })
  return found

  function note(at: number, mode: Access['mode']) {
    const start = words[at] === 'only' ? at + 1 : at
    const name = words[start]?.replaceAll('"', '')
    if (name === '?' && mode === 'writes') found.push({ table: undefined, mode })
    // `is distinct from posts.id` names a column.
    if (name && tables.has(name) && words[start + 1] !== '.') found.push({ table: name, mode })
  }

  /** `from posts as p, users u`: notes what follows each comma, up to the next clause or the end of the brackets. */
  function noteList(start: number) {
    note(start, 'reads')
    let depth = 0
    for (let at = start; at < words.length; at++) {
      const word = words[at] ?? ''
      if (word === '(') depth++
      if (word === ')') depth--
      if (depth < 0 || (depth === 0 && clauses.has(word))) return
      if (depth === 0 && word === ',') note(at + 1, 'reads')
    }
  }
}

/** Words that end a list of tables. A list after one of them is noted on its own. */
const clauses = new Set(
  'where join inner left right full cross on group order set returning union limit having select from for when then else end'.split(
    ' ',
  ),
)
