// Generated from case-contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './case-contract.ts'

export const caseOutcomes = ['dismissed', 'resolved'] as const satisfies typeof contract.caseOutcomes

export const casePriorities = [
  'danger',
  'intimate',
  'personal',
  'normal',
] as const satisfies typeof contract.casePriorities

export const casesApi = {
  list: 'GET /admin/cases',
  show: 'GET /admin/cases/:id',
  claim: 'POST /admin/cases/:id/claim',
  release: 'POST /admin/cases/:id/release',
  pass: 'POST /admin/cases/:id/pass',
  prioritize: 'PUT /admin/cases/:id/priority',
  settle: 'POST /admin/cases/:id/settle',
} satisfies RouteAddresses<typeof contract.cases> as unknown as RouteRefs<typeof contract.cases>
