import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { forbidden } from '../../../shared/server/http/errors.ts'
import type { GroupRole, GroupType } from '../contract.ts'

type GroupAccess = { readonly type: GroupType; readonly user_role: GroupRole | null }

/** Public groups are open to their school, private groups to their members. */
export const canViewGroup = ({ type, user_role }: GroupAccess): boolean => type === 'public' || user_role !== null

/** Throws 403 for a private group that the viewer is not a member of. */
export function assertCanViewGroup(group: GroupAccess): void {
  if (!canViewGroup(group)) throw forbidden('You do not have access to this group')
}

/** Throws 403 unless the viewer is a member of the group. */
export function assertMember(group: GroupAccess): void {
  assertCanViewGroup(group)
  if (group.user_role === null) throw forbidden('Join the group to do this.')
}

/** Throws 403 unless the viewer is an admin of the group. The school's admins have no special access. */
export function assertAdmin(group: GroupAccess): void {
  assertCanViewGroup(group)
  if (group.user_role !== 'admin') throw forbidden('Only group admins can do this.')
}

/** All members can invite to a public group, only admins to a private one. */
export const canInvite = ({ type, user_role }: GroupAccess): boolean =>
  user_role === 'admin' || (type === 'public' && user_role !== null)

export const isAuthor = (viewer: Viewer, row: { readonly author_id: string | null }): boolean =>
  row.author_id === viewer.id

/** Authors can delete their own items, admins all items in their group. */
export const canDelete = (
  viewer: Viewer,
  row: { readonly author_id: string | null; readonly user_role: GroupRole | null },
): boolean => isAuthor(viewer, row) || row.user_role === 'admin'
