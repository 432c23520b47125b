import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { forbidden } from '../../../shared/server/http/errors.ts'
import { queueMail } from '../../../shared/server/mail/mail.ts'
import type { App } from '../../../shared/server/services.ts'
import type { ContentType, Snapshot } from './content-types.ts'
import { insertDecision, type Statement, type StoredDecision, sealForDecision } from './decisions.ts'
import { moderationEmails } from './emails.ts'

export type FoundItem = {
  readonly kind: ContentType
  readonly school: string
  readonly id: string
  /** Where it was found by reading it. */
  readonly content?: Snapshot
}

/** What the calls without a statement tell the author. */
const defaultFacts = 'Removed by a moderator of your school.'

export type Removal = Statement & {
  /** Deletes the item immediately, so that it cannot return. */
  readonly erase?: boolean | undefined
}

/**
 * Withholds an item and stores the decision, so that it can be restored; or erases it. Informs its author, also a sealed
 * one. Returns undefined when it was deleted or withheld already. Throws 403 for the moderator's own reported item.
 */
export async function removeItem(
  app: App,
  trx: Trx,
  by: AuditActor,
  { kind, school, id, content: known }: FoundItem,
  { ruleId, facts, erase = false }: Removal = {},
): Promise<StoredDecision | undefined> {
  const content = known ?? (await kind.snapshot(trx, school, id))
  if (!content) return undefined
  if (content.authorId === by.id && (await isReported(trx, school, kind.kind, id)))
    throw forbidden(`You can’t moderate your own ${kind.label}.`)
  const take = erase ? kind.remove : (kind.withhold ?? kind.remove)
  if (!take || !(await take.call(kind, trx, school, id))) return undefined

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
    isErased: erase || !kind.withhold,
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
  await notifyAuthor(app, trx, item, kind.label, stored, seal)
  if (!erase) await kind.publishChange?.(app.live, trx, school, id)
  return stored
}

const maxSnapshotLength = 20_000

async function notifyAuthor(
  app: App,
  trx: Trx,
  item: { readonly schoolId: string; readonly kind: string; readonly id: string },
  label: string,
  stored: StoredDecision,
  seal: Buffer | null,
) {
  const { schoolId } = item
  const link = `/decisions/${stored.id}`
  const event = { schoolId, kind: 'moderation', link, params: { removed: label }, isMailed: true } as const
  // A seal whose author was forgotten reaches no user.
  if (seal) return app.notifications.notifySealedAuthor(trx, event, item, seal)
  const { person } = stored
  if (!person) return
  await app.notifications.notify(trx, event, [person.id])
  app.live.publish(trx, { schoolId, people: [person.id] }, 'decision.changed', { id: stored.id })
  const letter = moderationEmails(app.config, person.name).removed(label, stored)
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
