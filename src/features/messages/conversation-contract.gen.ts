// Generated from conversation-contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './conversation-contract.ts'

export const levels = ['all', 'mentions', 'nothing'] as const satisfies typeof contract.levels

export const maxUnreadShown = 999 as const satisfies typeof contract.maxUnreadShown

export const renamers = ['owner', 'everyone'] as const satisfies typeof contract.renamers

export const vanishTimes = [86400, 604800, 7776000] as const satisfies typeof contract.vanishTimes

export const conversationsApi = {
  list: 'GET /conversations',
  create: 'POST /conversations',
  show: 'GET /conversations/:id',
  remove: 'DELETE /conversations/:id',
  clear: 'DELETE /conversations/:id/messages',
  leave: 'POST /conversations/:id/leave',
  read: 'POST /conversations/:id/read',
  update: 'PATCH /api/conversations/:id',
  addParticipants: 'POST /api/conversations/:id/participants',
  removeParticipant: 'DELETE /api/conversations/:id/participants/:uid',
  handOver: 'POST /api/conversations/:id/owner',
  accept: 'POST /api/conversations/:id/accept',
  decline: 'POST /api/conversations/:id/decline',
  mute: 'PUT /api/conversations/:id/mute',
  level: 'PUT /api/conversations/:id/level',
  typing: 'POST /api/conversations/:id/typing',
} satisfies RouteAddresses<typeof contract.conversations> as unknown as RouteRefs<typeof contract.conversations>
