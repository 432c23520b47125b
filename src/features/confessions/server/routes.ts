import type { Db } from '../../../shared/server/db.ts'
import { forbidden } from '../../../shared/server/errors.ts'
import type { House } from '../../../shared/server/house.ts'
import { ok, serve, show } from '../../../shared/server/serve.ts'
import { type Viewer, writing } from '../../../shared/server/viewer.ts'
import { confessions } from '../contract.ts'
import { createConfession, deleteConfession, toggleLike } from './actions.ts'
import { isAuthor } from './policy.ts'
import { presentConfession } from './present.ts'
import { type ConfessionRow, confessionOr404, listConfessions, withLikes } from './queries.ts'

export function confessionRoutes(house: House) {
  const { anonymity } = house
  const present = async (db: Db, viewer: Viewer, rows: readonly ConfessionRow[]) =>
    (await withLikes(db, viewer, anonymity, rows)).map((one) => presentConfession(one, viewer, anonymity))

  serve(house, confessions.list, async ({ db, viewer, query }) => {
    const { rows, pagination } = await listConfessions(db, viewer, query)
    return { ...show(await present(db, viewer, rows)), pagination }
  })

  serve(house, confessions.create, async ({ db, viewer, body }) => {
    const id = await createConfession(db, anonymity, viewer, body)
    const row = await confessionOr404(db, viewer, id)
    return show(presentConfession({ row, isLiked: false }, viewer, anonymity))
  })

  serve(house, confessions.remove, async ({ db, viewer, params }) => {
    const confession = await confessionOr404(db, viewer, params.id)
    if (!isAuthor(anonymity, viewer, confession)) throw forbidden('Only the author can delete a confession.')
    await writing(db, viewer, (trx) => deleteConfession(trx, viewer.schoolId, confession.id))
    return ok()
  })

  serve(house, confessions.like, async ({ db, viewer, params }) => {
    const confession = await confessionOr404(db, viewer, params.id)
    return show(await toggleLike(db, anonymity, viewer, confession.id))
  })
}
