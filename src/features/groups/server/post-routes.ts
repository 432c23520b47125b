import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { forbidden, notFound } from '../../../shared/server/http/errors.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { deleteComment } from '../../posts/server/comment-actions.ts'
import { groupPosts } from '../contract.ts'
import { notifyMentioned, notifyPostAuthor, queueAnnouncement } from './notifications.ts'
import { assertMember, canDelete, isAuthor } from './policy.ts'
import {
  commentInGroup,
  createGroupPost,
  deleteGroupPost,
  likeGroupPost,
  unlikeGroupPost,
  updateGroupPost,
  vote,
} from './post-actions.ts'
import { presentGroupComment, presentGroupPost } from './post-present.ts'
import {
  type GroupPostRow,
  groupCommentOr404,
  groupPostOr404,
  listGroupComments,
  listGroupPosts,
  lockPoll,
  withPictures,
} from './post-queries.ts'
import { publishGroupPostCounts } from './post-subscriptions.ts'
import { membershipOr404 } from './queries.ts'

type OfPost = { readonly gid: string; readonly pid: string }

/** Routes for posts in a group, their likes, votes and comments. */
export function groupPostRoutes(app: App) {
  const { live } = app
  const loadPost = (db: Db, viewer: Viewer, { gid, pid }: OfPost) => groupPostOr404(db, viewer, gid, pid)

  serve(app, groupPosts.list, async ({ db, viewer, params, query }) => {
    const { rows, pagination } = await listGroupPosts(db, viewer, params.gid, query)
    return { ...ok(await present(db, viewer, rows)), pagination }
  })

  serve(app, groupPosts.create, async ({ db, viewer, params, body }) => {
    const group = await membershipOr404(db, viewer, params.gid)
    assertMember(group)
    const { id: pid, mentions } = await createGroupPost(db, viewer, params.gid, body)
    await notifyMentioned(app, db, viewer, { id: pid, group_id: group.id, group_name: group.name }, 'post', mentions)
    if (body.type === 'announcement' || body.is_announcement)
      await queueAnnouncement(db, viewer, group, body.visibility === 'admins_only')
    return ok(
      await presentOne(db, viewer, await loadPost(db, viewer, { ...params, pid })),
      'Post created successfully!',
    )
  })

  serve(app, groupPosts.show, async ({ db, viewer, params }) =>
    ok(await presentOne(db, viewer, await loadPost(db, viewer, params))),
  )

  serve(app, groupPosts.update, async ({ db, viewer, params, body }) => {
    const post = await loadPost(db, viewer, params)
    const { is_pinned, is_announcement, ...words } = body
    const changesWords = Object.values(words).some((value) => value !== undefined)
    if (changesWords && !isAuthor(viewer, post)) throw forbidden('You can only edit your own posts.')
    await updateGroupPost(db, viewer, post, body)
    return ok(await presentOne(db, viewer, await loadPost(db, viewer, params)))
  })

  serve(app, groupPosts.remove, async ({ db, viewer, params }) => {
    const post = await loadPost(db, viewer, params)
    if (!canDelete(viewer, post)) throw forbidden('Only the author or a group admin can delete this post.')
    await deleteGroupPost(db, viewer.schoolId, post.id)
    return okEmpty()
  })

  for (const [route, change] of [
    [groupPosts.like, likeGroupPost],
    [groupPosts.unlike, unlikeGroupPost],
  ] as const)
    serve(app, route, async ({ db, viewer, params }) => {
      const post = await loadPost(db, viewer, params)
      const { liked, changed } = await change(db, viewer, post.group_id, post.id)
      if (changed && liked.is_liked) await notifyPostAuthor(app, db, viewer, post, 'like')
      await publishGroupPostCounts(live, db, viewer, 'post.liked', post.id)
      return ok({ ...liked, liked_by_user: liked.is_liked })
    })

  serve(app, groupPosts.vote, async ({ db, viewer, params, body }) => {
    const poll = await lockPoll(db, viewer, params.gid, params.pid)
    await vote(db, viewer, poll, body.option_index)
    const poll_options = await publishGroupPostCounts(live, db, viewer, 'post.voted', poll.id)
    return ok({ poll_options, user_vote: body.option_index })
  })

  serve(app, groupPosts.comments, async ({ db, viewer, params, query }) => {
    const { rows, pagination } = await listGroupComments(db, viewer, params.gid, params.pid, query)
    return { ...ok(rows.map((row) => presentGroupComment(row, viewer))), pagination }
  })

  serve(app, groupPosts.comment, async ({ db, viewer, params, body }) => {
    const post = await loadPost(db, viewer, params)
    const { gid, pid } = params
    await notifyPostAuthor(app, db, viewer, post, 'comment')
    const { id, mentions } = await commentInGroup(db, viewer, gid, { post_id: post.id, ...body })
    await notifyMentioned(app, db, viewer, post, 'comment', mentions)
    await publishGroupPostCounts(live, db, viewer, 'post.commented', post.id)
    return ok(presentGroupComment(await groupCommentOr404(db, viewer, gid, pid, id), viewer))
  })

  serve(app, groupPosts.removeComment, async ({ db, viewer, params }) => {
    const comment = await groupCommentOr404(db, viewer, params.gid, params.pid, params.cid)
    if (!canDelete(viewer, comment)) throw forbidden('Only the author or a group admin can delete this comment.')
    await deleteComment(db, viewer.schoolId, comment)
    await publishGroupPostCounts(live, db, viewer, 'post.commented', comment.post_id)
    return okEmpty()
  })
}

const present = async (db: Db, viewer: Viewer, rows: readonly GroupPostRow[]) =>
  (await withPictures(db, viewer, rows)).map((post) => presentGroupPost(post, viewer))

async function presentOne(db: Db, viewer: Viewer, row: GroupPostRow) {
  const [post] = await present(db, viewer, [row])
  if (!post) throw notFound('Post not found')
  return post
}
