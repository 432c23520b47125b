import type { PersonalData } from '../../../shared/server/personal-data.ts'

/** Personal data in the tables of this feature: friendships, requests, blocks, mutes, hidden items and settings. */
export const peoplePersonalData: readonly PersonalData[] = [
  {
    table: 'friendships',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('friendships')
        .innerJoin('users', (join) =>
          join.onRef('users.school_id', '=', 'friendships.school_id').onRef('users.id', '=', 'friendships.friend_id'),
        )
        .where('friendships.school_id', '=', schoolId)
        .where('friendships.user_id', '=', id)
        .where('users.deleted_at', 'is', null)
        .select(['friendships.friend_id', 'users.name', 'friendships.created_at'])
        .execute(),
  },
  {
    table: 'friend_requests',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('friend_requests')
        .where('school_id', '=', schoolId)
        .where((own) => own.or([own('requester_id', '=', id), own('addressee_id', '=', id)]))
        .select(['requester_id', 'addressee_id', 'created_at'])
        .execute(),
  },
  {
    table: 'blocks',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('blocks')
        .where('school_id', '=', schoolId)
        .where('blocker_id', '=', id)
        .select(['blocked_id', 'created_at'])
        .execute(),
  },
  {
    table: 'mutes',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('mutes')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['muted_id', 'created_at'])
        .execute(),
  },
  {
    table: 'safety_settings',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('safety_settings')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select([
          'requests',
          'profile',
          'words',
          'notes',
          'receipts',
          'typing',
          'crisis_card',
          'counts',
          'leaderboard',
          'ask_before_saving',
        ])
        .execute(),
  },
  {
    table: 'hidden_items',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('hidden_items')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['kind', 'item_id', 'created_at'])
        .execute(),
  },
]
