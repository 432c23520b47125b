// Files, links and commands that the documents quote must exist.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(Boolean)
/** Reports are written by their tools. */
const documents = files.filter((file) => /\.md$|^\.env\.example$|^deploy\//.test(file) && !/report\.md$/.test(file))
const scripts = Object.keys((JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }).scripts)
const commandSource = readFileSync('src/cli/main.ts', 'utf8')
const commands = [
  ...commandSource.matchAll(/^ {2}'?([a-z][a-z:-]+)'?: \{ ?(?=attach|$)/gm),
  ...commandSource.matchAll(/^if \(command === '([a-z:]+)'\)/gm), // without a database
].map(([, name]) => name)
const aliases = ['take', 'school', 'bind']

/** Paths in code quotes. A path may leave out its first folders, and `*` stands for a part of a name. */
function listMissingPaths(text: string): string[] {
  return [...text.matchAll(/`([\w@.*/-]+\.(?:ts|tsx|md|mjs|sql|yaml))`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !path.includes('00NN'))
    .filter((path) => !files.some((file) => toPattern(path).test(file)))
}

const toPattern = (path: string) => new RegExp(`(^|/)${path.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`)

const listBrokenLinks = (document: string, text: string) =>
  [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)|(?:src|srcset)="([^":]+)"/g)]
    .map(([, link, picture]) => link ?? picture ?? '')
    .filter((path) => !existsSync(join(dirname(document), path)))

const listUnknownCommands = (text: string) => [
  ...[...text.matchAll(/npm run (?:-s )?([a-z][\w:-]*\w)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !scripts.includes(name)),
  ...[...text.matchAll(/(?:npm run quad --|`quad|^quad) ([a-z][\w:-]*\w)/gm)]
    .map(([, name = '']) => name)
    .filter((name) => ![...commands, ...aliases].includes(name)),
]

test.each(documents)('%s quotes only files, links and commands that exist', (document) => {
  const text = readFileSync(document, 'utf8')
  expect(listMissingPaths(text)).toEqual([])
  expect(listBrokenLinks(document, text)).toEqual([])
  expect(listUnknownCommands(text)).toEqual([])
})

test('finds a missing file, a broken link and an unknown command', () => {
  expect(listMissingPaths('`src/app/main.ts` `main.ts` `src/app/nowhere.ts`')).toEqual(['src/app/nowhere.ts'])
  expect(listBrokenLinks('docs/testing.md', '[a](operations.md#watch) [b](nowhere.md)')).toEqual(['nowhere.md'])
  expect(listUnknownCommands('npm run check, npm run nothing, `quad doctor`, npm run quad -- nonsense')).toEqual([
    'nothing',
    'nonsense',
  ])
})
