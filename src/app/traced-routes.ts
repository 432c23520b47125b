import { routePaths } from '../shared/server/http/serve.ts'
import type { RouteTracing } from '../shared/server/tracing/requests.ts'
import { allRoutes, type api } from './contract.ts'

/**
 * Areas with sealed items, or with decisions about them. Traces of all their writes have no steps, whether or not an item is
 * anonymous: otherwise the difference would show it.
 */
const sealedAreas: ReadonlySet<string> = new Set<keyof typeof api>([
  'account',
  'appeals',
  'cases',
  'comments',
  'confessions',
  'content',
  'decisions',
  'moderation',
  'posts',
  'professors',
  'ratings',
  'reports',
  'safety',
  'seals',
  'waitingConfessions',
])

/** Which requests are traced: all of the contract but event streams, which last for hours. */
export const listTracedRoutes = (): ReadonlyMap<string, RouteTracing> =>
  new Map(
    allRoutes
      .filter(({ name }) => name !== 'live.stream')
      .flatMap(({ name, route }) => {
        const [area = ''] = name.split('.')
        const tracing: RouteTracing = route.method !== 'GET' && sealedAreas.has(area) ? 'outline' : 'steps'
        return routePaths(route).map((path) => [`${route.method} ${path}`, tracing] as const)
      }),
  )
