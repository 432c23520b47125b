import { sql } from 'kysely'
import type { Trx } from '../../../shared/server/db/transaction.ts'

/** What a moderator shows before an item instead of removing it. */
export type Label = { readonly note: string | null; readonly sensitive: boolean }
/** What a decision stores of a label. */
export type StoredLabel = Label & { readonly before: Label }

/** How a content type is labelled. */
export type LabelledRows = {
  /**
   * Sets a moderator's note or covers the images; what is null or false stays. Locks the item and returns what was there.
   * Undefined when it was deleted, withheld or labelled already.
   */
  addLabel(trx: Trx, schoolId: string, id: string, label: Label): Promise<Label | undefined>
  /** Undoes `addLabel`. */
  removeLabel(trx: Trx, schoolId: string, id: string, before: Label): Promise<void>
}

type LabelledTable = 'posts' | 'comments' | 'confessions'

/** Labels rows of one table. */
export const labelsRows = (table: LabelledTable): LabelledRows => ({
  async addLabel(trx, schoolId, id, { note, sensitive }) {
    const { rows } = await sql<Label>`
      with before as (
        select note, sensitive, labelled from ${sql.table(table)} where school_id = ${schoolId} and id = ${id} and withheld_at is null
        for no key update)
      update ${sql.table(table)} as item set note = coalesce(${note}::text, item.note),
        sensitive = item.sensitive or ${sensitive}::boolean, labelled = true
      from before where item.school_id = ${schoolId} and item.id = ${id} and not before.labelled
      returning before.note, before.sensitive`.execute(trx)
    return rows[0]
  },
  async removeLabel(trx, schoolId, id, { note, sensitive }) {
    await sql`update ${sql.table(table)} set note = ${note}, sensitive = ${sensitive}, labelled = false
      where school_id = ${schoolId} and id = ${id} and labelled`.execute(trx)
  },
})
