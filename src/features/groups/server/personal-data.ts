import type { PersonalData } from '../../../shared/server/personal-data.ts'
import { deleteGroup } from './actions.ts'
import { removeAccount } from './member-actions.ts'

/**
 * Personal data in the tables of this feature. Group posts, comments and events belong to their own features' tables.
 */
export const groupPersonalData: readonly PersonalData[] = [
  {
    table: 'groups',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('groups')
        .where('school_id', '=', schoolId)
        .where('creator_id', '=', id)
        .select(['id', 'name', 'description', 'type', 'category', 'tags', 'rules', 'location', 'meeting_schedule'])
        .select(['max_members', 'avatar_url', 'banner_url', 'created_at'])
        .execute(),
  },
  {
    table: 'group_members',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('group_members')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['group_id', 'role', 'muted', 'joined_at', 'events_seen_at', 'questions_seen_at'])
        .execute(),
    /** The group stays if it has other members; otherwise it is deleted. */
    async remove(db, { id, schoolId }) {
      const rows = await db
        .selectFrom('group_members')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select('group_id')
        .execute()
      for (const { group_id } of rows)
        if (!(await removeAccount(db, schoolId, group_id, id))) await deleteGroup(db, schoolId, group_id)
    },
  },
  {
    table: 'group_join_requests',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('group_join_requests')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['group_id', 'message', 'status', 'answer', 'created_at'])
        .execute(),
  },
  {
    table: 'group_invitations',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('group_invitations')
        .where('school_id', '=', schoolId)
        .where((row) => row.or([row('inviter_id', '=', id), row('invitee_id', '=', id)]))
        .select(['group_id', 'inviter_id', 'invitee_id', 'message', 'created_at'])
        .execute(),
  },
]
