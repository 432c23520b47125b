import type { AuditActor } from '../../../shared/server/audit.ts'
import type { SchoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict, notFound } from '../../../shared/server/http/errors.ts'
import type { App } from '../../../shared/server/services.ts'
import { findItem } from '../../moderation/server/content-actions.ts'
import type { ContentType } from '../../moderation/server/content-types.ts'
import type { StoredDecision } from '../../moderation/server/decisions.ts'
import type { Label } from '../../moderation/server/labelled-rows.ts'
import { labelItem } from '../../moderation/server/labels.ts'
import { removeItem } from '../../moderation/server/removal-actions.ts'
import { reverseActionInScope } from '../../moderation/server/sanction-actions.ts'
import { findRemoval } from './queries.ts'

type Removal = {
  readonly type: string
  readonly rule_id: string
  readonly facts: string
  readonly erase?: boolean | undefined
}

/** Withholds or erases an item in the scope with a statement of reasons. Returns the decision. */
export async function withholdContent(
  app: App,
  trx: Trx,
  kinds: readonly ContentType[],
  by: AuditActor,
  scope: SchoolScope,
  id: string,
  { type, rule_id: ruleId, facts, erase }: Removal,
): Promise<StoredDecision> {
  const found = await findItem(trx, kinds, scope, id, type, true)
  if (!found) throw notFound('Content not found')
  const stored = await removeItem(app, trx, by, found, { ruleId, facts, erase })
  if (stored) return stored
  const isThere = await found.kind.snapshot(trx, found.school, id)
  throw isThere ? conflict('This has already been removed.') : notFound('Content not found')
}

type LabelRequest = Label & { readonly type: string; readonly rule_id: string; readonly facts: string }

/** Labels an item in the scope with a statement of reasons. Returns the decision. */
export async function labelContent(
  app: App,
  trx: Trx,
  kinds: readonly ContentType[],
  by: AuditActor,
  scope: SchoolScope,
  id: string,
  { type, rule_id: ruleId, ...label }: LabelRequest,
): Promise<StoredDecision> {
  const found = await findItem(trx, kinds, scope, id, type)
  if (!found) throw notFound('Content not found')
  return labelItem(app, trx, by, found, { ruleId, ...label })
}

/** Reverses the removal of an item in the scope. Throws 409 with the cause when it cannot return. */
export async function restoreContent(
  app: App,
  trx: Trx,
  kinds: readonly ContentType[],
  by: AuditActor,
  scope: SchoolScope,
  id: string,
  { type, reason }: { readonly type: string; readonly reason: string },
): Promise<void> {
  const removal = await findRemoval(trx, kinds, scope, id, type)
  if (!removal) throw notFound('Content not found')
  if (removal.is_erased) throw conflict('This item was erased, so it can’t be restored.')
  if (removal.is_reversed) throw conflict('This item is not removed.')
  await reverseActionInScope(trx, app, kinds, by, scope, removal.id, reason)
}
