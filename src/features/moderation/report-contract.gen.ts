// Generated from report-contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './report-contract.ts'

export const reportReasons = [
  'spam',
  'harassment',
  'inappropriate',
  'hate_speech',
  'violence',
  'misinformation',
  'copyright',
  'personal_info',
  'other',
] as const satisfies typeof contract.reportReasons

export const reportStatuses = ['pending', 'resolved', 'dismissed'] as const satisfies typeof contract.reportStatuses

export const urgentReasons = ['danger', 'intimate', 'personal'] as const satisfies typeof contract.urgentReasons

export const reportsApi = {
  reportUser: 'POST /api/users/:id/report',
  list: 'GET /admin/reports',
  findCase: 'GET /admin/reports/:id/case',
  settleMany: 'PATCH /admin/reports/bulk',
  settle: 'PATCH /admin/reports/:id',
  export: 'GET /admin/reports/export',
} satisfies RouteAddresses<typeof contract.reports> as unknown as RouteRefs<typeof contract.reports>
