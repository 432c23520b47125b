// Generated from contract.ts by `npm run route-tables`: method and path of each route, without its schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type { confessions } from './contract.ts'

export const confessionsApi = {
  list: 'GET /api/confessions',
  create: 'POST /api/confessions',
  remove: 'DELETE /api/confessions/:id',
  like: 'POST /api/confessions/:id/like',
  report: 'POST /api/confessions/:id/report',
} satisfies RouteAddresses<typeof confessions> as unknown as RouteRefs<typeof confessions>
