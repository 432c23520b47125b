// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const feedFilters = ['all', 'friends', 'my-posts'] as const satisfies typeof contract.feedFilters

export const longPost = 'Post cannot exceed 2000 characters' as const satisfies typeof contract.longPost

export const postLimits = { characters: 2000, files: 10 } as const satisfies typeof contract.postLimits

export const commentsApi = {
  list: 'GET /api/posts/:id/comments',
  create: 'POST /api/comments',
  setNote: 'PUT /api/comments/:id/note',
  remove: 'DELETE /api/comments/:id',
  like: 'POST /api/comments/:id/like',
  unlike: 'DELETE /api/comments/:id/like',
  report: 'POST /api/comments/:id/report',
} satisfies RouteAddresses<typeof contract.comments> as unknown as RouteRefs<typeof contract.comments>

export const postsApi = {
  feed: 'GET /api/posts/feed',
  ofUser: 'GET /api/posts/user/:id',
  create: 'POST /api/posts',
  show: 'GET /api/posts/:id',
  update: 'PUT /api/posts/:id',
  setNote: 'PUT /api/posts/:id/note',
  remove: 'DELETE /api/posts/:id',
  like: 'POST /api/posts/:id/like',
  unlike: 'DELETE /api/posts/:id/like',
  report: 'POST /api/posts/:id/report',
  activity: 'GET /activity/recent',
} satisfies RouteAddresses<typeof contract.posts> as unknown as RouteRefs<typeof contract.posts>
