// Labels of moderators: a note above an item, or a cover over its images, instead of its removal.

import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict, notFound } from '../../../shared/server/http/errors.ts'
import type { App } from '../../../shared/server/services.ts'
import type { ContentType } from './content-types.ts'
import { insertDecision, type Statement, type StoredDecision, sealForDecision } from './decisions.ts'
import type { Label, StoredLabel } from './labelled-rows.ts'
import { assertNotOwnReported, type FoundItem, maxSnapshotLength, notifyAuthor } from './removal-actions.ts'

type LabelRequest = Statement & Label

/**
 * Labels an item, stores the decision and informs the author, also a sealed one. Throws 404 for an item that is gone, 409
 * for one that has a label or cannot have one, and 403 for the moderator's own reported item.
 */
export async function labelItem(
  app: App,
  trx: Trx,
  by: AuditActor,
  { kind, school, id }: FoundItem,
  { ruleId, facts, note, sensitive }: LabelRequest,
): Promise<StoredDecision> {
  if (!kind.addLabel) throw conflict('This can’t be labelled.')
  // First: the words are then read under the lock of the item.
  const before = await kind.addLabel(trx, school, id, { note, sensitive })
  const content = await kind.snapshot(trx, school, id)
  if (!content) throw notFound('Content not found')
  if (!before) throw conflict('This already has a label, or was removed.')
  await assertNotOwnReported(trx, by, { kind, school, id }, content.authorId)
  const item = { schoolId: school, kind: kind.kind, id }
  const decisionId = newId()
  const { seal, authorId } = content
  const label: StoredLabel = { note, sensitive, before }
  const stored = await insertDecision(trx, by, {
    id: decisionId,
    schoolId: school,
    type: 'label',
    userId: authorId,
    sealed: seal ? await sealForDecision(trx, app.anonymity, decisionId, item, seal) : undefined,
    reason: facts ?? '',
    ruleId,
    item,
    label,
    snapshot: [content.title, content.text].filter(Boolean).join('\n').slice(0, maxSnapshotLength),
  })
  await recordAudit(trx, by, {
    action: 'content.label',
    school,
    target: { type: kind.kind, id },
    detail: { label: kind.label, moderation_id: decisionId, ...(authorId ? { author_id: authorId } : {}) },
  })
  await notifyAuthor(app, trx, item, { labelled: kind.label }, stored, seal)
  return stored
}

/** Labels a reported item. */
export async function labelReported(
  app: App,
  trx: Trx,
  kinds: readonly ContentType[],
  by: AuditActor,
  { school_id: school, kind: name, content_id: id }: { school_id: string; kind: string; content_id: string },
  { rule_id: ruleId, facts, note, sensitive }: Partial<Label> & { readonly rule_id: string; readonly facts: string },
): Promise<void> {
  const kind = kinds.find((candidate) => candidate.kind === name)
  if (!kind) throw conflict('This can’t be labelled.')
  await labelItem(
    app,
    trx,
    by,
    { kind, school, id },
    { ruleId, facts, note: note ?? null, sensitive: sensitive ?? false },
  )
}
