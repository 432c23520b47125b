// Generated from contract.ts by `npm run route-tables`: method and path of each route, without its schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type { content, moderation, reports, seals } from './contract.ts'

export const contentApi = {
  list: 'GET /admin/content',
  removeMany: 'DELETE /admin/content/bulk-delete',
  removeManyByPost: 'POST /admin/content/bulk-delete',
  remove: 'DELETE /admin/content/:id',
  reveal: 'POST /admin/content/:id/reveal',
} satisfies RouteAddresses<typeof content> as unknown as RouteRefs<typeof content>

export const moderationApi = {
  notices: 'GET /api/moderation/notifications',
  markShown: 'POST /api/moderation/notifications/mark-shown',
  act: 'POST /admin/moderation/action',
  warn: 'POST /admin/users/:id/warn',
  suspend: 'POST /admin/users/:id/suspend',
  ban: 'POST /admin/users/:id/ban',
  reverse: 'POST /admin/moderation/reverse',
  history: 'GET /admin/moderation/history',
  activities: 'GET /admin/users/:id/activities',
} satisfies RouteAddresses<typeof moderation> as unknown as RouteRefs<typeof moderation>

export const reportsApi = {
  reportUser: 'POST /api/users/:id/report',
  list: 'GET /admin/reports',
  settleMany: 'PATCH /admin/reports/bulk',
  settle: 'PATCH /admin/reports/:id',
  export: 'GET /admin/reports/export',
} satisfies RouteAddresses<typeof reports> as unknown as RouteRefs<typeof reports>

export const sealsApi = {
  openings: 'GET /admin/seals/openings',
} satisfies RouteAddresses<typeof seals> as unknown as RouteRefs<typeof seals>
