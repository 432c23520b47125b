// Generated from contract.ts by `npm run route-tables`: method and path of each route, without its schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type { professors, ratings } from './contract.ts'

export const professorsApi = {
  list: 'GET /api/professors',
  create: 'POST /api/professors',
  show: 'GET /api/professors/:id',
  report: 'POST /api/professors/:id/report',
  courses: 'GET /api/professors/:id/courses',
  stats: 'GET /api/professor-stats',
  departments: 'GET /api/departments',
  createDepartment: 'POST /api/departments',
} satisfies RouteAddresses<typeof professors> as unknown as RouteRefs<typeof professors>

export const ratingsApi = {
  list: 'GET /api/professors/:id/ratings',
  create: 'POST /api/professors/:id/ratings',
  remove: 'DELETE /api/ratings/:id',
  vote: 'POST /api/ratings/:id/helpful',
  report: 'POST /api/ratings/:id/report',
} satisfies RouteAddresses<typeof ratings> as unknown as RouteRefs<typeof ratings>
