import { call, queryKeyFor } from '../../../shared/web/api.ts'
import type { Discussion } from '../../discussions/web/discussion.ts'
import type { comments, Post, posts } from '../contract.ts'
import { postPaths } from './queries.ts'

/** The discussion of a post of the feed. */
export function toFeedDiscussion(post: Post): Discussion {
  const ask = { params: { id: post.id } }
  const canHideAuthor = post.is_anonymous && post.is_author
  return {
    post,
    paths: postPaths,
    commentsKey: queryKeyFor('GET /api/posts/:id/comments', ask),
    canHideAuthor,
    canReply: true,
    loadFailure: 'We couldn’t load the comments.',
    load: () => call<typeof posts.show>('GET /api/posts/:id', ask),
    like: (wish) =>
      wish
        ? call<typeof posts.like>('POST /api/posts/:id/like', ask)
        : call<typeof posts.unlike>('DELETE /api/posts/:id/like', ask),
    remove: () => call<typeof posts.remove>('DELETE /api/posts/:id', ask),
    report: (body) => call<typeof posts.report>('POST /api/posts/:id/report', { ...ask, body }),
    listComments: (query, signal) =>
      call<typeof comments.list>('GET /api/posts/:id/comments', { ...ask, query, signal }),
    createComment: ({ content, mentions, parentId = null, isAnonymous }, idempotencyKey) =>
      call<typeof comments.create>('POST /api/comments', {
        body: {
          post_id: post.id,
          parent_id: parentId,
          content,
          mentions,
          ...(canHideAuthor ? { is_anonymous: isAnonymous } : {}),
        },
        idempotencyKey,
      }),
    likeComment: (id, wish) =>
      wish
        ? call<typeof comments.like>('POST /api/comments/:id/like', { params: { id } })
        : call<typeof comments.unlike>('DELETE /api/comments/:id/like', { params: { id } }),
    removeComment: (id) => call<typeof comments.remove>('DELETE /api/comments/:id', { params: { id } }),
    reportComment: (id, body) =>
      call<typeof comments.report>('POST /api/comments/:id/report', { params: { id }, body }),
  }
}
