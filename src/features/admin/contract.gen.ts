// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const joinedDates = ['today', 'week', 'month', 'year'] as const satisfies typeof contract.joinedDates

export const maxRecentActivities = 5 as const satisfies typeof contract.maxRecentActivities

export const metrics = [
  'posts',
  'comments',
  'new_users',
  'active_users',
  'reports',
] as const satisfies typeof contract.metrics

export const periods = ['week', 'day', 'month'] as const satisfies typeof contract.periods

export const userRoles = ['student', 'admin'] as const satisfies typeof contract.userRoles

export const userStatuses = ['active', 'suspended', 'banned'] as const satisfies typeof contract.userStatuses

export const adminApi = {
  stats: 'GET /admin/stats',
  recentActivity: 'GET /admin/recent-activity',
  users: 'GET /admin/users',
  grantAds: 'PUT /admin/users/:id/ads',
  setMinor: 'PUT /admin/users/:id/minor',
  pause: 'POST /admin/users/:id/pause',
  resume: 'POST /admin/users/:id/resume',
  changeRole: 'PUT /admin/users/:id/role',
  analytics: 'GET /admin/analytics',
  audit: 'GET /admin/audit',
} satisfies RouteAddresses<typeof contract.admin> as unknown as RouteRefs<typeof contract.admin>
