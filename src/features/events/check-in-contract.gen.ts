// Generated from check-in-contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './check-in-contract.ts'

export const checkInLimits = {
  hoursAround: 12,
  listed: 5000,
  poster: 50,
  scans: 500,
  contest: 1000,
} as const satisfies typeof contract.checkInLimits

export const checkInsApi = {
  noShows: 'GET /api/events/no-shows',
  contest: 'POST /api/events/:id/no-show/contest',
  show: 'GET /api/events/:id/check-in',
  create: 'POST /api/events/:id/check-in',
  createOwn: 'POST /api/events/:id/check-in/self',
  attendance: 'GET /api/events/:id/attendance.csv',
} satisfies RouteAddresses<typeof contract.checkIns> as unknown as RouteRefs<typeof contract.checkIns>
