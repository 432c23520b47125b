import { type AuditActor, auditActor, recordAuditedRead } from '../../../shared/server/audit.ts'
import { withUserTransaction } from '../../../shared/server/auth/moderation-status.ts'
import { schoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { inOrder } from '../../../shared/server/cells/merge-lists.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { forbidden, notFound } from '../../../shared/server/http/errors.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { type CaseAction, cases } from '../case-contract.ts'
import { toSanction } from './actions.ts'
import { lockCase, prioritize } from './case-actions.ts'
import { type CaseWithReport, caseOr404, listCases, reportedItemOr404, withoutOwn } from './case-queries.ts'
import { claimCase, endClaim, findClaim, releaseCase } from './claims.ts'
import type { ContentType } from './content-types.ts'
import type { Desk } from './desk.ts'
import { notifyOfDanger } from './duty.ts'
import { assertNotOwnCase } from './grants.ts'
import { labelReported } from './labels.ts'
import { notifySanctioned } from './notifications.ts'
import { paginate } from './present.ts'
import { removeReported } from './removal-actions.ts'
import { closeLockedReports } from './report-actions.ts'
import { resolveCase, sanction } from './sanction-actions.ts'
import { sanctionSealed } from './sealed-sanctions.ts'

type NamedAction = Exclude<CaseAction, { sealed: true } | { type: 'remove' | 'label' }>

const isNamed = (action: CaseAction): action is NamedAction =>
  !('sealed' in action) && action.type !== 'remove' && action.type !== 'label'

/** Cases: all reports of an item together, with a priority and a deadline. */
export function caseRoutes(app: App, kinds: readonly ContentType[], desk: Desk) {
  const { anonymity, config, live } = app

  const presentCases = async (db: Db, by: AuditActor, viewer: Viewer, found: readonly CaseWithReport[]) => {
    const isAdmin = viewer.role !== 'student'
    const can = { reveal: isAdmin, history: isAdmin }
    const presented = await desk.presentReports(
      db,
      by,
      found.map(({ report }) => report),
    )
    return found.flatMap(({ row }, index) => {
      const report = presented[index]
      return report ? [{ ...row, can, report }] : []
    })
  }

  /** Throws 404 outside the viewer's scope, and for a student with a grant also for an own case. */
  const itemOr404 = async (db: Db, viewer: Viewer, id: string) => {
    const item = await reportedItemOr404(db, schoolScope(viewer), id)
    await assertNotOwnCase({ db, anonymity }, viewer, item)
    return item
  }

  serve(app, cases.list, async (call) => {
    const { db, viewer, query } = call
    const scope = schoolScope(viewer, query.school_id)
    const { state, priority, search } = query
    const detail = { state, priority, search }
    await recordAuditedRead(db, auditActor(call), { action: 'cases.list', school: scope, detail })
    const { cases: listed, total } = await listCases(db, viewer, scope, query)
    const found = await withoutOwn(anonymity, viewer, listed)
    const shown = await presentCases(db, auditActor(call), viewer, found)
    const places = found.map(({ place }) => place)
    const order = query.state === 'open' ? 'ascending' : 'descending'
    return inOrder(ok({ cases: shown, pagination: paginate(query, total) }), { places, order })
  })

  serve(app, cases.show, async (call) => {
    const { db, viewer, params } = call
    const item = await itemOr404(db, viewer, params.id)
    const details = await desk.readDetails(db, auditActor(call), item)
    const [shown] = await presentCases(db, auditActor(call), viewer, [await caseOr404(db, viewer, item)])
    if (!shown) throw notFound('Report not found')
    return ok({ ...details, case: shown })
  })

  serve(app, cases.claim, async ({ db, viewer, params, body }) => {
    const item = await itemOr404(db, viewer, params.id)
    const claimed_until = await claimCase(db, viewer, item, { takesOver: body.take_over, isSettling: body.is_settling })
    desk.publishCase(db, item, { id: params.id, version: item.version, by: viewer.id, claimed_by: viewer.name })
    return ok({ claimed_until })
  })

  for (const route of [cases.release, cases.pass])
    serve(app, route, async ({ db, viewer, params }) => {
      const item = await itemOr404(db, viewer, params.id)
      if (await releaseCase(db, viewer, item))
        desk.publishCase(db, item, { id: params.id, version: item.version, by: viewer.id, claimed_by: null })
      return okEmpty()
    })

  serve(app, cases.prioritize, async (call) => {
    const { db, viewer, params, body } = call
    const item = await itemOr404(db, viewer, params.id)
    const version = await prioritize(db, auditActor(call), item, body.priority)
    if (body.priority === 'danger') await notifyOfDanger(app, db, { schoolId: item.school_id, id: viewer.id })
    desk.publishReportsPending(db, [item.school_id])
    const claim = await findClaim(db, viewer, item)
    desk.publishCase(db, item, { id: params.id, version, by: viewer.id, claimed_by: claim?.claimed_by ?? null })
    return ok({ version })
  })

  /** Opens the seal of the author if there is one, as the documented call does. */
  const resolveAction = (db: Db, by: AuditActor, reportId: string, action: NamedAction) => {
    const { type, userId, duration, reportContent } = action
    const asked = { userId, sanction: toSanction(type, action, duration), reportId }
    return resolveCase({ db, anonymity }, by, schoolScope(by), { ...asked, reportContent: reportContent ?? undefined })
  }

  serve(app, cases.settle, async (call) => {
    const { db, viewer, params, body } = call
    const [by, scope, { action }] = [auditActor(call), schoolScope(viewer), body]
    const item = await itemOr404(db, viewer, params.id)
    if (viewer.role === 'student' && item.author_seal && action && isNamed(action))
      throw forbidden('An administrator has to do this, because it opens the seal.')
    const { case_id } = item
    if (!case_id) throw notFound('Report not found')
    const named = action && isNamed(action) ? await resolveAction(db, by, item.id, action) : undefined
    const { updated, done } = await withUserTransaction(db, by, async (trx) => {
      const { found, reports: pending } = await lockCase(trx, scope, case_id, body.version)
      const [first] = pending
      const sanctioned = named && (await sanction(trx, config, by, scope, { ...named, reportId: first?.id }))
      if (sanctioned) await notifySanctioned(app, trx, sanctioned.person, named.sanction.type, sanctioned.id)
      if (action?.type === 'remove') await removeReported(app, trx, kinds, by, found, action)
      if (action?.type === 'label') await labelReported(app, trx, kinds, by, found, action)
      if (action && 'sealed' in action) {
        const about = { kind: found.kind, id: found.content_id, reportId: first?.id }
        await sanctionSealed(app, trx, kinds, by, scope, { ...action, ...about })
      }
      // A sanction closes the first report itself.
      const isClosing = action !== undefined && action.type !== 'remove' && action.type !== 'label'
      await closeLockedReports(trx, by, isClosing ? pending.slice(1) : pending, body.outcome)
      await desk.notifyOfClosedReports(trx, pending)
      await endClaim(trx, item)
      return { updated: pending.length, done: sanctioned }
    })
    if (done) live.publish(db, { schoolId: item.school_id, people: [done.person.id] }, 'notice', { id: done.id })
    desk.publishReportsPending(db, [item.school_id])
    return { ...okEmpty(), updated }
  })
}
