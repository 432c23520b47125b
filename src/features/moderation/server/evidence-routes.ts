import { auditActor, recordAuditedRead } from '../../../shared/server/audit.ts'
import { schoolScope } from '../../../shared/server/auth/school-scope.ts'
import { inOrder } from '../../../shared/server/cells/merge-lists.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { accepted, ok, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { openEvidence } from '../../media/server/evidence.ts'
import { fileHeaders, toMimeType } from '../../media/server/send-file.ts'
import { evidence } from '../evidence-contract.ts'
import { listEvidence, readEvidenceFile, requestEvidence } from './evidence.ts'

/** Pictures and videos that a decision removed as intimate, for two administrators together. */
export function evidenceRoutes(app: App) {
  const { anonymity } = app

  serve(app, evidence.list, async (call) => {
    const { db, viewer, query } = call
    const scope = schoolScope(viewer, query.school_id)
    await recordAuditedRead(db, auditActor(call), { action: 'evidence.list', school: scope })
    const listed = await listEvidence({ db, anonymity }, auditActor(call), scope)
    return inOrder(ok(listed), { places: listed.map(({ removed_at, id }) => [-removed_at, id]), order: 'ascending' })
  })

  serve(app, evidence.open, async (call) => {
    const { db, viewer, params, body } = call
    const asked = { id: params.id, reason: body.reason }
    const is_waiting = await requestEvidence(app, db, auditActor(call), schoolScope(viewer), asked)
    return accepted(ok({ is_waiting }), is_waiting)
  })

  serve(app, evidence.file, async (call) => {
    const { db, viewer, params, reply } = call
    const { schoolId, ...file } = await readEvidenceFile(
      { db, anonymity },
      auditActor(call),
      schoolScope(viewer),
      params,
    )
    const bytes = await openEvidence(app, schoolId, file)
    if (!bytes) throw notFound()
    return reply
      .headers({ ...fileHeaders, 'cache-control': 'no-store' })
      .type(toMimeType(file.extension))
      .send(bytes)
  })
}
