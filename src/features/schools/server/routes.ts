import { auditActor } from '../../../shared/server/audit.ts'
import { schoolScope } from '../../../shared/server/auth/school-scope.ts'
import { inOrder } from '../../../shared/server/cells/merge-lists.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { type School, schools } from '../contract.ts'
import { assertFreeDomain, createSchool, deleteSchool, updateSchool } from './admin-actions.ts'
import { listAllSchools, listSchools, schoolOr404 } from './admin-queries.ts'
import { confirmAnonymityChange, requestAnonymityChange, withdrawAnonymityChange } from './anonymity-actions.ts'
import { anonymityOr404 } from './anonymity-queries.ts'
import { listPlaces, setPlaces } from './places.ts'
import { findStats, listPublicSchools } from './queries.ts'

/** What the lists are sorted by. */
const toNamePlace = ({ name, id }: School) => [name, id]

export function schoolRoutes(app: App) {
  serve(app, schools.listPublic, async ({ db }) => ok(await listPublicSchools(db, app.cells)))

  serve(app, schools.stats, async ({ db, viewer }) => {
    const stats = await findStats(db, viewer)
    return { ...ok(stats), ...stats }
  })

  serve(app, schools.listAll, async ({ db, viewer }) => {
    const all = await listAllSchools(db, viewer)
    return inOrder(ok(all), { places: all.map(toNamePlace), order: 'ascending' })
  })

  serve(app, schools.manage, async ({ db, viewer, query }) => {
    const list = await listSchools(db, viewer, schoolScope(viewer, query.school_id), query)
    return inOrder(ok(list), { places: list.data.map(toNamePlace), order: 'ascending' })
  })

  serve(app, schools.create, async (call) => {
    assertFreeDomain(app.cells, call.body.email_domain)
    const id = await createSchool(call.db, auditActor(call), call.body)
    return ok(await schoolOr404(call.db, call.viewer, id))
  })

  serve(app, schools.update, async (call) => {
    assertFreeDomain(app.cells, call.body.email_domain)
    await updateSchool(call.db, auditActor(call), call.params.id, call.body)
    return ok(await schoolOr404(call.db, call.viewer, call.params.id))
  })

  serve(app, schools.places, async ({ db, viewer }) => ok(await listPlaces(db, viewer.schoolId)))

  serve(app, schools.setPlaces, async (call) => {
    const { db, viewer, params, body } = call
    await setPlaces(db, auditActor(call), schoolScope(viewer), params.id, body.places)
    return ok(await listPlaces(db, params.id))
  })

  serve(app, schools.anonymity, async ({ db, viewer, params }) =>
    ok(await anonymityOr404(db, viewer, schoolScope(viewer), params.id)),
  )

  serve(app, schools.changeAnonymity, async (call) => {
    const { db, viewer, params, body } = call
    await requestAnonymityChange(db, app.config, auditActor(call), params.id, body)
    return ok(await anonymityOr404(db, viewer, null, params.id))
  })

  serve(app, schools.confirmAnonymity, async (call) => {
    await confirmAnonymityChange(call.db, auditActor(call), call.params.id)
    return ok(await anonymityOr404(call.db, call.viewer, null, call.params.id))
  })

  serve(app, schools.withdrawAnonymity, async (call) => {
    await withdrawAnonymityChange(call.db, auditActor(call), call.params.id)
    return ok(await anonymityOr404(call.db, call.viewer, null, call.params.id))
  })

  serve(app, schools.remove, async (call) => {
    await deleteSchool(call.db, auditActor(call), call.params.id)
    return okEmpty()
  })
}
