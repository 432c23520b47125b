import type { Trx } from '../../../shared/server/db/transaction.ts'
import { forbidden } from '../../../shared/server/http/errors.ts'

/** A content note as an item stores it. */
export type StoredNote = { readonly note: string | null; readonly sensitive: boolean }

export const presentNote = ({ note, sensitive }: StoredNote) => ({
  ...(note !== null && { note }),
  ...(sensitive && { sensitive: true as const }),
})

/** The columns of a new item. */
export const toStoredNote = (input: {
  note?: string | null | undefined
  sensitive?: boolean | undefined
}): StoredNote => ({
  note: input.note ?? null,
  sensitive: input.sensitive ?? false,
})

/** Throws 403 for an item whose note a moderator set. */
export async function assertUnlabelled(
  trx: Trx,
  table: 'posts' | 'comments',
  { schoolId, id }: { readonly schoolId: string; readonly id: string },
): Promise<void> {
  const item = await trx
    .selectFrom(table)
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('labelled', '=', true)
    .select('id')
    .executeTakeFirst()
  if (item) throw forbidden('A moderator added this note, so you can’t change it.')
}

/** Replaces the note of an item. Returns false when it was deleted or withheld meanwhile. */
export async function updateNote(
  trx: Trx,
  table: 'posts' | 'comments',
  { schoolId, id }: { readonly schoolId: string; readonly id: string },
  { note, sensitive }: StoredNote,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable(table)
    .set({ note, sensitive })
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('withheld_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
