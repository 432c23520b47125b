// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const maxUnreadShown = 999 as const satisfies typeof contract.maxUnreadShown

export const messageLimits = {
  characters: 5000,
  people: 49,
  title: 100,
} as const satisfies typeof contract.messageLimits

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
} satisfies RouteAddresses<typeof contract.conversations> as unknown as RouteRefs<typeof contract.conversations>

export const messagesApi = {
  list: 'GET /conversations/:id/messages',
  send: 'POST /conversations/:id/messages',
  read: 'POST /conversations/:id/messages/:mid/read',
  update: 'PUT /api/messages/:id',
  remove: 'DELETE /api/messages/:id',
  report: 'POST /api/messages/:id/report',
} satisfies RouteAddresses<typeof contract.messages> as unknown as RouteRefs<typeof contract.messages>
