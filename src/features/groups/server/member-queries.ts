import { sql } from 'kysely'
import type { z } from 'zod'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { type PageRequest, toOffset, toPage } from '../../../shared/server/db/page.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { epoch, likePattern } from '../../../shared/server/db/sql.ts'
import { noBlockBetween } from '../../people/server/queries.ts'
import type { GroupRole, GroupType, groups } from '../contract.ts'
import { visibleGroups } from './queries.ts'

/** One page of members of a group that the viewer can view, without users who are blocked in either direction. */
export async function listMembers(
  db: Db,
  viewer: Viewer,
  groupId: string,
  { search, ...window }: z.output<typeof groups.members.query>,
) {
  const rows = await visibleGroups(db, viewer)
    .innerJoin('group_members as member', (join) =>
      join.onRef('member.school_id', '=', 'groups.school_id').onRef('member.group_id', '=', 'groups.id'),
    )
    .innerJoin('users', (join) =>
      join.onRef('users.school_id', '=', 'member.school_id').onRef('users.id', '=', 'member.user_id'),
    )
    .where('groups.id', '=', groupId)
    .where((or) => or.or([or('groups.type', '=', 'public'), or('mine.user_id', 'is not', null)]))
    .where('users.deleted_at', 'is', null)
    .where(noBlockBetween(viewer, 'users.id'))
    .$if(Boolean(search), (query) => query.where('users.name', 'ilike', likePattern(search ?? '')))
    .select(['member.id', 'member.role', epoch('member.joined_at').as('joined_at')])
    .select(['users.id as user_id', 'users.name', 'users.avatar_url'])
    .$narrowType<{ role: GroupRole }>()
    .orderBy('member.role')
    .orderBy('member.joined_at')
    .orderBy('member.user_id')
    .limit(window.limit + 1)
    .offset(toOffset(window))
    .execute()
  return toPage(rows, window)
}

/** One page of the join requests of a group that the viewer administers, oldest first. */
export async function listJoinRequests(db: Db, viewer: Viewer, groupId: string, window: PageRequest) {
  const rows = await visibleGroups(db, viewer)
    .innerJoin('group_join_requests as request', (join) =>
      join.onRef('request.school_id', '=', 'groups.school_id').onRef('request.group_id', '=', 'groups.id'),
    )
    .innerJoin('users', (join) =>
      join.onRef('users.school_id', '=', 'request.school_id').onRef('users.id', '=', 'request.user_id'),
    )
    .where('groups.id', '=', groupId)
    .where('mine.role', '=', 'admin')
    .where('request.status', '=', 'pending')
    .where('users.deleted_at', 'is', null)
    .where(noBlockBetween(viewer, 'users.id'))
    .select(['request.id', 'request.message', epoch('request.created_at').as('created_at')])
    .select(['users.id as user_id', 'users.name', 'users.avatar_url'])
    .orderBy('request.created_at')
    .orderBy('request.id')
    .limit(window.limit + 1)
    .offset(toOffset(window))
    .execute()
  return toPage(rows, window)
}

/** Upper limit of the list; only the latest are shown. */
const maxInvitations = 100

/** The viewer's invitations, newest first. */
export function listInvitations(db: Db, viewer: Viewer) {
  return visibleGroups(db, viewer)
    .innerJoin('group_invitations as invitation', (join) =>
      join
        .onRef('invitation.school_id', '=', 'groups.school_id')
        .onRef('invitation.group_id', '=', 'groups.id')
        .on('invitation.invitee_id', '=', viewer.id),
    )
    .innerJoin('users as inviter', (join) =>
      join.onRef('inviter.school_id', '=', 'invitation.school_id').onRef('inviter.id', '=', 'invitation.inviter_id'),
    )
    .where('inviter.deleted_at', 'is', null)
    .where(noBlockBetween(viewer, 'inviter.id'))
    .select(['invitation.id', 'invitation.message', epoch('invitation.created_at').as('created_at')])
    .select(['groups.id as group_id', 'groups.name', 'groups.avatar_url', 'groups.type', 'groups.members_count'])
    .select(['inviter.id as inviter_id', 'inviter.name as inviter_name', 'inviter.avatar_url as inviter_avatar'])
    .$narrowType<{ type: GroupType }>()
    .orderBy('invitation.created_at', 'desc')
    .orderBy('invitation.id', 'desc')
    .limit(maxInvitations)
    .execute()
}

/** Selects the users that the viewer can invite: same school, not deleted, no block in either direction. */
export async function findInvitable(db: Db, viewer: Viewer, groupId: string, ids: readonly string[]) {
  return db
    .selectFrom('users')
    .where('users.school_id', '=', viewer.schoolId)
    .where('users.id', 'in', [...ids])
    .where('users.deleted_at', 'is', null)
    .where(noBlockBetween(viewer, 'users.id'))
    .select('users.id')
    .select(
      sql<boolean>`exists (select from group_members where group_members.school_id = users.school_id
        and group_members.group_id = ${groupId} and group_members.user_id = users.id)`.as('is_member'),
    )
    .execute()
}

/** The group id of a pending join request, if the viewer administers the group. */
export async function findGroupOfRequest(db: Db, viewer: Viewer, requestId: string): Promise<string | undefined> {
  const request = await visibleGroups(db, viewer)
    .innerJoin('group_join_requests as request', (join) =>
      join.onRef('request.school_id', '=', 'groups.school_id').onRef('request.group_id', '=', 'groups.id'),
    )
    .where('mine.role', '=', 'admin')
    .where('request.id', '=', requestId)
    .select('groups.id')
    .executeTakeFirst()
  return request?.id
}
