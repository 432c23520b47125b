import { Readable } from 'node:stream'
import type { LiveEventMap } from '../../../shared/live-events.ts'
import { type AuditActor, auditActor, recordAudit, recordAuditedRead } from '../../../shared/server/audit.ts'
import { withUserTransaction } from '../../../shared/server/auth/moderation-status.ts'
import { schoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest } from '../../../shared/server/http/errors.ts'
import { assertOwnSite } from '../../../shared/server/http/fetch-site.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { moderation } from '../contract.ts'
import { cases, reports } from '../report-contract.ts'
import type { Sanction } from './actions.ts'
import { loadCase, type ReportedItem, reportOr404 } from './case-queries.ts'
import { claimCase, findClaim, releaseCase } from './claims.ts'
import type { ContentType } from './content-types.ts'
import { toCsv } from './csv.ts'
import { listSealedDecisions } from './decisions.ts'
import { listActivities, listHistory, listNotices } from './history-queries.ts'
import { registerMutes } from './mutes.ts'
import { markShown } from './notice-actions.ts'
import { notifyReporters, notifySanctioned } from './notifications.ts'
import { paginate, presentReport, presentSealedDecision } from './present.ts'
import { closeReport, closeReports, fileReport, type LockedReport } from './report-actions.ts'
import { countForExport, listReports, readForExport } from './report-queries.ts'
import { resolveCase, reverseActionInScope, type SanctionRequest, sanction } from './sanction-actions.ts'
import { notifyAuthorsOfClosedCases } from './seal-notices.ts'
import { readOpenSeals } from './seal-opening.ts'
import { findReportByPseudonym, toPseudonym } from './seal-queries.ts'
import { sanctionSealed } from './sealed-sanctions.ts'

const outcomes = { warn: 'User warned', suspend: 'User suspended', ban: 'User banned' } as const
const thanks = 'Thanks for reporting. A moderator will take a look.'

/** Reports of every content type, moderation actions and notices for moderated users. */
export function moderationRoutes(app: App, kinds: readonly ContentType[]) {
  const { anonymity, config, live } = app
  const publishReportsPending = (db: Db, schools: Iterable<string>) => {
    for (const schoolId of new Set(schools))
      live.publish(db, { schoolId, admins: true }, 'reports.pending', { school_id: schoolId })
  }
  const publishCase = (db: Db, { school_id: schoolId }: ReportedItem, body: LiveEventMap['case.changed']) =>
    live.publish(db, { schoolId, admins: true }, 'case.changed', body)
  const notifyOfClosedReports = async (trx: Trx, settled: readonly Pick<LockedReport, 'id' | 'school_id'>[]) => {
    await notifyReporters(app, trx, settled)
    await notifyAuthorsOfClosedCases(app, trx, settled)
  }
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

  /** Undefined for a named author. */
  const findSealedDecisions = async (
    db: Db,
    { school_id: schoolId, kind, content_id: id, author_seal }: ReportedItem,
  ) => (author_seal ? listSealedDecisions(db, anonymity, { schoolId, kind, id }, author_seal) : undefined)

  registerMutes(app)

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
      await fileReport(db, viewer, found.kind, found.id, body)
      publishReportsPending(db, [viewer.schoolId])
      return okEmpty(report.thanks ?? thanks)
    })
  }

  serve(app, reports.list, async (call) => {
    const { db, viewer, query } = call
    const scope = schoolScope(viewer, query.school_id)
    const { status, search } = query
    await recordAuditedRead(db, auditActor(call), { action: 'reports.list', school: scope, detail: { status, search } })
    const { rows, total } = await listReports(db, viewer, scope, query, query)
    const sealed = rows.flatMap((row) => {
      const { id: report, school_id: schoolId, kind, content_id: id, content: text, author_seal: seal } = row
      if (!seal) return []
      const isListed = row.seal_mode === 'list' && row.reporter_id !== viewer.id
      return [{ report, item: { schoolId, kind, id, seal, text, sealedMode: row.sealed_mode, isListed } }]
    })
    const readable = await readOpenSeals(
      { db, anonymity },
      auditActor(call),
      sealed.map(({ item }) => item),
    )
    const opened = new Map(sealed.map(({ report }, index) => [report, readable.get(index)]))
    return ok({
      reports: rows.map((row) => presentReport(row, toPseudonym(anonymity, row), opened.get(row.id))),
      pagination: paginate(query, total),
    })
  })

  serve(app, reports.findCase, async (call) => {
    const { db, viewer, params } = call
    const report = await reportOr404(db, schoolScope(viewer), params.id)
    const { school_id, kind, content_id } = report
    const target = { type: 'report', id: params.id }
    const act = { action: 'report.case', school: school_id, target, detail: { report: params.id } }
    await recordAuditedRead(db, auditActor(call), act)
    const context = await kinds.find((known) => known.kind === kind)?.context?.(db, school_id, content_id)
    const { before = [], after = [] } = context ?? {}
    const decisions = await findSealedDecisions(db, report)
    const counted = { decisions_in_force: decisions?.length ?? null }
    const claim = await findClaim(db, viewer, report)
    return ok({ before: [...before], after: [...after], ...(await loadCase(db, report)), ...counted, claim })
  })

  serve(app, cases.claim, async ({ db, viewer, params, body }) => {
    const report = await reportOr404(db, schoolScope(viewer), params.id)
    const claimed_until = await claimCase(db, viewer, report, body.take_over ?? false)
    publishCase(db, report, { id: params.id, by: viewer.id, claimed_by: viewer.name })
    return ok({ claimed_until })
  })

  serve(app, cases.release, async ({ db, viewer, params }) => {
    const report = await reportOr404(db, schoolScope(viewer), params.id)
    if (await releaseCase(db, viewer, report))
      publishCase(db, report, { id: params.id, by: viewer.id, claimed_by: null })
    return okEmpty()
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
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(toCsv(readForExport(db, viewer, scope, query))))
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
      const body = call.body as StatementInput & { duration?: number }
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
    const { rows, total } = await listHistory(db, scope, { ...query, withReversed, withRemovals })
    const pagination = paginate(query, total)
    return { ...ok(rows), pagination: { ...pagination, pages: pagination.totalPages } }
  })

  serve(app, moderation.activities, async (call) => {
    const { db, viewer, params } = call
    const scope = schoolScope(viewer)
    const report = await findReportByPseudonym(db, anonymity, scope, params.id)
    if (report) {
      const target = { type: 'report', id: report.id }
      await recordAudit(db, auditActor(call), { action: 'user.history', school: report.school_id, target })
      const decisions = await findSealedDecisions(db, await reportOr404(db, scope, report.id))
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

const invalid = 'Please specify a valid suspension duration'

type StatementInput = { reason: string; rule_id?: string | null | undefined; facts?: string | null | undefined }

function toSanction(
  type: Sanction['type'],
  { reason, rule_id: ruleId, facts }: StatementInput,
  days: number | null | undefined,
): Sanction {
  if (type !== 'suspend') return { type, reason, ruleId, facts }
  if (!days) throw badRequest(invalid, { duration: invalid })
  return { type, reason, ruleId, facts, days }
}
