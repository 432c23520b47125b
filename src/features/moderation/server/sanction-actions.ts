import { sql } from 'kysely'
import type { SealMode } from '../../../shared/seal-modes.ts'
import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import { findSchoolOfRow } from '../../../shared/server/auth/row-school.ts'
import type { SchoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Config } from '../../../shared/server/config.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest, conflict, forbidden, notFound } from '../../../shared/server/http/errors.ts'
import { queueMail } from '../../../shared/server/mail/mail.ts'
import type { App } from '../../../shared/server/services.ts'
import { sealReasonLength, shortSealReason } from '../seal-contract.ts'
import { imposeSanction, reverse, type Sanction } from './actions.ts'
import type { ContentType } from './content-types.ts'
import { moderationEmails } from './emails.ts'
import type { StoredLabel } from './labelled-rows.ts'
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
 * seal, and with 409 `seal_closed` where one person does not open it.
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
      sealedMode: report.sealed_mode,
    },
    category: 'sanction',
    reason,
    action: 'report.unseal',
    target: { type: 'report', id: report.id },
  })
  if (!author) throw badRequest(nobodyToModerate)
  if (author.text_changed) throw textChanged()
  return { userId: author.id, sanction: asked.sanction, reportId: report.id, isSealed: true }
}

const nobodyToModerate = 'This report has no user to moderate. Please dismiss it instead.'
export const textChanged = () => conflict('The text changed after it was sealed. It may not be the author’s.')
export const closedReports = (status: string) => conflict(`This report is already ${status}.`)

