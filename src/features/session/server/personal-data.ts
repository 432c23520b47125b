import type { PersonalData } from '../../../shared/server/personal-data.ts'

/** The user's row, identities and devices. */
export const sessionPersonalData: readonly PersonalData[] = [
  {
    table: 'users',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('users')
        .innerJoin('schools', 'schools.id', 'users.school_id')
        .where('users.school_id', '=', schoolId)
        .where('users.id', '=', id)
        .select([
          'users.id',
          'users.name',
          'users.previous_name',
          'users.name_changed_at',
          'users.email',
          'schools.name as school',
          'users.role',
          'users.can_manage_ads',
          'users.bio',
          'users.location',
          'users.website',
          'users.phone',
          'users.major',
          'users.graduation_year',
          'users.avatar_url',
          'users.cover_photo',
          'users.email_notifications',
          'users.welcome',
          'users.terms_accepted_at',
          'users.terms_version',
          'users.terms_age',
          'users.is_minor',
          'users.created_at',
          'users.last_active_at',
        ])
        .execute(),
  },
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
        .select(['user_agent', 'ip', 'created_at', 'authenticated_at', 'last_seen_at', 'expires_at', 'is_shared'])
        .execute(),
  },
]
