import type { PersonalData } from '../../people/server/personal-data.ts'

/** Personal data in these tables: identities and devices of a user. */
export const sessionPersonalData: readonly PersonalData[] = [
  {
    table: 'identities',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('identities')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['issuer', 'tenant', 'subject', 'created_at'])
        .execute(),
  },
  {
    table: 'sessions',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('sessions')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['user_agent', 'ip', 'created_at', 'authenticated_at', 'last_seen_at', 'expires_at'])
        .execute(),
  },
]
