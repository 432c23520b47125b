import { parseSync } from 'oxc-parser'

export type Finding = { readonly line: number; readonly text: string; readonly advice: string }

/** Words of prose: comments, strings, titles, documents, commit subjects. */
const words: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [/\b(who(m)?ever|whom|nobody|somebody|anybody)\b/gi, 'name the user: the viewer, the author, another user, no user'],
  [/\banew\b/gi, 'again'],
  [/\btold\b/gi, 'notified, shown, or the message itself'],
  [/\bat once\b/gi, 'immediately, or concurrently'],
  [/\bin step\b(?! \d)/gi, 'consistent'],
  [/\b(tak(e|es|ing)|took) (it |that |them )?back\b|\btaken back\b/gi, 'revert, withdraw, restore'],
  [/\b(is|are|was|were) no (?!longer\b|more\b|less\b|other\b|later\b|earlier\b|such\b|one\b)[a-z]+/gi, 'is not a …'],
  [/\bby turns\b/gi, 'alternately'],
  [/\basked for\b/gi, 'requested'],
  [/\be-mails?\b/gi, 'email'],
  [/\b(fault|people|word|code|page|server)s? of ours\b|\b(is|are) ours\b/gi, 'say whose: Quad’s, the server’s'],
]

/** Words of texts that users read: strings and JSX text of `src`, but not its tests. */
const textWords: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [/\bcannot\b/gi, 'can’t, or what the user can do instead'],
  [/\bmails\b/gi, 'emails'],
]

/** Texts that the specification quotes. */
const quotedTexts =
  /\bPost cannot (exceed|be empty)\b|\bYou cannot leave this conversation\b|\bothers cannot add you for 7 days\.|\bGive it back if you cannot come\.|\bThis picture cannot be shared here\.|\bAre you sure you want to delete this (post|comment|confession)\? This action cannot be undone\./g

/** Names of declarations. */
const names: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [/^(most|longest|largest|shortest|least)[A-Z]/, 'limits are maxX and minX, with the unit in the name'],
  [/^(tell|untell)[A-Z]/, 'notifyX for users, publishX for streams'],
  [/^may[A-Z]/, 'canX'],
  [/^mustBe[A-Z]/, 'assertX'],
  [/^hold[A-Z]/, 'lockX'],
  [/^forget[A-Z]/, 'deleteExpiredX'],
  [/[a-z]Of$/, 'findX, toX, formatX, buildX or parseX, by what it does'],
]
const participles = /^(Held|Shown|Asked|Made|Found|Given|Told|Taken|Listed|Begun|Sent|Written|Kept|Opened|Seen)$/
/** Declared names that mean something else in the language or the browser. */
const shadowing = /^(Pick|Window|Node)$/

/** What the language rules have against a document, by line. */
export const findInDocument = (text: string): Finding[] => findInProse(text, 1)

/** What they have against a commit subject: its form, and its words. */
export function findInSubject(subject: string): string[] {
  const found = findInProse(subject, 1).map(({ text, advice }) => `“${text}”: ${advice}`)
  if (subject.length > 72) found.push('at most 72 characters')
  if (!/^[a-z0-9-]+: [A-Z][^;]*[^.;]$/.test(subject)) found.push('`area: Imperative sentence`, one idea, no full stop')
  return found
}

/** What they have against comments, strings and declared names of a source file. */
export function findInSource(file: string, source: string): Finding[] {
  const lineOf = createLineFinder(source)
  const { comments, program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} could not be parsed: ${errors[0]?.message}`)
  const found = comments.flatMap(({ value, start }) => findInProse(value, lineOf(start)))
  const isShown = /^src\/(?!testing\/).*(?<!\.test)\.tsx?$/.test(file)
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const child of node) visit(child)
    if (!isNode(node)) return
    const text = readText(node)
    const nodes = text === undefined ? findInDeclaration(node) : findInProse(text, 0)
    if (text !== undefined && isShown) nodes.push(...findInText(text))
    found.push(...nodes.map((finding) => ({ ...finding, line: finding.line + lineOf(node.start) })))
    if (!/^(Import|Export)\w*Declaration$/.test(node.type) || 'declaration' in node) visit(Object.values(node))
  }
  visit(program.body)
  return found
}

type SyntaxNode = { readonly type: string; readonly start: number; readonly [key: string]: unknown }
const isNode = (value: unknown): value is SyntaxNode => typeof (value as SyntaxNode | null)?.type === 'string'

function readText(node: SyntaxNode): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'JSXText') return String(node.value)
  return node.type === 'TemplateElement' ? (node.value as { raw: string }).raw : undefined
}

/** Lines count from the node's own. */
function findInDeclaration(node: SyntaxNode): Finding[] {
  if (node.type === 'TSTypeAliasDeclaration' || node.type === 'TSInterfaceDeclaration') {
    const name = nameIn(node.id)
    if (participles.test(name)) return [{ line: 0, text: name, advice: 'types are nouns, not participles' }]
    if (shadowing.test(name) && node.type === 'TSTypeAliasDeclaration')
      return [{ line: 0, text: name, advice: 'this hides a built-in name' }]
  }
  if (node.type === 'VariableDeclarator' && isStateHook(node.init)) return findInStatePair(node.id)
  if (node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration') {
    const name = nameIn(node.id)
    return names.filter(([pattern]) => pattern.test(name)).map(([, advice]) => ({ line: 0, text: name, advice }))
  }
  return []
}

const nameIn = (id: unknown) => (isNode(id) && id.type === 'Identifier' ? String(id.name) : '')
const isStateHook = (init: unknown) =>
  isNode(init) && init.type === 'CallExpression' && /^use(State|SessionState)$/.test(nameIn(init.callee))

function findInStatePair(id: unknown): Finding[] {
  if (!isNode(id) || id.type !== 'ArrayPattern') return []
  const [state, setter] = (id.elements as unknown[]).map(nameIn)
  if (!state || !setter || setter === `set${state[0]?.toUpperCase()}${state.slice(1)}`) return []
  return [{ line: 0, text: `[${state}, ${setter}]`, advice: 'React state is [x, setX]' }]
}

const blank = (text: string) => ' '.repeat(text.length)

/** Quoted names are not prose. */
const findInProse = (text: string, firstLine: number) => findWords(words, text.replace(/`[^`\n]+`/g, blank), firstLine)

const findInText = (text: string) => findWords(textWords, text.replace(quotedTexts, blank), 0)

function findWords(list: typeof words, prose: string, firstLine: number): Finding[] {
  const lineOf = createLineFinder(prose)
  return list.flatMap(([pattern, advice]) =>
    [...prose.matchAll(pattern)].map((match) => ({
      line: lineOf(match.index) - 1 + firstLine,
      text: match[0],
      advice,
    })),
  )
}

/** Line numbers of offsets, from 1. */
function createLineFinder(text: string): (offset: number) => number {
  const breaks = [...text.matchAll(/\n/g)].map(({ index }) => index)
  return (offset) => breaks.filter((position) => position < offset).length + 1
}
