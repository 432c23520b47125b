// Generated from contract.ts by `npm run route-tables`: method and path of each route, without its schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type { friends, people } from './contract.ts'

export const friendsApi = {
  list: 'GET /api/friends',
  blocked: 'GET /api/friends/blocked',
  requests: 'GET /api/friends/requests',
  sent: 'GET /api/friends/sent',
  counts: 'GET /api/friends/counts',
  request: 'POST /api/friends/request/:id',
  cancel: 'DELETE /api/friends/request/:id',
  accept: 'POST /api/friends/accept/:id',
  decline: 'POST /api/friends/decline/:id',
  remove: 'DELETE /api/friends/:id',
  block: 'POST /api/friends/block/:id',
  unblock: 'DELETE /api/friends/block/:id',
} satisfies RouteAddresses<typeof friends> as unknown as RouteRefs<typeof friends>

export const peopleApi = {
  search: 'GET /users/search',
  show: 'GET /api/users/:id',
  friends: 'GET /api/users/:id/friends',
  stats: 'GET /api/users/:id/stats',
} satisfies RouteAddresses<typeof people> as unknown as RouteRefs<typeof people>
