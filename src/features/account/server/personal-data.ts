import type { PersonalData } from '../../../shared/server/personal-data.ts'

/** When a user requested exports. */
export const accountPersonalData: readonly PersonalData[] = [
  {
    table: 'exports',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('exports')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['requested_at'])
        .execute(),
  },
]
