import type { PersonalData } from '../../../shared/server/personal-data.ts'

/** Votes in polls; posts and comments are exported with those of the feed. */
export const groupPostPersonalData: readonly PersonalData[] = [
  {
    table: 'poll_votes',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('poll_votes')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['post_id', 'position', 'created_at'])
        .execute(),
  },
]
