import type { z } from 'zod'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { forbidden, notFound } from '../../../shared/server/http/errors.ts'
import { padOwnership } from '../../../shared/server/http/reply-json.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { assertUnlabelled, updateNote } from '../../discussions/server/notes.ts'
import { type Post, posts } from '../contract.ts'
import { createPost, deletePost, updatePost } from './actions.ts'
import { feed } from './discussion.ts'
import {
  type PendingPost,
  pendingPostsAmong,
  presentPendingPosts,
  publishEdit,
  publishPost,
  removePendingPost,
  submitEdit,
  submitPost,
  updatePendingPost,
  withPendingEdits,
} from './pending-posts.ts'
import { findOwn, isAuthor } from './policy.ts'
import { presentPost } from './present.ts'
import { findPost, listActivity, listFeed, listPostsByUser, type PostRow, postOr404, withMedia } from './queries.ts'

export function postRoutes(app: App) {
  const { anonymity, pending } = app
  pending.register('post', (trx, item: PendingPost) => publishPost(app, trx, item))
  pending.register('post_edit', (trx, item: PendingPost) => publishEdit(app, trx, item))
  const ownPending = (db: Db, viewer: Viewer, id: string) =>
    pending.findOwn<PendingPost['body']>(db, viewer, 'post', id)
  const presentAll = async (db: Db, rows: PostRow[], viewer: Viewer) => {
    const [posts, own] = await Promise.all([withMedia(db, viewer, rows), findOwn(anonymity, viewer, 'post', rows)])
    return posts.map((post) => presentPost(post, own.has(post.row.id)))
  }
  const present = async (db: Db, row: PostRow, viewer: Viewer) => (await presentAll(db, [row], viewer))[0] as Post

  serve(app, posts.feed, async ({ db, viewer, query }) => {
    const { rows, pagination } = await listFeed(db, viewer, query)
    const isStart = query.filter === 'all' && !query.search && !query.cursor && query.page === 1
    const own = await pending.listOwn(db, viewer)
    const latest = isStart ? pendingPostsAmong(own).reverse() : []
    const shown = [
      ...(await presentPendingPosts(db, viewer, latest)),
      ...(await presentAll(db, withPendingEdits(rows, own), viewer)),
    ]
    return padOwnership({ ...ok(shown), pagination }, shown)
  })

  serve(app, posts.ofUser, async ({ db, viewer, params, query }) => {
    const { rows, pagination } = await listPostsByUser(db, viewer, params.id, query)
    return { ...ok(await presentAll(db, rows, viewer)), pagination }
  })

  const showOne = async (db: Db, row: PostRow, viewer: Viewer) => {
    const post = await present(db, row, viewer)
    return padOwnership(ok(post), [post])
  }
  const showPending = async (db: Db, item: PendingPost, viewer: Viewer) => {
    const posts = await presentPendingPosts(db, viewer, [item])
    return padOwnership(ok(posts[0] as Post), posts)
  }

  const createAnonymously = async (db: Trx, viewer: Viewer, body: z.output<typeof posts.create.body>) => {
    const item = await submitPost(app, db, viewer, body)
    return { item, row: pending.isDelayed ? undefined : await findPost(db, viewer, item.id) }
  }
  const createNamed = async (db: Trx, viewer: Viewer, body: z.output<typeof posts.create.body>) => {
    const { row, mentions } = await createPost(db, viewer, body)
    await feed.notifyMentioned(app, db, viewer, row, { content: body.content, people: mentions })
    const except = [viewer.id, ...row.hidden_from, ...row.muted_by]
    app.live.publish(db, { schoolId: viewer.schoolId, everyone: true, except }, 'post.created', { id: row.id })
    return { item: undefined, row }
  }
  serve(app, posts.create, {
    run: async ({ db, viewer, body }) =>
      body.is_anonymous ? await createAnonymously(db, viewer, body) : await createNamed(db, viewer, body),
    present: async ({ item, row }, { db, viewer }) => {
      if (item) return row ? showOne(db, row, viewer) : showPending(db, item, viewer)
      return ok(await present(db, row, viewer))
    },
  })

  serve(app, posts.show, async ({ db, viewer, params }) => {
    const post = await findPost(db, viewer, params.id)
    const item = post ? undefined : await ownPending(db, viewer, params.id)
    if (item) return showPending(db, item, viewer)
    const rows = withPendingEdits([post ?? (await postOr404(db, viewer, params.id))], await pending.listOwn(db, viewer))
    return showOne(db, rows[0] as PostRow, viewer)
  })

  serve(app, posts.update, async ({ db, viewer, params, body }) => {
    const item = await ownPending(db, viewer, params.id)
    const changed = item && (await updatePendingPost(app, db, viewer, item, body))
    if (changed) return showPending(db, changed, viewer)
    const post = await postOr404(db, viewer, params.id)
    if (!(await isAuthor(anonymity, viewer, 'post', post))) throw forbidden('You can only edit your own posts.')
    if (!post.is_anonymous) {
      await updatePost(db, viewer, post, body)
      return ok(await present(db, await postOr404(db, viewer, post.id), viewer))
    }
    await submitEdit(app, db, viewer, post, body)
    const own = await pending.listOwnNow(db, viewer)
    const rows = withPendingEdits([await postOr404(db, viewer, post.id)], own)
    return showOne(db, rows[0] as PostRow, viewer)
  })

  serve(app, posts.setNote, async ({ db, viewer, params, body }) => {
    const item = await ownPending(db, viewer, params.id)
    const changed = item && (await updatePendingPost(app, db, viewer, item, body))
    if (changed) return showPending(db, changed, viewer)
    const post = await postOr404(db, viewer, params.id)
    if (!(await isAuthor(anonymity, viewer, 'post', post))) throw forbidden('You can only edit your own posts.')
    await assertUnlabelled(db, 'posts', { schoolId: viewer.schoolId, id: post.id })
    if (!post.is_anonymous) {
      await updateNote(db, 'posts', { schoolId: viewer.schoolId, id: post.id }, body)
      return ok(await present(db, await postOr404(db, viewer, post.id), viewer))
    }
    await submitEdit(app, db, viewer, post, body)
    const own = await pending.listOwnNow(db, viewer)
    const rows = withPendingEdits([await postOr404(db, viewer, post.id)], own)
    return showOne(db, rows[0] as PostRow, viewer)
  })

  serve(app, posts.remove, async ({ db, viewer, params }) => {
    const item = await ownPending(db, viewer, params.id)
    if (item && (await removePendingPost(app, db, viewer, item))) return okEmpty()
    const post = await postOr404(db, viewer, params.id)
    if (!(await isAuthor(anonymity, viewer, 'post', post))) throw forbidden('You can only delete your own posts.')
    await deletePost(db, viewer.schoolId, post.id)
    return okEmpty()
  })

  for (const [route, wants] of [
    [posts.like, 'like'],
    [posts.unlike, 'unlike'],
  ] as const)
    serve(app, route, {
      atOnce: ({ db, viewer, params }) => feed.likePostAtOnce(app, db, viewer, params, wants),
      async run({ db, viewer, params }) {
        const liked = await feed.likePost(app, db, viewer, params, wants)
        if (!liked) await pending.refuseIfOwn(db, viewer, 'post', params.id) // says why, instead of 404
        if (!liked) throw notFound('Post not found')
        return liked
      },
      present: (state) => ok(state),
    })

  serve(app, posts.activity, async ({ db, viewer, query }) => ok(await listActivity(db, viewer, query.limit)))
}
