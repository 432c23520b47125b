// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const placeLimits = {
  name: 100,
  map: 300,
  hours: 100,
  places: 30,
} as const satisfies typeof contract.placeLimits

export const schoolLimits = {
  lowestAge: 13,
  highestAge: 21,
  minAppealDays: 30,
  maxAppealDays: 365,
  appealDays: 180,
  minListingDays: 30,
  maxListingDays: 180,
  prohibitedItems: 100,
  prohibitedItem: 60,
  openEvents: 100,
  helpLines: 10,
  helpLine: 100,
  locationPrefixes: 50,
  locationPrefix: 40,
  perDay: 1000,
  minUnmaskableDays: 30,
  maxUnmaskableDays: 730,
} as const satisfies typeof contract.schoolLimits

export const schoolsApi = {
  listPublic: 'GET /api/public/schools',
  listAll: 'GET /admin/schools/all',
  manage: 'GET /admin/schools',
  create: 'POST /admin/schools',
  update: 'PUT /admin/schools/:id',
  remove: 'DELETE /admin/schools/:id',
  places: 'GET /api/schools/places',
  setPlaces: 'PUT /admin/schools/:id/places',
  anonymity: 'GET /admin/schools/:id/anonymity',
  changeAnonymity: 'PUT /admin/schools/:id/anonymity',
  confirmAnonymity: 'POST /admin/schools/:id/anonymity/confirm',
  withdrawAnonymity: 'POST /admin/schools/:id/anonymity/withdraw',
  stats: 'GET /api/school/stats',
} satisfies RouteAddresses<typeof contract.schools> as unknown as RouteRefs<typeof contract.schools>
