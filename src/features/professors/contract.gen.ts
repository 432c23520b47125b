// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const professorLimits = {
  name: 100,
  line: 200,
  words: 5000,
  chips: 30,
  years: 60,
} as const satisfies typeof contract.professorLimits

export const professorSorts = [
  'rating',
  'name',
  'total_ratings',
  'difficulty',
] as const satisfies typeof contract.professorSorts

export const ratingSorts = [
  'created_at',
  'overall_rating',
  'helpful_count',
] as const satisfies typeof contract.ratingSorts

export const professorsApi = {
  list: 'GET /api/professors',
  create: 'POST /api/professors',
  show: 'GET /api/professors/:id',
  report: 'POST /api/professors/:id/report',
  courses: 'GET /api/professors/:id/courses',
  stats: 'GET /api/professor-stats',
  departments: 'GET /api/departments',
  createDepartment: 'POST /api/departments',
} satisfies RouteAddresses<typeof contract.professors> as unknown as RouteRefs<typeof contract.professors>

export const ratingsApi = {
  list: 'GET /api/professors/:id/ratings',
  create: 'POST /api/professors/:id/ratings',
  update: 'PUT /api/ratings/:id',
  remove: 'DELETE /api/ratings/:id',
  vote: 'POST /api/ratings/:id/helpful',
  report: 'POST /api/ratings/:id/report',
} satisfies RouteAddresses<typeof contract.ratings> as unknown as RouteRefs<typeof contract.ratings>
