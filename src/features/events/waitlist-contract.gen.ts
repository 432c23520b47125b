// Generated from waitlist-contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './waitlist-contract.ts'

export const waitlistsApi = {
  join: 'POST /api/events/:id/waitlist',
  leave: 'DELETE /api/events/:id/waitlist',
  accept: 'POST /api/events/:id/offers/:oid/accept',
  decline: 'POST /api/events/:id/offers/:oid/decline',
} satisfies RouteAddresses<typeof contract.waitlists> as unknown as RouteRefs<typeof contract.waitlists>
