import type { SealMode } from '../../../shared/seal-modes.ts'
import type { AuditActor } from '../../../shared/server/audit.ts'
import { findSchoolOfRow } from '../../../shared/server/auth/row-school.ts'
import type { SchoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import { authorEnded } from '../../../shared/server/crypto/epoch-store.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest, type HttpError, notFound } from '../../../shared/server/http/errors.ts'
import type { App } from '../../../shared/server/services.ts'
import type { SealCategory } from '../seal-contract.ts'
import { contentTypeName, findContent, findListedTypes } from './content-queries.ts'
import type { ContentType } from './content-types.ts'
import { type FoundItem, removeItem } from './removal-actions.ts'
import { assertRemovalsLeft } from './removal-limit.ts'
import { someMissing } from './report-actions.ts'
import { openSeal } from './seal-opening.ts'

/**
 * Removes one item in the scope, of the given type or of any type when none is given. Throws 404 when it does not
 * exist.
 */
export const removeContent = async (
  app: App,
  trx: Trx,
  kinds: readonly ContentType[],
  by: AuditActor,
  scope: SchoolScope,
  id: string,
  type: string | undefined,
): Promise<void> => {
  const found = await findItem(trx, kinds, scope, id, type)
  if (!found || !(await removeItem(app, trx, by, found))) throw notFound('Content not found')
}

/**
 * Removes all these items. Changes nothing when one of them is outside the scope or already removed, and throws 429 above
 * the daily limit: one administrator cannot empty a school.
 */
export const removeContents = async (
  app: App,
  trx: Trx,
  kinds: readonly ContentType[],
  by: AuditActor,
  scope: SchoolScope,
  ids: readonly string[],
): Promise<number> => {
  const asked = [...new Set(ids)]
  const found = await findAny(trx, kinds, scope, asked)
  if (found.length < asked.length) throw someMissing('item', asked.length - found.length, asked.length)
  await assertRemovalsLeft(trx, by, found)
  let count = 0
  // One by one in id order, so that concurrent removals wait for each other instead of deadlocking.
  for (const item of found) if (await removeItem(app, trx, by, item)) count++
  return count
}

/** Finds an item in the scope, of the given type or of any listed type. Withheld ones only on request. */
export const findItem = async (
  db: Db,
  kinds: readonly ContentType[],
  scope: SchoolScope,
  id: string,
  type: string | undefined,
  includesWithheld = false,
): Promise<FoundItem | undefined> =>
  type
    ? findContentType(db, kinds, scope, id, type, includesWithheld)
    : (await findAny(db, kinds, scope, [id], includesWithheld))[0]

/**
 * Returns the author of an anonymous item in the scope to an administrator, whose category and reason open the seal.
 * For an item deleted after it was reported, opens the seal stored with the report.
 */
export async function revealAuthor(
  tools: { readonly db: Db; readonly anonymity: Anonymity },
  kinds: readonly ContentType[],
  by: AuditActor,
  scope: SchoolScope,
  id: string,
  { type, reason, category }: { type: string; reason: string; category: SealCategory },
) {
  const item = await findSealed(tools.db, kinds, scope, id, type)
  const target = { type: item.kind, id }
  const author = await openSeal(tools, by, { item, category, reason, action: 'content.reveal', target })
  if (!author) throw await authorGone(tools.anonymity, item)
  return author
}

/** The refusal for an author who cannot be found: the account was deleted, or authorship has ended. */
export const authorGone = async (
  anonymity: Anonymity,
  { schoolId, seal }: { readonly schoolId: string; readonly seal: Buffer },
): Promise<HttpError> =>
  (await anonymity.hasEnded(schoolId, seal)) ? authorEnded() : notFound('The author’s account has been deleted.')

/** An item with a sealed author in the scope, or its copy in a report. Throws 404, and 400 for a named author. */
export async function findSealed(db: Db, kinds: readonly ContentType[], scope: SchoolScope, id: string, type: string) {
  const found = await findContentType(db, kinds, scope, id, type, true)
  const thing = found && (await found.kind.snapshot(db, found.school, id))
  if (found && thing) {
    if (!thing.seal) throw badRequest('This wasn’t posted anonymously.')
    const { seal, text, sealedMode = null } = thing
    return { schoolId: found.school, kind: found.kind.kind, id, seal, text, sealedMode }
  }
  const school = await findSchoolOfRow(db, scope, 'reports.content_id', id)
  if (!school) throw notFound('Content not found')
  const report = await db
    .selectFrom('reports')
    .where('school_id', '=', school)
    .where('kind', '=', kinds.find((candidate) => contentTypeName(candidate) === type)?.kind ?? type)
    .where('content_id', '=', id)
    .where('author_seal', 'is not', null)
    .orderBy('created_at', 'desc')
    .select(['school_id', 'kind', 'author_seal', 'content', 'sealed_mode'])
    .$narrowType<{ sealed_mode: SealMode | null }>()
    .executeTakeFirst()
  if (!report?.author_seal) throw notFound('Content not found')
  const { school_id: schoolId, kind, author_seal: seal, content: text, sealed_mode: sealedMode } = report
  return { schoolId, kind, id, seal, text, sealedMode }
}

const findAny = async (
  db: Db,
  kinds: readonly ContentType[],
  scope: SchoolScope,
  ids: readonly string[],
  includesWithheld = false,
): Promise<FoundItem[]> => {
  const listed = findListedTypes(kinds)
  const rows = await findContent(db, listed, scope, ids, includesWithheld)
  return rows.flatMap(({ kind: name, school_id, id }) => {
    const kind = listed.find((candidate) => candidate.kind === name)
    return kind ? [{ kind, school: school_id, id }] : []
  })
}

/**
 * Includes types that are not listed, such as a message that only its report refers to. In one school it is where the item
 * would be: whether there is one is seen by what locks or reads it.
 */
async function findContentType(
  db: Db,
  kinds: readonly ContentType[],
  scope: SchoolScope,
  id: string,
  type: string,
  includesWithheld = false,
): Promise<FoundItem | undefined> {
  const kind = kinds.find((candidate) => candidate.kind === type || contentTypeName(candidate) === type)
  if (!kind) return undefined
  if (scope !== null) return { kind, school: scope, id }
  if (kind.listed) return (await findAny(db, [kind], scope, [id], includesWithheld))[0]
  for (const school of await db.selectFrom('schools').select('id').execute())
    if (await kind.snapshot(db, school.id, id)) return { kind, school: school.id, id }
}
