// Generated from contract.ts by `npm run route-tables`: method and path of each route, without its schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type { conversations, messages } from './contract.ts'

export const conversationsApi = {
  list: 'GET /conversations',
  create: 'POST /conversations',
  show: 'GET /conversations/:id',
  remove: 'DELETE /conversations/:id',
  clear: 'DELETE /conversations/:id/messages',
  leave: 'POST /conversations/:id/leave',
  read: 'POST /conversations/:id/read',
  mute: 'PUT /api/conversations/:id/mute',
  typing: 'POST /api/conversations/:id/typing',
} satisfies RouteAddresses<typeof conversations> as unknown as RouteRefs<typeof conversations>

export const messagesApi = {
  list: 'GET /conversations/:id/messages',
  send: 'POST /conversations/:id/messages',
  read: 'POST /conversations/:id/messages/:mid/read',
  update: 'PUT /api/messages/:id',
  remove: 'DELETE /api/messages/:id',
  report: 'POST /api/messages/:id/report',
} satisfies RouteAddresses<typeof messages> as unknown as RouteRefs<typeof messages>
