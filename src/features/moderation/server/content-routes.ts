import { type AuditActor, auditActor, recordAuditedRead } from '../../../shared/server/audit.ts'
import { schoolScope } from '../../../shared/server/auth/school-scope.ts'
import { inOrder } from '../../../shared/server/cells/merge-lists.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { content } from '../content-contract.ts'
import { removeContent, removeContents, revealAuthor } from './content-actions.ts'
import { contentTypeName, findListedTypes, listContent } from './content-queries.ts'
import type { ContentType } from './content-types.ts'
import { paginate, presentContent } from './present.ts'
import { allowRemovals } from './removal-limit.ts'

/** Content management: list and remove user content of every type. */
export function contentRoutes(app: App, kinds: readonly ContentType[]) {
  const { anonymity } = app
  const listed = findListedTypes(kinds)

  serve(app, content.list, async (call) => {
    const { db, viewer, query } = call
    const { type, search, school_id } = query
    const scope = schoolScope(viewer, school_id)
    await recordAuditedRead(db, auditActor(call), { action: 'content.list', school: scope, detail: { type, search } })
    const wanted = type && type !== 'all' ? listed.filter((kind) => contentTypeName(kind) === type) : listed
    const { rows, places, total } = await listContent(db, wanted, scope, search, query)
    const types = new Map(listed.map((kind) => [kind.kind, contentTypeName(kind)]))
    const content = rows.map((row) => presentContent(row, types.get(row.kind) ?? row.kind))
    return inOrder(ok({ content, pagination: paginate(query, total) }), { places })
  })

  serve(app, content.remove, async (call) => {
    const { db, viewer, params, query, body } = call
    await removeContent(app, db, kinds, auditActor(call), schoolScope(viewer), params.id, query.type ?? body.type)
    return okEmpty()
  })

  const removeMany = async (trx: Trx, by: AuditActor, ids: readonly string[]) => {
    const deleted = await removeContents(app, trx, kinds, by, schoolScope(by), ids)
    return { ...okEmpty(), deleted }
  }
  serve(app, content.removeMany, (call) => removeMany(call.db, auditActor(call), call.body.contentIds))
  serve(app, content.removeManyByPost, (call) => removeMany(call.db, auditActor(call), call.body.contentIds))

  serve(app, content.allowRemovals, async (call) =>
    ok({ until: await allowRemovals(call.db, auditActor(call), schoolScope(call.viewer), call.params.id) }),
  )

  serve(app, content.reveal, async (call) => {
    const { db, viewer, params, body } = call
    return ok(await revealAuthor({ db, anonymity }, kinds, auditActor(call), schoolScope(viewer), params.id, body))
  })
}
