import { auditActor, recordAuditedRead } from '../../../shared/server/audit.ts'
import { schoolScope } from '../../../shared/server/auth/school-scope.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { notes, templates } from '../desk-contract.ts'
import { createNote, deleteNote, listNotes, subjectOr404 } from './notes.ts'
import { createTemplate, deleteTemplate, listTemplates, updateTemplate } from './templates.ts'

/** Templates of a school, and notes on a person. */
export function deskRoutes(app: App) {
  serve(app, templates.list, async ({ db, viewer, query }) =>
    ok(await listTemplates(db, schoolScope(viewer, query.school_id) ?? viewer.schoolId)),
  )

  serve(app, templates.create, async (call) => {
    const { db, viewer, query, body } = call
    const schoolId = schoolScope(viewer, query.school_id) ?? viewer.schoolId
    return ok(await createTemplate(db, auditActor(call), schoolId, body))
  })

  serve(app, templates.update, async (call) => {
    const { db, viewer, params, body } = call
    return ok(await updateTemplate(db, auditActor(call), schoolScope(viewer), params.id, body))
  })

  serve(app, templates.remove, async (call) => {
    const { db, viewer, params } = call
    await deleteTemplate(db, auditActor(call), schoolScope(viewer), params.id)
    return okEmpty()
  })

  serve(app, notes.list, async (call) => {
    const { db, viewer, params } = call
    const person = await subjectOr404(db, viewer, schoolScope(viewer), params.id)
    const target = { type: 'user', id: person.id }
    const act = { action: 'user.notes', school: person.schoolId, target, detail: { user: person.id } }
    await recordAuditedRead(db, auditActor(call), act)
    return ok(await listNotes(db, person))
  })

  serve(app, notes.create, async (call) => {
    const { db, viewer, params, body } = call
    const person = await subjectOr404(db, viewer, schoolScope(viewer), params.id)
    return ok(await createNote(db, auditActor(call), person, body.text))
  })

  serve(app, notes.remove, async (call) => {
    const { db, viewer, params } = call
    await deleteNote(db, auditActor(call), schoolScope(viewer), params.id)
    return okEmpty()
  })
}
