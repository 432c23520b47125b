import { sql } from 'kysely'
import type { Db } from '../../../shared/server/db/pools.ts'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import { forEachDueSchool } from '../../../shared/server/jobs/due-schools.ts'
import type { ContentType } from './content-types.ts'
import { erasedSeal, minSealBytes } from './seal-copy-actions.ts'

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

/** Days after the end of a report in which its reporter may ask for a second review. */
const reviewDays = 30

/**
 * SQL condition on `reports`: its copy of the seal is not needed any more. It is closed, and neither a second review of it nor
 * an appeal of a decision about its item is open or possible.
 */
const isCopyDue = sql<boolean>`status <> 'pending' and settled_at <= now() - make_interval(days => ${sql.lit(reviewDays)})
  and length(author_seal) >= ${sql.lit(minSealBytes)}
  and not exists (select from appeals where appeals.school_id = reports.school_id and appeals.report_id = reports.id
    and appeals.state in ('open', 'claimed'))
  and not exists (select from moderation_actions as decision where decision.school_id = reports.school_id
    and decision.item_kind = reports.kind and decision.item_id = reports.content_id and (decision.appeal_until > now()
      or exists (select from appeals where appeals.school_id = decision.school_id and appeals.decision_id = decision.id
        and appeals.state in ('open', 'claimed'))))`

/** Erases the copies of seals in reports whose appeal and second review are over. The item keeps its own seal. */
export const eraseOldSealCopies = (db: Db): Promise<void> =>
  forEachDueSchool(db, sql`select school_id from reports where ${isCopyDue}`, (schoolId) =>
    sql`update reports set author_seal = ${erasedSeal} where school_id = ${schoolId} and ${isCopyDue}`.execute(db),
  )
