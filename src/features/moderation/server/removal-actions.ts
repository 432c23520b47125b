import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict, forbidden, notFound } from '../../../shared/server/http/errors.ts'
import { queueMail } from '../../../shared/server/mail/mail.ts'
import type { App } from '../../../shared/server/services.ts'
import type { ContentType } from './content-types.ts'
import { insertDecision, type Statement, type StoredDecision, sealForDecision } from './decisions.ts'
import { moderationEmails } from './emails.ts'

export type FoundItem = { readonly kind: ContentType; readonly school: string; readonly id: string }

/** What the calls without a statement tell the author. */
const defaultFacts = 'Removed by a moderator of your school.'

export type Removal = Statement & {
  /** Deletes the item immediately, so that it cannot return. */
  readonly erase?: boolean | undefined
}

/**
 * Withholds an item and stores the decision, so that it can be restored; or erases it. Informs its author, also a sealed
 * one. Returns undefined when it was deleted or withheld already. Throws 403 for the moderator's own reported item, and 404
 * for an item of another type.
 */
export async function removeItem(
  app: App,
  trx: Trx,
  by: AuditActor,
  { kind, school, id }: FoundItem,
  { ruleId, facts, erase = false }: Removal = {},
): Promise<StoredDecision | undefined> {
  const canReturn = !erase && kind.withhold !== undefined
  // First: the words are then read under the lock of the item, so that the statement has those that were removed.
  if (canReturn && !(await kind.withhold?.(trx, school, id))) return undefined
  const content = await kind.snapshot(trx, school, id)
  if (!content && canReturn) throw notFound('Content not found')
  if (!content) return undefined
  await assertNotOwnReported(trx, by, { kind, school, id }, content.authorId)
  if (!canReturn && !(await kind.remove?.(trx, school, id))) return undefined

  const item = { schoolId: school, kind: kind.kind, id }
  const decisionId = newId()
  const { seal, authorId } = content
  const stored = await insertDecision(trx, by, {
    id: decisionId,
    schoolId: school,
    type: 'remove',
    userId: authorId,
    sealed: seal ? await sealForDecision(trx, app.anonymity, decisionId, item, seal) : undefined,
    reason: facts ?? defaultFacts,
    ruleId,
    item,
    snapshot: [content.title, content.text].filter(Boolean).join('\n').slice(0, maxSnapshotLength),
    isErased: !canReturn,
  })
  await recordAudit(trx, by, {
    action: 'content.delete',
    school,
    target: { type: kind.kind, id },
    detail: {
      label: kind.label,
      moderation_id: decisionId,
      ...(erase ? { erased: true } : {}),
      ...(authorId ? { author_id: authorId } : {}),
    },
  })
  await notifyAuthor(app, trx, item, { removed: kind.label }, stored, seal)
  if (!erase) await kind.publishChange?.(app.live, trx, school, id)
  return stored
}

/** Removes a reported item. Throws 409 when it is gone or cannot be removed. */
export async function removeReported(
  app: App,
  trx: Trx,
  kinds: readonly ContentType[],
  by: AuditActor,
  { school_id: school, kind: name, content_id: id }: { school_id: string; kind: string; content_id: string },
  { rule_id: ruleId, facts }: { readonly rule_id: string; readonly facts: string },
): Promise<void> {
  const kind = kinds.find((candidate) => candidate.kind === name)
  if (!kind?.withhold && !kind?.remove) throw conflict('This can’t be removed.')
  if (!(await removeItem(app, trx, by, { kind, school, id }, { ruleId, facts })))
    throw conflict('This was already removed.')
}

export const maxSnapshotLength = 20_000

/** Throws 403 for a reported item that the moderator wrote. */
export async function assertNotOwnReported(
  trx: Trx,
  by: AuditActor,
  { kind, school, id }: FoundItem,
  authorId: string | null,
): Promise<void> {
  if (authorId === by.id && (await isReported(trx, school, kind.kind, id)))
    throw forbidden(`You can’t moderate your own ${kind.label}.`)
}

/** Informs the author of an item that was removed or labelled: what it is. */
export async function notifyAuthor(
  app: App,
  trx: Trx,
  item: { readonly schoolId: string; readonly kind: string; readonly id: string },
  params: { readonly removed: string } | { readonly labelled: string },
  stored: StoredDecision,
  seal: Buffer | null,
): Promise<void> {
  const { schoolId } = item
  const link = `/decisions/${stored.id}`
  const event = { schoolId, kind: 'moderation', link, params, isMailed: true } as const
  // A seal whose author was forgotten reaches no user.
  if (seal) return app.notifications.notifySealedAuthor(trx, event, item, seal)
  const { person } = stored
  if (!person) return
  await app.notifications.notify(trx, event, [person.id])
  app.live.publish(trx, { schoolId, people: [person.id] }, 'decision.changed', { id: stored.id })
  const emails = moderationEmails(app.config, person.name)
  const letter = 'removed' in params ? emails.removed(params.removed, stored) : emails.labelled(params.labelled, stored)
  await queueMail(trx, { to: person.email, ...letter })
}

async function isReported(trx: Trx, schoolId: string, kind: string, id: string): Promise<boolean> {
  const report = await trx
    .selectFrom('reports')
    .where('school_id', '=', schoolId)
    .where('kind', '=', kind)
    .where('content_id', '=', id)
    .select('id')
    .executeTakeFirst()
  return report !== undefined
}
