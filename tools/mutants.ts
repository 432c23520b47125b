// Creates mutants of a TypeScript file: copies with one small, typical fault each.
import { parseSync } from 'oxc-parser'

export type Mutant = {
  readonly line: number
  /** The change, as `original → replacement`. */
  readonly change: string
  /** The complete file with the fault. */
  readonly text: string
}

type Syntax = { readonly type: string; readonly start: number; readonly end: number; readonly [key: string]: unknown }
type Edit = { readonly start: number; readonly end: number; readonly replacement: string; readonly shown?: string }

const swapped: Readonly<Record<string, readonly string[]>> = {
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
}
/** Query builder calls that narrow the result. */
const narrowing = new Set(['where', 'whereRef', 'on', '$if'])
/** Replacements in SQL texts: conditions, comparisons and nullness. */
const sqlSwaps: readonly (readonly [RegExp, string])[] = [
  [/\band\b/g, 'or'],
  [/\bor\b/g, 'and'],
  [/\bnot exists\b/g, 'exists'],
  [/(?<!not )\bexists\b/g, 'not exists'],
  [/\bis null\b/g, 'is not null'],
  [/\bis not null\b/g, 'is null'],
  [/ <> /g, ' = '],
  [/(?<![<>!]) = /g, ' <> '],
  [/ > /g, ' >= '],
  [/ < /g, ' <= '],
]

/** The mutants of a file; with `pattern`, only of declarations whose names match and those they use. */
export function listMutants(file: string, text: string, pattern?: RegExp): Mutant[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} could not be read: ${errors[0]?.message}`)
  const roots = pattern ? findDeclarations(program as unknown as Syntax, pattern) : [program as unknown as Syntax]
  const edits = roots.flatMap((root) => buildEdits(root, text))
  const unique = new Map(edits.map((edit) => [`${edit.start} ${edit.end} ${edit.replacement}`, edit]))
  return [...unique.values()].map(({ start, end, replacement, shown }) => ({
    line: text.slice(0, start).split('\n').length,
    change: shown ?? `${shorten(text.slice(start, end))} → ${shorten(replacement) || '(removed)'}`,
    text: text.slice(0, start) + replacement + text.slice(end),
  }))
}

const shorten = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 100)

/** Top-level declarations whose names match, and the top-level declarations they use. */
function findDeclarations(program: Syntax, pattern: RegExp): Syntax[] {
  const named = new Map<string, Syntax>()
  for (const statement of program.body as Syntax[]) {
    const declared = (statement.declaration ?? statement) as Syntax
    if (declared.type === 'FunctionDeclaration') named.set((declared.id as { name: string }).name, declared)
    if (declared.type === 'VariableDeclaration')
      for (const one of declared.declarations as Syntax[]) named.set((one.id as { name: string }).name ?? '', one)
  }
  const found = new Set<string>([...named.keys()].filter((name) => pattern.test(name)))
  for (const name of found)
    visit(named.get(name) as Syntax, ({ type, name: used }) => {
      if (type === 'Identifier' && named.has(String(used))) found.add(String(used))
    })
  return [...found].map((name) => named.get(name) as Syntax)
}

function visit(syntax: Syntax, look: (syntax: Syntax, parent?: Syntax) => void, parent?: Syntax): void {
  look(syntax, parent)
  for (const [key, value] of Object.entries(syntax)) {
    if (key === 'typeAnnotation' || key === 'typeArguments' || key === 'returnType') continue
    for (const child of Array.isArray(value) ? value : [value])
      if (isSyntax(child) && !child.type.startsWith('TSType') && !child.type.startsWith('TSInterface'))
        visit(child, look, syntax)
  }
}

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && typeof (value as Syntax).type === 'string'

function buildEdits(root: Syntax, text: string): Edit[] {
  const edits: Edit[] = []
  const source = ({ start, end }: Syntax) => text.slice(start, end)
  const replace = (syntax: Syntax, replacement: string) =>
    edits.push({ start: syntax.start, end: syntax.end, replacement })
  visit(root, (syntax) => {
    if (syntax.type === 'LogicalExpression' || syntax.type === 'BinaryExpression') {
      const [left, right] = [syntax.left, syntax.right] as [Syntax, Syntax]
      const operator = String(syntax.operator)
      const between = text.slice(left.end, right.start)
      for (const other of swapped[operator] ?? [])
        edits.push({
          start: left.end,
          end: right.start,
          replacement: between.replace(operator, other),
          shown: `${shorten(source(syntax))} → ${other}`,
        })
      if (operator === '&&' || operator === '||') {
        replace(syntax, source(left))
        replace(syntax, source(right))
      }
    }
    if (syntax.type === 'UnaryExpression' && syntax.operator === '!') replace(syntax, source(syntax.argument as Syntax))
    if (syntax.type === 'ConditionalExpression') {
      replace(syntax, source(syntax.consequent as Syntax))
      replace(syntax, source(syntax.alternate as Syntax))
    }
    if (syntax.type === 'IfStatement') {
      const condition = syntax.test as Syntax
      replace(condition, 'false')
      replace(condition, 'true')
    }
    if (syntax.type === 'ExpressionStatement') replace(syntax, ';')
    const result = findReturnedValue(syntax)
    if (result && (isYesOrNo(result) || isPredicate(syntax, text)))
      for (const constant of ['true', 'false']) replace(result, constant)
    if (syntax.type === 'CallExpression') edits.push(...narrowingEdits(syntax))
    if (syntax.type === 'TemplateElement') edits.push(...sqlEdits(syntax, text))
  })
  return edits
}

/** The returned expression of a function or return statement. */
function findReturnedValue(syntax: Syntax): Syntax | undefined {
  if (syntax.type === 'ReturnStatement') return (syntax.argument as Syntax | null) ?? undefined
  const body = syntax.type === 'ArrowFunctionExpression' ? (syntax.body as Syntax) : undefined
  return body && body.type !== 'BlockStatement' ? body : undefined
}

const comparisons = new Set(['===', '!==', '<', '<=', '>', '>='])

const isYesOrNo = ({ type, operator }: Syntax): boolean =>
  (type === 'LogicalExpression' && operator !== '??') ||
  (type === 'BinaryExpression' && comparisons.has(String(operator)))

/** An arrow function with the declared return type boolean. */
const isPredicate = ({ returnType }: Syntax, text: string): boolean =>
  isSyntax(returnType) && text.slice(returnType.start, returnType.end) === ': boolean'

/** Removes a condition from a chain: `query.where(…)` becomes `query`. */
function narrowingEdits({ callee, end }: Syntax): Edit[] {
  const { type, object, property } = callee as Syntax & { object: Syntax; property: { name?: string } }
  if (type !== 'MemberExpression' || !narrowing.has(property.name ?? '')) return []
  return [{ start: object.end, end, replacement: '' }]
}

function sqlEdits({ start, end }: Syntax, text: string): Edit[] {
  const sql = text.slice(start, end)
  return sqlSwaps.flatMap(([pattern, replacement]) =>
    [...sql.matchAll(pattern)].map((match) => {
      const from = start + match.index
      const around = shorten(text.slice(Math.max(start, from - 30), Math.min(end, from + 40)))
      return {
        start: from,
        end: from + match[0].length,
        replacement,
        shown: `sql: … ${around} … → ${replacement.trim()}`,
      }
    }),
  )
}
