// Generated from meetings-contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './meetings-contract.ts'

export const meetingLimits = { days: 60, minutes: 30 } as const satisfies typeof contract.meetingLimits

export const meetingsApi = {
  show: 'GET /api/conversations/:id/meeting',
  create: 'POST /api/marketplace/:id/meeting',
  accept: 'POST /api/meetings/:id/accept',
  decline: 'POST /api/meetings/:id/decline',
  ics: 'GET /api/meetings/:id/ics',
} satisfies RouteAddresses<typeof contract.meetings> as unknown as RouteRefs<typeof contract.meetings>
