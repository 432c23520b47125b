// Generated from grant-contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './grant-contract.ts'

export const maxGrantDays = 366 as const satisfies typeof contract.maxGrantDays

export const maxGranted = 200 as const satisfies typeof contract.maxGranted

export const grantsApi = {
  list: 'GET /admin/grants',
  set: 'PUT /admin/users/:id/grants',
  setOf: 'PUT /admin/grants',
} satisfies RouteAddresses<typeof contract.grants> as unknown as RouteRefs<typeof contract.grants>
