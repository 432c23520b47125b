import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict } from '../../../shared/server/http/errors.ts'
import { lockMembership } from '../../groups/server/membership.ts'

/** Shares a question with a group; 409 when it is shared already. */
export const shareAssignment = async (trx: Trx, viewer: Viewer, group: string, assignment: string): Promise<void> => {
  await lockMembership(trx, viewer, group)
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('group_assignments')
    .values({ school_id: viewer.schoolId, group_id: group, assignment_id: assignment, shared_by: viewer.id })
    .onConflict((same) => same.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw conflict('This question is already shared with the group')
}

/** Stops sharing the question. The question itself stays. */
export const unshareAssignment = async (trx: Trx, viewer: Viewer, group: string, assignment: string): Promise<void> => {
  await trx
    .deleteFrom('group_assignments')
    .where('school_id', '=', viewer.schoolId)
    .where('group_id', '=', group)
    .where('assignment_id', '=', assignment)
    .execute()
}
