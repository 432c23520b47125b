import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { forbidden, notFound } from '../../../shared/server/http/errors.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { assertUnlabelled, updateNote } from '../../discussions/server/notes.ts'
import { lockReadAccess } from '../../groups/server/membership.ts'
import { assertMember, canDelete, isAuthor } from '../../groups/server/policy.ts'
import { membershipOr404 } from '../../groups/server/queries.ts'
import { groupPosts } from '../contract.ts'
import { createGroupPost, deleteGroupPost, updateGroupPost, vote } from './actions.ts'
import { groupDiscussion } from './discussion.ts'
import { queueAnnouncement } from './notifications.ts'
import { publishVotes } from './post-subscriptions.ts'
import { presentGroupComment, presentGroupPost, presentLatest } from './present.ts'
import {
  type GroupPostRow,
  groupCommentOr404,
  groupPostOr404,
  listGroupComments,
  listGroupPosts,
  listLatest,
  lockPoll,
  withPictures,
} from './queries.ts'

type OfPost = { readonly gid: string; readonly pid: string }

/** Routes for posts in a group, their likes, votes and comments. */
export function groupPostRoutes(app: App) {
  const loadPost = (db: Db, viewer: Viewer, { gid, pid }: OfPost) => groupPostOr404(db, viewer, gid, pid)

  serve(app, groupPosts.list, async ({ db, viewer, params, query }) => {
    const { rows, pagination } = await listGroupPosts(db, viewer, params.gid, query)
    return { ...ok(await present(db, viewer, rows)), pagination }
  })

  serve(app, groupPosts.latest, async ({ db, viewer }) => ok((await listLatest(db, viewer)).map(presentLatest)))

  serve(app, groupPosts.create, async ({ db, viewer, params, body }) => {
    const group = await membershipOr404(db, viewer, params.gid)
    assertMember(group)
    const { id: pid, mentions } = await createGroupPost(db, viewer, params.gid, body)
    const post = { id: pid, author_id: viewer.id, group_id: group.id, group_name: group.name }
    await groupDiscussion.notifyMentioned(app, db, viewer, post, { content: body.content, people: mentions })
    if (body.type === 'announcement' || body.is_announcement)
      await queueAnnouncement(db, viewer, { ...group, post: pid }, body.visibility === 'admins_only')
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

  serve(app, groupPosts.setNote, async ({ db, viewer, params, body }) => {
    const post = await loadPost(db, viewer, params)
    if (!isAuthor(viewer, post)) throw forbidden('You can only edit your own posts.')
    await assertUnlabelled(db, 'posts', { schoolId: viewer.schoolId, id: post.id })
    await updateNote(db, 'posts', { schoolId: viewer.schoolId, id: post.id }, body)
    return ok(await presentOne(db, viewer, await loadPost(db, viewer, params)))
  })

  serve(app, groupPosts.remove, async ({ db, viewer, params }) => {
    const post = await loadPost(db, viewer, params)
    if (!canDelete(viewer, post)) throw forbidden('Only the author or a group admin can delete this post.')
    await deleteGroupPost(db, viewer.schoolId, post.id)
    return okEmpty()
  })

  for (const [route, wants] of [
    [groupPosts.like, 'like'],
    [groupPosts.unlike, 'unlike'],
  ] as const)
    serve(app, route, async ({ db, viewer, params }) => {
      const post = await loadPost(db, viewer, params)
      await lockReadAccess(db, viewer, post.group_id)
      const liked = await groupDiscussion.likePost(app, db, viewer, post, wants)
      if (!liked) throw notFound('Post not found')
      return ok({ ...liked, liked_by_user: liked.is_liked })
    })

  serve(app, groupPosts.vote, async ({ db, viewer, params, body }) => {
    const poll = await lockPoll(db, viewer, params.gid, params.pid)
    await vote(db, viewer, poll, body.option_index)
    const poll_options = await publishVotes(app.live, db, viewer, poll.id)
    return ok({ poll_options, user_vote: body.option_index })
  })

  serve(app, groupPosts.comments, async ({ db, viewer, params, query }) => {
    const { rows, pagination } = await listGroupComments(db, viewer, params.gid, params.pid, query)
    return { ...ok(rows.map((row) => presentGroupComment(row, viewer))), pagination }
  })

  serve(app, groupPosts.comment, {
    run: async ({ db, viewer, params, body }) => {
      const post = await loadPost(db, viewer, params)
      await lockReadAccess(db, viewer, post.group_id)
      const row = await groupDiscussion.comment(app, db, viewer, post, body)
      return { ...row, author_id: viewer.id, author_name: row.author_name ?? '', user_role: post.user_role }
    },
    present: (row, { viewer }) => ok(presentGroupComment(row, viewer)),
  })

  serve(app, groupPosts.setCommentNote, async ({ db, viewer, params: { gid, pid, cid }, body }) => {
    const comment = await groupCommentOr404(db, viewer, gid, pid, cid)
    if (!isAuthor(viewer, comment)) throw forbidden('You can only edit your own comments.')
    await assertUnlabelled(db, 'comments', { schoolId: viewer.schoolId, id: comment.id })
    await updateNote(db, 'comments', { schoolId: viewer.schoolId, id: comment.id }, body)
    return ok(presentGroupComment(await groupCommentOr404(db, viewer, gid, pid, cid), viewer))
  })

  serve(app, groupPosts.removeComment, async ({ db, viewer, params }) => {
    const comment = await groupCommentOr404(db, viewer, params.gid, params.pid, params.cid)
    if (!canDelete(viewer, comment)) throw forbidden('Only the author or a group admin can delete this comment.')
    await groupDiscussion.removeComment(app, db, viewer.schoolId, comment)
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
