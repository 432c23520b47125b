import { auditActor, recordAuditedRead } from '../../../shared/server/audit.ts'
import { withSessionTransaction } from '../../../shared/server/auth/moderation-status.ts'
import { schoolScope } from '../../../shared/server/auth/school-scope.ts'
import { inOrder } from '../../../shared/server/cells/merge-lists.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import type { ContentType } from '../../moderation/server/content-types.ts'
import { paginate } from '../../moderation/server/present.ts'
import { appeals } from '../contract.ts'
import { askAgain, createAppeal, withdrawAppeal, writeMessage } from './actions.ts'
import { listDueAppeals, toDuePlace } from './deadlines.ts'
import { answerAppeal, claimAppeal, closeAppeal, decideAppeal, releaseAppeal } from './moderator-actions.ts'
import { assertNotOwnAppeal, listAppeals, listOwnReports } from './queries.ts'

/** Appeals of affected users, also blocked ones, second reviews for reporters, and what moderators do with both. */
export function appealRoutes(app: App, kinds: readonly ContentType[]) {
  const { anonymity, live } = app
  const publishPending = (db: Db, schoolId: string) =>
    live.publish(db, { schoolId, admins: true, grant: 'appeals' }, 'appeals.pending', { school_id: schoolId })

  serve(app, appeals.create, ({ db, viewer, params, body }) =>
    withSessionTransaction(db, viewer, async (trx) => {
      const id = await createAppeal(trx, anonymity, viewer, params.id, body.text)
      publishPending(trx, viewer.schoolId)
      return ok({ id })
    }),
  )
  serve(app, appeals.write, ({ db, viewer, params, body }) =>
    withSessionTransaction(db, viewer, async (trx) => {
      const message = await writeMessage(trx, anonymity, viewer, params.id, body.text)
      publishPending(trx, viewer.schoolId)
      return ok(message)
    }),
  )
  serve(app, appeals.withdraw, ({ db, viewer, params }) =>
    withSessionTransaction(db, viewer, async (trx) => {
      await withdrawAppeal(trx, anonymity, viewer, params.id)
      publishPending(trx, viewer.schoolId)
      return okEmpty()
    }),
  )
  serve(app, appeals.ownReports, async ({ db, viewer, query }) => {
    const { rows, pagination } = await listOwnReports(db, viewer, query)
    return { ...ok(rows), pagination }
  })
  serve(app, appeals.askAgain, async ({ db, viewer, params, body }) => {
    const id = await askAgain(db, viewer, params.id, body.text)
    publishPending(db, viewer.schoolId)
    return ok({ id })
  })

  serve(app, appeals.list, async (call) => {
    const { db, viewer, query } = call
    const scope = schoolScope(viewer, query.school_id)
    const detail = { status: query.status }
    await recordAuditedRead(db, auditActor(call), { action: 'appeals.list', school: scope, detail })
    const { rows, places, total } = await listAppeals({ db, anonymity }, viewer, scope, query)
    return inOrder({ ...ok(rows), pagination: paginate(query, total) }, { places })
  })
  serve(app, appeals.due, async ({ db, viewer, query }) => {
    const due = await listDueAppeals({ db, anonymity }, viewer, schoolScope(viewer, query.school_id))
    return inOrder(ok(due), { places: due.map(toDuePlace), order: 'ascending' })
  })
  serve(app, appeals.claim, async (call) => {
    const { db, viewer, params } = call
    await assertNotOwnAppeal({ db, anonymity }, viewer, params.id)
    const { school_id } = await claimAppeal(db, auditActor(call), schoolScope(viewer), params.id)
    publishPending(db, school_id)
    return okEmpty()
  })
  serve(app, appeals.release, async (call) => {
    const { db, viewer, params } = call
    await assertNotOwnAppeal({ db, anonymity }, viewer, params.id)
    const { school_id } = await releaseAppeal(db, auditActor(call), schoolScope(viewer), params.id)
    publishPending(db, school_id)
    return okEmpty()
  })
  serve(app, appeals.answer, async (call) => {
    const { db, viewer, params, body } = call
    await assertNotOwnAppeal({ db, anonymity }, viewer, params.id)
    return ok(await answerAppeal(app, db, auditActor(call), schoolScope(viewer), params.id, body.text))
  })
  serve(app, appeals.decide, async (call) => {
    const { db, viewer, params, body } = call
    await assertNotOwnAppeal({ db, anonymity }, viewer, params.id)
    const { school_id } = await decideAppeal(app, db, kinds, auditActor(call), schoolScope(viewer), params.id, body)
    publishPending(db, school_id)
    return okEmpty()
  })
  serve(app, appeals.close, async (call) => {
    const { db, viewer, params, body } = call
    await assertNotOwnAppeal({ db, anonymity }, viewer, params.id)
    const { school_id } = await closeAppeal(app, db, auditActor(call), schoolScope(viewer), params.id, body.reason)
    publishPending(db, school_id)
    return okEmpty()
  })
}
