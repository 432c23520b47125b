import type { PersonalData } from '../../../shared/server/personal-data.ts'

/** What an administrator asked about a colleague belongs to who asked: the other one reads the reason when it takes effect. */
export const adminPersonalData: readonly PersonalData[] = [
  {
    table: 'pause_requests',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('pause_requests')
        .where('school_id', '=', schoolId)
        .where('requested_by', '=', id)
        .select(['user_id', 'requested_by', 'requested_by_name', 'reason', 'created_at'])
        .execute(),
  },
  {
    table: 'role_requests',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('role_requests')
        .where('school_id', '=', schoolId)
        .where('requested_by', '=', id)
        .select(['user_id', 'role', 'requested_by', 'requested_by_name', 'created_at'])
        .execute(),
  },
]
