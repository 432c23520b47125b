// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const accountApi = {
  remove: 'DELETE /api/users/me',
  restore: 'POST /api/users/me/restore',
  requestExport: 'POST /api/users/me/export',
  exportStatus: 'GET /api/users/me/export/status',
  downloadExport: 'GET /api/users/me/export',
  removeBlocked: 'DELETE /api/account',
  requestExportBlocked: 'POST /api/account/export',
  exportStatusBlocked: 'GET /api/account/export/status',
  downloadExportBlocked: 'GET /api/account/export',
} satisfies RouteAddresses<typeof contract.account> as unknown as RouteRefs<typeof contract.account>
