import { forbidden } from '../../../shared/server/errors.ts'
import type { House } from '../../../shared/server/house.ts'
import { ok, serve, show } from '../../../shared/server/serve.ts'
import { writing } from '../../../shared/server/viewer.ts'
import { posts } from '../contract.ts'
import { createPost, deletePost, updatePost } from './actions.ts'
import { like, unlike } from './like-actions.ts'
import { isAuthor } from './policy.ts'
import { presentPost } from './present.ts'
import { listActivity, listFeed, listPostsOf, postOr404 } from './queries.ts'

export function postRoutes(house: House) {
  const { anonymity } = house

  serve(house, posts.feed, async ({ db, viewer, query }) => {
    const { rows, pagination } = await listFeed(db, viewer, query)
    return { ...show(rows.map((row) => presentPost(row, viewer, anonymity))), pagination }
  })

  serve(house, posts.ofUser, async ({ db, viewer, params, query }) => {
    const { rows, pagination } = await listPostsOf(db, viewer, params.id, query)
    return { ...show(rows.map((row) => presentPost(row, viewer, anonymity))), pagination }
  })

  serve(house, posts.create, async ({ db, viewer, body }) => {
    const id = await createPost(db, anonymity, viewer, body)
    return show(presentPost(await postOr404(db, viewer, id), viewer, anonymity))
  })

  serve(house, posts.show, async ({ db, viewer, params }) =>
    show(presentPost(await postOr404(db, viewer, params.id), viewer, anonymity)),
  )

  serve(house, posts.update, async ({ db, viewer, params, body }) => {
    const post = await postOr404(db, viewer, params.id)
    if (!isAuthor(anonymity, viewer, 'post', post)) throw forbidden('Only the author can change a post.')
    await updatePost(db, viewer, post.id, body)
    return show(presentPost(await postOr404(db, viewer, post.id), viewer, anonymity))
  })

  serve(house, posts.remove, async ({ db, viewer, params }) => {
    const post = await postOr404(db, viewer, params.id)
    if (!isAuthor(anonymity, viewer, 'post', post)) throw forbidden('Only the author can delete a post.')
    await writing(db, viewer, (trx) => deletePost(trx, viewer.schoolId, post.id))
    return ok()
  })

  serve(house, posts.like, async ({ db, viewer, params }) => {
    const post = await postOr404(db, viewer, params.id)
    return show(await like(db, viewer, 'post', post.id))
  })

  serve(house, posts.unlike, async ({ db, viewer, params }) => {
    const post = await postOr404(db, viewer, params.id)
    return show(await unlike(db, viewer, 'post', post.id))
  })

  serve(house, posts.activity, async ({ db, viewer, query }) => show(await listActivity(db, viewer, query.limit)))
}
