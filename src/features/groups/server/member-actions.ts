import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest, conflict, forbidden, notFound } from '../../../shared/server/http/errors.ts'
import { joinGroupConversation, leaveGroupConversation, muteGroupConversation } from '../../messages/server/actions.ts'
import type { GroupRole, GroupType } from '../contract.ts'
import { assertAdmin } from './policy.ts'

type UserRef = { readonly id: string; readonly schoolId: string }

/**
 * Locks the group, so that member changes are serialized, and reads the user's role. The role needs a second statement:
 * one that waits for the lock keeps the snapshot from before the wait and reads a stale role.
 */
export async function lockGroup(trx: Trx, { id: userId, schoolId }: UserRef, id: string) {
  const group = await trx
    .selectFrom('groups')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('withheld_at', 'is', null)
    .select(['id', 'name', 'type', 'max_members', 'members_count', 'avatar_url', 'banner_url'])
    .$narrowType<{ type: GroupType }>()
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!group) throw notFound('Group not found')
  return { ...group, schoolId, user_role: await findRole(trx, schoolId, id, userId) }
}
type LockedGroup = Awaited<ReturnType<typeof lockGroup>>

async function findRole(trx: Trx, schoolId: string, groupId: string, userId: string): Promise<GroupRole | null> {
  const member = await trx
    .selectFrom('group_members')
    .where('school_id', '=', schoolId)
    .where('group_id', '=', groupId)
    .where('user_id', '=', userId)
    .select('role')
    .executeTakeFirst()
  return (member?.role as GroupRole | undefined) ?? null
}

/**
 * Adds a member to a locked group and deletes their join request and invitations. Returns the number of members. Throws
 * 409 when the group is full.
 */
async function addMember(trx: Trx, group: LockedGroup, userId: string): Promise<number> {
  const { schoolId, id } = group
  if (group.max_members !== null && group.members_count >= group.max_members) throw conflict('Group is full')
  await trx
    .insertInto('group_members')
    .values({ school_id: schoolId, group_id: id, user_id: userId, id: newId() })
    .execute()
  await trx
    .deleteFrom('group_join_requests')
    .where('school_id', '=', schoolId)
    .where('group_id', '=', id)
    .where('user_id', '=', userId)
    .execute()
  await trx
    .deleteFrom('group_invitations')
    .where('school_id', '=', schoolId)
    .where('group_id', '=', id)
    .where('invitee_id', '=', userId)
    .execute()
  await joinGroupConversation(trx, { schoolId, id }, [userId])
  const groups = trx.selectFrom('groups').where('school_id', '=', schoolId).where('id', '=', id)
  return (await groups.select('members_count').executeTakeFirstOrThrow()).members_count
}

/** Joins a public group, or a private one with an invitation. Otherwise creates a join request. */
export const joinGroup = async (trx: Trx, viewer: Viewer, id: string, message: string) => {
  const group = await lockGroup(trx, viewer, id)
  if (group.user_role) throw conflict('You’re already a member of this group')
  const canJoinNow = group.type === 'public' || (await isInvited(trx, viewer, id))
  if (canJoinNow) return { status: 'member' as const, members_count: await addMember(trx, group, viewer.id) }
  if (group.max_members !== null && group.members_count >= group.max_members) throw conflict('Group is full')
  const asked = await trx
    .insertInto('group_join_requests')
    .values({ school_id: viewer.schoolId, id: newId(), group_id: id, user_id: viewer.id, message })
    .onConflict((same) =>
      same
        .columns(['school_id', 'group_id', 'user_id'])
        .doUpdateSet({ message, status: 'pending', answer: '', created_at: sql<Date>`now()` })
        .where('group_join_requests.status', '=', 'rejected'),
    )
    .returning('id')
    .executeTakeFirst()
  if (!asked) throw conflict('You’ve already asked to join this group')
  return { status: 'requested' as const, members_count: group.members_count }
}

async function isInvited(trx: Trx, viewer: Viewer, id: string): Promise<boolean> {
  const invitation = await trx
    .selectFrom('group_invitations')
    .where('school_id', '=', viewer.schoolId)
    .where('group_id', '=', id)
    .where('invitee_id', '=', viewer.id)
    .select('id')
    .executeTakeFirst()
  return invitation !== undefined
}

/** Mutes or unmutes notifications of the group and its chat for the viewer. */
export const muteGroup = async (trx: Trx, viewer: Viewer, id: string, muted: boolean) => {
  await trx
    .updateTable('group_members')
    .set({ muted })
    .where('school_id', '=', viewer.schoolId)
    .where('group_id', '=', id)
    .where('user_id', '=', viewer.id)
    .execute()
  await muteGroupConversation(trx, viewer, id, muted)
}

/**
 * Leaves the group, or withdraws a join request. Returns which of the two. Admins cannot leave until they are demoted.
 */
