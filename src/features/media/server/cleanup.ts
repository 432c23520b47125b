import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../shared/server/db/pools.ts'
import { forEachDueSchool } from '../../../shared/server/jobs/due-schools.ts'
import type { RetentionRule } from '../../../shared/server/jobs/retention-rule.ts'
import type { Storage } from '../../../shared/server/storage/storage.ts'
import { reservedType } from './actions.ts'

/** Files to remove per query. */
const batch = 500

/**
 * Uploads that no item has shown for a day, and those whose anonymous item was never published, are released. The quotas of past days are
 * deleted.
 */
export const uploadRetention: readonly RetentionRule[] = [
  { table: 'uploads', column: 'created_at', keptFor: '1 day', condition: sql<boolean>`item_id is null` },
  {
    table: 'uploads',
    part: 'reserved',
    column: 'created_at',
    keptFor: '2 days',
    condition: sql<boolean>`item_kind = ${sql.lit(reservedType)}`,
  },
  { table: 'upload_days', column: 'day', keptFor: '2 days' },
]

/** Removes files that no row needs any more. An interrupted run is continued by the next one. */
export const removeAbandoned = (db: Db, storage: Storage, signal?: AbortSignal): Promise<void> =>
  forEachDueSchool(db, sql`select school_id from abandoned_files where due_at <= now()`, async (schoolId) => {
    while (!signal?.aborted) {
      const files = await db
        .selectFrom('abandoned_files')
        .where('school_id', '=', schoolId)
        .where('due_at', '<=', sql<Date>`now()`)
        .select('file')
        .limit(batch)
        .execute()
      if (files.length === 0) return
      for (const { file } of files) {
        await storage.remove({ schoolId, name: file })
        await deleteAbandonedFile(db, schoolId, file)
      }
    }
  })

/** Registers a file that the cleanup job removes from the store when it is due. */
export async function insertAbandonedFile(
  db: Db,
  schoolId: string,
  file: string,
  due: RawBuilder<Date>,
): Promise<void> {
  await db
    .insertInto('abandoned_files')
    .values({ school_id: schoolId, file, due_at: due })
    .onConflict((same) => same.columns(['school_id', 'file']).doUpdateSet({ due_at: due }))
    .execute()
}

export async function deleteAbandonedFile(db: Db, schoolId: string, file: string): Promise<void> {
  await db.deleteFrom('abandoned_files').where('school_id', '=', schoolId).where('file', '=', file).execute()
}
