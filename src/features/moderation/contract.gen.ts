// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const actionTypes = ['warn', 'suspend', 'ban'] as const satisfies typeof contract.actionTypes

export const factsLength = { min: 10, max: 2000 } as const satisfies typeof contract.factsLength

export const furtherActionTypes = ['remove', 'label', 'mute'] as const satisfies typeof contract.furtherActionTypes

export const moderationLimits = {
  details: 500,
  reason: 2000,
  days: 365,
} as const satisfies typeof contract.moderationLimits

export const muteDays = [7, 30, 90] as const satisfies typeof contract.muteDays

export const reportReasons = [
  'spam',
  'harassment',
  'inappropriate',
  'hate_speech',
  'violence',
  'misinformation',
  'copyright',
  'personal_info',
  'other',
] as const satisfies typeof contract.reportReasons

export const reportStatuses = ['pending', 'resolved', 'dismissed'] as const satisfies typeof contract.reportStatuses

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

export const sealedActionTypes = ['warn', 'mute'] as const satisfies typeof contract.sealedActionTypes

export const shortSealReason =
  'Give a reason of at least 20 characters' as const satisfies typeof contract.shortSealReason

export const casesApi = {
  claim: 'POST /admin/cases/:id/claim',
  release: 'POST /admin/cases/:id/release',
} satisfies RouteAddresses<typeof contract.cases> as unknown as RouteRefs<typeof contract.cases>

export const contentApi = {
  list: 'GET /admin/content',
  removeMany: 'DELETE /admin/content/bulk-delete',
  removeManyByPost: 'POST /admin/content/bulk-delete',
  remove: 'DELETE /admin/content/:id',
  reveal: 'POST /admin/content/:id/reveal',
} satisfies RouteAddresses<typeof contract.content> as unknown as RouteRefs<typeof contract.content>

export const moderationApi = {
  notices: 'GET /api/moderation/notifications',
  markShown: 'POST /api/moderation/notifications/mark-shown',
  act: 'POST /admin/moderation/action',
  actSealed: 'POST /admin/moderation/sealed',
  warn: 'POST /admin/users/:id/warn',
  suspend: 'POST /admin/users/:id/suspend',
  ban: 'POST /admin/users/:id/ban',
  reverse: 'POST /admin/moderation/reverse',
  history: 'GET /admin/moderation/history',
  activities: 'GET /admin/users/:id/activities',
} satisfies RouteAddresses<typeof contract.moderation> as unknown as RouteRefs<typeof contract.moderation>

export const reportsApi = {
  reportUser: 'POST /api/users/:id/report',
  list: 'GET /admin/reports',
  findCase: 'GET /admin/reports/:id/case',
  settleMany: 'PATCH /admin/reports/bulk',
  settle: 'PATCH /admin/reports/:id',
  export: 'GET /admin/reports/export',
} satisfies RouteAddresses<typeof contract.reports> as unknown as RouteRefs<typeof contract.reports>

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
