// Generated from contract.ts by `npm run route-tables`: method and path of each route, without its schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type { live } from './contract.ts'

export const liveApi = {
  stream: 'GET /api/live',
} satisfies RouteAddresses<typeof live> as unknown as RouteRefs<typeof live>
