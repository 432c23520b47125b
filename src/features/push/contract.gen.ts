// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const pushLimits = { devices: 10, endpoint: 2000 } as const satisfies typeof contract.pushLimits

export const pushApi = {
  key: 'GET /api/push/key',
  list: 'GET /api/push/subscriptions',
  subscribe: 'PUT /api/push/subscriptions',
  remove: 'DELETE /api/push/subscriptions/:id',
  test: 'POST /api/push/test',
  visible: 'POST /api/live/visible',
} satisfies RouteAddresses<typeof contract.push> as unknown as RouteRefs<typeof contract.push>
