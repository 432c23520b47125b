// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const friendshipStatuses = ['none', 'pending', 'friends'] as const satisfies typeof contract.friendshipStatuses

export const friendsApi = {
  list: 'GET /api/friends',
  blocked: 'GET /api/friends/blocked',
  requests: 'GET /api/friends/requests',
  sent: 'GET /api/friends/sent',
  counts: 'GET /api/friends/counts',
  initials: 'GET /api/friends/initials',
  suggested: 'GET /api/friends/suggested',
  request: 'POST /api/friends/request/:id',
  cancel: 'DELETE /api/friends/request/:id',
  accept: 'POST /api/friends/accept/:id',
  decline: 'POST /api/friends/decline/:id',
  remove: 'DELETE /api/friends/:id',
  block: 'POST /api/friends/block/:id',
  unblock: 'DELETE /api/friends/block/:id',
} satisfies RouteAddresses<typeof contract.friends> as unknown as RouteRefs<typeof contract.friends>

export const peopleApi = {
  search: 'GET /users/search',
  show: 'GET /api/users/:id',
  friends: 'GET /api/users/:id/friends',
  stats: 'GET /api/users/:id/stats',
} satisfies RouteAddresses<typeof contract.people> as unknown as RouteRefs<typeof contract.people>
