// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const notificationsApi = {
  list: 'GET /api/notifications',
  count: 'GET /api/notifications/count',
  read: 'POST /api/notifications/:id/read',
  readAll: 'POST /api/notifications/read',
  choices: 'GET /api/notifications/choices',
  choose: 'PUT /api/notifications/choices',
  unsubscribe: 'POST /unsubscribe/:token',
} satisfies RouteAddresses<typeof contract.notifications> as unknown as RouteRefs<typeof contract.notifications>