async function findSealedReport(db: Db, scope: SchoolScope, id: string) {
  const school = await findSchoolOfRow(db, scope, 'reports', id)
  if (!school) return undefined
  const report = await db
    .selectFrom('reports')
    .where('school_id', '=', school)
    .where('id', '=', id)
    .select(['id', 'school_id', 'status', 'kind', 'content_id', 'content', 'author_seal', 'sealed_mode'])
    .$narrowType<{ sealed_mode: SealMode | null }>()
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
  const school = await findSchoolOfRow(trx, scope, 'users', userId)
  if (!school) throw notFound('User not found')
  const person = await trx
    .selectFrom('users')
    .where('users.school_id', '=', school)
    .where('users.id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .select(['users.id', 'users.school_id as schoolId', 'users.name', 'users.email', 'users.role'])
    .executeTakeFirst()
  if (!person) throw notFound('User not found')
  if (person.role !== 'student') throw forbidden('Administrators can’t be moderated.')
  const report = reportId ? await openReport(trx, school, reportId, { userId, isSealed }) : undefined

  // The text of a sealed author is never stored in a row that names them.
  const about = isSealed ? null : reportContent?.trim() || report?.content || null
  const stored = await imposeSanction(trx, by, person, {
    ...sanction,
    about,
    source: report ? 'report' : 'own',
    // Nor is the item: the row would link its author with it.
    ...(report && !isSealed ? { item: { kind: report.kind, id: report.content_id } } : {}),
  })
  const { id } = stored
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
  await queueMail(trx, { to: person.email, ...moderationEmails(config, person.name).sanctioned(sanction, stored) })
  return { id, person: { id: person.id, schoolId: person.schoolId } }
}

/** Locks and returns a pending report of the school whose author is the user to be moderated. */
async function openReport(trx: Trx, school: string, id: string, about: { userId: string; isSealed: boolean }) {
  const [held] = await lockReports(trx, school, [id])
  if (!held) throw notFound('Report not found')
  if (held.status !== 'pending') throw closedReports(held.status)
  const report = await trx
    .selectFrom('reports')
    .where('school_id', '=', held.school_id)
    .where('id', '=', id)
    .select(['content', 'author_id', 'kind', 'content_id'])
    .executeTakeFirstOrThrow()
  if (about.isSealed) return { ...held, ...report } // the author comes from the seal
  if (!report.author_id) throw badRequest(nobodyToModerate)
  if (report.author_id !== about.userId) throw badRequest('This report is about someone else.')
  return { ...held, ...report }
}

/** A decision in the scope with its user. Throws 404 outside it. */
export async function decisionOr404(trx: Trx, scope: SchoolScope, id: string) {
  const school = await findSchoolOfRow(trx, scope, 'moderation_actions', id)
  if (!school) throw notFound('Moderation action not found')
  const decision = await trx
    .selectFrom('moderation_actions as action')
    .leftJoin('users', (join) =>
      join.onRef('users.school_id', '=', 'action.school_id').onRef('users.id', '=', 'action.user_id'),
    )
    .where('action.school_id', '=', school)
    .where('action.id', '=', id)
    .select([
      'action.id',
      'action.school_id as schoolId',
      'action.action_type as type',
      'action.user_id as userId',
      'action.item_kind',
      'action.item_id',
      'action.erased_at',
      'action.reversed_at',
      'action.author_seal',
      'action.duration_hours',
      sql<StoredLabel | null>`action.label`.as('label'),
      'users.name',
      'users.email',
    ])
    .executeTakeFirst()
  if (!decision) throw notFound('Moderation action not found')
  return decision
}
export type DecisionRow = Awaited<ReturnType<typeof decisionOr404>>

/**
 * Reverses a decision and restores the item that it removed, unless that was erased. Throws 409 when it was already
 * reversed, or when the item cannot return. Returns the content type of a restored item.
 */
export async function reverseDecision(
  trx: Trx,
  kinds: readonly ContentType[],
  by: AuditActor,
  decision: DecisionRow,
  reason: string,
): Promise<ContentType | undefined> {
  const { id, schoolId, userId, item_kind, item_id, label } = decision
  const isOfItem = decision.type === 'remove' || decision.type === 'label'
  const kind = isOfItem ? kinds.find((candidate) => candidate.kind === item_kind) : undefined
  let restored: ContentType | undefined
  // The item first: a withholding locks in the same order.
  if (kind && item_id && label && !decision.reversed_at) await kind.removeLabel?.(trx, schoolId, item_id, label.before)
  if (kind && item_id && !label && !decision.erased_at && !decision.reversed_at) {
    if (!(await kind.restore?.(trx, schoolId, item_id))) throw conflict(itemGone)
    restored = kind
  }
  if (!(await reverse(trx, by, { id: userId, schoolId }, id, reason)))
    throw conflict('This action has already been reversed.')
  await recordAudit(trx, by, {
    action:
      decision.type === 'remove' ? 'content.restore' : decision.type === 'label' ? 'content.unlabel' : 'user.reverse',
    school: schoolId,
    target: isOfItem
      ? item_id && item_kind
        ? { type: item_kind, id: item_id }
        : undefined
      : userId
        ? { type: 'user', id: userId }
        : undefined,
    detail: { moderation_id: id, reason },
  })
  return restored
}
const itemGone = 'The item no longer exists, so it can’t be restored.'

/** Reverses a decision in the scope and mails the affected user. Throws 404 when it does not exist. */
export const reverseActionInScope = async (
  trx: Trx,
  app: Pick<App, 'config' | 'live'>,
  kinds: readonly ContentType[],
  by: AuditActor,
  scope: SchoolScope,
  id: string,
  reason: string,
): Promise<void> => {
  const decision = await decisionOr404(trx, scope, id)
  const restored = await reverseDecision(trx, kinds, by, decision, reason)
  const { schoolId, userId, name, email, item_id } = decision
  if (userId) app.live.publish(trx, { schoolId, people: [userId] }, 'decision.changed', { id })
  if (restored && item_id) await restored.publishChange?.(app.live, trx, schoolId, item_id)
  if (!email || !name) return
  const emails = moderationEmails(app.config, name)
  const letter =
    decision.type === 'remove'
      ? emails.restored(restored?.label ?? 'item', reason)
      : decision.type === 'label'
        ? emails.unlabelled(kinds.find(({ kind }) => kind === decision.item_kind)?.label ?? 'item', reason)
        : emails.reversed(decision.type, reason)
  await queueMail(trx, { to: email, ...letter })
}
