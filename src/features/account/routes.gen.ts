// Generated from contract.ts by `npm run route-tables`: method and path of each route, without its schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type { account } from './contract.ts'

export const accountApi = {
  remove: 'DELETE /api/users/me',
  restore: 'POST /api/users/me/restore',
  requestExport: 'POST /api/users/me/export',
  exportStatus: 'GET /api/users/me/export/status',
  downloadExport: 'GET /api/users/me/export',
} satisfies RouteAddresses<typeof account> as unknown as RouteRefs<typeof account>
