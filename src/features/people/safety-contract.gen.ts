// Generated from safety-contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './safety-contract.ts'

export const duplicateWord = 'This word is already in the list.' as const satisfies typeof contract.duplicateWord

export const hideableKinds = [
  'post',
  'comment',
  'group_post',
  'group_comment',
  'event',
  'listing',
  'assignment',
  'assignment_answer',
  'rating',
  'confession',
] as const satisfies typeof contract.hideableKinds

export const maxHiddenItems = 500 as const satisfies typeof contract.maxHiddenItems

export const safetyApi = {
  settings: 'GET /api/users/me/safety',
  update: 'PUT /api/users/me/safety',
  mute: 'PUT /api/users/:id/mute',
  unmute: 'DELETE /api/users/:id/mute',
  muted: 'GET /api/users/muted',
  hide: 'PUT /api/hidden/:kind/:id',
  unhide: 'DELETE /api/hidden/:kind/:id',
} satisfies RouteAddresses<typeof contract.safety> as unknown as RouteRefs<typeof contract.safety>
