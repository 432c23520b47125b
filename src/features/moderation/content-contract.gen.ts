// Generated from content-contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './content-contract.ts'

export const removalsPerDay = 500 as const satisfies typeof contract.removalsPerDay

export const contentApi = {
  list: 'GET /admin/content',
  removeMany: 'DELETE /admin/content/bulk-delete',
  removeManyByPost: 'POST /admin/content/bulk-delete',
  allowRemovals: 'PUT /admin/users/:id/removals',
  remove: 'DELETE /admin/content/:id',
  reveal: 'POST /admin/content/:id/reveal',
} satisfies RouteAddresses<typeof contract.content> as unknown as RouteRefs<typeof contract.content>
