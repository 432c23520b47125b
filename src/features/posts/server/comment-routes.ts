import type { z } from 'zod'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict, forbidden, notFound } from '../../../shared/server/http/errors.ts'
import { padOwnership } from '../../../shared/server/http/reply-json.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { assertUnlabelled, updateNote } from '../../discussions/server/notes.ts'
import { type Comment, comments } from '../contract.ts'
import { type CommentRow, commentOr404, findComment, listComments } from './comment-queries.ts'
import { feed } from './discussion.ts'
import {
  type PendingComment,
  pendingCommentsBelow,
  presentPendingComments,
  publishComment,
  removePendingComment,
  submitComment,
} from './pending-comments.ts'
import { findOwn, isAuthor } from './policy.ts'
import { presentComment } from './present.ts'
import { findPostRef, postOr404 } from './queries.ts'

export function commentRoutes(app: App) {
  const { anonymity, pending } = app
  pending.register('comment', (trx, item: PendingComment) => publishComment(app, trx, item))
  const publishedOr404 = async (db: Db, viewer: Viewer, id: string) => {
    const comment = await findComment(db, viewer, id)
    if (!comment) await pending.refuseIfOwn(db, viewer, 'comment', id)
    return comment ?? commentOr404(db, viewer, id)
  }

  const present = async (row: CommentRow, viewer: Viewer) =>
    presentComment(row, await isAuthor(anonymity, viewer, 'comment', row))

  serve(app, comments.list, async ({ db, viewer, params, query }) => {
    const own = await pending.listOwn(db, viewer)
    const isOwnPending = own.some(({ kind, id }) => kind === 'post' && id === params.id)
    if (isOwnPending) return { ...ok([]), pagination: { page: query.page, limit: query.limit, hasMore: false } }
    const post = await postOr404(db, viewer, params.id)
    const { rows, pagination } = await listComments(db, viewer, post.id, query)
    const latest = pagination.hasMore ? [] : pendingCommentsBelow(own, post.id)
    const mine = await findOwn(anonymity, viewer, 'comment', rows)
    const shown = [
      ...rows.map((row) => presentComment(row, mine.has(row.id))),
      ...presentPendingComments(viewer, latest),
    ]
    return padOwnership({ ...ok(shown), pagination }, shown)
  })

  type Body = z.output<typeof comments.create.body>
  const isPlain = ({ parent_id, mentions = [] }: Body) => !parent_id && mentions.length === 0
  const createComment = async (db: Trx, viewer: Viewer, body: Body) => {
    const plain = isPlain(body) ? await feed.commentPlainly(app, db, viewer, { id: body.post_id }, body) : undefined
    if (plain) return { row: plain, item: undefined }
    const post = await findPostRef(db, viewer, body.post_id)
    if (!post) await pending.refuseIfOwn(db, viewer, 'post', body.post_id)
    if (!post) throw notFound('Post not found')
    const parent = body.parent_id ? await publishedOr404(db, viewer, body.parent_id) : undefined
    if (parent && parent.post_id !== post.id) throw notFound('Comment not found')
    const isAnonymous = post.is_anonymous && body.is_anonymous !== false
    if (isAnonymous && (await isAuthor(anonymity, viewer, 'post', post))) {
      const item = await submitComment(app, db, viewer, body)
      return { item, row: pending.isDelayed ? undefined : await findComment(db, viewer, item.id) }
    }
    const row = await feed.comment(app, db, viewer, post, { ...body, parent })
    return { row, item: undefined }
  }

  serve(app, comments.create, {
    async atOnce({ db, viewer, body }) {
      const row = isPlain(body) ? await feed.commentAtOnce(app, db, viewer, { id: body.post_id }, body) : undefined
      return row && { row, item: undefined }
    },
    run: ({ db, viewer, body }) => createComment(db, viewer, body),
    present: async ({ row, item }, { viewer }) => {
      if (row) return ok(await present(row, viewer))
      return ok(presentPendingComments(viewer, item ? [item] : [])[0] as Comment)
    },
  })

  serve(app, comments.setNote, async ({ db, viewer, params, body }) => {
    await pending.refuseIfOwn(db, viewer, 'comment', params.id)
    const comment = await commentOr404(db, viewer, params.id)
    if (!(await isAuthor(anonymity, viewer, 'comment', comment)))
      throw forbidden('You can only edit your own comments.')
    if (comment.is_anonymous) throw conflict('You can’t change an anonymous comment.')
    await assertUnlabelled(db, 'comments', { schoolId: viewer.schoolId, id: comment.id })
    await updateNote(db, 'comments', { schoolId: viewer.schoolId, id: comment.id }, body)
    return ok(await present(await commentOr404(db, viewer, comment.id), viewer))
  })

  serve(app, comments.remove, async ({ db, viewer, params }) => {
    const item = await pending.findOwn<PendingComment['body']>(db, viewer, 'comment', params.id)
    if (item && (await removePendingComment(app, db, viewer, item))) return okEmpty()
    const comment = await commentOr404(db, viewer, params.id)
    if (!(await isAuthor(anonymity, viewer, 'comment', comment)))
      throw forbidden('You can only delete your own comments.')
    await feed.removeComment(app, db, viewer.schoolId, comment)
    return okEmpty()
  })

  for (const [route, wants] of [
    [comments.like, 'like'],
    [comments.unlike, 'unlike'],
  ] as const)
    serve(app, route, async ({ db, viewer, params }) => {
      const comment = await publishedOr404(db, viewer, params.id)
      const post = { id: comment.post_id }
      return ok(await feed.likeComment(app, db, viewer, { post, comment, wants }))
    })
}
