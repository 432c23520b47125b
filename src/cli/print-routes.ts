// Prints every served path as `METHOD /path`, one per line.

import { allRoutes } from '../app/contract.ts'
import { operationPaths } from '../app/health-routes.ts'
import { routePaths } from '../shared/server/http/serve.ts'

const served = allRoutes.flatMap(({ route }) => routePaths(route).map((path) => `${route.method} ${path}`))
console.log([...served, ...operationPaths.map((path) => `GET ${path}`)].sort().join('\n'))
