import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { forbidden, notFound } from '../../../shared/server/http/errors.ts'
import { padOwnership } from '../../../shared/server/http/reply-json.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { type Confession, confessions } from '../contract.ts'
import { deleteConfession, toggleLike } from './actions.ts'
import {
  type PendingConfession,
  pendingConfessionsAmong,
  presentPendingConfessions,
  publishConfession,
  removePendingConfession,
  submitConfession,
} from './pending-confessions.ts'
import { findOwn, isAuthor } from './policy.ts'
import { presentConfession, presentOwnWaiting } from './present.ts'
import { type ConfessionRow, confessionOr404, findConfession, listConfessions, withLikes } from './queries.ts'
import { findOwnWaiting, listOwnWaiting } from './waiting-queries.ts'

export function confessionRoutes(app: App) {
  const { anonymity, pending } = app
  pending.register('confession', (trx, item: PendingConfession) => publishConfession(anonymity, trx, item))
  const present = async (db: Db, viewer: Viewer, rows: readonly ConfessionRow[]) => {
    const [liked, own] = await Promise.all([
      withLikes(db, viewer, anonymity, rows),
      findOwn(anonymity, viewer, rows), // in the same message
    ])
    return liked.map((confession) => presentConfession(confession, own.has(confession.row.id)))
  }

  serve(app, confessions.list, async ({ db, viewer, query }) => {
    const { rows, pagination } = await listConfessions(db, viewer, query)
    const isStart = query.sort === 'newest' && !query.search && query.page === 1
    const own = isStart ? await pending.listOwn(db, viewer) : []
    const waiting =
      isStart && viewer.confessionsMode === 'read_first' ? await listOwnWaiting(db, viewer, anonymity) : []
    const shown = [
      ...presentPendingConfessions(viewer, pendingConfessionsAmong(own, query.category)),
      ...waiting
        .filter(({ category }) => query.category === undefined || category === query.category)
        .map(presentOwnWaiting),
      ...(await present(db, viewer, rows)),
    ]
    return padOwnership({ ...ok(shown), pagination }, shown)
  })

  serve(app, confessions.create, async ({ db, viewer, body }) => {
    const item = await submitConfession(app, db, viewer, body)
    const row = app.pending.isDelayed ? undefined : await findConfession(db, viewer, item.id)
    const [shown] = row
      ? [presentConfession({ row, isLiked: false }, !viewer.hidesOwn)]
      : presentPendingConfessions(viewer, [item])
    return ok(shown as Confession)
  })

  serve(app, confessions.remove, async ({ db, viewer, params }) => {
    const item = await pending.findOwn<PendingConfession['body']>(db, viewer, 'confession', params.id)
    if (item && (await removePendingConfession(app, db, viewer, item))) return okEmpty()
    const confession =
      (await findConfession(db, viewer, params.id)) ??
      (await findOwnWaiting(db, viewer, anonymity, params.id)) ??
      (await confessionOr404(db, viewer, params.id)) // approved meanwhile
    if (!(await isAuthor(anonymity, viewer, confession))) throw forbidden('You can only delete your own confessions.')
    await deleteConfession(db, viewer.schoolId, confession.id)
    return okEmpty()
  })

  serve(app, confessions.like, async ({ db, viewer, params }) => {
    const confession = await findConfession(db, viewer, params.id)
    if (!confession) await pending.refuseIfOwn(db, viewer, 'confession', params.id)
    if (!confession) throw notFound('Confession not found')
    return ok(await toggleLike(db, anonymity, viewer, confession.id))
  })
}
