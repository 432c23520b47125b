import { forbidden } from '../../../shared/server/errors.ts'
import type { Viewer } from '../../../shared/server/viewer.ts'
import type { GroupRole, GroupType, Visibility } from '../contract.ts'

type Seen = { readonly type: GroupType; readonly user_role: GroupRole | null }

/** A public group is open to its school, a private one to its members. */
export const seesInto = ({ type, user_role }: Seen): boolean => type === 'public' || user_role !== null

/** 403 for what lies inside a private group that the viewer is not in. */
export function mustSeeInto(group: Seen): void {
  if (!seesInto(group)) throw forbidden('You do not have access to this group')
}

/** 403 for whoever is not in the group. */
export function mustBeMember(group: Seen): void {
  mustSeeInto(group)
  if (group.user_role === null) throw forbidden('Only members of the group can do this.')
}

/** 403 for whoever does not administer the group; being an administrator of the school does not count. */
export function mustBeAdmin(group: Seen): void {
  mustSeeInto(group)
  if (group.user_role !== 'admin') throw forbidden('Only administrators of the group can do this.')
}

/** Every member invites into a public group, its administrators into a private one. */
export const mayInvite = ({ type, user_role }: Seen): boolean =>
  user_role === 'admin' || (type === 'public' && user_role !== null)

type Posted = {
  readonly author_id: string
  readonly group_type: GroupType
  readonly user_role: GroupRole | null
  readonly visibility: Visibility
}

export const isAuthor = (viewer: Viewer, row: { readonly author_id: string | null }): boolean =>
  row.author_id === viewer.id

/** Authors delete what they wrote, administrators whatever is in their group. */
export const mayDelete = (
  viewer: Viewer,
  row: { readonly author_id: string | null; readonly user_role: GroupRole | null },
): boolean => isAuthor(viewer, row) || row.user_role === 'admin'

/** Pins and announcements are for administrators. */
export const mayPin = ({ user_role }: Pick<Posted, 'user_role'>): boolean => user_role === 'admin'

/** Whoever sees a post comments on it; into a private group only members see. */
export const mayVote = ({ user_role }: Pick<Posted, 'user_role'>): boolean => user_role !== null
