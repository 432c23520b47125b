import { expect, test } from 'vitest'
import { routePaths } from '../shared/server/http/serve.ts'
import { allRoutes } from './contract.ts'
import { buildOpenApi } from './openapi.ts'

type JsonTree = { readonly [key: string]: JsonTree | string | undefined }

test('the document describes every path of the contract, and all that it refers to', async () => {
  const document = JSON.parse(JSON.stringify(await buildOpenApi('Quad', 'https://quad.example.edu')))
  const shown = Object.entries<JsonTree>(document.paths).flatMap(([path, calls]) =>
    Object.keys(calls).map((method) => `${method} ${path}`),
  )
  const routes = allRoutes.flatMap(({ route }) =>
    routePaths(route).map((path) => `${route.method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`),
  )
  expect(shown.toSorted()).toEqual([...new Set(routes)].toSorted())

  const references = new Set(
    Array.from(JSON.stringify(document).matchAll(/"\$ref":"#\/components\/([^"]+)"/g), ([, to]) => to),
  )
  expect(references).toEqual(new Set(['schemas/Error', 'schemas/Blocked']))
  expect(document.components.schemas.Error.properties).toHaveProperty('error')
  expect(document.components.schemas.Blocked.properties).toHaveProperty('error')
})

test('other work runs while the document is built', async () => {
  let turns = 0
  const building = buildOpenApi('Quad', 'https://quad.example.edu').then(() => 'built')
  while ((await Promise.race([building, new Promise((resolve) => setImmediate(resolve, 'other work'))])) !== 'built')
    turns++
  expect(turns).toBeGreaterThan(allRoutes.length / 2)
})
