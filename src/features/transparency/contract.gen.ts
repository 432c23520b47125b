// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const hiddenCells = ['fewer than 5', 'not shown'] as const satisfies typeof contract.hiddenCells

export const transparencyApi = {
  show: 'GET /api/transparency',
  showPublic: 'GET /api/public/transparency/:school_id',
} satisfies RouteAddresses<typeof contract.transparency> as unknown as RouteRefs<typeof contract.transparency>
