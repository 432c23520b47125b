// Generated from pin-contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './pin-contract.ts'

export const maxPins = 10 as const satisfies typeof contract.maxPins

export const pinsApi = {
  list: 'GET /api/conversations/:id/pins',
  add: 'PUT /api/messages/:id/pin',
  remove: 'DELETE /api/messages/:id/pin',
} satisfies RouteAddresses<typeof contract.pins> as unknown as RouteRefs<typeof contract.pins>
