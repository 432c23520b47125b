import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { forbidden } from '../../../shared/server/http/errors.ts'
import type { GroupRole, GroupType, Visibility } from '../contract.ts'

type GroupAccess = { readonly type: GroupType; readonly user_role: GroupRole | null }

/** A public group is open to its school, a private one to its members. */
export const canViewGroup = ({ type, user_role }: GroupAccess): boolean => type === 'public' || user_role !== null

/** 403 for what lies inside a private group that the viewer is not in. */
export function assertCanViewGroup(group: GroupAccess): void {
  if (!canViewGroup(group)) throw forbidden('You do not have access to this group')
}

/** 403 for whoever is not in the group. */
export function assertMember(group: GroupAccess): void {
  assertCanViewGroup(group)
  if (group.user_role === null) throw forbidden('Only members of the group can do this.')
}

/** 403 for whoever does not administer the group; being an administrator of the school does not count. */
export function assertAdmin(group: GroupAccess): void {
  assertCanViewGroup(group)
  if (group.user_role !== 'admin') throw forbidden('Only administrators of the group can do this.')
}

/** Every member invites into a public group, its administrators into a private one. */
export const canInvite = ({ type, user_role }: GroupAccess): boolean =>
  user_role === 'admin' || (type === 'public' && user_role !== null)

type PostAccess = {
  readonly author_id: string
  readonly group_type: GroupType
  readonly user_role: GroupRole | null
  readonly visibility: Visibility
}

export const isAuthor = (viewer: Viewer, row: { readonly author_id: string | null }): boolean =>
  row.author_id === viewer.id

/** Authors delete what they wrote, administrators whatever is in their group. */
export const canDelete = (
  viewer: Viewer,
  row: { readonly author_id: string | null; readonly user_role: GroupRole | null },
): boolean => isAuthor(viewer, row) || row.user_role === 'admin'

/** Pins and announcements are for administrators. */
export const canPin = ({ user_role }: Pick<PostAccess, 'user_role'>): boolean => user_role === 'admin'

/** Whoever sees a post comments on it; into a private group only members see. */
export const canVote = ({ user_role }: Pick<PostAccess, 'user_role'>): boolean => user_role !== null
