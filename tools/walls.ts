// Checks which file may import which. `node tools/walls.ts [folder]` prints every violation and exits with 1 if there is
// one. The rules are those of CONTRIBUTING.md. Tests and src/testing may import every layer; only tests import src/testing.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'oxc-parser'

/** A room stands only on rooms of lower floors. */
const floors: readonly (readonly string[])[] = [
  ['schools', 'media'],
  ['people', 'ads'],
  ['moderation', 'session', 'friends', 'notifications'],
  ['posts', 'messages', 'events', 'assignments', 'confessions', 'professors', 'admin', 'settings'],
  ['groups', 'marketplace', 'profiles'],
  ['search'],
]
/** Files of a feature that its neighbours above may import, besides its contract. */
const open =
  /^(contract\.ts|server\/([\w-]+-)?(queries|actions)\.ts|server\/(kinds|personal-data)\.ts|web\/(?!.*Page\.tsx$).+)$/
/** Files that speak HTTP or decide, and leave SQL to others. */
const withoutSql = /\/(contract|([\w-]+-)?routes|policy|present)\.ts$/

const root = process.argv[2] ?? '.'
const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.gen\.ts$/.test(file))
const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const imports = new Map(files.map((file) => [file, importsOf(file)]))
const faults = [...imports].flatMap(([file, found]) => found.flatMap((specifier) => faultsOf(file, specifier)))
for (const file of files) faults.push(...lazyFaultsOf(file))

for (const circle of circles()) faults.push(`a circle: ${circle.join(' → ')}`)
for (const fault of faults) console.error(fault)
console.log(`${files.length} modules, ${faults.length} violations`)
process.exitCode = faults.length > 0 ? 1 : 0

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const { module, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} could not be read: ${errors[0]?.message}`)
  const dynamic = module.dynamicImports.map(({ moduleRequest }) =>
    text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
  )
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  )
  return [
    ...new Set([...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...exported, ...dynamic]),
  ]
}

function faultsOf(file: string, specifier: string): string[] {
  const from = placeOf(file)
  if (!specifier.startsWith('.')) {
    if (from.part === 'contract' && specifier !== 'zod')
      return [`${file} imports ${specifier}: a contract imports only zod and contracts`]
    if (specifier === 'kysely' && withoutSql.test(file))
      return [`${file} imports kysely: SQL belongs in queries and actions`]
    return []
  }
  const target = relative(root, join(root, dirname(file), specifier))
  if (!existsSync(join(root, target))) return [`${file} imports ${specifier}, which does not exist`]
  const to = placeOf(target)
  const fault = (why: string) => [`${file} imports ${target}: ${why}`]
  if (isTest(target)) return fault('nothing imports a test')
  if (to.room === 'testing') {
    if (!isTest(file) && from.room !== 'testing') return fault('only tests import src/testing')
    if (from.part === 'web' && to.part !== 'web') return fault('the browser never gets server code')
  }
  if (from.part === 'contract' && to.part !== 'contract') return fault('a contract imports only zod and contracts')
  if (from.part === 'web' && to.part === 'server') return fault('the browser never gets server code')
  if (from.part === 'server' && to.part === 'web') return fault('the server knows no screens')
  if (isTest(file) || from.room === 'testing') return []
  if (rank(from) < rank(to)) return fault('arrows point downwards: app → features → shared, by floor')
  if (from.room === to.room || to.room === 'shared' || from.room === 'app') return []
  if (rank(from) === rank(to)) return fault('neighbours on one floor do not know each other')
  return open.test(to.inside) ? [] : fault('this file is private to its feature')
}

/**
 * Code that comes later comes through the one loader, which survives a lost connection and a new release: nothing else in
 * the browser uses React's `lazy` or a bare `import()`.
 */
function lazyFaultsOf(file: string): string[] {
  if (placeOf(file).part !== 'web' || isTest(file) || /^src\/shared\/web\/(lazy-part\.tsx|code-loader\.ts)$/.test(file))
    return []
  const text = readFileSync(join(root, file), 'utf8')
  const { module } = parseSync(file, text)
  const usesLazy = module.staticImports.some(
    ({ moduleRequest, entries }) =>
      moduleRequest.value === 'react' && entries.some(({ importName }) => importName.name === 'lazy'),
  )
  const bare = module.dynamicImports.filter(
    ({ start }) => !/(lazyPart|lazyPage|createCodeLoader)\(\s*\(\) =>\s*$/.test(text.slice(0, start)),
  )
  return [
    ...(usesLazy ? [`${file} imports lazy from react: use lazyPart of shared/web/lazy-part.tsx`] : []),
    ...bare.map(() => `${file} has a bare import(): use lazyPart, lazyPage or createCodeLoader`),
  ]
}

function placeOf(file: string) {
  const [, top = '', ...rest] = file.split('/')
  const room = top === 'features' ? (rest.shift() ?? '') : top
  const inside = rest.join('/')
  const part =
    !isTest(file) && (inside === 'contract.ts' || (room === 'shared' && rest.length === 1)) // what both sides know
      ? 'contract'
      : inside.startsWith('web/')
        ? 'web'
        : inside.startsWith('server/')
          ? 'server'
          : 'other'
  return { room, inside, part }
}

function rank({ room }: { room: string }): number {
  if (room === 'shared') return 0
  if (room === 'app') return floors.length + 1
  const floor = floors.findIndex((rooms) => rooms.includes(room))
  if (floor < 0) throw new Error(`The feature ${room} has no floor: name it in tools/walls.ts`)
  return floor + 1
}

/** Every circle of imports, types included, each once. */
function circles(): string[][] {
  const found: string[][] = []
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]) => {
    const at = path.indexOf(file)
    if (at >= 0) found.push([...path.slice(at), file])
    if (at >= 0 || done.has(file)) return
    for (const specifier of imports.get(file) ?? []) {
      const target = relative(root, join(root, dirname(file), specifier))
      if (imports.has(target)) visit(target, [...path, file])
    }
    done.add(file)
  }
  for (const file of imports.keys()) visit(file, [])
  return found
}
