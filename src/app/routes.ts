// Prints every served path as `METHOD /path`, one a line.
import { routePaths } from '../shared/server/http/serve.ts'
import { allRoutes } from './contract.ts'
import { operationPaths } from './operations.ts'

const served = allRoutes.flatMap(({ route }) => routePaths(route).map((path) => `${route.method} ${path}`))
console.log([...served, ...operationPaths.map((path) => `GET ${path}`)].sort().join('\n'))
