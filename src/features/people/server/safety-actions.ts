import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest } from '../../../shared/server/http/errors.ts'
import { type HideableKind, maxHiddenItems } from '../safety-contract.ts'
import { personOr404 } from './people-queries.ts'

/** Mutes a user. Idempotent. Writes nothing that the muted user reads. */
export async function mutePerson(trx: Trx, viewer: Viewer, other: string): Promise<void> {
  const person = await personOr404(trx, viewer, other)
  if (person.is_me) throw badRequest('You can’t mute yourself.')
  await trx
    .insertInto('mutes')
    .values({ school_id: viewer.schoolId, user_id: viewer.id, muted_id: person.id })
    .onConflict((existing) => existing.doNothing())
    .execute()
}

/** Removes a mute, also of a user who is not visible any more. Throws 404 for other users who are not visible. */
export async function unmutePerson(trx: Trx, viewer: Viewer, other: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('mutes')
    .where('school_id', '=', viewer.schoolId)
    .where('user_id', '=', viewer.id)
    .where('muted_id', '=', other)
    .executeTakeFirst()
  if (numDeletedRows === 0n) await personOr404(trx, viewer, other)
}

/** Hides an item from the viewer's lists and removes the oldest beyond the limit. Idempotent. */
export async function hideItem(trx: Trx, { id, schoolId }: Viewer, kind: HideableKind, item: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`hidden ${id}`}, 0))`.execute(trx)
  await sql`
    with added as (
      insert into hidden_items (school_id, user_id, kind, item_id) values (${schoolId}, ${id}, ${kind}, ${item})
      on conflict do nothing returning 1),
    oldest as (
      select hidden.kind, hidden.item_id from hidden_items as hidden
      where hidden.school_id = ${schoolId} and hidden.user_id = ${id} and exists (select from added)
      order by hidden.created_at desc, hidden.kind, hidden.item_id offset ${sql.lit(maxHiddenItems - 1)})
    delete from hidden_items using oldest where hidden_items.school_id = ${schoolId} and hidden_items.user_id = ${id}
      and hidden_items.kind = oldest.kind and hidden_items.item_id = oldest.item_id`.execute(trx)
}

/** Shows a hidden item again. Returns false when it was not hidden. */
export async function unhideItem(trx: Trx, viewer: Viewer, kind: HideableKind, item: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('hidden_items')
    .where('school_id', '=', viewer.schoolId)
    .where('user_id', '=', viewer.id)
    .where('kind', '=', kind)
    .where('item_id', '=', item)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
