// Generated from later-contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './later-contract.ts'

export const laterLimits = {
  scheduled: 50,
  perConversation: 10,
  daysAhead: 30,
  reminders: 50,
  characters: 5000,
} as const satisfies typeof contract.laterLimits

export const draftsApi = { save: 'PUT /api/conversations/:id/draft' } satisfies RouteAddresses<
  typeof contract.drafts
> as unknown as RouteRefs<typeof contract.drafts>

export const remindersApi = {
  set: 'POST /api/messages/:id/remind',
  remove: 'DELETE /api/messages/:id/remind',
} satisfies RouteAddresses<typeof contract.reminders> as unknown as RouteRefs<typeof contract.reminders>

export const scheduledMessagesApi = {
  list: 'GET /api/messages/scheduled',
  update: 'PATCH /api/messages/scheduled/:id',
  send: 'POST /api/messages/scheduled/:id/send',
  remove: 'DELETE /api/messages/scheduled/:id',
} satisfies RouteAddresses<typeof contract.scheduledMessages> as unknown as RouteRefs<typeof contract.scheduledMessages>
