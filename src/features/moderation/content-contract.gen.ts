// Generated from content-contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './content-contract.ts'

export const sealCategories = [
  'danger',
  'law',
  'threat',
  'harassment',
  'sanction',
  'other',
] as const satisfies typeof contract.sealCategories

export const sealReasonLength = { min: 20, max: 2000 } as const satisfies typeof contract.sealReasonLength

export const shortSealReason =
  'Give a reason of at least 20 characters' as const satisfies typeof contract.shortSealReason

export const contentApi = {
  list: 'GET /admin/content',
  removeMany: 'DELETE /admin/content/bulk-delete',
  removeManyByPost: 'POST /admin/content/bulk-delete',
  remove: 'DELETE /admin/content/:id',
  reveal: 'POST /admin/content/:id/reveal',
} satisfies RouteAddresses<typeof contract.content> as unknown as RouteRefs<typeof contract.content>

export const sealsApi = { openings: 'GET /admin/seals/openings' } satisfies RouteAddresses<
  typeof contract.seals
> as unknown as RouteRefs<typeof contract.seals>
