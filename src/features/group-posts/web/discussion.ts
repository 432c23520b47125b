import { call, queryKeyFor } from '../../../shared/web/api.ts'
import type { Discussion } from '../../discussions/web/discussion.ts'
import type { GroupPost, groupPosts } from '../contract.ts'
import { groupPostPaths } from './queries.ts'

/** The discussion of a group post. */
export function toGroupDiscussion(post: GroupPost): Discussion {
  const params = { gid: post.group_id, pid: post.id }
  return {
    post,
    paths: groupPostPaths,
    commentsKey: queryKeyFor('GET /api/groups/:gid/posts/:pid/comments', { params }),
    canHideAuthor: false,
    canReply: false,
    loadFailure: 'Failed to load comments',
    toasts: {
      like: 'Failed to update like',
      load: 'Failed to load comments',
      comment: 'Failed to create comment',
    },
    reportTexts: {
      success: 'Post reported successfully. Thank you for helping keep our community safe.',
      failure: 'Failed to report post',
    },
    load: () => call<typeof groupPosts.show>('GET /api/groups/:gid/posts/:pid', { params }),
    like: (wish) =>
      wish
        ? call<typeof groupPosts.like>('POST /api/groups/:gid/posts/:pid/like', { params })
        : call<typeof groupPosts.unlike>('DELETE /api/groups/:gid/posts/:pid/like', { params }),
    remove: () => call<typeof groupPosts.remove>('DELETE /api/groups/:gid/posts/:pid', { params }),
    report: (body) => call<typeof groupPosts.report>('POST /api/groups/:gid/posts/:pid/report', { params, body }),
    listComments: (query, signal) =>
      call<typeof groupPosts.comments>('GET /api/groups/:gid/posts/:pid/comments', { params, query, signal }),
    createComment: ({ content, mentions }, idempotencyKey) =>
      call<typeof groupPosts.comment>('POST /api/groups/:gid/posts/:pid/comments', {
        params,
        body: { content, mentions },
        idempotencyKey,
      }),
    removeComment: (cid) =>
      call<typeof groupPosts.removeComment>('DELETE /api/groups/:gid/posts/:pid/comments/:cid', {
        params: { ...params, cid },
      }),
    reportComment: (cid, body) =>
      call<typeof groupPosts.reportComment>('POST /api/groups/:gid/posts/:pid/comments/:cid/report', {
        params: { ...params, cid },
        body,
      }),
  }
}
