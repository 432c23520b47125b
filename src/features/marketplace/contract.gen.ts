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

export const conditions = ['new', 'like-new', 'good', 'fair', 'poor'] as const satisfies typeof contract.conditions

export const defaultInterest = 'Hi, is this still available?' as const satisfies typeof contract.defaultInterest

export const listingLimits = {
  title: 200,
  description: 5000,
  images: 5,
  price: 9999999.99,
  message: 5000,
} as const satisfies typeof contract.listingLimits

export const sorts = ['newest', 'oldest', 'price-low', 'price-high', 'popular'] as const satisfies typeof contract.sorts

export const wrongPrice = 'Enter a price like 20 or 12.50' as const satisfies typeof contract.wrongPrice

export const marketplaceApi = {
  list: 'GET /api/marketplace',
  favorites: 'GET /api/marketplace/favorites',
  create: 'POST /api/marketplace',
  show: 'GET /api/marketplace/:id',
  remove: 'DELETE /api/marketplace/:id',
  favorite: 'POST /api/marketplace/:id/favorite',
  report: 'POST /api/marketplace/:id/report',
  interest: 'POST /api/marketplace/:id/interest',
} satisfies RouteAddresses<typeof contract.marketplace> as unknown as RouteRefs<typeof contract.marketplace>
