import { call, queryKeyFor } from '../../../shared/web/api.ts'
import type { Discussion } from '../../discussions/web/discussion.ts'
import { groupPostsApi } from '../contract.gen.ts'
import type { GroupPost } from '../contract.ts'
import { routesOfGroupPosts } from './queries.ts'

/** The discussion of a group post. */
export function toGroupDiscussion(post: GroupPost): Discussion {
  const params = { gid: post.group_id, pid: post.id }
  return {
    post,
    link: `/groups/${post.group_id}#${post.id}`,
    routes: routesOfGroupPosts,
    commentsKey: queryKeyFor(groupPostsApi.comments, { params }),
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
    load: () => call(groupPostsApi.show, { params }),
    like: (wish) => (wish ? call(groupPostsApi.like, { params }) : call(groupPostsApi.unlike, { params })),
    remove: () => call(groupPostsApi.remove, { params }),
    report: (body) => call(groupPostsApi.report, { params, body }),
    listComments: (query, signal) => call(groupPostsApi.comments, { params, query, signal }),
    createComment: ({ content, mentions }, idempotencyKey) =>
      call(groupPostsApi.comment, {
        params,
        body: { content, mentions },
        idempotencyKey,
      }),
    removeComment: (cid) =>
      call(groupPostsApi.removeComment, {
        params: { ...params, cid },
      }),
    reportComment: (cid, body) =>
      call(groupPostsApi.reportComment, {
        params: { ...params, cid },
        body,
      }),
  }
}
