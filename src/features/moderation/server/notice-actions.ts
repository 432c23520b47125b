import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'

/** Marks these notices of the viewer as shown. Keeps the time of the first call. */
export const markShown = (trx: Trx, viewer: Viewer, ids: readonly string[]) =>
  trx
    .updateTable('moderation_actions')
    .set({ notice_shown_at: sql`now()` })
    .where('school_id', '=', viewer.schoolId)
    .where('user_id', '=', viewer.id)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('notice_shown_at', 'is', null)
    .execute()
