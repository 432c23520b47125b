import { auditActor } from '../../../shared/server/audit.ts'
import { inOrder } from '../../../shared/server/cells/merge-lists.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { ads } from '../contract.ts'
import { createAd, deleteAd, updateAd } from './actions.ts'
import { openAdCounter } from './counting.ts'
import { adScope } from './policy.ts'
import { adOr404, listAdDays, listManaged, listRunning, managedAdOr404 } from './queries.ts'

export function adRoutes(app: App) {
  const count = openAdCounter(app.db, app.limits)

  serve(app, ads.list, async ({ db, viewer, query }) => ok(await listRunning(db, viewer, query.placement)))

  serve(app, ads.impression, async ({ db, viewer, params }) => {
    const ad = await adOr404(db, viewer, params.id)
    return { ...okEmpty(), counted: await count(viewer, ad.id, 'impressions') }
  })

  serve(app, ads.click, async ({ db, viewer, params }) => {
    const ad = await adOr404(db, viewer, params.id)
    return { ...okEmpty(), counted: await count(viewer, ad.id, 'clicks') }
  })

  serve(app, ads.manage, async ({ db, viewer, query }) => {
    const { rows, places } = await listManaged(db, viewer, adScope(viewer, query.school_id))
    return inOrder(ok(rows), { places, order: 'ascending' })
  })

  serve(app, ads.create, async (call) => {
    const { db, viewer, body } = call
    adScope(viewer)
    const id = await createAd(db, auditActor(call), body)
    return ok(await managedAdOr404(db, viewer, id))
  })

  for (const route of [ads.update, ads.patch]) {
    serve(app, route, async (call) => {
      const { db, viewer, params, body } = call
      adScope(viewer)
      await updateAd(db, auditActor(call), params.id, body)
      return ok(await managedAdOr404(db, viewer, params.id))
    })
  }

  serve(app, ads.remove, async (call) => {
    const { db, viewer, params } = call
    adScope(viewer)
    await deleteAd(db, auditActor(call), await managedAdOr404(db, viewer, params.id))
    return okEmpty()
  })

  serve(app, ads.analytics, async ({ db, viewer, params }) => {
    adScope(viewer)
    const { id, current_impressions, clicks, max_impressions } = await managedAdOr404(db, viewer, params.id)
    const ctr = current_impressions === 0 ? 0 : Math.round((clicks / current_impressions) * 1000) / 10
    const daily = await listAdDays(db, id)
    return ok({ id, impressions: current_impressions, clicks, ctr, max_impressions, daily })
  })
}