export const leaveGroup = async (trx: Trx, viewer: Viewer, id: string): Promise<'left' | 'withdrawn'> => {
  const group = await lockGroup(trx, viewer, id)
  if (group.user_role === 'admin')
    throw badRequest(
      'Admins can’t leave. Make someone else an admin first, then ask them to change your role to member.',
    )
  if (group.user_role === 'member') {
    await dismiss(trx, group, viewer.id)
    return 'left'
  }
  const { numDeletedRows } = await trx
    .deleteFrom('group_join_requests')
    .where('school_id', '=', viewer.schoolId)
    .where('group_id', '=', id)
    .where('user_id', '=', viewer.id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw forbidden('You’re not a member of this group.')
  return 'withdrawn'
}

/** Removes a member, also from the group's conversation, and deletes the invitations that they sent. */
async function dismiss(trx: Trx, { schoolId, id }: { schoolId: string; id: string }, userId: string): Promise<void> {
  await trx
    .deleteFrom('group_members')
    .where('school_id', '=', schoolId)
    .where('group_id', '=', id)
    .where('user_id', '=', userId)
    .execute()
  await trx
    .deleteFrom('group_invitations')
    .where('school_id', '=', schoolId)
    .where('group_id', '=', id)
    .where('inviter_id', '=', userId)
    .execute()
  await leaveGroupConversation(trx, { schoolId, id }, [userId])
}

const memberNotFound = () => notFound('Member not found')

/** Changes a member's role. Refuses to demote the last admin. */
export const changeRole = async (
  trx: Trx,
  viewer: Viewer,
  id: string,
  userId: string,
  role: GroupRole,
): Promise<void> => {
  const group = await lockGroup(trx, viewer, id)
  assertAdmin(group)
  const now = await findRole(trx, viewer.schoolId, id, userId)
  if (!now) throw memberNotFound()
  if (now === 'admin' && role === 'member' && (await countAdmins(trx, viewer.schoolId, id)) === 1)
    throw badRequest('A group needs at least one admin.')
  await trx
    .updateTable('group_members')
    .set({ role })
    .where('school_id', '=', viewer.schoolId)
    .where('group_id', '=', id)
    .where('user_id', '=', userId)
    .execute()
}

async function countAdmins(trx: Trx, schoolId: string, groupId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('group_members')
    .where('school_id', '=', schoolId)
    .where('group_id', '=', groupId)
    .where('role', '=', 'admin')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Removes a member or another admin. Users cannot remove themselves. */
export const removeMember = async (trx: Trx, viewer: Viewer, id: string, userId: string): Promise<void> => {
  const group = await lockGroup(trx, viewer, id)
  assertAdmin(group)
  if (userId === viewer.id) throw badRequest('You can’t remove yourself.')
  if (!(await findRole(trx, viewer.schoolId, id, userId))) throw memberNotFound()
  await dismiss(trx, group, userId)
}

/**
 * Removes a deleted account from a group. The longest-serving member replaces the last admin. Returns false when no
 * member is left.
 */
export const removeAccount = async (trx: Trx, schoolId: string, id: string, userId: string): Promise<boolean> => {
  await lockGroup(trx, { schoolId, id: userId }, id)
  await dismiss(trx, { schoolId, id }, userId)
  const heir = await trx
    .selectFrom('group_members')
    .where('school_id', '=', schoolId)
    .where('group_id', '=', id)
    .select(['user_id', 'role'])
    .orderBy('role')
    .orderBy('joined_at')
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirst()
  if (heir?.role === 'member')
    await trx
      .updateTable('group_members')
      .set({ role: 'admin' })
      .where('school_id', '=', schoolId)
      .where('group_id', '=', id)
      .where('user_id', '=', heir.user_id)
      .execute()
  return heir !== undefined
}

/**
 * Accepts or declines a join request, with a message. Returns the requester's id. Throws 404 when it is already
 * answered.
 */
export const answerRequest = async (
  trx: Trx,
  viewer: Viewer,
  { groupId, requestId, lets, message }: { groupId: string; requestId: string; lets: boolean; message: string },
): Promise<string> => {
  const group = await lockGroup(trx, viewer, groupId)
  assertAdmin(group)
  const request = await trx
    .selectFrom('group_join_requests')
    .where('school_id', '=', viewer.schoolId)
    .where('group_id', '=', groupId)
    .where('id', '=', requestId)
    .where('status', '=', 'pending')
    .select('user_id')
    .executeTakeFirst()
  if (!request) throw notFound('Join request not found')
  if (lets) {
    await addMember(trx, group, request.user_id)
    return request.user_id
  }
  await trx
    .updateTable('group_join_requests')
    .set({ status: 'rejected', answer: message })
    .where('school_id', '=', viewer.schoolId)
    .where('id', '=', requestId)
    .execute()
  return request.user_id
}

/** Invites users. Returns those who were not invited before. Throws 409 when all of them were. */
export const invite = async (trx: Trx, viewer: Viewer, id: string, people: readonly string[], message: string) => {
  const group = await lockGroup(trx, viewer, id)
  if (group.user_role === null || (group.type === 'private' && group.user_role !== 'admin')) assertAdmin(group)
  if (group.max_members !== null && group.members_count >= group.max_members) throw conflict('Group is full')
  const invited = await trx
    .insertInto('group_invitations')
    .values(
      people.map((invitee_id) => ({
        school_id: viewer.schoolId,
        id: newId(),
        group_id: id,
        invitee_id,
        inviter_id: viewer.id,
        message,
      })),
    )
    .onConflict((same) => same.columns(['school_id', 'group_id', 'invitee_id']).doNothing())
    .returning('invitee_id')
    .execute()
  if (invited.length === 0) throw conflict('Already invited')
  return invited.map(({ invitee_id }) => invitee_id)
}

/** Accepts or declines an invitation. Throws 404 when it does not belong to the viewer. */
export const answerInvitation = async (trx: Trx, viewer: Viewer, id: string, accepts: boolean): Promise<void> => {
  const invitations = trx.selectFrom('group_invitations').where('school_id', '=', viewer.schoolId)
  const found = await invitations
    .where('id', '=', id)
    .where('invitee_id', '=', viewer.id)
    .select('group_id')
    .executeTakeFirst()
  if (!found) throw notFound('Invitation not found')
  const group = await lockGroup(trx, viewer, found.group_id)
  const { numDeletedRows } = await trx
    .deleteFrom('group_invitations')
    .where('school_id', '=', viewer.schoolId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('Invitation not found') // withdrawn or answered since it was read
  if (accepts && !group.user_role) await addMember(trx, group, viewer.id)
}
