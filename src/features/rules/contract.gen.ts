// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const ruleLimits = { title: 200, text: 2000 } as const satisfies typeof contract.ruleLimits

export const rulesApi = {
  list: 'GET /admin/rules',
  create: 'POST /admin/rules',
  update: 'PUT /admin/rules/:id',
  remove: 'DELETE /admin/rules/:id',
} satisfies RouteAddresses<typeof contract.rules> as unknown as RouteRefs<typeof contract.rules>
