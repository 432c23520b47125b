import type { Anonymity } from '../../../shared/server/anonymity.ts'
import { audit, type Operator } from '../../../shared/server/audit.ts'
import type { Db } from '../../../shared/server/db.ts'
import { badRequest, notFound } from '../../../shared/server/errors.ts'
import { type Scope, within } from '../../../shared/server/scope.ts'
import { writing } from '../../../shared/server/viewer.ts'
import { findContent, listedOf, typeOf } from './content-queries.ts'
import type { ContentKind } from './kinds.ts'
import { someMissing } from './report-actions.ts'

type Found = {
  readonly kind: ContentKind
  readonly school: string
  readonly id: string
  readonly authorId: string | null
}

/** Removes one thing of the scope, of the type that is named or of whichever it is; 404 when there is none. */
export const removeContent = (
  db: Db,
  kinds: readonly ContentKind[],
  by: Operator,
  scope: Scope,
  id: string,
  type: string | undefined,
): Promise<void> =>
  writing(db, by, async (trx) => {
    const found = type ? await findOfType(trx, kinds, scope, id, type) : (await findAny(trx, kinds, scope, [id]))[0]
    if (!found || !(await removed(trx, by, [found]))) throw notFound('Content not found')
  })

/** Removes all of these things. When even one is outside the scope or gone, nothing is done to any. */
export const removeContents = (
  db: Db,
  kinds: readonly ContentKind[],
  by: Operator,
  scope: Scope,
  ids: readonly string[],
): Promise<number> =>
  writing(db, by, async (trx) => {
    const asked = [...new Set(ids)]
    const found = await findAny(trx, kinds, scope, asked)
    if (found.length < asked.length) throw someMissing('item', asked.length - found.length, asked.length)
    return removed(trx, by, found)
  })

/** Says who wrote an anonymous thing of the scope, to an administrator with a reason; both are in the audit log. */
export const revealAuthor = (
  db: Db,
  anonymity: Anonymity,
  kinds: readonly ContentKind[],
  by: Operator,
  scope: Scope,
  id: string,
  { type, reason }: { type: string; reason: string },
) =>
  writing(db, by, async (trx) => {
    const found = await findOfType(trx, kinds, scope, id, type)
    const thing = found && (await found.kind.snapshot(trx, found.school, id))
    if (!found || !thing) throw notFound('Content not found')
    if (!thing.seal) throw badRequest('The author of this is not anonymous.')
    const target = { type: found.kind.kind, id }
    await audit(trx, by, { action: 'content.reveal', school: found.school, target, detail: { reason } })
    const author = await anonymity.unseal(thing.seal, { schoolId: found.school, kind: found.kind.kind, id })
    const person = await trx
      .selectFrom('users')
      .where('school_id', '=', found.school)
      .where('id', '=', author)
      .select(['id', 'name', 'email'])
      .executeTakeFirst()
    if (!person) throw notFound('The account of the author is gone.')
    return person
  })

const findAny = async (
  trx: Db,
  kinds: readonly ContentKind[],
  scope: Scope,
  ids: readonly string[],
): Promise<Found[]> => {
  const listed = listedOf(kinds)
  const rows = await findContent(trx, listed, scope, ids)
  return rows.flatMap(({ kind: name, school_id, id, author_id }) => {
    const kind = listed.find((one) => one.kind === name)
    return kind ? [{ kind, school: school_id, id, authorId: author_id }] : []
  })
}

/** Also of kinds that are not listed, such as a message of which only its report tells. */
async function findOfType(
  trx: Db,
  kinds: readonly ContentKind[],
  scope: Scope,
  id: string,
  type: string,
): Promise<Found | undefined> {
  const kind = kinds.find((one) => one.kind === type || typeOf(one) === type)
  if (!kind) return undefined
  if (kind.listed) return (await findAny(trx, [kind], scope, [id]))[0]
  const schools = await trx.selectFrom('schools').where(within(scope, 'schools.id')).select('id').execute()
  for (const school of schools) {
    const thing = await kind.snapshot(trx, school.id, id)
    if (thing) return { kind, school: school.id, id, authorId: thing.authorId }
  }
}

/** Removes them one after the other, in the order of their ids, so that two who do the same wait for each other. */
async function removed(trx: Db, by: Operator, things: readonly Found[]): Promise<number> {
  let count = 0
  for (const { kind, school, id, authorId } of things) {
    if (!kind.remove || !(await kind.remove(trx, school, id))) continue
    count++
    await audit(trx, by, {
      action: 'content.delete',
      school,
      target: { type: kind.kind, id },
      detail: { label: kind.label, ...(authorId ? { author_id: authorId } : {}) },
    })
  }
  return count
}
