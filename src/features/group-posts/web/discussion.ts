import { call, queryKeyFor } from '../../../shared/web/api.ts'
import { storeCall } from '../../../shared/web/stored-call.ts'
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
    hides: { post: 'group_post', comment: 'group_comment' },
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
    toLike: (wish) => (wish ? storeCall(groupPostsApi.like, { params }) : storeCall(groupPostsApi.unlike, { params })),
    setNote: (body) => call(groupPostsApi.setNote, { params, body }),
    remove: () => call(groupPostsApi.remove, { params }),
    report: (body) => call(groupPostsApi.report, { params, body }),
    listComments: (query, signal) => call(groupPostsApi.comments, { params, query, signal }),
    toComment: ({ content, mentions, note }) =>
      storeCall(groupPostsApi.comment, { params, body: { content, mentions, ...(note && { note }) } }),
    setCommentNote: (cid, body) => call(groupPostsApi.setCommentNote, { params: { ...params, cid }, body }),
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
