import { expect, test } from 'vitest'
import { findInDocument, findInSource, findInSubject } from './language-rules.ts'

const find = (source: string) => findInSource('example.tsx', source).map(({ line, text }) => `${line} ${text}`)

test.each([
  ['a comment', '// whoever comes first\nexport const x = 1', ['1 whoever']],
  ['a docstring', '\n/**\n * Counts\n * anew.\n */\nexport const x = 1', ['4 anew']],
  ['a string', "export const text = 'Nobody is told'", ['1 Nobody', '1 told']],
  ['a template', 'export const text = `at\n\nAda is no friend`', ['3 is no friend']],
  ['JSX text', 'export const note = <p>\n  All at once\n</p>', ['2 at once']],
  ['a test title', "test('what is asked for comes by turns', () => {})", ['1 by turns', '1 asked for']],
  ['the name of a limit', 'export const mostPages = 1', ['1 mostPages']],
  ['a function named xOf', 'function titleOf() {}', ['1 titleOf']],
  ['the name of a check', 'const mayEdit = () => true', ['1 mayEdit']],
  ['the name of an assertion', 'function mustBeAdmin() {}', ['1 mustBeAdmin']],
  ['the name of a lock', 'async function holdRow() {}', ['1 holdRow']],
  ['the name of a notification', 'const tellAuthor = () => {}', ['1 tellAuthor']],
  ['the name of a removal', 'const forgetOld = () => {}', ['1 forgetOld']],
  ['a type named by a participle', 'type Held = { id: string }', ['1 Held']],
  ['a type that hides a built-in one', 'type Window = { page: number }', ['1 Window']],
  ['React state', 'const [deleting, confirmDelete] = useState(false)', ['1 [deleting, confirmDelete]']],
])('rejects a banned word or name in %s', (_, source, expected) => {
  expect(find(source)).toEqual(expected)
})

test('accepts plain English, and names of imports', () => {
  const source = `import { titleOf } from 'a'
    // The value is no longer used: it is not a number.
    const [isOpen, setIsOpen] = useState(false)
    export const maxPages = titleOf('email')`
  expect(find(source)).toEqual([])
})

const findInInterface = (source: string, file = 'src/features/posts/web/PostCard.tsx') =>
  findInSource(file, source).map(({ line, text }) => `${line} ${text}`)

test.each([
  ['a string', "export const text = 'You cannot vote on your own answer.'", ['1 cannot']],
  ['JSX text', 'export const note = (\n  <p>This action cannot be undone.</p>\n)', ['2 cannot']],
  ['an attribute', 'export const note = <p title="No more mails" />', ['1 mails']],
  ['a template', 'export const text = `Ada\ncannot see her`', ['2 cannot']],
])('rejects a stiff word in %s that users read', (_, source, expected) => {
  expect(findInInterface(source)).toEqual(expected)
})

test('accepts comments, tests and quoted texts with words that no other text of the interface has', () => {
  expect(findInInterface('// The seal cannot be opened.\nexport const x = 1')).toEqual([])
  expect(findInInterface("test('a user cannot vote twice', () => {})", 'src/app/x.test.tsx')).toEqual([])
  expect(findInInterface("export const text = 'Post cannot be empty'")).toEqual([])
  expect(
    findInInterface("export const text = 'Are you sure you want to delete this post? This action cannot be undone.'"),
  ).toEqual([])
  expect(findInInterface("export const name = 'forget_old_mails'")).toEqual([])
})

test('gives the line of a finding in a document', () => {
  expect(findInDocument('# Title\n\nSend an e-mail, as the account `nobody`.')).toEqual([
    { line: 3, text: 'e-mail', advice: 'email' },
  ])
})

test.each([
  ['posts: Load comments in one query', 0],
  ['posts: Tell whoever likes it', 1],
  ['Load comments in one query', 1],
  ['posts: load comments', 1],
  ['posts: Load comments.', 1],
  ['posts: Load comments; count likes', 1],
  [`posts: ${'Load comments '.repeat(6)}now`, 1],
])('judges the commit subject “%s”', (subject, count) => {
  expect(findInSubject(subject)).toHaveLength(count)
})
