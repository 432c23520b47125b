import { type RawBuilder, sql } from 'kysely'
import type { DB } from '../../../shared/server/db/schema.gen.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict } from '../../../shared/server/http/errors.ts'
import { removeNotifications } from '../../../shared/server/notifications/statements.ts'
import { setUploadsWithheld } from '../../media/server/actions.ts'
import type { ContentType } from './content-types.ts'

type WithheldTable = {
  [T in keyof DB]: DB[T] extends { withheld_at: unknown } ? T : never
}[keyof DB]

/** What an item needs to return: its group or its author. */
export type Parent = {
  /** SQL condition on `item`: true when the parent is there. */
  readonly exists: RawBuilder<boolean>
  /** The refusal otherwise. */
  readonly cause: string
}

/** SQL of the links of the notifications that contain words of an item, or its group: one column of texts. */
type NoticeLinks = (schoolId: string, id: string) => RawBuilder<unknown>

/**
 * Withholds and restores rows of one table with their uploads. Notifications with words of the row are removed. What is below a row stays as it is: it is read through
 * its parent only.
 */
export const withholdsRows = (
  table: WithheldTable,
  { uploads, parents = [], notices }: { uploads?: string; parents?: readonly Parent[]; notices?: NoticeLinks } = {},
): Required<Pick<ContentType, 'withhold' | 'restore'>> => ({
  async withhold(trx, schoolId, id) {
    const { rows } = await sql`update ${sql.table(table)} set withheld_at = now()
      where school_id = ${schoolId} and id = ${id} and withheld_at is null returning 1`.execute(trx)
    if (rows.length === 0) return false
    if (uploads) await setUploadsWithheld(trx, schoolId, uploads, [id], true)
    if (notices) await removeNotifications(trx, schoolId, notices(schoolId, id))
    return true
  },
  async restore(trx, schoolId, id) {
    await assertParents(trx, table, parents, schoolId, id)
    const { rows } = await sql`update ${sql.table(table)} set withheld_at = null
      where school_id = ${schoolId} and id = ${id} and withheld_at is not null returning 1`.execute(trx)
    if (rows.length === 0) return false
    if (uploads) await setUploadsWithheld(trx, schoolId, uploads, [id], false)
    return true
  },
})

/** Locks a withheld row and throws 409 when it has nowhere to return to. */
export async function assertParents(
  trx: Trx,
  table: WithheldTable,
  parents: readonly Parent[],
  schoolId: string,
  id: string,
): Promise<void> {
  if (parents.length === 0) return
  const checks = parents.map(({ exists }) => sql`(${exists}) is true`)
  const { rows } = await sql<{ checks: boolean[] }>`select array[${sql.join(checks)}] as checks
    from ${sql.table(table)} as item where school_id = ${schoolId} and id = ${id} and withheld_at is not null
    for update`.execute(trx)
  const missing = rows[0]?.checks.indexOf(false) ?? -1
  if (missing >= 0) throw conflict(parents[missing]?.cause ?? 'This item can’t be restored.')
}

/** The named author still has an account. */
export const authorExists = (column: string): Parent => ({
  exists: sql<boolean>`${sql.ref(`item.${column}`)} is null or exists (select from users
    where users.school_id = item.school_id and users.id = ${sql.ref(`item.${column}`)} and users.deleted_at is null)`,
  cause: 'The account of the author was deleted.',
})
