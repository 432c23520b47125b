import { sql } from 'kysely'
import { withUserTransaction } from '../../../shared/server/auth/moderation-status.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'

/** Marks these notices of the viewer as shown. Keeps the time of the first call. */
export const markShown = (db: Db, viewer: Viewer, ids: readonly string[]) =>
  withUserTransaction(db, viewer, (trx) =>
    trx
      .updateTable('moderation_actions')
      .set({ notice_shown_at: sql`now()` })
      .where('school_id', '=', viewer.schoolId)
      .where('user_id', '=', viewer.id)
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .where('notice_shown_at', 'is', null)
      .execute(),
  )
