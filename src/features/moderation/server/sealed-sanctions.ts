import type { z } from 'zod'
import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import type { SchoolScope } from '../../../shared/server/auth/school-scope.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest, notFound } from '../../../shared/server/http/errors.ts'
import type { App } from '../../../shared/server/services.ts'
import type { moderation } from '../contract.ts'
import { authorGone, findSealed } from './content-actions.ts'
import type { ContentType } from './content-types.ts'
import { insertDecision, sealForDecision } from './decisions.ts'
import { closeLockedReports, lockReports } from './report-actions.ts'
import { closedReports, textChanged } from './sanction-actions.ts'

const hoursPerDay = 24

/**
 * Warns the author of a sealed item, or mutes their anonymous writing, and resolves the report. No seal is opened for a
 * person: the decision gets a seal and a mark of its own, and its author learns of it in the sealed inbox. The reply is
 * the same for every author.
 */
export async function sanctionSealed(
  app: App,
  trx: Trx,
  kinds: readonly ContentType[],
  by: AuditActor,
  scope: SchoolScope,
  input: z.output<typeof moderation.actSealed.body>,
) {
  const { type, days, rule_id: ruleId, facts } = input
  const { seal, text, sealedMode: _, ...item } = await findSealed(trx, kinds, scope, input.id, input.kind)
  const report = input.reportId ? await lockReport(trx, scope, input.reportId, item) : undefined
  const isUnchanged = await app.anonymity.sealsText(seal, item, text).catch(() => undefined)
  if (isUnchanged === undefined) throw await authorGone(app.anonymity, { ...item, seal })
  if (!isUnchanged) throw textChanged()

  const id = newId()
  await insertDecision(trx, by, {
    id,
    schoolId: item.schoolId,
    type,
    userId: null,
    sealed: await sealForDecision(trx, app.anonymity, id, item, seal),
    reason: facts,
    ruleId,
    facts,
    hours: type === 'mute' && days ? days * hoursPerDay : null,
    item: { kind: item.kind, id: item.id },
    snapshot: text,
    source: report ? 'report' : 'own',
  })
  if (report) await closeLockedReports(trx, by, [report], 'resolved')
  await recordAudit(trx, by, {
    action: `author.${type}`,
    school: item.schoolId,
    target: { type: item.kind, id: item.id },
    detail: { moderation_id: id, reason: facts, ...(type === 'mute' ? { days } : {}) },
  })
  const event = {
    schoolId: item.schoolId,
    kind: 'moderation',
    link: `/decisions/${id}`,
    params: { sanction: type },
    isMailed: true,
  } as const
  await app.notifications.notifySealedAuthor(trx, event, item, seal)
  return { id, report }
}

/** Locks a pending report of this item. Throws 404 outside the scope, 409 when it was closed. */
async function lockReport(
  trx: Trx,
  scope: SchoolScope,
  id: string,
  item: { readonly kind: string; readonly id: string },
) {
  const [report] = await lockReports(trx, scope, [id])
  if (!report) throw notFound('Report not found')
  if (report.status !== 'pending') throw closedReports(report.status)
  const { kind, content_id } = await trx
    .selectFrom('reports')
    .where('school_id', '=', report.school_id)
    .where('id', '=', id)
    .select(['kind', 'content_id'])
    .executeTakeFirstOrThrow()
  if (kind !== item.kind || content_id !== item.id) throw badRequest('This report is about something else.')
  return report
}
