import { withUserTransaction } from '../../../shared/server/auth/moderation-status.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { conflict } from '../../../shared/server/http/errors.ts'
import { withMembership } from './post-actions.ts'

/** Shares a question with a group; 409 when it is shared already. */
export const shareAssignment = (db: Db, viewer: Viewer, group: string, assignment: string): Promise<void> =>
  withMembership(db, viewer, group, async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('group_assignments')
      .values({ school_id: viewer.schoolId, group_id: group, assignment_id: assignment, shared_by: viewer.id })
      .onConflict((same) => same.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) throw conflict('This question is already shared with the group')
  })

/** Stops sharing the question. The question itself stays. */
export const unshareAssignment = (db: Db, viewer: Viewer, group: string, assignment: string): Promise<void> =>
  withUserTransaction(db, viewer, async (trx) => {
    await trx
      .deleteFrom('group_assignments')
      .where('school_id', '=', viewer.schoolId)
      .where('group_id', '=', group)
      .where('assignment_id', '=', assignment)
      .execute()
  })
