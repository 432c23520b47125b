// Generated from contract.ts by `npm run route-tables`: method and path of each route, without its schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type { schools } from './contract.ts'

export const schoolsApi = {
  listPublic: 'GET /api/public/schools',
  listAll: 'GET /admin/schools/all',
  manage: 'GET /admin/schools',
  create: 'POST /admin/schools',
  update: 'PUT /admin/schools/:id',
  remove: 'DELETE /admin/schools/:id',
  stats: 'GET /api/school/stats',
} satisfies RouteAddresses<typeof schools> as unknown as RouteRefs<typeof schools>
