import { Readable } from 'node:stream'
import { type AuditActor, auditActor, recordAudit, recordAuditedRead } from '../../../shared/server/audit.ts'
import { withUserTransaction } from '../../../shared/server/auth/moderation-status.ts'
import { schoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { inOrder } from '../../../shared/server/cells/merge-lists.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { assertOwnSite } from '../../../shared/server/http/fetch-site.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { moderation } from '../contract.ts'
import { reports } from '../report-contract.ts'
import { toSanction } from './actions.ts'
import { reportedItemOr404 } from './case-queries.ts'
import { caseRoutes } from './case-routes.ts'
import type { ContentType } from './content-types.ts'
import { joinCsv, toCsv } from './csv.ts'
import { createDesk } from './desk.ts'
import { deskRoutes } from './desk-routes.ts'
import { dutyRoutes, notifyOfDanger } from './duty.ts'
import { grantRoutes } from './grants.ts'
import { listActivities, listHistory, listNotices } from './history-queries.ts'
import { registerMutes } from './mutes.ts'
import { markShown } from './notice-actions.ts'
import { notifyOfHeldImages, notifySanctioned } from './notifications.ts'
import { paginate, presentSealedDecision } from './present.ts'
import { closeReport, closeReports, fileReport } from './report-actions.ts'
import { countForExport, listReports, readForExport } from './report-queries.ts'
import { resolveCase, reverseActionInScope, type SanctionRequest, sanction } from './sanction-actions.ts'
import { findReportByPseudonym } from './seal-queries.ts'
import { sanctionSealed } from './sealed-sanctions.ts'

const outcomes = { warn: 'User warned', suspend: 'User suspended', ban: 'User banned' } as const
const thanks = 'Thanks for reporting. A moderator will take a look.'

/** Reports of every content type, moderation actions and notices for moderated users. */
export function moderationRoutes(app: App, kinds: readonly ContentType[]) {
  const { anonymity, config, live } = app
  const desk = createDesk(app, kinds)
  const { findSealedDecisions, notifyOfClosedReports, publishReportsPending } = desk
  const carryOut = async (db: Db, by: AuditActor, asked: SanctionRequest) => {
    const found = await resolveCase({ db, anonymity }, by, schoolScope(by), asked)
    const { person, id } = await withUserTransaction(db, by, async (trx) => {
      const done = await sanction(trx, config, by, schoolScope(by), found)
      await notifySanctioned(app, trx, done.person, found.sanction.type, done.id)
      if (found.reportId) await notifyOfClosedReports(trx, [{ id: found.reportId, school_id: done.person.schoolId }])
      return done
    })
    live.publish(db, { schoolId: person.schoolId, people: [person.id] }, 'notice', { id })
    if (found.reportId) publishReportsPending(db, [person.schoolId])
  }

  registerMutes(app)
  caseRoutes(app, kinds, desk)
  dutyRoutes(app)
  grantRoutes(app)
  deskRoutes(app)

  for (const kind of kinds) {
    const { report } = kind
    if (!report) continue
    const others = kinds.filter((other) => other.report?.also?.route === report.route)
    const find = async (db: Db, viewer: Viewer, params: Readonly<Record<string, string>>) => {
      for (const other of others) {
        const id = await other.report?.also?.find(db, viewer, params)
        if (id) return { kind: other, id }
      }
      return { kind, id: await report.find(db, viewer, params) }
    }
    serve(app, report.route, async ({ db, viewer, params, body }) => {
      const found = await find(db, viewer, params)
      const { held } = await fileReport(db, viewer, { ...found, anonymity: app.anonymity }, body)
      if (held) await notifyOfHeldImages(app, db, { schoolId: viewer.schoolId, ...found }, held)
      publishReportsPending(db, [viewer.schoolId])
      return okEmpty(body.urgent === 'danger' ? await notifyOfDanger(app, db, viewer) : (report.thanks ?? thanks))
    })
  }

  serve(app, reports.list, async (call) => {
    const { db, viewer, query } = call
    const scope = schoolScope(viewer, query.school_id)
    const { status, search } = query
    await recordAuditedRead(db, auditActor(call), { action: 'reports.list', school: scope, detail: { status, search } })
    const { rows, total } = await listReports(db, viewer, scope, query, query)
    const listed = await desk.presentReports(db, auditActor(call), rows)
    const places = rows.map(({ place, id }) => [place, id])
    return inOrder(ok({ reports: listed, pagination: paginate(query, total) }), { places })
  })

  serve(app, reports.findCase, async (call) => {
    const { db, viewer, params } = call
    return ok(await desk.readDetails(db, auditActor(call), await reportedItemOr404(db, schoolScope(viewer), params.id)))
  })

  serve(app, reports.settle, async (call) => {
    const { db, viewer, params, body } = call
    const report = await closeReport(db, auditActor(call), schoolScope(viewer), params.id, body.status)
    await notifyOfClosedReports(db, [report])
    publishReportsPending(db, [report.school_id])
    return okEmpty()
  })

  serve(app, reports.settleMany, async (call) => {
    const { db, viewer, body } = call
    const settled = await closeReports(db, auditActor(call), schoolScope(viewer), body.reportIds, body.status)
    await notifyOfClosedReports(db, settled)
    publishReportsPending(
      db,
      settled.map(({ school_id }) => school_id),
    )
    return { ...okEmpty(), updated: settled.length }
  })

  serve(app, reports.export, async (call) => {
    const { db, viewer, query, reply } = call
    assertOwnSite(call.request, app.config)
    const scope = schoolScope(viewer, query.school_id)
    const { status = 'all', search = '' } = query
    const detail = { rows: await countForExport(db, scope, query), status, search }
    await recordAudit(db, auditActor(call), { action: 'reports.export', school: scope, detail })
    const name = `reports-${new Date().toISOString().slice(0, 10)}.csv`
    const own = toCsv(readForExport(db, viewer, scope, query))
    const sites = scope === null && !viewer.vouched ? app.cells?.siteRequests : undefined
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(sites ? joinCsv(own, () => sites.askAll(call, async (body) => body)) : own))
  })

  serve(app, moderation.act, async (call) => {
    const { db, body } = call
    const { type, userId, duration, reportId, reportContent } = body
    await carryOut(db, auditActor(call), {
      userId,
      sanction: toSanction(type, body, duration),
      reportId: reportId ?? undefined,
      reportContent: reportContent ?? undefined,
    })
    return okEmpty(outcomes[type])
  })

  serve(app, moderation.actSealed, async (call) => {
    const { db, viewer, body } = call
    const { id, report } = await sanctionSealed(app, db, kinds, auditActor(call), schoolScope(viewer), body)
    if (report) {
      await notifyOfClosedReports(db, [report])
      publishReportsPending(db, [report.school_id])
    }
    return ok({ id })
  })

  for (const type of ['warn', 'suspend', 'ban'] as const) {
    serve(app, moderation[type], async (call) => {
      const { db, params } = call
      const body = call.body as Parameters<typeof toSanction>[1] & { duration?: number }
      await carryOut(db, auditActor(call), { userId: params.id, sanction: toSanction(type, body, body.duration) })
      return okEmpty(outcomes[type])
    })
  }

  serve(app, moderation.reverse, async (call) => {
    const { db, viewer, body } = call
    await reverseActionInScope(db, app, kinds, auditActor(call), schoolScope(viewer), body.moderationId, body.reason)
    return okEmpty()
  })

  serve(app, moderation.history, async (call) => {
    const { db, viewer, query } = call
    const { includeReversed, includeRemovals, actionType, userId, search } = query
    const withReversed = includeReversed === 'true' || includeReversed === '1'
    const withRemovals = includeRemovals === 'true' || includeRemovals === '1'
    const scope = schoolScope(viewer, query.school_id)
    const detail = { actionType, userId, search }
    await recordAuditedRead(db, auditActor(call), { action: 'moderation.history', school: scope, detail })
    const { rows, places, total } = await listHistory(db, scope, { ...query, withReversed, withRemovals })
    const pagination = paginate(query, total)
    return inOrder({ ...ok(rows), pagination: { ...pagination, pages: pagination.totalPages } }, { places })
  })

  serve(app, moderation.activities, async (call) => {
    const { db, viewer, params } = call
    const scope = schoolScope(viewer)
    const report = await findReportByPseudonym(db, anonymity, scope, params.id)
    if (report) {
      const target = { type: 'report', id: report.id }
      await recordAudit(db, auditActor(call), { action: 'user.history', school: report.school_id, target })
      const decisions = await findSealedDecisions(db, await reportedItemOr404(db, scope, report.id))
      return ok((decisions ?? []).map(presentSealedDecision))
    }
    const { school, activities } = await listActivities(db, scope, params.id)
    const target = { type: 'user', id: params.id }
    await recordAudit(db, auditActor(call), { action: 'user.history', school, target })
    return ok(activities)
  })

  serve(app, moderation.notices, async ({ db, viewer }) => {
    const notices = await listNotices(db, viewer)
    return { ...ok(notices), notifications: notices }
  })

  serve(app, moderation.markShown, async ({ db, viewer, body }) => {
    await markShown(db, viewer, body.notificationIds)
    return okEmpty()
  })
}
