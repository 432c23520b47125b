// Generated from contract.ts by `npm run route-tables`: method and path of each route, without its schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type { groups } from './contract.ts'

export const groupsApi = {
  list: 'GET /api/groups',
  mine: 'GET /api/groups/my-groups',
  ofMe: 'GET /api/groups/user/me',
  invitations: 'GET /api/groups/invitations',
  answerInvitation: 'POST /api/groups/invitations/:id/:action',
  create: 'POST /api/groups',
  show: 'GET /api/groups/:id',
  update: 'PUT /api/groups/:id',
  remove: 'DELETE /api/groups/:id',
  join: 'POST /api/groups/:id/join',
  leave: 'POST /api/groups/:id/leave',
  mute: 'PUT /api/groups/:id/mute',
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
} satisfies RouteAddresses<typeof groups> as unknown as RouteRefs<typeof groups>
