// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const categories = [
  'textbooks',
  'electronics',
  'furniture',
  'clothing',
  'other',
] as const satisfies typeof contract.categories

export const chosenStates = [
  'available',
  'reserved',
  'sold',
  'withdrawn',
] as const satisfies typeof contract.chosenStates

export const conditions = ['new', 'like-new', 'good', 'fair', 'poor'] as const satisfies typeof contract.conditions

export const defaultInterest = 'Hi, is this still available?' as const satisfies typeof contract.defaultInterest

export const defaultReservationHours = 48 as const satisfies typeof contract.defaultReservationHours

export const kinds = ['sale', 'wanted'] as const satisfies typeof contract.kinds

export const listingGone = 'This listing is no longer available.' as const satisfies typeof contract.listingGone

export const listingLimits = {
  title: 200,
  description: 5000,
  images: 5,
  price: 9999999.99,
  message: 5000,
  course: 100,
} as const satisfies typeof contract.listingLimits

export const listingSold = 'This item has been sold.' as const satisfies typeof contract.listingSold

export const maxPriceChanges = 20 as const satisfies typeof contract.maxPriceChanges

export const maxReservationDays = 30 as const satisfies typeof contract.maxReservationDays

export const outcomes = ['went_well', 'did_not_happen', 'not_as_described'] as const satisfies typeof contract.outcomes

export const sorts = ['newest', 'oldest', 'price-low', 'price-high', 'popular'] as const satisfies typeof contract.sorts

export const states = [
  'available',
  'reserved',
  'sold',
  'withdrawn',
  'expired',
] as const satisfies typeof contract.states

export const wrongIsbn =
  'Enter an ISBN with 10 or 13 digits. One of the digits is wrong.' as const satisfies typeof contract.wrongIsbn

export const wrongPrice = 'Enter a price like 20 or 12.50' as const satisfies typeof contract.wrongPrice

export const marketplaceApi = {
  list: 'GET /api/marketplace',
  favorites: 'GET /api/marketplace/favorites',
  create: 'POST /api/marketplace',
  show: 'GET /api/marketplace/:id',
  update: 'PUT /api/marketplace/:id',
  prices: 'GET /api/marketplace/:id/prices',
  changeState: 'POST /api/marketplace/:id/state',
  renew: 'POST /api/marketplace/:id/renew',
  outcome: 'POST /api/marketplace/:id/outcome',
  buyers: 'GET /api/marketplace/:id/buyers',
  remove: 'DELETE /api/marketplace/:id',
  favorite: 'POST /api/marketplace/:id/favorite',
  report: 'POST /api/marketplace/:id/report',
  interest: 'POST /api/marketplace/:id/interest',
} satisfies RouteAddresses<typeof contract.marketplace> as unknown as RouteRefs<typeof contract.marketplace>
