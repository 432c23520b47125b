// Generated from contract.ts by `npm run route-tables`: method and path of each route, without its schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type { ads } from './contract.ts'

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
} satisfies RouteAddresses<typeof ads> as unknown as RouteRefs<typeof ads>
