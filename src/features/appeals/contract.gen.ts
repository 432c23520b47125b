// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const appealLimits = {
  text: 2000,
  turns: 5,
  open: 10,
  answerHours: 72,
} as const satisfies typeof contract.appealLimits

export const appealOutcomes = ['upheld', 'overturned', 'changed'] as const satisfies typeof contract.appealOutcomes

export const appealStates = [
  'open',
  'claimed',
  'upheld',
  'overturned',
  'changed',
  'withdrawn',
  'closed',
] as const satisfies typeof contract.appealStates

export const maxDueAppeals = 20 as const satisfies typeof contract.maxDueAppeals

export const reportStates = ['received', 'looked_at', 'action', 'none'] as const satisfies typeof contract.reportStates

export const appealsApi = {
  create: 'POST /api/decisions/:id/appeal',
  write: 'POST /api/appeals/:id/messages',
  withdraw: 'POST /api/appeals/:id/withdraw',
  ownReports: 'GET /api/reports/mine',
  askAgain: 'POST /api/reports/:id/again',
  list: 'GET /admin/appeals',
  due: 'GET /admin/appeals/due',
  claim: 'POST /admin/appeals/:id/claim',
  release: 'POST /admin/appeals/:id/release',
  answer: 'POST /admin/appeals/:id/messages',
  decide: 'POST /admin/appeals/:id/decide',
  close: 'POST /admin/appeals/:id/close',
} satisfies RouteAddresses<typeof contract.appeals> as unknown as RouteRefs<typeof contract.appeals>
