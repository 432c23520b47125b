// Generated from contract.ts by `npm run route-tables`: method and path of each route, without its schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type { search } from './contract.ts'

export const searchApi = {
  all: 'GET /api/search',
} satisfies RouteAddresses<typeof search> as unknown as RouteRefs<typeof search>
