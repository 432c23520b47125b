import type { PersonalData } from '../../../shared/server/personal-data.ts'

/** Decisions about a user, and the reports they filed. Reports about them stay between reporters and moderators. */
export const moderationPersonalData: readonly PersonalData[] = [
  {
    table: 'moderation_actions',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('moderation_actions')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select([
          'id',
          'action_type',
          'rule_title',
          'rule_text',
          'facts',
          'replaces',
          'item_kind',
          'item_id',
          'label',
          'snapshot',
          'automated',
          'appeal_until',
          'erased_at',
          'reason',
          'duration_hours',
          'expires_at',
          'created_at',
          'reversed_at',
          'reversal_reason',
        ])
        .execute(),
  },
  {
    table: 'reports',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('reports')
        .where('school_id', '=', schoolId)
        .where('reporter_id', '=', id)
        .select(['kind', 'content_id', 'reason', 'urgent', 'description', 'status', 'created_at'])
        .execute(),
  },
  {
    table: 'duties',
    export: (db, { id, schoolId }) =>
      db.selectFrom('duties').where('school_id', '=', schoolId).where('user_id', '=', id).select(['until']).execute(),
  },
  {
    table: 'grants',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('grants')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['grant_name', 'created_at', 'until'])
        .execute(),
  },
  {
    table: 'removal_allowances',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('removal_allowances')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['until'])
        .execute(),
  },
  {
    table: 'person_notes',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('person_notes')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['text', 'created_at'])
        .execute(),
  },
]
