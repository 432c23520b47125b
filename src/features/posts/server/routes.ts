import { type Db, inTransaction } from '../../../shared/server/db.ts'
import { forbidden } from '../../../shared/server/errors.ts'
import type { House } from '../../../shared/server/house.ts'
import { ok, serve, show } from '../../../shared/server/serve.ts'
import { type Viewer, writing } from '../../../shared/server/viewer.ts'
import { posts } from '../contract.ts'
import { createPost, deletePost, updatePost } from './actions.ts'
import { like, unlike } from './like-actions.ts'
import { tellLookers } from './lookers.ts'
import { isAuthor } from './policy.ts'
import { presentPost } from './present.ts'
import { listActivity, listFeed, listPostsOf, type PostRow, postOr404, withMedia } from './queries.ts'
import { tellOfLike, tellOfMention, untellOfLike, writtenPost } from './telling.ts'

export function postRoutes(house: House) {
  const { anonymity, live } = house
  const presentAll = async (db: Db, rows: PostRow[], viewer: Viewer) =>
    (await withMedia(db, viewer, rows)).map((post) => presentPost(post, viewer, anonymity))
  const present = async (db: Db, row: PostRow, viewer: Viewer) => {
    const [{ media } = { media: [] }] = await withMedia(db, viewer, [row])
    return presentPost({ row, media }, viewer, anonymity)
  }

  serve(house, posts.feed, async ({ db, viewer, query }) => {
    const { rows, pagination } = await listFeed(db, viewer, query)
    return { ...show(await presentAll(db, rows, viewer)), pagination }
  })

  serve(house, posts.ofUser, async ({ db, viewer, params, query }) => {
    const { rows, pagination } = await listPostsOf(db, viewer, params.id, query)
    return { ...show(await presentAll(db, rows, viewer)), pagination }
  })

  serve(house, posts.create, async ({ db, viewer, body }) => {
    const id = await inTransaction(db, async (trx) => {
      const { id, mentions } = await createPost(trx, anonymity, viewer, body)
      await tellOfMention(house, trx, viewer, `/dashboard?post=${id}`, 'post', mentions, body.is_anonymous)
      return id
    })
    return show(await present(db, await postOr404(db, viewer, id), viewer))
  })

  serve(house, posts.show, async ({ db, viewer, params }) =>
    show(await present(db, await postOr404(db, viewer, params.id), viewer)),
  )

  serve(house, posts.update, async ({ db, viewer, params, body }) => {
    const post = await postOr404(db, viewer, params.id)
    if (!isAuthor(anonymity, viewer, 'post', post)) throw forbidden('Only the author can change a post.')
    await updatePost(db, viewer, post, body)
    return show(await present(db, await postOr404(db, viewer, post.id), viewer))
  })

  serve(house, posts.remove, async ({ db, viewer, params }) => {
    const post = await postOr404(db, viewer, params.id)
    if (!isAuthor(anonymity, viewer, 'post', post)) throw forbidden('Only the author can delete a post.')
    await writing(db, viewer, (trx) => deletePost(trx, viewer.schoolId, post.id))
    return ok()
  })

  serve(house, posts.like, async ({ db, viewer, params }) => {
    const post = await postOr404(db, viewer, params.id)
    const liked = await inTransaction(db, async (trx) => {
      const { liked, changed } = await like(trx, viewer, 'post', post.id)
      if (changed) await tellOfLike(house, trx, viewer, writtenPost(post))
      return liked
    })
    await tellLookers(live, db, viewer, 'post.liked', post.id)
    return show(liked)
  })

  serve(house, posts.unlike, async ({ db, viewer, params }) => {
    const post = await postOr404(db, viewer, params.id)
    const liked = await inTransaction(db, async (trx) => {
      const { liked, changed } = await unlike(trx, viewer, 'post', post.id)
      if (changed) await untellOfLike(house, trx, viewer, writtenPost(post))
      return liked
    })
    await tellLookers(live, db, viewer, 'post.liked', post.id)
    return show(liked)
  })

  serve(house, posts.activity, async ({ db, viewer, query }) => show(await listActivity(db, viewer, query.limit)))
}
