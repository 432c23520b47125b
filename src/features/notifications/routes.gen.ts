// Generated from contract.ts by `npm run route-tables`: method and path of each route, without its schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type { notifications } from './contract.ts'

export const notificationsApi = {
  list: 'GET /api/notifications',
  count: 'GET /api/notifications/count',
  read: 'POST /api/notifications/:id/read',
  readAll: 'POST /api/notifications/read',
  choices: 'GET /api/notifications/choices',
  choose: 'PUT /api/notifications/choices',
  unsubscribe: 'POST /unsubscribe/:token',
} satisfies RouteAddresses<typeof notifications> as unknown as RouteRefs<typeof notifications>
