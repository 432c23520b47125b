import { sql } from 'kysely'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { queueMail } from '../../../shared/server/mail/mail.ts'
import type { App } from '../../../shared/server/services.ts'
import { decisionKind } from '../../moderation/server/decisions.ts'
import { moderationEmails } from '../../moderation/server/emails.ts'
import type { DecisionRow } from '../../moderation/server/sanction-actions.ts'
import type { AppealOutcome } from '../contract.ts'

type Answer = { readonly reason?: string; readonly what?: string | undefined }

const outcomeTexts: Readonly<Record<AppealOutcome | 'closed', (answer: Answer) => string>> = {
  overturned: ({ reason }) =>
    `We were wrong. The decision no longer applies, and everything it removed is back. ${reason}`,
  changed: ({ reason, what }) => `The decision was changed: ${what}. ${reason}`,
  upheld: ({ reason }) => `The decision stands. ${reason}`,
  closed: ({ reason }) => `A moderator closed your appeal. ${reason}`,
}

/**
 * Informs the affected user of an answer: in the list, live, and for an outcome by email, also when blocked. The author
 * of a sealed item gets a sealed notification and no email.
 */
export async function informUser(
  app: App,
  trx: Trx,
  { id, schoolId, userId, author_seal, name, email }: DecisionRow,
  outcome: AppealOutcome | 'message' | 'closed',
  answer: Answer = {},
): Promise<void> {
  const isMailed = outcome !== 'message'
  const event = { schoolId, kind: 'appeal', link: `/decisions/${id}`, params: { outcome }, isMailed } as const
  if (author_seal)
    return app.notifications.notifySealedAuthor(trx, event, { schoolId, kind: decisionKind, id }, author_seal)
  if (!userId) return
  await app.notifications.notify(trx, event, [userId])
  app.live.publish(trx, { schoolId, people: [userId] }, 'decision.changed', { id })
  if (outcome === 'message' || !name || !email) return
  const letter = moderationEmails(app.config, name).appealAnswered(outcomeTexts[outcome](answer), id)
  await queueMail(trx, { to: email, ...letter })
}

/** Informs the reporters whose report led to an overturned decision. */
export async function informReporters(
  { notifications }: App,
  trx: Trx,
  { schoolId, item_kind, item_id }: DecisionRow,
): Promise<void> {
  if (!item_kind || !item_id) return
  const reporters = sql<string>`select reporter_id from reports where school_id = ${schoolId} and kind = ${item_kind}
    and content_id = ${item_id} and status = 'resolved'`
  await notifications.notify(
    trx,
    { schoolId, kind: 'report', link: '/reports', params: { outcome: 'none' } },
    reporters,
  )
}

/** Informs the reporter of the second review. Never names the affected user. */
export async function informReviewer(
  { notifications }: App,
  trx: Trx,
  schoolId: string,
  reportId: string,
  outcome: AppealOutcome,
): Promise<void> {
  const reporter = sql<string>`select reporter_id from reports where school_id = ${schoolId} and id = ${reportId}`
  // Overturned: the report is open again, and its outcome follows.
  if (outcome === 'upheld')
    await notifications.notify(
      trx,
      { schoolId, kind: 'report', link: '/reports', params: { outcome: 'none' } },
      reporter,
    )
}
