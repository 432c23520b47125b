// Generated from contract.ts by `npm run route-tables`: method and path of each route, without its schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type { answers, assignments, groupAssignments } from './contract.ts'

export const answersApi = {
  list: 'GET /assignments/:id/answers',
  create: 'POST /assignments/:id/answers',
  best: 'POST /assignments/:id/answers/:aid/best',
  helpful: 'POST /answers/:id/helpful',
  report: 'POST /api/assignment-answers/:id/report',
} satisfies RouteAddresses<typeof answers> as unknown as RouteRefs<typeof answers>

export const assignmentsApi = {
  list: 'GET /assignments',
  leaderboard: 'GET /assignments/leaderboard',
  similar: 'GET /assignments/similar',
  create: 'POST /assignments',
  show: 'GET /assignments/:id',
  update: 'PUT /assignments/:id',
  remove: 'DELETE /assignments/:id',
  complete: 'POST /assignments/:id/complete',
  incomplete: 'POST /assignments/:id/incomplete',
  report: 'POST /assignments/:id/report',
} satisfies RouteAddresses<typeof assignments> as unknown as RouteRefs<typeof assignments>

export const groupAssignmentsApi = {
  list: 'GET /api/groups/:gid/assignments',
  share: 'POST /api/groups/:gid/assignments',
  unshare: 'DELETE /api/groups/:gid/assignments/:aid',
} satisfies RouteAddresses<typeof groupAssignments> as unknown as RouteRefs<typeof groupAssignments>
