// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const groupPostLimits = {
  characters: 5000,
  files: 10,
  pictures: 6,
  option: 200,
  options: 6,
  fewestOptions: 2,
} as const satisfies typeof contract.groupPostLimits

export const postTypes = [
  'text',
  'image',
  'poll',
  'announcement',
  'event',
  'resource',
] as const satisfies typeof contract.postTypes

export const visibilities = ['group', 'members_only', 'admins_only'] as const satisfies typeof contract.visibilities

export const groupPostsApi = {
  list: 'GET /api/groups/:gid/posts',
  latest: 'GET /api/groups/posts/latest',
  create: 'POST /api/groups/:gid/posts',
  show: 'GET /api/groups/:gid/posts/:pid',
  update: 'PUT /api/groups/:gid/posts/:pid',
  setNote: 'PUT /api/groups/:gid/posts/:pid/note',
  remove: 'DELETE /api/groups/:gid/posts/:pid',
  like: 'POST /api/groups/:gid/posts/:pid/like',
  unlike: 'DELETE /api/groups/:gid/posts/:pid/like',
  vote: 'POST /api/groups/:gid/posts/:pid/vote',
  comments: 'GET /api/groups/:gid/posts/:pid/comments',
  comment: 'POST /api/groups/:gid/posts/:pid/comments',
  setCommentNote: 'PUT /api/groups/:gid/posts/:pid/comments/:cid/note',
  removeComment: 'DELETE /api/groups/:gid/posts/:pid/comments/:cid',
  report: 'POST /api/groups/:gid/posts/:pid/report',
  reportComment: 'POST /api/groups/:gid/posts/:pid/comments/:cid/report',
  reportResource: 'POST /api/groups/:gid/resources/:id/report',
  reportDiscussion: 'POST /api/groups/:gid/discussions/:id/report',
} satisfies RouteAddresses<typeof contract.groupPosts> as unknown as RouteRefs<typeof contract.groupPosts>
