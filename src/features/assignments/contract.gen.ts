// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const answerLimits = { min: 10, max: 5000, images: 5 } as const satisfies typeof contract.answerLimits

export const assignmentFilters = [
  'all',
  'unsolved',
  'solved',
  'my-questions',
  'my-answers',
] as const satisfies typeof contract.assignmentFilters

export const assignmentLimits = {
  title: 200,
  description: 5000,
  course: 100,
  tags: 10,
  tag: 50,
  images: 5,
} as const satisfies typeof contract.assignmentLimits

export const assignmentSorts = [
  'newest',
  'oldest',
  'most-answers',
  'due-soon',
] as const satisfies typeof contract.assignmentSorts

export const priorities = ['low', 'medium', 'high'] as const satisfies typeof contract.priorities

export const subjects = [
  'Mathematics',
  'Physics',
  'Chemistry',
  'Biology',
  'Computer Science',
  'Engineering',
  'Economics',
  'Psychology',
  'History',
  'Literature',
  'Philosophy',
  'Statistics',
  'Business',
  'Other',
] as const satisfies typeof contract.subjects

export const answersApi = {
  list: 'GET /assignments/:id/answers',
  create: 'POST /assignments/:id/answers',
  best: 'POST /assignments/:id/answers/:aid/best',
  helpful: 'POST /answers/:id/helpful',
  report: 'POST /api/assignment-answers/:id/report',
} satisfies RouteAddresses<typeof contract.answers> as unknown as RouteRefs<typeof contract.answers>

export const assignmentsApi = {
  list: 'GET /assignments',
  leaderboard: 'GET /assignments/leaderboard',
  similar: 'GET /assignments/similar',
  answerable: 'GET /assignments/answerable',
  create: 'POST /assignments',
  show: 'GET /assignments/:id',
  update: 'PUT /assignments/:id',
  remove: 'DELETE /assignments/:id',
  complete: 'POST /assignments/:id/complete',
  incomplete: 'POST /assignments/:id/incomplete',
  report: 'POST /assignments/:id/report',
} satisfies RouteAddresses<typeof contract.assignments> as unknown as RouteRefs<typeof contract.assignments>

export const groupAssignmentsApi = {
  list: 'GET /api/groups/:gid/assignments',
  share: 'POST /api/groups/:gid/assignments',
  unshare: 'DELETE /api/groups/:gid/assignments/:aid',
} satisfies RouteAddresses<typeof contract.groupAssignments> as unknown as RouteRefs<typeof contract.groupAssignments>
