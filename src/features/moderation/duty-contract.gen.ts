// Generated from duty-contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './duty-contract.ts'

export const emergencyLimits = { numbers: 5, name: 60, number: 30 } as const satisfies typeof contract.emergencyLimits

export const maxDutyHours = 24 as const satisfies typeof contract.maxDutyHours

export const dutyApi = {
  show: 'GET /admin/duty',
  set: 'PUT /admin/duty',
  setNumbers: 'PUT /admin/emergency-numbers',
} satisfies RouteAddresses<typeof contract.duty> as unknown as RouteRefs<typeof contract.duty>
