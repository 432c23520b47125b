// Generated from evidence-contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './evidence-contract.ts'

export const evidenceApi = {
  list: 'GET /admin/evidence',
  open: 'POST /admin/evidence/:id/open',
  file: 'GET /admin/evidence/:id/files/:file',
} satisfies RouteAddresses<typeof contract.evidence> as unknown as RouteRefs<typeof contract.evidence>
