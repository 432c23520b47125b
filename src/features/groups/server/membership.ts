import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { forbidden, notFound } from '../../../shared/server/http/errors.ts'
import type { GroupRole } from '../contract.ts'

/** Share-locks and returns the viewer's group role. A concurrent removal waits for this transaction. */
async function lockRole(trx: Trx, viewer: Viewer, groupId: string): Promise<GroupRole | null> {
  const member = await trx
    .selectFrom('group_members')
    .where('school_id', '=', viewer.schoolId)
    .where('group_id', '=', groupId)
    .where('user_id', '=', viewer.id)
    .select('role')
    .forShare()
    .executeTakeFirst()
  return (member?.role as GroupRole | undefined) ?? null
}

/** Locks the viewer as a member and returns their role; 403 when they are not a member any more. */
export async function lockMembership(trx: Trx, viewer: Viewer, groupId: string): Promise<GroupRole> {
  const role = await lockRole(trx, viewer, groupId)
  if (!role) throw forbidden('Join the group to do this.')
  return role
}

/** Makes sure that the viewer can view the group: as a locked member, or as any user while the group is public. */
export async function lockReadAccess(trx: Trx, viewer: Viewer, groupId: string): Promise<void> {
  if (await lockRole(trx, viewer, groupId)) return
  const group = await trx
    .selectFrom('groups')
    .where('school_id', '=', viewer.schoolId)
    .where('id', '=', groupId)
    .where('withheld_at', 'is', null)
    .select('type')
    .executeTakeFirst()
  if (!group) throw notFound('Group not found')
  if (group.type === 'private') throw forbidden('You do not have access to this group')
}
