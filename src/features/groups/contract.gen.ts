// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const groupCategories = [
  'academic',
  'club',
  'dorm',
  'sports',
  'social',
  'study',
  'hobby',
  'professional',
  'general',
] as const satisfies typeof contract.groupCategories

export const groupLimits = {
  name: 100,
  description: 5000,
  place: 200,
  tags: 10,
  tag: 50,
  members: 100000,
  message: 500,
} as const satisfies typeof contract.groupLimits

export const groupNewsTabs = ['events', 'assignments'] as const satisfies typeof contract.groupNewsTabs

export const groupTypes = ['public', 'private'] as const satisfies typeof contract.groupTypes

export const roles = ['admin', 'member'] as const satisfies typeof contract.roles

export const groupsApi = {
  list: 'GET /api/groups',
  mine: 'GET /api/groups/my-groups',
  ofMe: 'GET /api/groups/user/me',
  activity: 'GET /api/groups/activity',
  invitations: 'GET /api/groups/invitations',
  answerInvitation: 'POST /api/groups/invitations/:id/:action',
  create: 'POST /api/groups',
  show: 'GET /api/groups/:id',
  update: 'PUT /api/groups/:id',
  remove: 'DELETE /api/groups/:id',
  join: 'POST /api/groups/:id/join',
  leave: 'POST /api/groups/:id/leave',
  mute: 'PUT /api/groups/:id/mute',
  seen: 'PUT /api/groups/:id/seen',
  members: 'GET /api/groups/:id/members',
  changeRole: 'PUT /api/groups/:id/members/:uid',
  removeMember: 'DELETE /api/groups/:id/members/:uid',
  invite: 'POST /api/groups/:id/invite',
  joinRequests: 'GET /api/groups/:id/join-requests',
  answerRequest: 'POST /api/groups/:id/join-requests/:rid/:action',
  answerRequestShort: 'POST /api/groups/join-requests/:rid/:action',
  conversation: 'GET /api/groups/:id/conversation',
  openConversation: 'POST /api/groups/:id/conversation',
  report: 'POST /api/groups/:gid/report',
} satisfies RouteAddresses<typeof contract.groups> as unknown as RouteRefs<typeof contract.groups>
