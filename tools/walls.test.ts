import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: string

beforeAll(() => {
  app = mkdtempSync(join(tmpdir(), 'quad-walls-'))
})
afterAll(() => rmSync(app, { recursive: true, force: true }))

const check = (folder: string) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/walls.ts', folder], { encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

/** A small sound house, with one file changed. */
const plant = (file: string, text: string) => {
  rmSync(join(app, 'src'), { recursive: true, force: true })
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
    'src/app/server.ts': `import { routes } from '../features/people/server/routes.ts'\nexport const server = routes`,
    [file]: text,
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(app, dirname(path)), { recursive: true })
    writeFileSync(join(app, path), content)
  }
  return check(app)
}

test('the product keeps to its walls, and the check has really looked at it', () => {
  const { status, said } = check('.')
  expect(said).toMatch(/0 violations/)
  expect(status).toBe(0)
  expect(Number(/(\d+) modules/.exec(said)?.[1])).toBeGreaterThan(100)
})

test('a sound house passes', () => {
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
    'arrows point downwards',
  ],
  [
    'a feature that imports one above it',
    'src/features/people/server/actions.ts',
    `import '../../posts/server/queries.ts'`,
    'arrows point downwards',
  ],
  [
    'a type-only import upwards',
    'src/shared/web.ts',
    `import type { person } from '../features/people/contract.ts'`,
    'arrows point downwards',
  ],
  [
    'neighbours on one floor',
    'src/features/events/server/queries.ts',
    `import '../../posts/server/queries.ts'`,
    'neighbours on one floor',
  ],
  [
    'a private file of another feature',
    'src/features/posts/server/actions.ts',
    `import '../../people/server/routes.ts'`,
    'private to its feature',
  ],
  [
    'a screen that imports the server',
    'src/features/posts/web/PostCard.tsx',
    `export { list } from '../server/queries.ts'`,
    'never gets server code',
  ],
  [
    'a screen that loads server code later',
    'src/features/posts/web/PostCard.tsx',
    `export const f = () => import('../server/queries.ts')`,
    'never gets server code',
  ],
  [
    'a server that imports a screen',
    'src/features/posts/server/actions.ts',
    `import '../web/PostCard.tsx'`,
    'knows no screens',
  ],
  ['a contract that imports a library', 'src/features/people/contract.ts', `import 'kysely'`, 'imports only zod'],
  ['SQL in a route', 'src/features/people/server/routes.ts', `import 'kysely'`, 'SQL belongs in'],
  [
    'a circle of types',
    'src/features/people/server/queries.ts',
    `import type { routes } from './routes.ts'\nexport const find = 1`,
    'a circle',
  ],
  [
    'a part that comes by React’s own lazy',
    'src/features/posts/web/PostCard.tsx',
    `import { lazy } from 'react'\nexport const Card = lazy(() => import('./PostCard.tsx'))`,
    'imports lazy from react',
  ],
  [
    'code that comes without the loader',
    'src/features/posts/web/PostCard.tsx',
    `export const load = () => import('../../people/contract.ts')`,
    'has a bare import()',
  ],
  [
    'a module of the product that imports src/testing',
    'src/features/people/server/actions.ts',
    `import '../../../testing/users.ts'`,
    'only tests import src/testing',
  ],
  [
    'the app that imports src/testing',
    'src/app/server.ts',
    `import type { user } from '../testing/users.ts'`,
    'only tests import src/testing',
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
    'knows no screens',
  ],
  [
    'a module that imports a test',
    'src/features/people/server/find.test.ts',
    `import '../../posts/server/feed.test.ts'`,
    'nothing imports a test',
  ],
  [
    'a test that imports a missing file',
    'src/features/people/server/find.test.ts',
    `import './gone.ts'`,
    'does not exist',
  ],
  ['an import that leads nowhere', 'src/app/server.ts', `import './gone.ts'`, 'does not exist'],
])('%s is refused', (_, file, text, reason) => {
  const { status, said } = plant(file, text)
  expect(said).toContain(reason)
  expect(status).toBe(1)
})
