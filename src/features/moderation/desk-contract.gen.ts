// Generated from desk-contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './desk-contract.ts'

export const deskLimits = { title: 100, text: 2000, templates: 50 } as const satisfies typeof contract.deskLimits

export const notesApi = {
  list: 'GET /admin/users/:id/notes',
  create: 'POST /admin/users/:id/notes',
  remove: 'DELETE /admin/notes/:id',
} satisfies RouteAddresses<typeof contract.notes> as unknown as RouteRefs<typeof contract.notes>

export const templatesApi = {
  list: 'GET /admin/templates',
  create: 'POST /admin/templates',
  update: 'PUT /admin/templates/:id',
  remove: 'DELETE /admin/templates/:id',
} satisfies RouteAddresses<typeof contract.templates> as unknown as RouteRefs<typeof contract.templates>
