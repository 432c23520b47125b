import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import { inScope, type SchoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Config } from '../../../shared/server/config.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest, conflict, forbidden, notFound } from '../../../shared/server/http/errors.ts'
import { queueMail } from '../../../shared/server/mail/mail.ts'
import { sealReasonLength, shortSealReason } from '../contract.ts'
import { moderate, reverse, type Sanction } from './actions.ts'
import { moderationEmails } from './emails.ts'
import { closeLockedReports, lockReports } from './report-actions.ts'
import { openSeal } from './seal-opening.ts'
import { findReportByPseudonym } from './seal-queries.ts'

export type SanctionRequest = {
  readonly userId: string
  readonly sanction: Sanction
  /** The report that led to the sanction. Resolved in the same transaction. */
  readonly reportId?: string | undefined
  readonly reportContent?: string | undefined
  /** Whether `userId` comes from the opened seal of the report. */
  readonly isSealed?: boolean
}

type Tools = { readonly db: Db; readonly anonymity: Anonymity; readonly config: Config }

/**
 * Returns the request with the user it applies to. For a report with a sealed author, opens the seal and applies it to
 * the author, whatever `userId` was sent: guessing ids reveals nothing. Rejects invalid requests before it opens a
 * seal.
 */
export async function resolveCase(
  tools: Pick<Tools, 'db' | 'anonymity'>,
  by: AuditActor,
  scope: SchoolScope,
  asked: SanctionRequest,
): Promise<SanctionRequest> {
  const { db, anonymity } = tools
  const reportId = asked.reportId ?? (await findReportByPseudonym(db, anonymity, scope, asked.userId))?.id
  const report = reportId && (await findSealedReport(db, scope, reportId))
  if (!report) return asked
  if (report.status !== 'pending') throw closedReports(report.status)
  const { reason } = asked.sanction
  if ([...reason].length < sealReasonLength.min) throw badRequest(`${shortSealReason}.`, { reason: shortSealReason })
  const author = await openSeal(tools, by, {
    item: {
      schoolId: report.school_id,
      kind: report.kind,
      id: report.content_id,
      seal: report.author_seal,
      text: report.content,
    },
    category: 'sanction',
    reason,
    action: 'report.unseal',
    target: { type: 'report', id: report.id },
  })
  if (!author) throw badRequest(nobodyToModerate)
  if (author.text_changed) throw conflict('The text was changed after it was posted, so it may not be the author’s.')
  return { userId: author.id, sanction: asked.sanction, reportId: report.id, isSealed: true }
}

const nobodyToModerate = 'This report has no user to moderate. Please dismiss it instead.'
const closedReports = (status: string) => conflict(`This report is already ${status}.`)

async function findSealedReport(db: Db, scope: SchoolScope, id: string) {
  const report = await db
    .selectFrom('reports')
    .where(inScope(scope, 'reports.school_id'))
    .where('school_id', 'in', db.selectFrom('schools').select('schools.id'))
    .where('id', '=', id)
    .select(['id', 'school_id', 'status', 'kind', 'content_id', 'content', 'author_seal'])
    .executeTakeFirst()
  return report?.author_seal ? { ...report, author_seal: report.author_seal } : undefined
}

/**
 * Warns, suspends or bans a user in the scope. Writes the action, the email and the audit line and resolves the report
 * in one transaction. Throws for administrators and for oneself. Returns the moderated user.
 */
export const sanction = async (
  trx: Trx,
  config: Tools['config'],
  by: AuditActor,
  scope: SchoolScope,
  { userId, sanction, reportId, reportContent, isSealed = false }: SanctionRequest,
) => {
  const person = await trx
    .selectFrom('users')
    .innerJoin('schools', 'schools.id', 'users.school_id')
    .where(inScope(scope, 'users.school_id'))
    .where('users.id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .select(['users.id', 'users.school_id as schoolId', 'users.name', 'users.email', 'users.role'])
    .executeTakeFirst()
  if (!person) throw notFound('User not found')
  if (person.role !== 'student') throw forbidden('Administrators can’t be moderated.')
  const report = reportId ? await openReport(trx, scope, reportId, { userId, isSealed }) : undefined

  // The text of a sealed author is never stored in a row that names them.
  const about = isSealed ? null : reportContent?.trim() || report?.content || null
  const id = await moderate(trx, by, person, { ...sanction, about })
  if (report) await closeLockedReports(trx, by, [report], 'resolved')
  await recordAudit(trx, by, {
    action: `user.${sanction.type}`,
    school: person.schoolId,
    target: { type: 'user', id: person.id },
    detail: {
      moderation_id: id,
      reason: sanction.reason,
      ...(sanction.type === 'suspend' ? { days: sanction.days } : {}),
    },
  })
  await queueMail(trx, { to: person.email, ...moderationEmails(config, person.name).sanctioned(sanction) })
  return { id, person: { id: person.id, schoolId: person.schoolId } }
}

/** Locks and returns a pending report in the scope whose author is the user to be moderated. */
async function openReport(trx: Trx, scope: SchoolScope, id: string, about: { userId: string; isSealed: boolean }) {
  const [held] = await lockReports(trx, scope, [id])
  if (!held) throw notFound('Report not found')
  if (held.status !== 'pending') throw closedReports(held.status)
  const report = await trx
    .selectFrom('reports')
    .where('school_id', '=', held.school_id)
    .where('id', '=', id)
    .select(['content', 'author_id'])
    .executeTakeFirstOrThrow()
  if (about.isSealed) return { ...held, content: report.content } // the author comes from the seal
  if (!report.author_id) throw badRequest(nobodyToModerate)
  if (report.author_id !== about.userId) throw badRequest('This report is about someone else.')
  return { ...held, content: report.content }
}

/** Reverses an action in the scope. Throws 404 when it does not exist, 409 when it was already reversed. */
export const reverseActionInScope = async (
  trx: Trx,
  config: Tools['config'],
  by: AuditActor,
  scope: SchoolScope,
  id: string,
  reason: string,
) => {
  const action = await trx
    .selectFrom('moderation_actions as action')
    .innerJoin('users', (join) =>
      join.onRef('users.school_id', '=', 'action.school_id').onRef('users.id', '=', 'action.user_id'),
    )
    .where('action.school_id', 'in', trx.selectFrom('schools').select('schools.id'))
    .where(inScope(scope, 'action.school_id'))
    .where('action.id', '=', id)
    .select(['action.action_type', 'users.id', 'users.school_id as schoolId', 'users.name', 'users.email'])
    .executeTakeFirst()
  if (!action) throw notFound('Moderation action not found')
  if (!(await reverse(trx, by, action, id, reason))) throw conflict('This action has already been reversed.')
  await recordAudit(trx, by, {
    action: 'user.reverse',
    school: action.schoolId,
    target: { type: 'user', id: action.id },
    detail: { moderation_id: id, reason },
  })
  await queueMail(trx, {
    to: action.email,
    ...moderationEmails(config, action.name).reversed(action.action_type, reason),
  })
  return { type: action.action_type }
}
