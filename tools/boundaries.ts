// Boundary check: which file may import which. `node tools/boundaries.ts [folder]` prints every violation and exits
// with 1 if there is one. The rules are explained in CONTRIBUTING.md. Tests and src/testing may import every layer;
// only tests import src/testing. Table ownership: see table-ownership.ts.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync } from 'oxc-parser'
import { checkOwnership, type Ownership } from './table-ownership.ts'

/** Features by layer, lowest first. A feature imports only from lower layers. */
const layers: readonly (readonly string[])[] = [
  ['schools', 'media', 'live'],
  ['session', 'ads', 'rules'],
  ['moderation'],
  ['people', 'appeals', 'push', 'notices'],
  ['discussions', 'notifications', 'decisions'],
  ['posts', 'messages', 'confessions', 'professors'],
  ['groups', 'marketplace'],
  ['group-posts', 'events', 'assignments'],
  ['search', 'admin', 'account', 'transparency', 'welcome'],
]
/** Modules above all features, which import every one of them; no feature imports these. */
const top: readonly string[] = ['app', 'cli', 'demo', 'tests']
/** Files of a feature that no other feature imports: its routes and pages. */
const privateFiles = /(routes\.ts|Page\.tsx)$/
const job = 'a job, which no request opens a transaction for'
const createsOnGet = 'a GET that creates what is missing'
const steps = 'writes that stay when a later step fails'
/** Files besides `serve` that open transactions, and why. */
const openers: Readonly<Record<string, string>> = {
  'src/shared/server/db/transaction.ts': 'defines transactions',
  'src/shared/server/auth/moderation-status.ts': 'defines the guard of a write',
  'src/shared/server/http/serve.ts': 'opens the transaction of a write',
  'src/shared/server/cells/across-cells.ts': 'holds the guard of a write while another cell runs it',
  'src/shared/server/http/idempotency.ts': 'claims the Idempotency-Key in the transaction of the write',
  'src/shared/server/db/migrate.ts': 'a migration',
  'src/shared/server/pending.ts': job,
  'src/shared/server/crypto/sealed-inbox.ts': job,
  'src/shared/server/crypto/epoch-store.ts': 'holds the key of a month while a seal is opened',
  'src/features/account/server/deletion.ts': job,
  'src/features/account/server/ended-authorship.ts': job,
  'src/features/account/server/month-seals.ts': job,
  'src/shared/server/crypto/epoch-destruction.ts': job,
  'src/features/moderation/server/seal-requests.ts': job,
  'src/features/moderation/server/case-jobs.ts': job,
  'src/features/appeals/server/late-appeals.ts': job,
  'src/features/moderation/server/blocked-images.ts': job,
  'src/features/media/server/blocklist.ts': job,
  'src/features/media/server/evidence.ts': job,
  'src/features/schools/server/anonymity-actions.ts': job,
  'src/features/admin/server/audit-chain.ts': job,
  'src/features/events/server/reminders.ts': job,
  'src/features/events/server/waitlist-jobs.ts': job,
  'src/features/group-posts/server/notifications.ts': job,
  'src/features/marketplace/server/expiry.ts': job,
  'src/features/marketplace/server/matches.ts': job,
  'src/features/messages/server/leave-actions.ts': job,
  'src/features/messages/server/reminders.ts': job,
  'src/features/messages/server/scheduled.ts': job,
  'src/features/messages/server/vanished.ts': job,
  'src/features/moderation/server/erase-actions.ts': job,
  'src/features/moderation/server/seal-notices.ts': job,
  'src/features/notifications/server/mail-actions.ts': job,
  'src/features/ads/server/counting.ts': 'writes concurrent requests together',
  'src/features/notices/server/actions.ts': 'a call without an account, which has no guard, and a job',
  'src/features/push/server/send-actions.ts': job,
  'src/features/session/server/role-actions.ts': 'a command of the CLI',
  'src/features/session/server/sign-in.ts': 'the user is known only after it',
  'src/features/account/server/routes.ts': 'a deleted account, which the guard refuses, is restored',
  'src/features/admin/server/routes.ts': 'a GET that leaves an entry in the audit log',
  'src/features/events/server/routes.ts': createsOnGet,
  'src/features/groups/server/routes.ts': createsOnGet,
  'src/features/media/server/upload-actions.ts': 'files are stored before it begins',
  'src/features/professors/server/routes.ts': 'files are stored before it begins',
  'src/features/messages/server/routes.ts': steps,
  'src/features/appeals/server/routes.ts': 'writes of blocked users, which the guard refuses',
  'src/features/moderation/server/routes.ts': steps,
  'src/features/moderation/server/case-routes.ts': steps,
  'src/features/moderation/server/seal-opening.ts': steps,
  'src/features/posts/server/routes.ts': 'a like is one statement',
  'src/features/search/server/queries.ts': 'a setting of the search, which only a transaction can hold',
}
const returnsCount = 'the statement returns the new count, which an AFTER trigger cannot'
/** Files that change a stored count, and why the triggers of `keep_count` do not. */
const counters: Readonly<Record<string, string>> = {
  'src/features/discussions/server/comments.ts': returnsCount,
  'src/features/discussions/server/likes.ts': returnsCount,
  'src/features/discussions/server/withheld-comments.ts': 'the same count, which has no trigger',
  'src/features/posts/server/personal-data.ts': 'likes of a removed account, which have no trigger either',
}
/** Files for HTTP or policies, which contain no SQL. */
const withoutSql = /\/(([\w-]+-)?(contract|routes)|policy|present)\.ts$/

