// Generated from contract.ts by `npm run route-tables`: method and path of each route, without its schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type { admin } from './contract.ts'

export const adminApi = {
  stats: 'GET /admin/stats',
  recentActivity: 'GET /admin/recent-activity',
  users: 'GET /admin/users',
  grantAds: 'PUT /admin/users/:id/ads',
  analytics: 'GET /admin/analytics',
  audit: 'GET /admin/audit',
} satisfies RouteAddresses<typeof admin> as unknown as RouteRefs<typeof admin>
