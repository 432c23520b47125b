import { sql } from 'kysely'
import type { Db } from '../../../shared/server/db/pools.ts'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import { forEachDueSchool } from '../../../shared/server/jobs/due-schools.ts'
import type { ContentType } from './content-types.ts'

/** SQL condition: the removed item may be erased. An open appeal keeps it, and so does a restoration. */
const isDue = sql<boolean>`action_type = 'remove' and erased_at is null and reversed_at is null and appeal_until <= now()
  and not exists (select from appeals where appeals.school_id = moderation_actions.school_id
    and appeals.decision_id = moderation_actions.id and appeals.state in ('open', 'claimed'))`

type DueItem = { readonly school_id: string; readonly id: string; readonly item_kind: string; readonly item_id: string }
const batchSize = 200

/**
 * Erases the withheld items whose time to appeal has ended, each in its own transaction. Safe to repeat: an item that
 * is gone is only marked.
 */
export const eraseWithheldItems = (db: Db, kinds: readonly ContentType[]): Promise<void> =>
  forEachDueSchool(db, sql`select school_id from moderation_actions where ${isDue}`, (schoolId) =>
    eraseWithheldItemsInSchool(db, kinds, schoolId),
  )

async function eraseWithheldItemsInSchool(db: Db, kinds: readonly ContentType[], schoolId: string): Promise<void> {
  for (let last: DueItem | undefined; ; ) {
    const { rows } = await sql<DueItem>`select school_id, id, item_kind, item_id from moderation_actions
      where school_id = ${schoolId} and ${isDue} ${last ? sql`and id > ${last.id}::uuid` : sql``}
      order by id limit ${batchSize}`.execute(db)
    for (const row of rows) {
      const kind = kinds.find((candidate) => candidate.kind === row.item_kind)
      if (kind?.remove) await withTransaction(db, (trx) => erase(trx, kind, row))
    }
    last = rows.at(-1)
    if (rows.length < batchSize) return
  }
}

/** The item first, then the decision: in the order of a restoration, which it either precedes or does not disturb. */
async function erase(trx: Trx, kind: ContentType, { school_id, id, item_id }: DueItem): Promise<void> {
  await sql`savepoint erasure`.execute(trx)
  await kind.remove?.(trx, school_id, item_id)
  const { numUpdatedRows } = await trx
    .updateTable('moderation_actions')
    .set({ erased_at: sql`now()` })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where(isDue)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) await sql`rollback to savepoint erasure`.execute(trx) // appealed or restored meanwhile
}
