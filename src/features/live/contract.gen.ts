// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const liveApi = { stream: 'GET /api/live' } satisfies RouteAddresses<
  typeof contract.live
> as unknown as RouteRefs<typeof contract.live>
