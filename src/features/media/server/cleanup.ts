import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Storage } from '../../../shared/server/storage/types.ts'
import { reservedType } from './actions.ts'

/** Files to remove per query. */
const batch = 500

/**
 * Releases uploads that no item has shown for a day, and those whose anonymous item was never published. Deletes the
 * quotas of past days.
 */
export async function releaseUnattached(db: Db): Promise<void> {
  await db
    .deleteFrom('uploads')
    .where(
      sql<boolean>`(item_id is null and created_at < now() - interval '1 day'
        or item_kind = ${reservedType} and created_at < now() - interval '2 days')`,
    )
    .execute()
  await db.deleteFrom('upload_days').where('day', '<', sql<Date>`(now() - interval '2 days')::date`).execute()
}

/** Removes files that no row needs any more. An interrupted run is continued by the next one. */
export async function removeAbandoned(db: Db, storage: Storage): Promise<void> {
  for (;;) {
    const files = await db
      .selectFrom('abandoned_files')
      .where('due_at', '<=', sql<Date>`now()`)
      .select(['school_id', 'file'])
      .limit(batch)
      .execute()
    if (files.length === 0) return
    for (const { school_id, file } of files) {
      await storage.remove({ schoolId: school_id, name: file })
      await deleteAbandonedFile(db, school_id, file)
    }
  }
}

/** Registers a file that the cleanup job removes from the store when it is due. */
export async function insertAbandonedFile(
  db: Db,
  schoolId: string,
  file: string,
  due: RawBuilder<Date>,
): Promise<void> {
  await db.insertInto('abandoned_files').values({ school_id: schoolId, file, due_at: due }).execute()
}

export async function deleteAbandonedFile(db: Db, schoolId: string, file: string): Promise<void> {
  await db.deleteFrom('abandoned_files').where('school_id', '=', schoolId).where('file', '=', file).execute()
}
