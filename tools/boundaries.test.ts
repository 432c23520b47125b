import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quad-boundaries-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const check = (root: string) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/boundaries.ts', root], { encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

/** Checks a small valid project with one file changed. */
const plant = (file: string, text: string) => {
  rmSync(join(folder, 'src'), { recursive: true, force: true })
  const files = {
    'src/shared/contract.ts': `import { z } from 'zod'\nexport const shape = z.string()`,
    'src/features/people/contract.ts': `import { shape } from '../../shared/contract.ts'\nexport const person = shape`,
    'src/features/people/server/queries.ts': `import { sql } from 'kysely'\nexport const find = sql`,
    'src/features/people/server/routes.ts': `import { find } from './queries.ts'\nexport const routes = find`,
    'src/features/posts/server/queries.ts': `import { find } from '../../people/server/queries.ts'\nexport const list = find`,
    'src/features/posts/web/PostCard.tsx': `import type { person } from '../../people/contract.ts'\nexport const card = <p />`,
    'src/features/posts/server/feed.test.ts': `import { list } from './queries.ts'\nimport '../../../testing/users.ts'`,
    'src/testing/users.ts': `import { server } from '../app/server.ts'\nexport const user = server`,
    'src/testing/web/files.ts': `export const file = 1`,
    'src/features/posts/web/files.test.ts': `import '../../../testing/web/files.ts'`,
    'src/features/people/web/ProfilePage.tsx': `export const page = <p />`,
    'demo/seed.ts': `import { server } from '../src/app/server.ts'\nexport const seed = server`,
    'tests/play.ts': `import '../src/testing/users.ts'\nexport const play = 1`,
    'src/app/server.ts': `import { routes } from '../features/people/server/routes.ts'\nexport const server = routes`,
    [file]: text,
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return check(folder)
}

test('the repository has no violations, and the check has read its files', () => {
  const { status, said } = check('.')
  expect(said).toMatch(/0 violations/)
  expect(status).toBe(0)
  expect(Number(/(\d+) modules/.exec(said)?.[1])).toBeGreaterThan(100)
})

test('a valid project passes', () => {
  expect(plant('src/app/other.ts', 'export const nothing = 1').status).toBe(0)
})

test('a test may import every layer, and private files of other features', () => {
  const text = `import '../../../app/server.ts'\nimport '../../posts/server/queries.ts'`
  const { status, said } = plant('src/features/people/server/find.test.ts', text)
  expect(said).toContain('0 violations')
  expect(status).toBe(0)
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
    'src/features/events/server/queries.ts',
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
  ['SQL in a route', 'src/features/people/server/routes.ts', `import 'kysely'`, 'SQL belongs in'],
  [
    'an import cycle of types',
    'src/features/people/server/queries.ts',
    `import type { routes } from './routes.ts'\nexport const find = 1`,
    'import cycle',
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
])('%s is refused', (_, file, text, reason) => {
  const { status, said } = plant(file, text)
  expect(said).toContain(reason)
  expect(status).toBe(1)
})
