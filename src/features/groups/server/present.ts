import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Author } from '../../people/contract.ts'
import type { Group, GroupMember, Invitation, JoinRequest } from '../contract.ts'
import type { listInvitations, listJoinRequests, listMembers } from './member-queries.ts'
import { canInvite, canViewGroup } from './policy.ts'
import type { GroupRow } from './queries.ts'

/** Shown for a deleted account and for users hidden by a block. */
const deletedUser: Author = { id: null, name: 'Deleted user', avatar_url: null, avatar: null }

/** The creator of a private group reveals a membership, so only members see it. */
const membersOnly: Author = { ...deletedUser, name: 'Members only' }

const visibleCreator = (row: GroupRow): Author => (canViewGroup(row) ? toCreator(row) : membersOnly)

const toCreator = ({ creator_id, creator_name, creator_avatar }: GroupRow): Author =>
  creator_id === null
    ? deletedUser
    : { id: creator_id, name: creator_name ?? '', avatar_url: creator_avatar, avatar: creator_avatar }

const activityLevel = (posts: number): Group['activity_level'] => (posts < 5 ? 'low' : posts < 20 ? 'medium' : 'high')

/** The values of members-only fields for users who cannot view the group. */
const hidden = {
  tags: [],
  rules: null,
  location: null,
  meeting_schedule: null,
  max_members: null,
  banner_url: null,
  conversation_id: null,
  created_at: null,
  activity_level: null,
}

const memberFields = (row: GroupRow) => ({
  tags: row.tags,
  rules: row.rules || null,
  location: row.location || null,
  meeting_schedule: row.meeting_schedule || null,
  max_members: row.max_members,
  banner_url: row.banner_url,
  conversation_id: row.user_role === null ? null : row.conversation_id,
  created_at: row.created_at,
  activity_level: activityLevel(row.posts_lately),
})

export function presentGroup(row: GroupRow, viewer: Viewer): Group {
  const [isMember, isAdmin] = [row.user_role !== null, row.user_role === 'admin']
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    type: row.type,
    category: row.category,
    avatar_url: row.avatar_url,
    members_count: row.members_count,
    ...(canViewGroup(row) ? memberFields(row) : hidden),
    is_member: isMember,
    user_role: row.user_role,
    muted: row.muted,
    creator: visibleCreator(row),
    join_request:
      row.request_status && !isMember ? { status: row.request_status, answer: row.request_answer ?? '' } : null,
    is_invited: row.is_invited && !isMember,
    requests_count: row.requests_count,
    can: {
      see: canViewGroup(row),
      join: !isMember && row.request_status !== 'pending',
      leave: isMember && !isAdmin,
      post: isMember,
      invite: canInvite(row),
      manage: isAdmin,
      report: !isMember && row.creator_id !== viewer.id,
    },
  }
}

type MemberColumns = { user_id: string; name: string; avatar_url: string | null }
const toUserSummary = ({ user_id, name, avatar_url }: MemberColumns) => ({ id: user_id, name, avatar_url })

export const presentMember = (row: Awaited<ReturnType<typeof listMembers>>['rows'][number]): GroupMember => ({
  id: row.id,
  user_id: row.user_id,
  role: row.role,
  joined_at: row.joined_at,
  user: toUserSummary(row),
})

export const presentRequest = (row: Awaited<ReturnType<typeof listJoinRequests>>['rows'][number]): JoinRequest => ({
  id: row.id,
  user: toUserSummary(row),
  message: row.message,
  status: 'pending',
  created_at: row.created_at,
})

export const presentInvitation = (row: Awaited<ReturnType<typeof listInvitations>>[number]): Invitation => ({
  id: row.id,
  group: {
    id: row.group_id,
    name: row.name,
    avatar_url: row.avatar_url,
    type: row.type,
    members_count: row.members_count,
  },
  inviter: { id: row.inviter_id, name: row.inviter_name, avatar_url: row.inviter_avatar },
  message: row.message,
  created_at: row.created_at,
})
