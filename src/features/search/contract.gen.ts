// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const minTermLength = 2 as const satisfies typeof contract.minTermLength

export const searchTypes = [
  'person',
  'group',
  'professor',
  'message',
  'post',
  'event',
  'assignment',
  'listing',
  'confession',
] as const satisfies typeof contract.searchTypes

export const searchApi = { all: 'GET /api/search' } satisfies RouteAddresses<
  typeof contract.search
> as unknown as RouteRefs<typeof contract.search>
