import { auditActor } from '../../../shared/server/audit.ts'
import { schoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { rules } from '../contract.ts'
import { createRule, deleteRule, listRules, updateRule } from './actions.ts'

/** The rules of a school, by which its moderators decide. */
export function ruleRoutes(app: App) {
  const findSchool = (viewer: Viewer, asked: string | undefined) => schoolScope(viewer, asked) ?? viewer.schoolId
  serve(app, rules.list, async ({ db, viewer, query }) => ok(await listRules(db, findSchool(viewer, query.school_id))))
  serve(app, rules.create, async (call) => {
    const { db, viewer, query, body } = call
    return ok(await createRule(db, auditActor(call), findSchool(viewer, query.school_id), body))
  })
  serve(app, rules.update, async (call) => {
    const { db, viewer, params, body } = call
    return ok(await updateRule(db, auditActor(call), schoolScope(viewer), params.id, body))
  })
  serve(app, rules.remove, async (call) => {
    const { db, viewer, params } = call
    await deleteRule(db, auditActor(call), schoolScope(viewer), params.id)
    return okEmpty()
  })
}
