// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const missingItem =
  'Paste a link to the item, or describe where it is' as const satisfies typeof contract.missingItem

export const noticeConcerns = ['self', 'other'] as const satisfies typeof contract.noticeConcerns

export const noticeGrounds = ['intimate', 'personal', 'law'] as const satisfies typeof contract.noticeGrounds

export const noticeLimits = {
  link: 2000,
  text: 1500,
  law: 300,
  signature: 100,
  email: 254,
} as const satisfies typeof contract.noticeLimits

export const noticeStates = [
  'unconfirmed',
  'received',
  'in review',
  'closed',
] as const satisfies typeof contract.noticeStates

export const noticesApi = {
  create: 'POST /api/notices',
  confirm: 'POST /api/notices/:token/confirm',
  show: 'GET /api/notices/:token',
  list: 'GET /admin/notices',
  close: 'POST /admin/notices/:id/close',
} satisfies RouteAddresses<typeof contract.notices> as unknown as RouteRefs<typeof contract.notices>
