import { auditActor, recordAuditedRead } from '../../../shared/server/audit.ts'
import { schoolScope } from '../../../shared/server/auth/school-scope.ts'
import { inOrder } from '../../../shared/server/cells/merge-lists.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { seals } from '../seal-contract.ts'
import type { ContentType } from './content-types.ts'
import { paginate } from './present.ts'
import { listSealRequests } from './seal-lists.ts'
import { listOpenings, toOpeningPlace } from './seal-queries.ts'
import { readRequestedAuthor, requestOpening } from './seal-requests.ts'
import { countersign, decideRequest, withdrawRequest } from './seal-second-person.ts'

/** Requests to open seals, for administrators and the custodian of a school. */
export function sealRoutes(app: App, kinds: readonly ContentType[]) {
  serve(app, seals.openings, async ({ db, viewer, query }) => {
    const openings = await listOpenings(db, schoolScope(viewer, query.school_id))
    return inOrder(ok(openings), { places: openings.map(toOpeningPlace), order: 'ascending' })
  })

  serve(app, seals.request, async (call) => {
    const { db, viewer, body } = call
    const { id, state } = await requestOpening(app, db, kinds, auditActor(call), schoolScope(viewer), body)
    return ok({ request_id: id, state })
  })

  serve(app, seals.list, async (call) => {
    const { db, viewer, query } = call
    const scope = schoolScope(viewer, query.school_id)
    const { state: view, page, limit } = query
    await recordAuditedRead(db, auditActor(call), { action: 'seals.list', school: scope, detail: { state: view } })
    const { requests, places, total } = await listSealRequests(db, app.anonymity, kinds, viewer, scope, {
      view,
      page,
      limit,
    })
    return inOrder(ok({ requests, pagination: paginate({ page, limit }, total) }), { places })
  })

  for (const [route, outcome] of [
    [seals.approve, 'approved'],
    [seals.decline, 'declined'],
  ] as const)
    serve(app, route, async (call) => {
      const { db, viewer, params, body } = call
      const decision = { id: params.id, reason: body.reason, outcome }
      await decideRequest(app, db, kinds, auditActor(call), schoolScope(viewer), decision)
      return okEmpty()
    })

  serve(app, seals.countersign, async (call) => {
    const { db, viewer, params, body } = call
    const decision = { id: params.id, reason: body.reason }
    await countersign(app, db, kinds, auditActor(call), schoolScope(viewer), decision)
    return okEmpty()
  })

  serve(app, seals.withdraw, async (call) => {
    const { db, viewer, params } = call
    await withdrawRequest(app, db, auditActor(call), schoolScope(viewer), params.id)
    return okEmpty()
  })

  serve(app, seals.author, async (call) => {
    const { db, viewer, params } = call
    const tools = { db, anonymity: app.anonymity }
    return ok(await readRequestedAuthor(tools, kinds, auditActor(call), schoolScope(viewer), params.id))
  })
}
