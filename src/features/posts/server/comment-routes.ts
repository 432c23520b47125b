import { inTransaction } from '../../../shared/server/db.ts'
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
import { tellOfComment, tellOfLike, tellOfMention, untellOfLike, writtenComment, writtenPost } from './telling.ts'

export function commentRoutes(house: House) {
  const { anonymity, live } = house

  serve(house, comments.list, async ({ db, viewer, params, query }) => {
    const post = await postOr404(db, viewer, params.id)
    const { rows, pagination } = await listComments(db, viewer, post.id, query)
    return { ...show(rows.map((row) => presentComment(row, viewer, anonymity))), pagination }
  })

  serve(house, comments.create, async ({ db, viewer, body }) => {
    const post = await postOr404(db, viewer, body.post_id)
    const parent = body.parent_id ? await commentOr404(db, viewer, body.parent_id) : undefined
    if (parent && parent.post_id !== post.id) throw notFound('Comment not found')
    const id = await inTransaction(db, async (trx) => {
      const { id, is_anonymous, mentions } = await createComment(trx, anonymity, viewer, body)
      await tellOfComment(house, trx, viewer, {
        post: writtenPost(post),
        parent: parent && writtenComment(parent),
        anonymous: is_anonymous,
      })
      const others = mentions.filter((one) => one !== post.author_id && one !== parent?.author_id)
      const link = `/dashboard?post=${post.id}&comment=${id}`
      await tellOfMention(house, trx, viewer, link, 'comment', others, is_anonymous)
      return id
    })
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
    const liked = await inTransaction(db, async (trx) => {
      const { liked, changed } = await like(trx, viewer, 'comment', comment.id)
      if (changed) await tellOfLike(house, trx, viewer, writtenComment(comment))
      return liked
    })
    return show(liked)
  })

  serve(house, comments.unlike, async ({ db, viewer, params }) => {
    const comment = await commentOr404(db, viewer, params.id)
    const liked = await inTransaction(db, async (trx) => {
      const { liked, changed } = await unlike(trx, viewer, 'comment', comment.id)
      if (changed) await untellOfLike(house, trx, viewer, writtenComment(comment))
      return liked
    })
    return show(liked)
  })
}
