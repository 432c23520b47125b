// Tests may write a path of the API as text; this check names those that no route has, as the compiler does for route
// references. Placeholders (`${id}`) and patterns (`*`) match any one segment.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { allRoutes } from '../src/app/contract.ts'
import { routePaths } from '../src/shared/server/http/serve.ts'
import { findUnknownPaths } from './route-path-rules.ts'

const known = allRoutes.flatMap(({ route }) => routePaths(route))
const files = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx', 'e2e/*.ts', 'faults/*.ts'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file && !file.startsWith('tools/route-path')) // its own examples
for (const file of files)
  for (const { line, path } of findUnknownPaths(readFileSync(file, 'utf8'), known)) {
    console.error(`${file}:${line} ${path}: no route has this path`)
    process.exitCode = 1
  }
