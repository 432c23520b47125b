import { sql } from 'kysely'
import type { PersonalData } from '../../../shared/server/personal-data.ts'

/** The devices of a user without their addresses and keys, which would let a reader send to them, and what waits for them. */
export const pushPersonalData: readonly PersonalData[] = [
  {
    table: 'push_subscriptions',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('push_subscriptions')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select([sql<string>`split_part(endpoint, '/', 3)`.as('host'), 'created_at', 'last_ok_at'])
        .orderBy('created_at')
        .execute(),
  },
  {
    table: 'push_due',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('push_due')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['kind', 'link', 'first_at'])
        .orderBy('first_at')
        .execute(),
  },
]
