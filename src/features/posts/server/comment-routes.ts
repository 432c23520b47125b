import { forbidden, notFound } from '../../../shared/server/errors.ts'
import type { House } from '../../../shared/server/house.ts'
import { ok, serve, show } from '../../../shared/server/serve.ts'
import { writing } from '../../../shared/server/viewer.ts'
import { comments } from '../contract.ts'
import { createComment, deleteComment } from './comment-actions.ts'
import { commentOr404, listComments } from './comment-queries.ts'
import { like, unlike } from './like-actions.ts'
import { tellLookers } from './lookers.ts'
import { isAuthor } from './policy.ts'
import { presentComment } from './present.ts'
import { postOr404 } from './queries.ts'

export function commentRoutes(house: House) {
  const { anonymity, live } = house

  serve(house, comments.list, async ({ db, viewer, params, query }) => {
    const post = await postOr404(db, viewer, params.id)
    const { rows, pagination } = await listComments(db, viewer, post.id, query)
    return { ...show(rows.map((row) => presentComment(row, viewer, anonymity))), pagination }
  })

  serve(house, comments.create, async ({ db, viewer, body }) => {
    const post = await postOr404(db, viewer, body.post_id)
    if (body.parent_id) {
      const parent = await commentOr404(db, viewer, body.parent_id)
      if (parent.post_id !== post.id) throw notFound('Comment not found')
    }
    const id = await createComment(db, anonymity, viewer, body)
    await tellLookers(live, db, viewer, 'post.commented', post.id)
    return show(presentComment(await commentOr404(db, viewer, id), viewer, anonymity))
  })

  serve(house, comments.remove, async ({ db, viewer, params }) => {
    const comment = await commentOr404(db, viewer, params.id)
    if (!isAuthor(anonymity, viewer, 'comment', comment)) throw forbidden('Only the author can delete a comment.')
    await writing(db, viewer, (trx) => deleteComment(trx, viewer.schoolId, comment))
    await tellLookers(live, db, viewer, 'post.commented', comment.post_id)
    return ok()
  })

  serve(house, comments.like, async ({ db, viewer, params }) => {
    const comment = await commentOr404(db, viewer, params.id)
    return show(await like(db, viewer, 'comment', comment.id))
  })

  serve(house, comments.unlike, async ({ db, viewer, params }) => {
    const comment = await commentOr404(db, viewer, params.id)
    return show(await unlike(db, viewer, 'comment', comment.id))
  })
}
