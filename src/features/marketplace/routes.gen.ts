// Generated from contract.ts by `npm run route-tables`: method and path of each route, without its schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type { marketplace } from './contract.ts'

export const marketplaceApi = {
  list: 'GET /api/marketplace',
  favorites: 'GET /api/marketplace/favorites',
  create: 'POST /api/marketplace',
  show: 'GET /api/marketplace/:id',
  remove: 'DELETE /api/marketplace/:id',
  favorite: 'POST /api/marketplace/:id/favorite',
  report: 'POST /api/marketplace/:id/report',
  interest: 'POST /api/marketplace/:id/interest',
} satisfies RouteAddresses<typeof marketplace> as unknown as RouteRefs<typeof marketplace>
