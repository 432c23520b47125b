import type { GroupRole } from '../../groups/contract.ts'

type PostAccess = { readonly user_role: GroupRole | null }

/** Only admins can pin posts and make announcements. */
export const canPin = ({ user_role }: PostAccess): boolean => user_role === 'admin'

/** All users who see a post can comment on it; only members can vote. */
export const canVote = ({ user_role }: PostAccess): boolean => user_role !== null
