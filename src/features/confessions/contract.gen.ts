// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const categories = [
  'general',
  'academic',
  'social',
  'personal',
  'campus',
  'relationships',
] as const satisfies typeof contract.categories

export const confessionLimits = { min: 10, max: 2000 } as const satisfies typeof contract.confessionLimits

export const sorts = ['newest', 'oldest', 'most_liked'] as const satisfies typeof contract.sorts

export const confessionsApi = {
  list: 'GET /api/confessions',
  create: 'POST /api/confessions',
  remove: 'DELETE /api/confessions/:id',
  like: 'POST /api/confessions/:id/like',
  report: 'POST /api/confessions/:id/report',
} satisfies RouteAddresses<typeof contract.confessions> as unknown as RouteRefs<typeof contract.confessions>
