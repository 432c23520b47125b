// Writes contract.gen.ts beside each contract.ts, and x-contract.gen.ts beside each x-contract.ts: what the browser needs
// of a contract without its schemas, which are large: method and path of each route, limits, and lists of values. With
// --check it only compares, and fails when a file is stale.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Route } from '../src/shared/contract.ts'

const isCheck = process.argv.includes('--check')

for (const contract of globSync('src/features/*/{,*-}contract.ts').sort()) {
  const exported = Object.entries<unknown>(await import(pathToFileURL(resolve(contract)).href))
  const tables = exported.filter((entry): entry is [string, Record<string, Route>] => isRouteTable(entry[1]))
  const values = exported.filter(([, value]) => isPlainValue(value))
  if (tables.length + values.length === 0) continue
  const file = contract.replace(/ts$/, 'gen.ts')
  const text = format([
    `// Generated from ${basename(contract)} by \`npm run contract-tables\`: routes, limits and values, without schemas.`,
    ...(tables.length > 0
      ? [`import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'`]
      : []),
    `import type * as contract from './${basename(contract)}'`,
    ...values.map(
      ([name, value]) => `
export const ${name} = ${JSON.stringify(value)} as const satisfies typeof contract.${name}`,
    ),
    ...tables.map(
      ([name, routes]) => `
export const ${name}Api = ${JSON.stringify(toAddresses(routes))} satisfies RouteAddresses<
  typeof contract.${name}
> as unknown as RouteRefs<typeof contract.${name}>`,
    ),
  ])
  if (text === readIfPresent(file)) continue
  if (isCheck) {
    console.error(`${file} is stale: run npm run contract-tables.`)
    process.exitCode = 1
  } else {
    writeFileSync(file, text)
    console.log(`${file} written`)
  }
}

function isRouteTable(value: unknown): value is Record<string, Route> {
  if (typeof value !== 'object' || value === null) return false
  const routes = Object.values(value)
  return routes.length > 0 && routes.every((route) => isObject(route) && 'method' in route && 'path' in route)
}

/** Numbers, texts, and lists or objects of them. */
function isPlainValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isPlainValue)
  if (isObject(value))
    return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlainValue)
  return typeof value === 'number' || typeof value === 'string'
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function toAddresses(routes: Record<string, Route>) {
  return Object.fromEntries(Object.entries(routes).map(([name, { method, path }]) => [name, `${method} ${path}`]))
}

function format(lines: readonly string[]): string {
  const command = ['format', '--stdin-file-path=contract.gen.ts']
  const { stdout, status, stderr } = spawnSync('biome', command, { input: `${lines.join('\n')}\n`, encoding: 'utf8' })
  if (status !== 0) throw new Error(`biome could not format a generated file: ${stderr}`)
  return stdout
}

function readIfPresent(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
