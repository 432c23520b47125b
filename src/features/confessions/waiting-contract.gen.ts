// Generated from waiting-contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './waiting-contract.ts'

export const waitingConfessionsApi = {
  list: 'GET /admin/confessions/waiting',
  approve: 'POST /admin/confessions/:id/approve',
  reject: 'POST /admin/confessions/:id/reject',
} satisfies RouteAddresses<typeof contract.waitingConfessions> as unknown as RouteRefs<
  typeof contract.waitingConfessions
>
