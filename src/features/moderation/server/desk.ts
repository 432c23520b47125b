import type { LiveEventMap } from '../../../shared/live-events.ts'
import { type AuditActor, recordAuditedRead } from '../../../shared/server/audit.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import type { App } from '../../../shared/server/services.ts'
import type { Report, ReportCase } from '../report-contract.ts'
import { loadCase, type ReportedItem } from './case-queries.ts'
import { findClaim } from './claims.ts'
import type { ContentType } from './content-types.ts'
import { listSealedDecisions, type SealedDecision } from './decisions.ts'
import { notifyReporters } from './notifications.ts'
import { presentReport } from './present.ts'
import type { LockedReport } from './report-actions.ts'
import type { ReportRow } from './report-queries.ts'
import { isErasedCopy } from './seal-copy-actions.ts'
import { notifyAuthorsOfClosedCases } from './seal-notices.ts'
import { readOpenSeals } from './seal-opening.ts'
import { toPseudonyms } from './seal-queries.ts'

/** A student with a grant reads no name of a sealed author. */
const seesNames = (by: AuditActor) => (by as Viewer).role !== 'student'

/** What the routes of reports and of cases have in common. */
export type Desk = ReturnType<typeof createDesk>

export function createDesk(app: App, kinds: readonly ContentType[]) {
  const { anonymity, live } = app

  /** Undefined for a named author. */
  const findSealedDecisions = async (
    db: Db,
    { school_id: schoolId, kind, content_id: id, author_seal }: ReportedItem,
  ): Promise<readonly SealedDecision[] | undefined> =>
    author_seal ? listSealedDecisions(db, anonymity, { schoolId, kind, id }, author_seal) : undefined

  return {
    findSealedDecisions,

    publishReportsPending(db: Db, schools: Iterable<string>) {
      for (const schoolId of new Set(schools))
        live.publish(db, { schoolId, admins: true, grant: 'cases' }, 'reports.pending', { school_id: schoolId })
    },

    publishCase: (db: Db, { school_id: schoolId }: ReportedItem, body: LiveEventMap['case.changed']) =>
      live.publish(db, { schoolId, admins: true, grant: 'cases' }, 'case.changed', body),

    async notifyOfClosedReports(trx: Trx, settled: readonly Pick<LockedReport, 'id' | 'school_id'>[]) {
      await notifyReporters(app, trx, settled)
      await notifyAuthorsOfClosedCases(app, trx, settled)
    },

    /** Presents reports to a moderator, with the authors whose seals they may read. */
    async presentReports(db: Db, by: AuditActor, rows: readonly ReportRow[]): Promise<Report[]> {
      const sealed = rows.flatMap((row) => {
        const { id: report, school_id: schoolId, kind, content_id: id, content: text, author_seal: seal } = row
        if (!seal || isErasedCopy(seal)) return []
        const isListed = row.seal_mode === 'list' && row.reporter_id !== by.id && seesNames(by)
        return [{ report, item: { schoolId, kind, id, seal, text, sealedMode: row.sealed_mode, isListed } }]
      })
      const items = sealed.map(({ item }) => item)
      const readable = await readOpenSeals({ db, anonymity }, by, items)
      const opened = new Map(sealed.map(({ report }, index) => [report, readable.get(index)]))
      const pseudonyms = await toPseudonyms(anonymity, rows)
      return rows.map((row, index) => presentReport(row, pseudonyms[index] as string, opened.get(row.id)))
    },

    /** What a moderator reads about an item besides the stored report, with an audit line. */
    async readDetails(db: Db, by: AuditActor, item: ReportedItem): Promise<ReportCase> {
      const { id: report, school_id, kind, content_id } = item
      const target = { type: 'report', id: report }
      const act = { action: 'report.case', school: school_id, target, detail: { report } }
      await recordAuditedRead(db, by, act)
      const context = await kinds.find((known) => known.kind === kind)?.context?.(db, school_id, content_id)
      const { before = [], after = [] } = context ?? {}
      const decisions = await findSealedDecisions(db, item)
      const claim = await findClaim(db, by as Viewer, item)
      const counted = { decisions_in_force: decisions?.length ?? null, claim }
      return { before: [...before], after: [...after], ...(await loadCase(db, item)), ...counted }
    },
  }
}
