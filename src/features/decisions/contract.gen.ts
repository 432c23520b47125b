// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const decisionScopes = [
  'account',
  'item',
  'pictures',
  'anonymous_writing',
] as const satisfies typeof contract.decisionScopes

export const decisionsApi = {
  list: 'GET /api/decisions',
  show: 'GET /api/decisions/:id',
  withhold: 'POST /admin/content/:id/withhold',
  label: 'POST /admin/content/:id/label',
  restore: 'POST /admin/content/:id/restore',
} satisfies RouteAddresses<typeof contract.decisions> as unknown as RouteRefs<typeof contract.decisions>