type Project = { readonly root: string; readonly imports: ReadonlyMap<string, readonly string[]> }

if (process.argv[1] === import.meta.filename) {
  const { faults, summary } = await checkBoundaries(process.argv[2] ?? '.')
  for (const fault of faults) console.error(fault)
  console.log(summary)
  process.exitCode = faults.length > 0 ? 1 : 0
}

/** Checks the project in a folder. Throws for a file that cannot be read. */
export async function checkBoundaries(root: string): Promise<{ faults: string[]; summary: string }> {
  const files = globSync('{src,demo,tests}/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.gen\.ts$/.test(file))
  const imports = new Map(files.map((file) => [file, listImports(root, file)]))
  const project = { root, imports }
  const faults = [...imports].flatMap(([file, found]) =>
    found.flatMap((specifier) => findFaults(project, file, specifier)),
  )
  for (const file of files)
    faults.push(...findLazyFaults(root, file), ...findPathFaults(root, file), ...findLimitFaults(root, file))
  faults.push(...findEagerContracts(root, files))

  for (const cycle of importCycles(project)) faults.push(`import cycle: ${cycle.join(' → ')}`)

  const sources = files.map((file) => ({ file, ...locate(file), text: readFileSync(join(root, file), 'utf8') }))
  const ownership: Ownership = await import(pathToFileURL(resolve(root, 'src/app/tables.ts')).href)
  faults.push(...sources.flatMap(findTransactionFaults), ...sources.flatMap(findCountFaults))
  const tables = checkOwnership(
    sources.filter(({ module, isTest }) => !isTest && module !== 'demo'),
    ownership,
    (module) => rank({ module }),
  )
  faults.push(...tables.faults)

  const summary = `${tables.accesses} table accesses; across boundaries: ${tables.across}, in ${tables.listed} listed with reason
${files.length} modules, ${faults.length} violations`
  return { faults, summary }
}

function listImports(root: string, file: string): string[] {
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

function findFaults({ root }: Project, file: string, specifier: string): string[] {
  const from = locate(file)
  if (!specifier.startsWith('.')) {
    if (from.part === 'contract' && specifier !== 'zod')
      return [`${file} imports ${specifier}: a contract imports only zod and contracts`]
    if (specifier === 'kysely' && withoutSql.test(file) && !top.includes(from.module))
      return [`${file} imports kysely: SQL belongs in queries and actions`]
    return []
  }
  const target = relative(root, join(root, dirname(file), specifier))
  if (!existsSync(join(root, target))) return [`${file} imports ${specifier}, which does not exist`]
  if (!/^(src|demo|tests)\//.test(target))
    return from.isTest ? [] : [`${file} imports ${target}: the product imports no tool`]
  const to = locate(target)
  const fault = (why: string) => [`${file} imports ${target}: ${why}`]
  if (/\.test\.tsx?$/.test(target)) return fault('no file imports a test')
  if (to.isTest && !from.isTest) return fault('only tests import tests and src/testing')
  if (to.module === 'testing' && from.part === 'web' && to.part !== 'web')
    return fault('the browser never gets server code')
  if (from.part === 'contract' && to.part !== 'contract') return fault('a contract imports only zod and contracts')
  if (from.part === 'web' && to.part === 'server') return fault('the browser never gets server code')
  if (from.part === 'server' && to.part === 'web') return fault('the server never imports browser code')
  if (from.isTest) return []
  if (rank(from) < rank(to)) return fault('imports point downwards: app → features → shared, by layer')
  if (from.module === to.module || to.module === 'shared' || top.includes(from.module)) return []
  if (rank(from) === rank(to)) return fault('features of one layer do not import each other')
  return privateFiles.test(to.inside) ? fault('routes and pages are private to their feature') : []
}

/**
 * `serve` opens the transaction of a write and passes it on, so that everything a request writes commits together and is
 * guarded once. Other code that opens one is listed with its reason.
 */
function findTransactionFaults({
  file,
  module,
  isTest,
  text,
}: {
  file: string
  module: string
  isTest: boolean
  text: string
}) {
  if (isTest || module === 'demo' || module === 'cli' || file in openers) return []
  return /\bwith(User)?Transaction(OfUsers)?\(|\bwriteInOneStatement\(|\.transaction\(\)/.test(text)
    ? [
        `${file} opens a transaction: take the one of the request as a parameter, or list the file in tools/boundaries.ts`,
      ]
    : []
}

/** Counts of rows are kept by triggers, so that none is forgotten and each is written in one way. */
function findCountFaults({ file, isTest, text }: { file: string; isTest: boolean; text: string }) {
  if (isTest || file in counters) return []
  const change = /\b(\w*_count|votes)\b\s*(?:=|:\s*sql(?:<\w+>)?`)\s*(?:\w+\.)?\1\s*[+$-]/.exec(text)
  return change ? [`${file} changes ${change[1]}: let keep_count keep it, or list the file in tools/boundaries.ts`] : []
}

/**
 * Lazy code is loaded through one loader, which survives a lost connection and a new release: other code in the browser
 * must not use React's `lazy` or a bare `import()`.
 */
function findLazyFaults(root: string, file: string): string[] {
  if (
    locate(file).part !== 'web' ||
    locate(file).isTest ||
    /^src\/shared\/web\/(lazy-part\.tsx|code-loader\.ts)$/.test(file)
  )
    return []
  const text = readFileSync(join(root, file), 'utf8')
  const { module } = parseSync(file, text)
  const usesLazy = module.staticImports.some(
    ({ moduleRequest, entries }) =>
      moduleRequest.value === 'react' && entries.some(({ importName }) => importName.name === 'lazy'),
  )
  const bare = module.dynamicImports.filter(
    ({ start }) => !/(lazyPart\(|createCodeLoader\(|\bpage\('[^']*',)\s*\(\) =>\s*$/.test(text.slice(0, start)),
  )
  return [
    ...(usesLazy ? [`${file} imports lazy from react: use lazyPart of shared/web/lazy-part.tsx`] : []),
    ...bare.map(() => `${file} has a bare import(): use lazyPart or createCodeLoader`),
  ]
}

/** The browser names routes by reference, so that a renamed path fails to compile wherever it is used. */
function findPathFaults(root: string, file: string): string[] {
  if (locate(file).part !== 'web' || locate(file).isTest || file === 'src/shared/web/live.ts') return [] // opens the stream of a higher layer
  const text = readFileSync(join(root, file), 'utf8')
  const found = /^(?!\s*(?:\*|\/\/|\/\*)).*(['"`](?:(?:GET|POST|PUT|PATCH|DELETE) \/|\/api\/)[^'"`]*)/m.exec(text)
  return found ? [`${file} contains ${found[1]}': use the table in contract.gen.ts`] : []
}

/** Limits of fields are in the contract: a copy in the browser is forgotten when the contract changes. */
function findLimitFaults(root: string, file: string): string[] {
  if (locate(file).part !== 'web' || locate(file).isTest || /\.story\.tsx$/.test(file)) return []
  const found = /\bmaxLength(?:=\{|:\s*)\d+|\bmax\w*Length = \d+|\b\w*[Ll]imits = \{[^}]*\d/.exec(
    readFileSync(join(root, file), 'utf8'),
  )
  return found ? [`${file} contains ${found[0]}: take the limit from contract.gen.ts or useContractForm`] : []
}

/**
 * A contract loads zod, which no page waits for: a file that imports one at run time is reached only through an
 * `import()` of a form or a dialog. Pages, and what they import, take routes, limits and values from contract.gen.ts.
 */
function findEagerContracts(root: string, files: readonly string[]): string[] {
  const web = files.filter((file) => locate(file).part === 'web' && !locate(file).isTest)
  const runtime = new Map(web.map((file) => [file, listRuntimeImports(root, file)]))
  const imported = new Set([...runtime.values()].flatMap(({ fixed, dynamic }) => [...fixed, ...dynamic]))
  const isRoot = (file: string) => /Page\.tsx$/.test(file) || !imported.has(file)
  const importers = new Map<string, string | undefined>(web.filter(isRoot).map((file) => [file, undefined]))
  for (const file of importers.keys())
    for (const target of runtime.get(file)?.fixed ?? []) if (!importers.has(target)) importers.set(target, file)
  const trace = (file: string | undefined): string[] => (file ? [...trace(importers.get(file)), file] : [])
  return [...importers.keys()]
    .filter((file) => runtime.get(file)?.fixed.some((target) => /[/-]contract\.ts$/.test(target)))
    .map((file) => `${trace(file).join(' → ')} imports a contract at run time, with zod: use its contract.gen.ts`)
}

/** The files that a file imports with more than types, with it (`fixed`) or later (`dynamic`). */
function listRuntimeImports(root: string, file: string): { fixed: string[]; dynamic: string[] } {
  const text = readFileSync(join(root, file), 'utf8')
  const { module } = parseSync(file, text)
  const toFiles = (specifiers: readonly string[]) =>
    specifiers
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => relative(root, join(root, dirname(file), specifier)))
  const isUsed = ({ entries }: { entries: readonly { isType: boolean }[] }) =>
    entries.length === 0 || entries.some(({ isType }) => !isType)
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
  )
  return {
    fixed: toFiles([
      ...module.staticImports.filter(isUsed).map(({ moduleRequest }) => moduleRequest.value),
      ...exported,
    ]),
    dynamic: toFiles(
      module.dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
    ),
  }
}

function locate(file: string) {
  const [folder = '', ...rest] = file.split('/')
  const first = folder === 'src' ? (rest.shift() ?? '') : folder
  const module = first === 'features' ? (rest.shift() ?? '') : first
  const inside = rest.join('/')
  const isTest = /\.test\.tsx?$/.test(file) || module === 'testing' || module === 'tests'
  const part =
    !isTest && (/^([\w-]+-)?contract\.ts$/.test(inside) || (module === 'shared' && rest.length === 1)) // shared by server and browser
      ? 'contract'
      : inside.startsWith('web/')
        ? 'web'
        : inside.startsWith('server/')
          ? 'server'
          : 'other'
  return { module, inside, part, isTest }
}

function rank({ module }: { module: string }): number {
  if (module === 'shared') return 0
  if (top.includes(module)) return layers.length + 1
  const layer = layers.findIndex((features) => features.includes(module))
  if (layer < 0) throw new Error(`The feature ${module} has no layer: add it to tools/boundaries.ts`)
  return layer + 1
}

/** Every import cycle, type imports included, each once. */
function importCycles({ root, imports }: Project): string[][] {
  const found: string[][] = []
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]) => {
    const start = path.indexOf(file)
    if (start >= 0) found.push([...path.slice(start), file])
    if (start >= 0 || done.has(file)) return
    for (const specifier of imports.get(file) ?? []) {
      const target = relative(root, join(root, dirname(file), specifier))
      if (imports.has(target)) visit(target, [...path, file])
    }
    done.add(file)
  }
  for (const file of imports.keys()) visit(file, [])
  return found
}
