// Generated from searches-contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './searches-contract.ts'

export const alerts = ['immediate', 'digest'] as const satisfies typeof contract.alerts

export const maxSearches = 20 as const satisfies typeof contract.maxSearches

export const searchLimits = { name: 100 } as const satisfies typeof contract.searchLimits

export const listingSearchesApi = {
  list: 'GET /api/marketplace/searches',
  create: 'POST /api/marketplace/searches',
  update: 'PUT /api/marketplace/searches/:id',
  remove: 'DELETE /api/marketplace/searches/:id',
} satisfies RouteAddresses<typeof contract.listingSearches> as unknown as RouteRefs<typeof contract.listingSearches>
