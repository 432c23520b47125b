// Generated from blocklist-contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './blocklist-contract.ts'

export const maxListedEntries = 100 as const satisfies typeof contract.maxListedEntries

export const blocklistApi = {
  list: 'GET /admin/media-blocklist',
  remove: 'POST /admin/media-blocklist/:id/remove',
} satisfies RouteAddresses<typeof contract.blocklist> as unknown as RouteRefs<typeof contract.blocklist>
