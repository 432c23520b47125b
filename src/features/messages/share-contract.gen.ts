// Generated from share-contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './share-contract.ts'

export const maxCards = 50 as const satisfies typeof contract.maxCards

export const shareFallbacks = {
  post: 'Shared a post',
  group_post: 'Shared a post',
  event: 'Shared an event',
  listing: 'Shared a listing',
  question: 'Shared a question',
  professor: 'Shared a professor',
} as const satisfies typeof contract.shareFallbacks

export const cardsApi = {
  list: 'GET /api/messages/cards',
  show: 'GET /api/messages/cards/:kind/:id',
} satisfies RouteAddresses<typeof contract.cards> as unknown as RouteRefs<typeof contract.cards>
