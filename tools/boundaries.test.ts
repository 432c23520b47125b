import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBoundaries } from './boundaries.ts'

let parent: string
let folder: string

beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'quad-boundaries-'))
})
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const run = (root: string) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/boundaries.ts', root], { encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

/** Without a process of its own, which takes longer than the check. */
const check = async (root: string) => {
  const { faults, summary } = await checkBoundaries(root).catch((error: Error) => ({
    faults: [error.message],
    summary: '',
  }))
  return { status: faults.length > 0 ? 1 : 0, said: [...faults, summary].join('\n') }
}

const tables = (exceptions = '', computed = '') => `
  export const tableOwners = { audit_log: 'shared', users: 'people', posts: 'posts', events: 'events' }
  export const accessExceptions = [${exceptions}]
  export const computedTableNames = {${computed}}`

/** Checks a small valid project with one file changed. */
const plant = (file: string, text: string) => {
  folder = mkdtempSync(join(parent, 'project-')) // src/app/tables.ts is imported: once per path
  const files = {
    'src/shared/contract.ts': `import { z } from 'zod'\nexport const shape = z.string()`,
    'src/features/people/contract.ts': `import { shape } from '../../shared/contract.ts'\nexport const person = shape`,
    'src/features/people/server/queries.ts': `import { sql } from 'kysely'\nexport const find = sql`,
    'src/features/people/server/routes.ts': `import { find } from './queries.ts'\nexport const routes = find`,
    'src/features/posts/server/queries.ts': `import { find } from '../../people/server/queries.ts'\nexport const list = find`,
    'src/features/posts/web/PostCard.tsx': `import type { person } from '../../people/contract.ts'\nexport const card = <p />`,
    'src/features/posts/web/PostForm.tsx': `import { person } from '../../people/contract.ts'\nexport default person`,
    'src/features/posts/web/forms.ts': `export const Form = lazyPart(() => import('./PostForm.tsx'))`,
    'src/features/posts/server/feed.test.ts': `import { list } from './queries.ts'\nimport '../../../testing/users.ts'`,
    'src/testing/users.ts': `import { server } from '../app/server.ts'\nexport const user = server`,
    'src/testing/web/files.ts': `export const file = 1`,
    'src/features/posts/web/files.test.ts': `import '../../../testing/web/files.ts'`,
    'src/features/people/web/ProfilePage.tsx': `export const page = <p />`,
    'demo/seed.ts': `import { server } from '../src/app/server.ts'\nexport const seed = server`,
    'tests/play.ts': `import '../src/testing/users.ts'\nexport const play = 1`,
    'src/app/server.ts': `import { routes } from '../features/people/server/routes.ts'\nexport const server = routes`,
    'src/app/tables.ts': tables(),
    [file]: text,
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return check(folder)
}

test('the repository has no violations, and the check has read its files', () => {
  const { status, said } = run('.')
  expect(said).toMatch(/0 violations/)
  expect(status).toBe(0)
  expect(Number(/(\d+) modules/.exec(said)?.[1])).toBeGreaterThan(100)
  expect(Number(/(\d+) table accesses/.exec(said)?.[1])).toBeGreaterThan(500)
})

test('a valid project passes', async () => {
  expect((await plant('src/app/other.ts', 'export const nothing = 1')).status).toBe(0)
})

test('a test may import every layer, and private files of other features', async () => {
  const text = `import '../../../app/server.ts'\nimport '../../posts/server/queries.ts'`
  const { status, said } = await plant('src/features/people/server/find.test.ts', text)
  expect(said).toContain('0 violations')
  expect(status).toBe(0)
})

const posts = 'src/features/posts/server/actions.ts'
const people = 'src/features/people/server/actions.ts'

test.each([
  ['reads of lower tables and writes of own tables', posts, `db.selectFrom('users as u'); db.insertInto('posts')`],
  [
    'columns, aliases and CTEs named like tables',
    people,
    'sql`select 1 is distinct from posts.id from users as posts`',
  ],
  ['row locks and upserts', people, 'sql`insert into users values (1) on conflict do update set a = 1 for update`'],
  ['text that is not SQL', people, `const text = 'Nothing from posts'`],
  ['methods of other libraries', people, `Array.from(rows); Buffer.from(text); mail.from('posts@school')`],
  ['a test that writes every table', 'src/features/people/server/find.test.ts', `db.deleteFrom('posts')`],
  ['the demo, which writes every table', 'demo/seed.ts', `db.insertInto('posts')`],
])('table ownership allows %s', async (_, file, text) => {
  const { status, said } = await plant(file, text)
  expect(said).toContain('0 violations')
  expect(status).toBe(0)
})

test('table ownership allows what is listed with a reason, and counts it', async () => {
  const listed = tables(`{ file: 'src/app/jobs.ts', writes: ['posts'], reason: 'cleanup' }`, `'src/app/jobs.ts': 'any'`)
  const job = `export const job = () => { db.deleteFrom('posts'); return sql\`delete from \${sql.table(name)}\` }`
  const { said: unlisted } = await plant('src/app/jobs.ts', job)
  expect(unlisted).toContain('src/app/jobs.ts:1 writes posts, owned by posts')
  expect(unlisted).toContain('src/app/jobs.ts:1 computes the name of a table')
  expect(run(folder).status).toBe(1)
  writeFileSync(join(folder, 'src/app/tables.ts'), listed)
  const { status, said } = run(folder)
  expect(said).toContain('across boundaries: 1, in 1 listed with reason')
  expect(status).toBe(0)
})

test.each([
  ['a write to the table of a lower feature', posts, `db.updateTable('users')`, 'writes users'],
  ['a deletion by the app', 'src/app/jobs.ts', `export const job = () => db.deleteFrom('posts')`, 'writes posts'],
  ['a write in SQL', posts, 'sql<{ id: string }>`with a as (select 1) update users set a = 1`', 'writes users'],
  ['an insert in SQL', posts, 'sql`insert into users (id) select id from posts`', 'writes users'],
  ['a deletion in SQL', posts, 'sql`delete from "users" where id = 1`', 'writes users'],
  ['SQL in an untagged string', posts, `run('delete from users')`, 'writes users'],
  ['SQL in sql.raw', posts, 'sql.raw(`update users set id = 1`)', 'writes users'],
  ['a table named by sql.table', posts, `sql\`delete from \${sql.table('users')}\``, 'writes users'],
  ['a read of a higher table', people, `db.selectFrom('posts')`, 'reads posts'],
  ['a read of a higher table with an alias', people, `db.selectFrom(['users', 'posts as p'])`, 'reads posts'],
  ['a join with a higher table', people, `db.selectFrom('users').leftJoin('posts', 'a', 'b')`, 'reads posts'],
  [
    'a lateral subquery of a higher table',
    people,
    `db.with((q) => q.selectFrom('posts').where('a', '=', 1))`,
    'reads posts',
  ],
  ['one of two tables', people, `db.selectFrom(mine ? 'users' : 'posts')`, 'reads posts'],
  [
    'a read of a sibling in SQL',
    'src/features/notifications/server/queries.ts',
    'sql`select from posts`',
    'reads posts',
  ],
  ['a join in SQL', people, 'sql`select from users join posts on true`', 'reads posts'],
  ['a list of tables in SQL', people, 'sql`select from users as u, lateral (select 1) x, posts`', 'reads posts'],
  ['a second table after a comma', people, 'sql`select from users u, posts p`', 'reads posts'],
  ['a nested fragment', people, 'sql`where exists (select from posts where true)`', 'reads posts'],
  ['using in SQL', people, 'sql`delete from users using posts`', 'reads posts'],
  ['a read by shared', 'src/shared/server/audit.ts', 'sql`select from users`', 'reads users'],
  ['a computed name', people, `sql\`select from \${sql.table(table)}\``, 'computes the name of a table'],
  ['a computed name in Kysely', people, 'db.insertInto(table)', 'computes the name of a table'],
  ['a computed name in a string', people, `sql.raw(\`update \${table} set a = 1\`)`, 'computes the name of a table'],
  [
    'an exception that is not used',
    'src/app/tables.ts',
    tables(`{ file: 'src/app/server.ts', writes: ['posts'], reason: 'none' }`),
    'which does not occur',
  ],
])('table ownership refuses %s', async (_, file, text, reason) => {
  const { status, said } = await plant(file, text)
  expect(said).toContain(reason)
  expect(said).toContain('1 violations')
  expect(status).toBe(1)
})

test.each([
  [
    'a handler',
    'src/features/posts/server/comment-routes.ts',
    'await withUserTransaction(db, viewer, (trx) => f(trx))',
  ],
  ['an action', 'src/features/posts/server/actions.ts', 'withTransaction(db, async (trx) => {})'],
  ['a transaction of Kysely', 'src/features/posts/server/actions.ts', 'db.transaction().execute(work)'],
])('refuses %s that opens a transaction', async (_, file, text) => {
  const { status, said } = await plant(file, `export const run = async () => { ${text} }`)
  expect(said).toContain(`${file} opens a transaction`)
  expect(status).toBe(1)
})

test.each([
  ['an increment through Kysely', '.set({ members_count: sql`members_count + 1` })'],
  ['a typed increment', '.set({ favorites_count: sql<number>`favorites_count + 2` })'],
  ['an update in SQL', 'sql`update poll_options set votes = poll_options.votes - 1`'],
])('refuses %s of a count', async (_, text) => {
  const file = 'src/features/groups/server/member-actions.ts'
  const { status, said } = await plant(file, `export const run = () => trx${text}`)
  expect(said).toMatch(new RegExp(`${file} changes \\w+: let keep_count keep it`))
  expect(status).toBe(1)
})

test.each([
  [
    'a feature that imports the app',
    'src/features/posts/server/actions.ts',
    `import '../../../app/server.ts'`,
    'imports point downwards',
  ],
  [
    'a feature that imports one of a higher layer',
    'src/features/people/server/actions.ts',
    `import '../../posts/server/queries.ts'`,
    'imports point downwards',
  ],
  [
    'a type-only import upwards',
    'src/shared/web.ts',
    `import type { person } from '../features/people/contract.ts'`,
    'imports point downwards',
  ],
  [
    'features of one layer that import each other',
    'src/features/confessions/server/queries.ts',
    `import '../../posts/server/queries.ts'`,
    'features of one layer',
  ],
  [
    'routes of another feature',
    'src/features/posts/server/actions.ts',
    `import '../../people/server/routes.ts'`,
    'private to their feature',
  ],
  [
    'a browser file that imports the server',
    'src/features/posts/web/PostCard.tsx',
    `export { list } from '../server/queries.ts'`,
    'never gets server code',
  ],
  [
    'a browser file that loads server code later',
    'src/features/posts/web/PostCard.tsx',
    `export const f = () => import('../server/queries.ts')`,
    'never gets server code',
  ],
  [
    'a server file that imports browser code',
    'src/features/posts/server/actions.ts',
    `import '../web/PostCard.tsx'`,
    'never imports browser code',
  ],
  ['a contract that imports a library', 'src/features/people/contract.ts', `import 'kysely'`, 'imports only zod'],
  [
    'a second contract that imports a library',
    'src/features/people/report-contract.ts',
    `import 'kysely'`,
    'imports only zod',
  ],
  ['SQL in a route', 'src/features/people/server/routes.ts', `import 'kysely'`, 'SQL belongs in'],
  [
    'an import cycle of types',
    'src/features/people/server/queries.ts',
    `import type { routes } from './routes.ts'\nexport const find = 1`,
    'import cycle',
  ],
  [
    'a limit of a field as a number',
    'src/features/posts/web/PostCard.tsx',
    `export const card = <textarea maxLength={500} />`,
    'contains maxLength={500: take the limit from contract.gen.ts',
  ],
  [
    'a limit of a field in an object',
    'src/features/search/web/field.ts',
    `export const field = { maxLength: 200 }`,
    'contains maxLength: 200: take the limit from contract.gen.ts',
  ],
  [
    'copied limits',
    'src/features/posts/web/limits.ts',
    `export const postLimits = { characters: 2000 }`,
    'take the limit from contract.gen.ts',
  ],
  [
    'a copied length',
    'src/features/posts/web/limits.ts',
    `export const maxBioLength = 500`,
    'take the limit from contract.gen.ts',
  ],
  [
    'a contract that is loaded with a page',
    'src/features/people/web/ProfilePage.tsx',
    `import { person } from '../contract.ts'\nexport const page = person`,
    'people/web/ProfilePage.tsx imports a contract at run time',
  ],
  [
    'a form with its contract that is loaded with other code',
    'src/features/posts/web/forms.ts',
    `export { default as Form } from './PostForm.tsx'`,
    'posts/web/forms.ts → src/features/posts/web/PostForm.tsx imports a contract at run time',
  ],
  [
    'a contract that is loaded with a part of the shell',
    'src/app/web/Frame.tsx',
    `export { person } from '../../features/people/contract.ts'`,
    'app/web/Frame.tsx imports a contract at run time',
  ],
  [
    'a path of the API as text',
    'src/features/posts/web/queries.ts',
    `export const path = '/api/posts/feed'`,
    'use the table in contract.gen.ts',
  ],
  [
    'a component loaded with React’s own lazy',
    'src/features/posts/web/PostCard.tsx',
    `import { lazy } from 'react'\nexport const Card = lazy(() => import('./PostCard.tsx'))`,
    'imports lazy from react',
  ],
  [
    'code that is loaded without the loader',
    'src/features/posts/web/PostCard.tsx',
    `export const load = () => import('../../people/contract.ts')`,
    'has a bare import()',
  ],
  [
    'a file of the product that imports src/testing',
    'src/features/people/server/actions.ts',
    `import '../../../testing/users.ts'`,
    'only tests import tests and src/testing',
  ],
  [
    'the app that imports src/testing',
    'src/app/server.ts',
    `import type { user } from '../testing/users.ts'`,
    'only tests import tests and src/testing',
  ],
  [
    'a test of the client that imports the server',
    'src/features/posts/web/card.test.ts',
    `import '../server/queries.ts'`,
    'never gets server code',
  ],
  [
    'a test of the client that imports test helpers of the server',
    'src/features/posts/web/card.test.ts',
    `import '../../../testing/users.ts'`,
    'never gets server code',
  ],
  [
    'a test of the server that imports the client',
    'src/features/posts/server/list.test.ts',
    `import '../web/PostCard.tsx'`,
    'never imports browser code',
  ],
  [
    'a file that imports a test',
    'src/features/people/server/find.test.ts',
    `import '../../posts/server/feed.test.ts'`,
    'no file imports a test',
  ],
  [
    'a test that imports a missing file',
    'src/features/people/server/find.test.ts',
    `import './gone.ts'`,
    'does not exist',
  ],
  [
    'a feature that imports the demo',
    'src/features/posts/server/actions.ts',
    `import '../../../../demo/seed.ts'`,
    'imports point downwards',
  ],
  [
    'a page of another feature',
    'src/features/posts/web/PostCard.tsx',
    `import '../../people/web/ProfilePage.tsx'`,
    'private to their feature',
  ],
  [
    'the product that imports a test suite',
    'src/app/server.ts',
    `import '../../tests/play.ts'`,
    'only tests import tests',
  ],
  ['an import of a missing file', 'src/app/server.ts', `import './gone.ts'`, 'does not exist'],
])('%s is refused', async (_, file, text, reason) => {
  const { status, said } = await plant(file, text)
  expect(said).toContain(reason)
  expect(status).toBe(1)
})
