// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const messageLimits = {
  characters: 5000,
  people: 49,
  request: 500,
  openRequests: 10,
  requestsPerDay: 20,
  additionsPerDay: 20,
  title: 100,
  reactions: 3,
  edits: 100,
} as const satisfies typeof contract.messageLimits

export const systemKinds = [
  'left',
  'joined',
  'removed',
  'renamed',
  'vanishing',
  'pictured',
] as const satisfies typeof contract.systemKinds

export const messagesApi = {
  list: 'GET /conversations/:id/messages',
  send: 'POST /conversations/:id/messages',
  read: 'POST /conversations/:id/messages/:mid/read',
  update: 'PUT /api/messages/:id',
  versions: 'GET /api/messages/:id/versions',
  remove: 'DELETE /api/messages/:id',
  react: 'PUT /api/messages/:id/reactions/:emoji',
  unreact: 'DELETE /api/messages/:id/reactions/:emoji',
  reactions: 'GET /api/messages/:id/reactions',
  report: 'POST /api/messages/:id/report',
} satisfies RouteAddresses<typeof contract.messages> as unknown as RouteRefs<typeof contract.messages>
