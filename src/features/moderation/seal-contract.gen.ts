// Generated from seal-contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './seal-contract.ts'

export const sealCategories = [
  'danger',
  'law',
  'threat',
  'harassment',
  'sanction',
  'other',
] as const satisfies typeof contract.sealCategories

export const sealReasonLength = { min: 20, max: 2000 } as const satisfies typeof contract.sealReasonLength

export const sealStates = [
  'waiting',
  'opened',
  'declined',
  'expired',
  'withdrawn',
] as const satisfies typeof contract.sealStates

export const sealViews = ['waiting', 'open', 'past'] as const satisfies typeof contract.sealViews

export const shortSealReason =
  'Give a reason of at least 20 characters' as const satisfies typeof contract.shortSealReason

export const sealsApi = {
  request: 'POST /admin/seals',
  list: 'GET /admin/seals',
  approve: 'POST /admin/seals/:id/approve',
  decline: 'POST /admin/seals/:id/decline',
  countersign: 'POST /admin/seals/:id/countersign',
  withdraw: 'POST /admin/seals/:id/withdraw',
  author: 'GET /admin/seals/:id/author',
  openings: 'GET /admin/seals/openings',
} satisfies RouteAddresses<typeof contract.seals> as unknown as RouteRefs<typeof contract.seals>
