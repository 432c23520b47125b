// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const actionTypes = ['warn', 'suspend', 'ban'] as const satisfies typeof contract.actionTypes

export const furtherActionTypes = ['remove', 'label', 'mute'] as const satisfies typeof contract.furtherActionTypes

export const labelledTypes = [
  'post',
  'comment',
  'confession',
  'group_post',
  'group_resource',
  'group_discussion',
  'group_comment',
] as const satisfies typeof contract.labelledTypes

export const missingFacts = 'Describe what happened' as const satisfies typeof contract.missingFacts

export const moderationLimits = {
  details: 500,
  reason: 2000,
  days: 365,
} as const satisfies typeof contract.moderationLimits

export const muteDays = [7, 30, 90] as const satisfies typeof contract.muteDays

export const noDaysOfMute = {
  path: ['days'],
  error: 'Choose 7, 30 or 90 days',
} as const satisfies typeof contract.noDaysOfMute

export const noLabel = {
  path: ['note'],
  error: 'Write a note, or cover the pictures',
} as const satisfies typeof contract.noLabel

export const sealedActionTypes = ['warn', 'mute'] as const satisfies typeof contract.sealedActionTypes

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
