import { call, queryKeyFor } from '../../../shared/web/api.ts'
import type { Discussion } from '../../discussions/web/discussion.ts'
import { commentsApi, postsApi } from '../contract.gen.ts'
import type { Post } from '../contract.ts'
import { routesOfPosts } from './queries.ts'

/** The discussion of a post of the feed. */
export function toFeedDiscussion(post: Post): Discussion {
  const ask = { params: { id: post.id } }
  const canHideAuthor = post.is_anonymous && post.is_author
  return {
    post,
    link: `/dashboard?post=${post.id}`,
    routes: routesOfPosts,
    commentsKey: queryKeyFor(commentsApi.list, ask),
    canHideAuthor,
    canReply: true,
    loadFailure: 'We couldn’t load the comments.',
    load: () => call(postsApi.show, ask),
    like: (wish) => (wish ? call(postsApi.like, ask) : call(postsApi.unlike, ask)),
    remove: () => call(postsApi.remove, ask),
    report: (body) => call(postsApi.report, { ...ask, body }),
    listComments: (query, signal) => call(commentsApi.list, { ...ask, query, signal }),
    createComment: ({ content, mentions, parentId = null, isAnonymous }, idempotencyKey) =>
      call(commentsApi.create, {
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
      wish ? call(commentsApi.like, { params: { id } }) : call(commentsApi.unlike, { params: { id } }),
    removeComment: (id) => call(commentsApi.remove, { params: { id } }),
    reportComment: (id, body) => call(commentsApi.report, { params: { id }, body }),
  }
}
