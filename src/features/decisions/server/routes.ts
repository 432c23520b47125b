import { auditActor } from '../../../shared/server/audit.ts'
import { schoolScope } from '../../../shared/server/auth/school-scope.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { contentTypeName } from '../../moderation/server/content-queries.ts'
import type { ContentType } from '../../moderation/server/content-types.ts'
import { decisions } from '../contract.ts'
import { labelContent, restoreContent, withholdContent } from './actions.ts'
import { presentItemDecision } from './present.ts'
import { decisionOr404, listDecisions } from './queries.ts'

/** Decisions as the affected user reads them, and removals with a statement of reasons. */
export function decisionRoutes(app: App, kinds: readonly ContentType[]) {
  const { anonymity } = app
  const labels = new Map(kinds.map(({ kind, label }) => [kind, label]))
  const findType = (type: string) => kinds.find((kind) => kind.kind === type || contentTypeName(kind) === type)
  const findLabel = (kind: string) => labels.get(kind) ?? 'item'

  serve(app, decisions.list, async ({ db, viewer, query }) => {
    const { rows, pagination } = await listDecisions(db, anonymity, viewer, query, findLabel)
    return { ...ok(rows), pagination }
  })
  serve(app, decisions.show, async ({ db, viewer, params }) =>
    ok(await decisionOr404(db, anonymity, viewer, params.id, findLabel)),
  )
  serve(app, decisions.withhold, async (call) => {
    const { db, viewer, params, body } = call
    const stored = await withholdContent(app, db, kinds, auditActor(call), schoolScope(viewer), params.id, body)
    return ok(
      presentItemDecision(stored, { item: findType(body.type)?.label ?? 'item', action_type: 'remove', scope: 'item' }),
    )
  })
  serve(app, decisions.label, async (call) => {
    const { db, viewer, params, body } = call
    const stored = await labelContent(app, db, kinds, auditActor(call), schoolScope(viewer), params.id, body)
    const scope = body.note === null ? 'pictures' : 'item'
    return ok(presentItemDecision(stored, { item: findType(body.type)?.label ?? 'item', action_type: 'label', scope }))
  })
  serve(app, decisions.restore, async (call) => {
    const { db, viewer, params, body } = call
    await restoreContent(app, db, kinds, auditActor(call), schoolScope(viewer), params.id, body)
    return okEmpty()
  })
}
