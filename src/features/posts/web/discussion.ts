import { call, queryKeyFor } from '../../../shared/web/api.ts'
import { storeCall } from '../../../shared/web/stored-call.ts'
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
    hides: { post: 'post', comment: 'comment' },
    commentsKey: queryKeyFor(commentsApi.list, ask),
    canHideAuthor,
    canReply: true,
    loadFailure: 'We couldn’t load the comments.',
    load: () => call(postsApi.show, ask),
    toLike: (wish) => (wish ? storeCall(postsApi.like, ask) : storeCall(postsApi.unlike, ask)),
    setNote: (body) => call(postsApi.setNote, { ...ask, body }),
    remove: () => call(postsApi.remove, ask),
    report: (body) => call(postsApi.report, { ...ask, body }),
    listComments: (query, signal) => call(commentsApi.list, { ...ask, query, signal }),
    toComment: ({ content, mentions, note, parentId = null, isAnonymous, isConfirmed }) =>
      storeCall(commentsApi.create, {
        body: {
          post_id: post.id,
          parent_id: parentId,
          content,
          mentions,
          ...(note && { note }),
          ...(canHideAuthor ? { is_anonymous: isAnonymous } : {}),
          ...(isConfirmed ? { confirmed: true } : {}),
        },
      }),
    toCommentLike: (id, wish) =>
      wish ? storeCall(commentsApi.like, { params: { id } }) : storeCall(commentsApi.unlike, { params: { id } }),
    setCommentNote: (id, body) => call(commentsApi.setNote, { params: { id }, body }),
    removeComment: (id) => call(commentsApi.remove, { params: { id } }),
    reportComment: (id, body) => call(commentsApi.report, { params: { id }, body }),
  }
}
