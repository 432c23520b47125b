// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const maxManagedAds = 500 as const satisfies typeof contract.maxManagedAds

export const missingAdFields = 'Please fill in all required fields' as const satisfies typeof contract.missingAdFields

export const placements = ['sidebar', 'feed'] as const satisfies typeof contract.placements

export const adsApi = {
  list: 'GET /api/ads',
  impression: 'POST /api/ads/:id/impression',
  click: 'POST /api/ads/:id/click',
  manage: 'GET /admin/ads',
  create: 'POST /admin/ads',
  update: 'PUT /admin/ads/:id',
  patch: 'PATCH /admin/ads/:id',
  remove: 'DELETE /admin/ads/:id',
  analytics: 'GET /admin/ads/:id/analytics',
} satisfies RouteAddresses<typeof contract.ads> as unknown as RouteRefs<typeof contract.ads>
