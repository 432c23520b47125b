// Writes src/features/*/routes.gen.ts: method and path of each route of a contract, which the browser imports instead
// of the contract and its schemas. With --check it only compares, and fails when a file is stale.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Route } from '../src/shared/contract.ts'

const isCheck = process.argv.includes('--check')
const header = `// Generated from contract.ts by \`npm run route-tables\`: method and path of each route, without its schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
`

for (const contract of globSync('src/features/*/contract.ts').sort()) {
  const exported: Record<string, unknown> = await import(pathToFileURL(resolve(contract)).href)
  const tables = Object.entries(exported).filter((entry): entry is [string, Record<string, Route>] =>
    isRouteTable(entry[1]),
  )
  if (tables.length === 0) continue
  const file = join(dirname(contract), 'routes.gen.ts')
  const names = tables.map(([name]) => name).sort()
  const text = `${header}import type { ${names.join(', ')} } from './contract.ts'\n${tables.map(printTable).join('')}`
  if (text === readIfPresent(file)) continue
  if (isCheck) {
    console.error(`${file} is stale: run npm run route-tables.`)
    process.exitCode = 1
  } else {
    writeFileSync(file, text)
    console.log(`${file} written`)
  }
}

function isRouteTable(value: unknown): value is Record<string, Route> {
  if (typeof value !== 'object' || value === null) return false
  const routes = Object.values(value)
  return (
    routes.length > 0 &&
    routes.every((route) => typeof route === 'object' && route !== null && 'method' in route && 'path' in route)
  )
}

function printTable([name, routes]: [string, Record<string, Route>]): string {
  const lines = Object.entries(routes).map(([key, { method, path }]) => `  ${key}: '${method} ${path}',\n`)
  return `
export const ${name}Api = {
${lines.join('')}} satisfies RouteAddresses<typeof ${name}> as unknown as RouteRefs<typeof ${name}>
`
}

function readIfPresent(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
